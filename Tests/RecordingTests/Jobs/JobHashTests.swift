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

  /// A change of one field of a job, after others that it needs to have an effect.
  private typealias Change = @Sendable (inout BookJob) throws -> Void

  /// For each field that decides about frames, values that give other frames.
  private static let hashed: [String: (needs: Change, changes: [Change])] = {
    let none: Change = { _ in }
    let half = CameraMove.PageArea(left: 0, top: 0, width: 0.5, height: 0.5)
    func always(_ changes: Change...) -> (Change, [Change]) { (none, changes) }
    let hasBoards: Change = {
      $0.layout = .spread
      ($0.style.profile, $0.hasStacks) = (.paper, true)
    }
    return [
      "pages": always { $0.pages[1] = $0.pages[2] },
      "selection": always { $0.selection = PageSelection("1-2") },
      "completion": (
        { ($0.layout, $0.selection) = (.spread, PageSelection("3")) },
        [{ $0.completion = .turns }]
      ),
      "layout": always({ $0.layout = .pages }, { $0.layout = .spread }),
      "mixed": always { $0.mixed = .fill },
      "cover": (hasBoards, [{ $0.cover = .none }, { $0.cover = .soft }]),
      "isEndless": always { $0.isEndless = true },
      "direction": always { $0.direction = .rightToLeft },
      "timing.rate": always { $0.timing.rate = FrameRate(25) },
      "timing.turnFrames": always { $0.timing.turnFrames = 29 },
      "timing.holdFrames": always { $0.timing.holdFrames = 1 },
      "timing.easing": always { $0.timing.easing = .linear },
      "timing.overlap": always { $0.timing.overlap = 0.5 },
      "turns": always { $0.turns = [ScriptedTurn(TurnSettings())] },
      "size": always { $0.size = PixelSize(100, 100) },
      "givenMargin": always { $0.margin = 3 },
      "largestFrame": always { $0.largestFrame = .within(PixelSize(40, 40)) },
      "backdrop": always { $0.backdrop = .gradient(top: [1, 2, 3], bottom: [4, 5, 6]) },
      "camera": always(
        { $0.camera = .moves([CameraMove(time: 0, duration: 0, to: .page(1, half))]) },
        { $0.camera = .moves([CameraMove(time: 0.1, duration: 0.2, to: .page(1, half))]) }),
      "style.kind": always { $0.style.kind = .leaf },
      "style.binding": always { $0.style.binding = .top },
      "style.profile": always { $0.style.profile = .cone },
      "style.paper": always { $0.style.paper = .silk },
      "style.motion": always(
        { $0.style.motion = .angle(2) },
        { $0.style.motion = .angles(try Keyframes(values: [Double.pi, 2.5])) },
        { $0.style.motion = .angles(try Keyframes(values: [Double.pi, 2.5], easing: .easeIn)) },
        { $0.style.motion = .corner(.topRight) },
        { $0.style.motion = .drag([SIMD2(58, 70), SIMD2(10, 40)], releases: false) },
        { $0.style.motion = .drag([SIMD2(58, 70), SIMD2(10, 40)], releases: true) }),
      "style.radius": always { $0.style.radius = 5 },
      "style.eye": always { $0.style.eye = 3 },
      "hasStacks": always { $0.hasStacks = true },
      "gutter": always { $0.gutter = 0.5 },
      "style.background": always { $0.style.background = [0, 0, 0, 255] },
      "style.look.light": always { $0.style.look.light = nil },
      "style.look.light.direction": always { $0.style.look.light?.direction = [0, 0, 1] },
      "style.look.light.ambient": always { $0.style.look.light?.ambient = 0.2 },
      "style.look.light.highlight": always { $0.style.look.light?.highlight = 0.9 },
      "style.look.light.shininess": always { $0.style.look.light?.shininess = 3 },
      "style.look.shading": always {
        $0.style.look.shading = CurlShading(sphere: Image(width: 2, height: 2))
      },
      "style.look.shadow": always { $0.style.look.shadow = nil },
      "style.look.shadow.direction": always { $0.style.look.shadow?.direction = [0, 0, 1] },
      "style.look.shadow.softness": always { $0.style.look.shadow?.softness = 1 },
      "style.look.shadow.strength": always { $0.style.look.shadow?.strength = 0.1 },
      "style.look.shadow.color": always { $0.style.look.shadow?.color = [1, 0, 0] },
      "style.look.shadow.bounds": always {
        $0.style.look.shadow?.bounds = PageRect(low: [0, 0], high: [1, 1])
      },
      "style.look.drawsFront": always { $0.style.look.drawsFront = false },
      "style.look.drawsBack": always { $0.style.look.drawsBack = false },
      "style.look.frontTint": always { $0.style.look.frontTint = [1, 1, 0.5] },
      "style.look.backTint": always { $0.style.look.backTint = [1, 1, 0.5] },
      "style.look.paperColor": always { $0.style.look.paperColor = [1, 1, 1] },
      "style.look.showThrough": always { $0.style.look.showThrough = 0 },
      "style.look.backFlip": always { $0.style.look.backFlip = .upwards },
      "style.look.board": always {
        $0.style.look.board = CoverBoard(outside: .front, page: [1, 1], cloth: [1, 0, 0])
      },
      "style.look.gutter": always { $0.style.look.gutter = [0.5, 0] },
      "style.look.cloth": always { $0.style.look.cloth = [0.1, 0.2, 0.3] },
      "style.look.spine": always { $0.style.look.spine = [0, 1] },
      "style.look.quality": always { $0.style.look.quality = .draft },
      "compression": always { $0.compression = .small },
      "quality": always { $0.quality = 70 },
    ]
  }()

  /// The fields that don't decide about the bytes of frames, or only by their pages: the
  /// resolution and the box of a PDF, the action for a page that can't be read, and which pages are
  /// double.
  private static let unhashed: Set = [
    "pdf.box", "pdf.dpi", "pdf.password", "onBadPage", "split", "plays", "webPage", "output",
    "hasSound", "hasClipSound", "audio", "contactSheet", "webPageName", "otherInputs",
    "otherOutputs", "encoder", "threads", "shard", "segmentFrames", "resumes",
  ]

  @Test func eachSettingChangesTheHash() throws {
    var seen: [UInt64: String] = [:]
    for (field, (needs, changes)) in Self.hashed {
      let before = try hash(needs)
      for change in changes {
        let value = try hash {
          try needs(&$0)
          try change(&$0)
        }
        #expect(value != before, "\(field)")
        #expect(seen.updateValue(field, forKey: value) == nil, "\(field)")
      }
    }
  }

  /// A new field of a job must be added to the hash, or two different jobs look alike.
  @Test func everyFieldIsKnown() {
    func fields(_ value: Any, _ path: String) -> [String] {
      Mirror(reflecting: value).children.flatMap { child -> [String] in
        let name = path + (child.label ?? "")
        let optional = Mirror(reflecting: child.value)
        let isOptional = optional.displayStyle == .optional
        guard let part = isOptional ? optional.children.first?.value : child.value else {
          return [name]
        }
        if part is PDFOptions || part is Timing || part is TurnStyle || part is CurlLook {
          return fields(part, "\(name).")
        }
        let isPart = part is CurlLight || part is CurlShadow
        return [name] + (isPart ? fields(part, "\(name).") : [])
      }
    }
    #expect(Set(fields(job, "")) == Self.unhashed.union(Self.hashed.keys))
    // These have fields that no job has: what a plan and a script add to its settings.
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    #expect(names(TurnSettings()) == ["direction", "timing", "style", "isReversed"])
    #expect(
      names(BookTurn(front: 0)) == ["front", "back", "below", "facing", "facingFront", "shared"])
  }

  /// Parts of a job and a resumed job have one hash.
  @Test func partsHaveTheHashOfTheWhole() throws {
    #expect(try hash { $0.shard = Shard("2/3") } == hash())
    #expect(try hash { $0.resumes = true } == hash())
  }
}
