import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import Recording

/// Links and other things that somebody has put at the hidden names of a job.
@Suite struct HiddenNameTests {
  private let shelf: Shelf
  private var precious: String { "\(shelf.path)/precious/0.mp4" }

  init() throws {
    shelf = try Shelf(pages: 2, width: 6, height: 8)
    try Files.createFolders("\(shelf.path)/precious")
    try AtomicFile.write([1, 2, 3], to: precious)
  }

  private func refuse(_ output: BookJob.Output, naming name: String) throws {
    var job = BookJob(pages: shelf.paths, output: output)
    job.timing.turnFrames = 3
    job.segmentFrames = 1
    for resumes in [false, true] {
      job.resumes = resumes
      #expect {
        try job.plan().run { _ in }
      } throws: {
        "\($0)".contains("\(name)' is in the way")
      }
    }
    #expect(try Files.read(precious) == [1, 2, 3])
  }

  @Test(arguments: ["link", "dangling", "folder", "pipe"]) func ofARecord(thing: String) throws {
    try Files.createFolders(shelf.out)
    let record = "\(shelf.out)/.%02d.png.job"
    let made =
      switch thing {
      case "link": symlink(precious, record)
      case "dangling": symlink("\(shelf.path)/new", record)
      case "folder": mkdir(record, 0o777)
      default: mkfifo(record, 0o666)
      }
    try #require(made == 0)
    try refuse(shelf.frames, naming: ".%02d.png.job")
    #expect(Files.kind(of: "\(shelf.path)/new") == nil)
  }

  @Test func ofTheSegments() throws {
    try #require(symlink("precious", "\(shelf.path)/.out.mp4.job") == 0)
    try refuse(.video(path: "\(shelf.path)/out.mp4", format: .mp4), naming: ".out.mp4.job")
  }
}
