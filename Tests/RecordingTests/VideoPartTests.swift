import Files
import Glibc
import TestSupport
import Testing

@testable import Recording

/// Videos in segments: parts of them, and jobs that go on. The judge is ffmpeg, which decodes them.
@Suite struct VideoPartTests {
  private let shelf: Shelf
  private let job: BookJob

  init() throws {
    shelf = try Shelf(pages: 5, width: 60, height: 80)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    // 40 frames in five segments; pictures at rest lie across their ends.
    job.timing.turnFrames = 11
    job.timing.holdFrames = 6
    job.segmentFrames = 8
    self.job = job
  }

  /// Each decoded frame's time and hash.
  private func frames(_ path: String) throws -> [String] {
    let run = try Subprocess(
      ["ffmpeg", "-v", "error", "-i", path, "-f", "framemd5", "-"], capturesErrors: true)
    #expect(run.errors.isEmpty, "\(String(decoding: run.errors, as: UTF8.self))")
    return run.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  private func video(_ name: String, _ format: VideoFormat) -> BookJob {
    var job = job
    job.output = .video(path: "\(shelf.path)/\(name).\(format)", format: format)
    return job
  }

  private func path(_ name: String, _ format: VideoFormat) -> String {
    "\(shelf.path)/\(name).\(format)"
  }

  @Test(arguments: [VideoFormat.mp4, .webm], [1, 4, 9])
  func joinedPartsAreTheWhole(format: VideoFormat, count: Int) throws {
    try video("whole", format).plan().run { _ in }
    let whole = try frames(path("whole", format))
    #expect(whole.count == 40)
    var parts: [String] = []
    for number in (1...count).reversed() {
      var job = video("it's \(number)", format)
      job.shard = Shard("\(number)/\(count)")
      let plan = try job.plan()
      try plan.run { _ in }
      // More parts than segments leave some of them empty, and without a file.
      if plan.frameCount > 0 { parts.append(path("it's \(number)", format)) }
    }
    #expect(parts.count == min(count, 5))
    let joined = path("joined", format)
    let plan = try JoinJob(parts: parts, output: joined).plan()
    #expect(plan.frameCount == 40)
    try plan.run { _ in }
    #expect(try frames(joined) == whole)
    let names = try Files.list(shelf.path).filter { !$0.hasPrefix("page") }
    #expect(names.count == parts.count + 2, "\(names)")

    // Without decoding: the packets of the parts are those of the whole.
    let packets = try [joined, path("whole", format)].map { path in
      try Subprocess([
        "ffmpeg", "-v", "error", "-i", path, "-c", "copy", "-f", "framehash", "-",
      ]).text
    }
    #expect(packets[0] == packets[1])
  }

  /// Frames are those of a whole run before they are encoded: one segment is as good as many.
  @Test func framesDoNotDependOnSegments() throws {
    func raw(_ shard: String?) throws -> [UInt8] {
      var job = video("frames", .raw)
      job.shard = shard.flatMap { Shard($0) }
      try job.plan().run { _ in }
      return try Files.read("\(shelf.path)/frames.raw")
    }
    let parts = try ["1/3", "2/3", "3/3"].map(raw)
    #expect(try parts.flatMap(\.self) == raw(nil))
  }

  @Test func whatIsMissingIsNamed() throws {
    struct Stop: Error {}
    for number in 1...4 {
      var job = video("\(number)", .mp4)
      job.shard = Shard("\(number)/4")
      try job.plan().run { _ in }
    }
    let parts = (1...4).map { path("\($0)", .mp4) }
    func refuse(_ parts: [String], to output: String = "joined.mp4", saying words: String...) throws
    {
      #expect {
        try JoinJob(parts: parts, output: "\(shelf.path)/\(output)").plan()
      } throws: { error in words.allSatisfy { "\(error)".contains($0) } }
    }
    try refuse([parts[0], parts[2], parts[3]], saying: "part 2/4 is missing", "frames 8 to 15")
    try refuse([parts[0], parts[3]], saying: "parts 2 to 3 of 4 are missing", "frames 8 to 23")
    try refuse(Array(parts[..<3]), saying: "part 4/4 is missing", "frames 24 to 39")
    try refuse(parts + [parts[2]], saying: "part 3/4 is there twice")
    try refuse(parts, to: "joined.webm", saying: ".mp4", "joined.webm")
    try refuse(parts, to: "joined", saying: ".mp4")
    try refuse(parts + ["\(shelf.path)/page-0.png"], saying: "page-0.png' is no part")
    try refuse([shelf.path] + parts, saying: "holds no part")
    try refuse(parts + ["\(shelf.path)/none.mp4"], saying: "none.mp4", "No such file")

    // A part that was interrupted plays, but is no part; nor is one that was cut off.
    var job = video("half", .mp4)
    job.shard = Shard("4/4")
    #expect(throws: Stop.self) { try job.plan().run { if $0 > 2 { throw Stop() } } }
    #expect(try !frames(path("half", .mp4)).isEmpty)
    try refuse(Array(parts[..<3]) + [path("half", .mp4)], saying: "of its 16 frames", "interrupted")
    // Other options, and another number of parts.
    job = video("other", .mp4)
    job.shard = Shard("4/4")
    job.style.radius = 3
    try job.plan().run { _ in }
    try refuse(Array(parts[..<3]) + [path("other", .mp4)], saying: "other.mp4", "another job")
    job.style.radius = nil
    job.shard = Shard("4/5")
    try job.plan().run { _ in }
    try refuse(Array(parts[..<3]) + [path("other", .mp4)], saying: "part 4/5 of another job")
    #expect(try !Files.list(shelf.path).contains("joined.mp4"))
  }

  /// Interrupted at any moment, the video plays; resumed, it is that of an undisturbed run.
  @Test(arguments: [VideoFormat.mp4, .webm]) func anInterruptedVideoGoesOn(format: VideoFormat)
    throws
  {
    struct Stop: Error {}
    try video("whole", format).plan().run { _ in }
    let whole = try frames(path("whole", format))
    let hidden = "\(shelf.path)/.cut.\(format).job"
    for moment in [1, 8, 17, 30, 39] {
      var job = video("cut", format)
      var reached = 0
      #expect(throws: Stop.self) {
        try job.plan().run { done in
          reached = done
          if done >= moment { throw Stop() }
        }
      }
      #expect(try frames(path("cut", format)).count == reached)
      let before = Files.kind(of: hidden) == nil ? [] : try Files.list(hidden)
      #expect(before.isEmpty == (moment < 8), "\(before)")

      job.resumes = true
      if moment >= 8 {
        job.style.radius = 3
        #expect {
          try job.plan().run { _ in }
        } throws: { "\($0)".contains("'\(path("cut", format))' holds frames of another job") }
        job.style.radius = nil
        #expect(try Files.list(hidden) == before)
      }
      var first: Int?
      try job.plan().run { if first == nil { first = $0 } }
      #expect((first ?? 0) <= reached && ((first ?? 0) > 0) == (moment >= 8))
      #expect(try frames(path("cut", format)) == whole)
      #expect(Files.kind(of: hidden) == nil)
    }
  }

  @Test func twoRunsOfOneVideo() throws {
    let job = video("book", .mp4)
    var refused = 0
    try job.plan().run { done in
      guard done > 20, refused == 0 else { return }
      #expect {
        try job.plan().run { _ in }
      } throws: { "\($0)".contains("another run is writing to '\(path("book", .mp4))'") }
      refused += 1
    }
    #expect(refused == 1)
    #expect(try frames(path("book", .mp4)).count == 40)
  }
}
