import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import Recording

/// Parts that several machines made, and their whole.
@Suite struct JoinTests {
  private let shelf: Shelf
  private let job: BookJob
  private let whole: [String: [UInt8]]

  init() throws {
    shelf = try Shelf(pages: 5)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 6
    job.timing.holdFrames = 2
    self.job = job
    job.output = .frames(folder: "\(shelf.path)/whole", name: "%02d.png")
    try job.plan().run { _ in }
    whole = try Self.files(in: "\(shelf.path)/whole")
  }

  /// Draws a part into a folder of its own and returns the folder.
  @discardableResult
  private func draw(
    _ shard: String, in folder: String? = nil, _ change: (inout BookJob) -> Void = { _ in },
    until last: Int = .max
  ) throws -> String {
    struct Stop: Error {}
    let folder = "\(shelf.path)/\(folder ?? shard.replacing("/", with: "-"))"
    var job = job
    job.shard = Shard(shard)
    job.output = .frames(folder: folder, name: "%02d.png")
    change(&job)
    do { try job.plan().run { if $0 == last { throw Stop() } } } catch is Stop {}
    return folder
  }

  private static func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try Files.list(folder) { files[name] = try Files.read("\(folder)/\(name)") }
    return files
  }

  private func refuse(_ parts: [String], saying words: String...) throws {
    let before = try Files.list(shelf.path)
    #expect {
      try JoinJob(parts: parts, output: "\(shelf.path)/joined").plan().run { _ in }
    } throws: { error in
      words.allSatisfy { "\(error)".contains($0) } && error is RecordingError
    }
    #expect(try Files.list(shelf.path) == before)
  }

  /// More parts than frames leave some of them empty; those are asked for, too.
  @Test(.long, arguments: [1, 4, 30]) func joinedPartsAreTheWhole(count: Int) throws {
    #expect(whole.count == 18)
    let parts = try (1...count).map { try draw("\($0)/\(count)") }
    for part in parts { try #require(Files.list(part).contains { $0.hasSuffix(".job") }) }
    let before = try parts.map(Self.files)
    let joined = "\(shelf.path)/joined"
    var done: [Int] = []
    let plan = try JoinJob(parts: parts.reversed(), output: joined).plan()
    #expect(plan.frameCount == 18)
    // Twice: the second time all is there already.
    for _ in 0..<2 { try plan.run { done.append($0) } }
    #expect(done == Array(0...18) + Array(0...18))
    #expect(try Self.files(in: joined) == whole)
    #expect(try parts.map(Self.files) == before, "the parts stay as they are")

    // One of them may be the output; nothing but frames is there then.
    try JoinJob(parts: parts, output: parts[0]).plan().run { _ in }
    #expect(try Self.files(in: parts[0]) == whole)
  }

  @Test func framesAreCopiedToAnotherDisk() throws {
    let parts = try ["1/2", "2/2"].map { try draw($0) }
    var (here, there) = (stat(), stat())
    let folder = "/dev/shm/gleskit-join-\(UInt32.random(in: 0 ... .max))"
    guard stat(shelf.path, &here) == 0, stat("/dev/shm", &there) == 0, here.st_dev != there.st_dev
    else { return }
    defer {
      for name in (try? Files.list(folder)) ?? [] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try JoinJob(parts: parts, output: folder).plan().run { _ in }
    #expect(try Self.files(in: folder) == whole)
  }

  @Test func framesAreJoinedToAFolder() throws {
    let part = try draw("1/1")
    #expect {
      _ = try JoinJob(parts: [part], output: "\(shelf.path)/film.mp4").plan()
    } throws: {
      "\($0)".contains("'\(shelf.path)/film.mp4' must be a folder")
    }
  }

  @Test(.long) func whatIsMissingIsNamed() throws {
    let parts = try (1...4).map { try draw("\($0)/4") }
    try refuse([parts[0], parts[2]], saying: "parts 2, 4 of 4 are missing", "BookJob.shard 2/4")
    try refuse(parts + [parts[1]], saying: "part 2/4 is given twice")
    try refuse(parts + ["\(shelf.path)/whole"], saying: "'\(shelf.path)/whole' is not a part")
    try refuse(parts + ["\(shelf.path)/none"], saying: "there is no part '\(shelf.path)/none'")
    unlink("\(parts[2])/10.png")
    try AtomicFile.write([1, 2, 3], to: "\(parts[2])/12.png")
    try refuse(
      parts, saying: "part 3/4 in '\(parts[2])' is incomplete: frames 10, 12", "BookJob.resumes")
    try draw("3/4") { $0.resumes = true }

    // A part that was interrupted; one of other options; one of another number.
    try draw("4/4", in: "half", until: 2)
    try refuse(Array(parts[..<3]) + ["\(shelf.path)/half"], saying: "frames 15-17 missing")
    let other = try draw("4/4", in: "other") { $0.style.radius = 3 }
    try refuse(Array(parts[..<3]) + [other], saying: other, "another job")
    try refuse(Array(parts[..<3]) + [try draw("4/5")], saying: "part 4/5 of another job")
    try JoinJob(parts: parts, output: "\(shelf.path)/joined").plan().run { _ in }
    #expect(try Self.files(in: "\(shelf.path)/joined") == whole)
  }

  @Test func errorsAfterWhichFramesAreKeptSayHowToContinue() {
    let crash = RecordingError.crash("page 3", reason: "by signal 11")
    let words = "\(crash)"
    #expect(words.hasPrefix("the process that draws page 3 ended twice by signal 11; update"))
    for (folder, kept) in [
      ("film", "the frames written so far stay in 'film'"), (nil, "complete segments are kept"),
    ] {
      let error = RecordingError.unfinished(crash, folder: folder)
      #expect("\(error)" == "\(words); \(kept): set BookJob.resumes to continue")
    }
  }

  /// What was there before stays, and what was added goes.
  @Test func aJoinThatFailsLeavesNothing() throws {
    struct Stop: Error {}
    let parts = try ["1/2", "2/2"].map { try draw($0) }
    let out = "\(shelf.path)/joined/here"
    let plan = try JoinJob(parts: parts, output: out).plan()
    #expect(throws: Stop.self) { try plan.run { if $0 == 7 { throw Stop() } } }
    #expect(Files.kind(of: "\(shelf.path)/joined") == nil)
    try Files.createFolders("\(out)/05.png")
    try AtomicFile.write([1], to: "\(out)/notes")
    #expect { try plan.run { _ in } } throws: { "\($0)".contains("\(out)/05.png") }
    #expect(try Files.list(out) == ["05.png", "notes"])
  }

  /// Parts of one job may work in one folder at once; two runs that would write the same frames may
  /// not.
  @Test(.long) func twoRunsInOneFolder() throws {
    let out = "\(shelf.path)/shared"
    var refused: [String] = []
    func attempt(_ shard: String?, _ change: (inout BookJob) -> Void = { _ in }) throws {
      var job = job
      job.shard = shard.flatMap { Shard($0) }
      job.output = .frames(folder: out, name: "%02d.png")
      change(&job)
      do {
        try job.plan().run { _ in }
      } catch RecordingError.busy(let output) {
        #expect(output == out)
        refused.append(shard ?? "whole")
      }
    }
    var first = job
    first.shard = Shard("1/3")
    first.output = .frames(folder: out, name: "%02d.png")
    var isOpen = false
    try first.plan().run { done in
      guard done == 3, !isOpen else { return }
      isOpen = true
      try attempt("1/3")
      try attempt("1/3") { $0.resumes = true }
      try attempt(nil)
      try attempt("2/3")
      try attempt("3/3") { $0.style.radius = 3 }
      try attempt("1/2")
      try attempt("3/3") { $0.output = .frames(folder: out, name: "other-%d.png") }
    }
    #expect(refused == ["1/3", "1/3", "whole", "3/3", "1/2"])
    try attempt("3/3")
    let names = try Files.list(out).filter { !$0.contains("other") }
    #expect(names.count == 18 && !names.contains { $0.hasPrefix(".") })
    #expect(try Self.files(in: out).filter { !$0.key.contains("other") } == whole)
  }
}
