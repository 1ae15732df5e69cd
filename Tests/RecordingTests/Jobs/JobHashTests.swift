import ImageCoding
import Imaging
import PageCurl
import Testing
import Timeline

@testable import Recording

/// The hash by which an interrupted job recognizes its frames.
@Suite struct JobHashTests {
  private let shelf: Shelf
  private let job: BookJob

  init() throws {
    shelf = try Shelf(pages: 4)
    job = BookJob(pages: shelf.paths, output: shelf.frames)
  }

  private func hash(_ change: (inout BookJob) throws -> Void = { _ in }) throws -> UInt64 {
    var job = job
    try change(&job)
    return try JobHash.of(
      try job.plan().frames, compression: job.compression, quality: job.quality, name: "%02d.png")
  }

  /// Fixed by its encoding, not by Swift's descriptions of types: the same value in every version.
  @Test func aHashIsTheSameInEveryBuild() throws {
    var hash = JobHash()
    hash.add(1, -2, true, 0.5, "page", Optional<Int>.none, SIMD2(1.5, 2), [3, 4])
    // CRC-64/XZ of the same bytes by Python's reference implementation.
    #expect(hash.value == 0xFDE799748966AF17)
  }

  @Test func eachSettingChangesTheHash() throws {
    let angles = try Keyframes(values: [Double.pi, 2.5])
    let eased = try Keyframes(values: [Double.pi, 2.5], easing: .easeIn)
    let changes: [(inout BookJob) throws -> Void] = [
      { _ in },
      { $0.pages[1] = $0.pages[2] },
      { $0.layout = .pages },
      { $0.layout = .spread },
      { $0.direction = .rightToLeft },
      { $0.timing.turnFrames = 29 },
      { $0.timing.rate = FrameRate(25) },
      { $0.timing.holdFrames = 1 },
      { $0.timing.easing = .linear },
      { $0.size = PixelSize(100, 100) },
      { $0.margin = 3 },
      { $0.compression = .small },
      { $0.quality = 70 },
      { $0.style.kind = .leaf },
      { $0.style.binding = .top },
      { $0.style.form = .cone }, { $0.style.paper = .silk }, { $0.style.hasStacks = true },
      { $0.style.motion = .angle(2) },
      { $0.style.motion = .angles(angles) },
      { $0.style.motion = .angles(eased) },
      { $0.style.motion = .corner(.topRight) },
      { $0.style.motion = .drag([SIMD2(58, 70), SIMD2(10, 40)], releases: false) },
      { $0.style.motion = .drag([SIMD2(58, 70), SIMD2(10, 40)], releases: true) },
      { $0.style.radius = 5 },
      { $0.style.eye = 3 },
      { $0.style.background = [0, 0, 0, 255] },
      { $0.style.look.light = nil },
      { $0.style.look.light?.ambient = 0.2 },
      { $0.style.look.shading = CurlShading(sphere: Image(width: 2, height: 2)) },
      { $0.style.look.shadow = nil },
      { $0.style.look.shadow?.strength = 0.1 },
      { $0.style.look.drawsFront = false },
      { $0.style.look.drawsBack = false },
      { $0.style.look.frontTint = [1, 1, 0.5] },
      { $0.style.look.backTint = [1, 1, 0.5] },
      { $0.style.look.paperColor = [1, 1, 1] },
      { $0.style.look.showThrough = 0 },
      { $0.style.look.backFlip = .upwards },
      { $0.style.look.quality = .draft },
    ]
    var seen: [UInt64: Int] = [:]
    for (number, change) in changes.enumerated() {
      let value = try hash(change)
      #expect(seen[value] == nil, "changes \(number) and \(seen[value] ?? 0)")
      seen[value] = number
      #expect(try hash(change) == value)
    }
  }

  /// Parts of a job and a resumed job have one hash.
  @Test func partsHaveTheHashOfTheWhole() throws {
    #expect(try hash { $0.shard = Shard("2/3") } == hash())
    #expect(try hash { $0.resumes = true } == hash())
  }

  /// A new field must be added to the hash, or two different jobs look alike.
  @Test func everyFieldIsKnown() {
    func fields(_ value: Any) -> [String] {
      Mirror(reflecting: value).children.compactMap(\.label)
    }
    #expect(
      fields(BookTurn(front: 0))
        == ["front", "back", "below", "facing", "facingFront", "shared"])
    #expect(fields(TurnSettings()) == ["direction", "timing", "style", "isReversed"])
    #expect(
      fields(Timing()) == ["rate", "turnFrames", "holdFrames", "easing", "overlap"])
    #expect(
      fields(TurnStyle())
        == [
          "kind", "binding", "form", "paper", "motion", "radius", "eye", "hasStacks", "gutter",
          "background", "look",
        ])
    #expect(
      fields(CurlLook())
        == [
          "light", "shading", "shadow", "drawsFront", "drawsBack", "frontTint", "backTint",
          "paperColor", "showThrough", "backFlip", "board", "gutter", "quality",
        ])
    #expect(fields(CurlLight()) == ["direction", "ambient", "highlight", "shininess"])
    #expect(fields(CurlShadow()) == ["direction", "softness", "strength", "color", "bounds"])
  }
}
