import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import Recording

/// Outputs that are inputs, or other outputs, under any name.
@Suite struct OutputCheckTests {
  private let shelf: Shelf
  private var folder: String { shelf.path }

  init() throws {
    shelf = try Shelf(pages: 3, width: 6, height: 8)
    symlink("page-0.png", "\(shelf.path)/link.png")
    symlink("new.png", "\(shelf.path)/dangling.png")
    symlink(".", "\(shelf.path)/here")
    link("\(shelf.path)/page-1.png", "\(shelf.path)/hard.png")
  }

  private func job(_ output: BookJob.Output, sheet: String? = nil) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: output)
    job.contactSheet = sheet
    return job
  }

  /// Checks that a job is refused before it has changed anything.
  private func refuse(_ job: BookJob, naming words: String...) throws {
    let before = try Files.list(folder).map { ($0, Files.length(of: "\(folder)/\($0)")) }
    #expect {
      try job.plan().run { _ in }
    } throws: { error in
      switch error as? RecordingError {
      case .overwriting, .framesAmongPages:
        (words + ["choose another"]).allSatisfy("\(error)".contains)
      default: false
      }
    }
    let after = try Files.list(folder).map { ($0, Files.length(of: "\(folder)/\($0)")) }
    #expect(before.elementsEqual(after, by: ==))
  }

  @Test func framesNamedLikePages() throws {
    try refuse(job(.frames(folder: folder, name: "page-%d.png")), naming: "page-0.png", "frame")
    try refuse(job(.frames(folder: "\(folder)/here/", name: "page-%d.png")), naming: "here/page-0")
    // A page that isn't selected is an input, too, and so is one that cannot be read.
    var part = job(.frames(folder: folder, name: "page-%d.png"))
    part.selection = PageSelection("3")
    try AtomicFile.write([1], to: shelf.paths[0])
    try refuse(part, naming: "page-0.png")
    // Frames beyond the last one overwrite nothing.
    var still = job(.frames(folder: folder, name: "page-%02d.png"))
    still.pages = [shelf.paths[1]]
    _ = try still.plan()
  }

  /// The next job would take them for pages.
  @Test(arguments: ["", "/here"]) func framesAmongPages(place: String) throws {
    var frames = job(.frames(folder: folder + place, name: "frame-%d.png"))
    _ = try frames.plan()
    unlink("\(folder)/dangling.png")
    frames.pages = [folder]
    try refuse(frames, naming: "'\(folder)' holds the pages")
  }

  @Test(arguments: ["page-0.png", "link.png", "here/page-2.png", "hard.png", "here/here/link.png"])
  func filesThatArePages(name: String) throws {
    let path = "\(folder)/\(name)"
    try refuse(job(.still(path: path, time: 0.5)), naming: path, "page '")
    try refuse(job(.video(path: path, format: .gif)), naming: path)
    try refuse(job(.video(path: path, format: .mp4)), naming: path)
    try refuse(job(.webPage(path: path, title: "")), naming: path)
    try refuse(job(shelf.frames, sheet: path), naming: path, "contact sheet")
  }

  /// The sheet was written last, over a frame of the run.
  @Test(
    .long,
    arguments: ["out/03.png", "here/out/03.png", "out/./03.png", "./out/03.PNG", "sheet.png"])
  func contactSheetsThatAreFrames(name: String) throws {
    if name == "sheet.png" { symlink("out/03.png", "\(folder)/sheet.png") }
    let sheet = "\(folder)/\(name)"
    try refuse(job(shelf.frames, sheet: sheet), naming: sheet, "out/03.png", "contact sheet")
    // The same when the frames are there already.
    if name != "./out/03.PNG" {
      try job(shelf.frames).plan().run { _ in }
      try refuse(job(shelf.frames, sheet: sheet), naming: sheet, "out/03.png")
    }
  }

  @Test func everythingElseIsAllowed() throws {
    for sheet in ["out/sheet.png", "out/90.png", "out/003.png", "03.png", "dangling.png"] {
      _ = try job(shelf.frames, sheet: "\(folder)/\(sheet)").plan()
    }
    _ = try job(.frames(folder: folder, name: "frame-%d.png")).plan()
    _ = try job(.still(path: "/dev/null", time: 0, format: .png), sheet: "/dev/null.png").plan()
    // Again into the same folder, and on from where it ended.
    for _ in 0..<2 { try job(shelf.frames).plan().run { _ in } }
    var again = job(shelf.frames)
    again.resumes = true
    try again.plan().run { _ in }
  }

  /// A folder of pages that an earlier web page made.
  @Test func filesOfAWebPageAreInputs() throws {
    let pages = "\(folder)/gleskit-book"
    try Files.createFolders(pages)
    try AtomicFile.write(try Files.read(shelf.paths[0]), to: "\(pages)/0001.png")
    var again = job(.webPage(path: "\(folder)/index.html", title: ""))
    _ = try again.plan()
    again.pages = [pages]
    try refuse(again, naming: "gleskit-book/0001.png", "web page's file")
  }

  @Test func scriptsAreInputs() throws {
    var script = job(.still(path: "\(folder)/turns.png", time: 0))
    try AtomicFile.write([1], to: "\(folder)/turns.png")
    script.otherInputs = ["\(folder)/here/turns.png"]
    try refuse(script, naming: "turns.png", "input")
  }

  /// Files of others in the hidden folder of a video's segments stay.
  @Test(.long) func foreignFilesInTheFolderOfSegments() throws {
    let path = "\(folder)/book.mp4"
    try Files.createFolders("\(folder)/.book.mp4.job")
    try AtomicFile.write([7], to: "\(folder)/.book.mp4.job/page.png")
    var video = job(.video(path: path, format: .mp4))
    video.segmentFrames = 4
    try video.plan().run { _ in }
    #expect(try Files.list("\(folder)/.book.mp4.job") == ["page.png"])
  }

  @Test(.long) func joinedVideosAreNotTheirParts() throws {
    var part = job(.video(path: "\(folder)/part-1.mp4", format: .mp4))
    part.shard = Shard("1/1")
    part.segmentFrames = 4
    try part.plan().run { _ in }
    let bytes = try Files.read("\(folder)/part-1.mp4")
    link("\(folder)/part-1.mp4", "\(folder)/second.mp4")
    for output in ["part-1.mp4", "here/part-1.mp4", "second.mp4"] {
      #expect {
        try JoinJob(parts: ["\(folder)/part-1.mp4"], output: "\(folder)/\(output)").plan()
      } throws: { error in
        if case RecordingError.overwriting = error { true } else { false }
      }
    }
    #expect(try Files.read("\(folder)/part-1.mp4") == bytes)
  }
}
