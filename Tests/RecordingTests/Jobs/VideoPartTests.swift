import GLESKitSupport
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
    // 40 frames in five segments, which begin with the frames 0, 11, 13, 27 and 29.
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

  @Test(
    .long,
    arguments: Sweep.isFull ? [.mp4, .mov, .mkv, .webm] : [VideoFormat.mp4, .webm],
    Sweep.isFull ? [1, 4, 9] : [9])
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
  @Test(.long) func framesDoNotDependOnSegments() throws {
    func raw(_ shard: String?) throws -> [UInt8] {
      var job = video("frames", .raw)
      job.shard = shard.flatMap { Shard($0) }
      try job.plan().run { _ in }
      return try Files.read("\(shelf.path)/frames.raw")
    }
    let parts = try ["1/3", "2/3", "3/3"].map(raw)
    #expect(try parts.flatMap(\.self) == raw(nil))
  }

  @Test(.long) func whatIsMissingIsNamed() throws {
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
    try refuse([parts[0], parts[2], parts[3]], saying: "part 2/4 is missing", "frames 11 to 12")
    try refuse([parts[0], parts[3]], saying: "parts 2 to 3 of 4 are missing", "frames 11 to 26")
    try refuse(Array(parts[..<3]), saying: "part 4/4 is missing", "frames 27 to 39")
    try refuse(parts + [parts[2]], saying: "part 3/4 is given twice")
    try refuse(parts, to: "joined.webm", saying: ".mp4", "joined.webm")
    try refuse(parts, to: "joined", saying: ".mp4")
    try refuse(parts + ["\(shelf.path)/page-0.png"], saying: "page-0.png' is not a part")
    try refuse([shelf.path] + parts, saying: "is not a part of a job")
    try refuse(parts + ["\(shelf.path)/none.mp4"], saying: "there is no part", "none.mp4")

    // A part that was interrupted plays, but is no part; nor is one that was cut off.
    var job = video("half", .mp4)
    job.shard = Shard("4/4")
    #expect(throws: Stop.self) { try job.plan().run { if $0 > 2 { throw Stop() } } }
    #expect(try !frames(path("half", .mp4)).isEmpty)
    try refuse(Array(parts[..<3]) + [path("half", .mp4)], saying: "of its 13 frames", "interrupted")
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
  @Test(.long, arguments: [VideoFormat.mp4, .webm]) func anInterruptedVideoGoesOn(
    format: VideoFormat
  )
    throws
  {
    struct Stop: Error {}
    try video("whole", format).plan().run { _ in }
    let whole = try frames(path("whole", format))
    let hidden = "\(shelf.path)/.cut.\(format).job"
    for moment in Sweep.isFull ? [1, 11, 17, 30, 39] : format == .mp4 ? [17] : [1] {
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
      #expect(before.isEmpty == (moment < 11), "\(before)")
      // The segment that was interrupted is in the video, but not kept for the next run.
      let kept = before.count { $0.hasSuffix(".\(format)") }
      let complete = [11, 13, 27, 29, 40].count { $0 <= reached }
      #expect(kept == complete && before.count == (kept == 0 ? 0 : kept + 1), "\(before)")

      job.resumes = true
      if moment >= 11 {
        job.style.radius = 3
        #expect {
          try job.plan().run { _ in }
        } throws: { "\($0)".contains("'\(path("cut", format))' contains frames of another job") }
        job.style.radius = nil
        #expect(try Files.list(hidden) == before)
      }
      var first: Int?
      try job.plan().run { if first == nil { first = $0 } }
      #expect((first ?? 0) <= reached && ((first ?? 0) > 0) == (moment >= 11))
      #expect(try frames(path("cut", format)) == whole)
      #expect(Files.kind(of: hidden) == nil)
    }
  }

  /// Whether one of them is long (in segments) or short, a second run leaves the first one alone.
  /// What a run that was killed has left keeps nobody away.
  @Test(.long, arguments: Sweep.pairs([VideoFormat.mp4, .webm], [8, 240])) func twoRunsOfOneVideo(
    format: VideoFormat, segment: Int
  ) throws {
    var job = video("book", format)
    job.segmentFrames = segment
    let hidden = "\(shelf.path)/.book.\(format).job"
    try Files.createFolders(hidden)
    var refused = 0
    try job.plan().run { done in
      guard done > 20, refused == 0 else { return }
      for other in [8, 240] {
        var job = job
        job.segmentFrames = other
        job.resumes = true
        do {
          try job.plan().run { _ in }
          Issue.record("a second run with segments of \(other)")
        } catch RecordingError.busy(let output) {
          #expect(output == path("book", format))
        }
      }
      var next = job
      next.output = .video(path: "\(path("next", format))", format: format)
      try next.plan().run { _ in }
      refused += 1
    }
    #expect(refused == 1)
    #expect(
      try Files.list(shelf.path).filter { !$0.hasPrefix("page") }
        == ["book.\(format)", "next.\(format)"])
    #expect(try frames(path("book", format)).count == 40)
  }

  /// Frames of another driver, version or encoder are not mixed with ours; they are left as they
  /// are.
  @Test(.long) func anotherMakersFramesAreRefused() throws {
    struct Stop: Error {}
    let folder = "\(shelf.path)/frames"
    var sequence = job
    sequence.output = .frames(folder: folder, name: "%02d.png")
    for (first, record, out) in [
      (sequence, "\(folder)/.%02d.png.job", folder),
      (video("cut", .mp4), "\(shelf.path)/.cut.mp4.job/.%d.mp4.job", path("cut", .mp4)),
    ] {
      var job = first
      #expect(throws: Stop.self) { try job.plan().run { if $0 >= 20 { throw Stop() } } }
      job.resumes = true
      let ours = try Files.read(record)
      let lines = String(decoding: ours, as: UTF8.self).split(separator: "\n")
      let maker = try #require(lines.first { $0.hasPrefix("by ") })
      #expect(maker.contains(gleskitVersion) && maker.contains("OpenGL ES"), "\(maker)")
      #expect(maker.contains("ffmpeg ") == record.contains("mp4"), "\(maker)")
      let theirs = lines.filter { $0 != maker }.map { $0 + "\n" }.joined()
      for (change, named) in [("by ffmpeg 0.1\n", "ffmpeg 0.1"), ("", "another version")] {
        let text = Array((theirs + change).utf8)
        try AtomicFile.write(text, to: record)
        #expect {
          try job.plan().run { _ in }
        } throws: { error in
          [out, named, String(maker.dropFirst(3)), "BookJob.resumes"].allSatisfy {
            "\(error)".contains($0)
          }
        }
        #expect(try Files.read(record) == text)
      }
      try AtomicFile.write(ours, to: record)
      var done: Int?
      try job.plan().run { if done == nil { done = $0 } }
      #expect((done ?? 0) >= 13)
    }
  }
}
