import GLESKitSupport
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// Frames that are encoded as parts of a turn's ends.
@Suite struct TurnReferencesTests {
  /// A job of turns in any way that a book has, with pages that fill the frame or do not.
  private static func job(_ number: Int, _ shelf: Shelf) -> BookJob {
    var random = SeededGenerator(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = pick(BookLayout.allCases)
    job.direction = pick(ReadingDirection.allCases)
    job.timing.turnFrames = pick([24, 25, 31])
    job.timing.holdFrames = pick([0, 0, 3])
    job.timing.overlap = pick([0, 0, 0, 0.3])
    job.timing.easing = pick([.linear, .easeInOut])
    job.style.background = pick([[255, 255, 255, 255], [30, 60, 90, 255], .zero])
    job.style.look.quality = pick(CurlQuality.allCases)
    job.style.look.showThrough = pick([0, 0.1])
    job.style.radius = pick([nil, nil, 0, 5, 60])
    job.size = pick([nil, nil, PixelSize(330, 200), PixelSize(200, 251)])
    job.margin = pick([0, 0, 7])
    if Int.random(in: 0..<8, using: &random) == 0 { job.style.eye = 3 }
    let way = job.direction == .leftToRight ? Double.pi : 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0: job.style.motion = .angle(way + .random(in: -1...1, using: &random))
    case 1 where job.layout != .spread:
      job.style.motion = .angle(.random(in: 0...7, using: &random))
    case 2: job.style.motion = .corner(job.direction == .leftToRight ? .topRight : .bottomLeft)
    case 3 where job.style.eye == nil:
      let x = job.direction == .leftToRight ? (150.0, 20.0) : (2, 120)
      job.style.motion = .drag(
        [0, 0.4, 1].map { SIMD2(x.0 + (x.1 - x.0) * $0, 50 + 30 * $0) },
        releases: Bool.random(using: &random))
    case 4 where job.layout == .spread && job.style.radius == nil: job.style.profile = .cone
    default: break
    }
    return job
  }

  /// Writes the frames of a job, and checks that they are its pictures.
  private func writeFrames(_ job: BookJob, _ shelf: Shelf) throws -> [[UInt8]] {
    var job = job
    job.output = .video(path: "\(shelf.path)/all.rgba", format: .raw)
    let plan = try job.plan()
    try plan.run { _ in }
    let raw = try Files.read("\(shelf.path)/all.rgba")
    job.output = .frames(folder: "\(shelf.path)/all", name: "%03d.png")
    job.threads = 2
    try job.plan().run { _ in }
    let names = try Files.list("\(shelf.path)/all")
    let size = 4 * plan.frameSize.width * plan.frameSize.height
    #expect(names.count * size == raw.count)
    var files: [[UInt8]] = []
    for (frame, name) in names.enumerated() {
      let file = try Files.read("\(shelf.path)/all/\(name)")
      let image = try ImageFile.decode(file, name: name)
      let picture = Image(
        width: plan.frameSize.width, height: plan.frameSize.height,
        pixels: Array(raw[frame * size..<(frame + 1) * size]))
      // A stream has straight alpha.
      let isSame = image == picture.premultiplied
      #expect(isSame, "frame \(frame)")
      files.append(file)
    }
    return files
  }

  /// Pages of noise, which are no larger by being a reference. Those of other shelves are, as their
  /// rows are alike, and then frames are encoded without references.
  private static func noise(_ count: Int) throws -> Shelf {
    try Shelf((1...UInt64(count)).map { randomImage(151, 97, isOpaque: true, seed: $0) })
  }

  /// The turned page is left of what moves, and the page below right of it.
  @Test func oneTurnIsItsPictures() throws {
    let shelf = try Self.noise(2)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 30
    let files = try writeFrames(job, shelf)
    // The data begin with the Huffman code, which frames share by their references only.
    for file in files[5..<25] { #expect(file[60..<110] == files[4][60..<110]) }
  }

  /// The frames are the pictures, whatever moves in them, and the same files in any order on any
  /// number of threads.
  @Test(.long, arguments: Sweep(sample: 2, full: 16).numbers)
  func framesAreTheirPictures(number: Int) throws {
    let shelf = try Self.noise(4)
    var job = Self.job(number, shelf)
    let files = try writeFrames(job, shelf)
    job.threads = 3
    for part in ["3/3", "1/3", "2/3"] {
      job.shard = Shard(part)
      job.output = .frames(folder: "\(shelf.path)/parts", name: "%03d.png")
      try job.plan().run { _ in }
    }
    let parts = try Files.list("\(shelf.path)/parts").filter { $0.hasSuffix(".png") }
    let isSame = try parts.map { try Files.read("\(shelf.path)/parts/\($0)") } == files
    #expect(isSame)
  }
}

extension Image {
  fileprivate var premultiplied: Image {
    var image = self
    for y in 0..<height {
      for x in 0..<width where self[x, y].w < 255 { image[x, y] = self[x, y].premultiplied }
    }
    return image
  }
}
