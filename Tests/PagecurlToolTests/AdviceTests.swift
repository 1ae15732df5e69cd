import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import PagecurlTool

/// Errors of the library name API; the tool names its options instead.
@Test func errorsNameOptions() throws {
  let scratch = try TemporaryFolder()
  let job = [
    Pagecurl.page("page-1.png"), "-s", "31x40", "-n", "4", "-q", "-o", "\(scratch.path)/half",
    "--shard", "1/2",
  ]
  #expect(try Pagecurl(job).status == 0)
  let joined = try Pagecurl(["join", "\(scratch.path)/half", "-o", "\(scratch.path)/whole"])
  #expect(joined.complainsInOneLine && joined.errors.contains("--shard 2/2"), "\(joined.errors)")
  let resumed = try Pagecurl(job + ["--radius", "3", "--resume"])
  #expect(
    resumed.complainsInOneLine && resumed.errors.contains("leave out --resume to start over"),
    "\(resumed.errors)")
  for run in [joined, resumed] { #expect(run.status == 1 && !run.errors.contains("BookJob")) }
}

/// Advice is data: a file with a name like it keeps its name.
@Test func namesOfFilesAreNotAdvice() throws {
  let run = try Pagecurl(["set BookJob.selection.png", "-o", "x.y4m"])
  #expect(run.status == 1 && run.errors.contains("'set BookJob.selection.png'"), "\(run.errors)")
}

@Test func helpSaysHowManyThreads() throws {
  let help = try Pagecurl(["--help", "all"]).output.split { $0.isWhitespace }.joined(separator: " ")
  #expect(help.contains("as far as the memory suffices: 256 MiB for each, more for large"))
}

@Test func aPageBeyondTheLastIsAUsageError() throws {
  let page = Pagecurl.page("page-1.png")
  let run = try Pagecurl([page, page, page, "--pages", "2-5", "-o", "x", "--dry-run"])
  #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
  #expect(
    run.errors.contains("--pages: the selection '2-5' includes page 5, but the book has 3 pages"))
  let single = try Pagecurl([page, "--pages", "2", "-o", "x", "--dry-run"])
  #expect(single.errors.contains("includes page 2, but the book has 1 page;"), "\(single.errors)")
}

/// Programs inspect videos only after the selection is checked, and only those that it names.
@Test func aSelectionIsCheckedBeforeVideosAreInspected() throws {
  let scratch = try TemporaryFolder()
  let (programs, clip) = ("\(scratch.path)/bin", "\(scratch.path)/page-2.mp4")
  let mark = "\(scratch.path)/started"
  try Files.createFolders(programs)
  try AtomicFile.write(Array("#!/bin/sh\n: > \(mark)\nexit 1\n".utf8), to: "\(programs)/ffprobe")
  try #require(chmod("\(programs)/ffprobe", 0o755) == 0)
  try AtomicFile.write([0, 0, 0, 0], to: clip)
  func run(_ pages: String) throws -> Pagecurl {
    try Pagecurl(
      [Pagecurl.page("page-1.png"), clip, "--pages", pages, "-s", "30x40", "--json"],
      prefix: ["env", "PATH=\(programs)"])
  }
  let beyond = try run("1-3")
  #expect(beyond.status == 2 && beyond.complainsInOneLine, "\(beyond.errors)")
  #expect(beyond.errors.contains("but the book has 2 pages"), "\(beyond.errors)")
  let first = try run("1")
  #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
  #expect(Files.kind(of: mark) == nil)
  #expect(try run("2").status == 1)
  #expect(Files.kind(of: mark) == .regular)
}

/// The pages of a PDF that cannot be read are unknown, so it is to blame.
@Test func aSelectionFromAnUnreadablePDF() throws {
  let scratch = try TemporaryFolder()
  let path = "\(scratch.path)/book.pdf"
  try AtomicFile.write(Array("%PDF-1.4\nnothing".utf8), to: path)
  let run = try Pagecurl([path, "--pages", "3-9", "-o", "x", "--dry-run"])
  #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains(path) && !run.errors.contains("--pages"), "\(run.errors)")
}

@Test func aFileThatIsNoPage() throws {
  let run = try Pagecurl([repositoryFile("README.md"), "-o", "x", "--dry-run"])
  #expect(run.status == 1 && run.complainsInOneLine)
  #expect(run.errors.contains("use PNG, JPEG, WebP, PDF or a video"), "\(run.errors)")
}

/// A chapter is not lost in silence; a folder of frames is no chapter.
@Test func foldersInAFolderOfPages() throws {
  let scratch = try TemporaryFolder()
  let page = try Files.read(Pagecurl.page("page-1.png"))
  for folder in ["chapter", "empty", "out"] { try Files.createFolders("\(scratch.path)/\(folder)") }
  for name in ["1.png", "chapter/1.png", "out/1.png"] {
    try AtomicFile.write(page, to: "\(scratch.path)/\(name)")
  }
  let run = try Pagecurl([scratch.path, "-s", "30x40", "-o", "\(scratch.path)/out", "--dry-run"])
  let folder = "'\(scratch.path)/chapter' is left out; to include its pages, name it, too"
  #expect(
    run.errors.contains("note: \(folder)\n"), "\(run.errors)")
}

/// C would end the names there, and another file be written.
@Test func aScriptWithTheCharacterNull() throws {
  let scratch = try TemporaryFolder()
  let script = "\(scratch.path)/turns.json"
  try AtomicFile.write(Array("{\"output\": \"a\\u0000b.mp4\"}".utf8), to: script)
  let run = try Pagecurl([Pagecurl.page("page-1.png"), "--script", script])
  #expect(run.status == 2 && run.complainsInOneLine && run.errors.contains("U+0000"))
  #expect(try Files.list(scratch.path) == ["turns.json"])
}

/// A note about a file that is not written would be noise.
@Test func theErrorComesAlone() throws {
  let scratch = try TemporaryFolder()
  let missing = "\(scratch.path)/none/a.y4m"
  let run = try Pagecurl([Pagecurl.page("page-1.png"), "-s", "31x41", "-n", "2", "-o", missing])
  #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
}

@Test(arguments: [
  (["--compress", "small", "-o", "a.gif"], "--compress has no effect on this output"),
  (["--compress", "small", "-o", "a.mkv"], "--compress has no effect on this output"),
  (["--quality", "50", "-o", "a.mkv"], "--quality has no effect on this output"),
  (["--name", "%d.png"], "--name has no effect on this output"),
  (["--cover", "none"], "--cover has no effect: pages are loose sheets"),
  (
    ["--cover", "hard", "--layout", "spread", "--profile", "cone"], "--cover hard has no effect: "
  ),
  (
    ["--set", "light=off", "--set", "ambient=0.1"],
    "--set ambient has no effect: --set light is off"
  ),
  (["--shadow", "0", "--set", "shadow-size=0.1"], "--set shadow-size has no effect: --shadow is"),
  (["--antialias", "draft", "--shadow", "1"], "--shadow has no effect: drafts have no shadow"),
  (["--set", "segment=2"], "--set segment has no effect on this output"),
  (["--dpi", "300"], "--dpi has no effect: no page is from a PDF"),
  (["--password", "x"], "--password has no effect: no page is from a PDF"),
  (["--mute"], "--mute has no effect: no page is a video"),
  (["-t", "0", "-b", "transparent", "-o", "a.jpg"], "JPEG has no transparency"),
  (["--duration", "2"], "--duration has no effect: --frames overrides it"),
  (["-t", "0.5", "--fps", "24", "-o", "a.png"], "--fps has no effect on a still"),
  (["-b", "transparent", "-o", "a.gif"], "a transparent GIF has no soft edges and shadows"),
  (["-b", "transparent", "-o", "a.mp4"], ".mp4 has no transparency, so the background is white;"),
  (["-b", "#ff000080", "-o", "a.y4m"], ".y4m has no transparency, so the background is mixed"),
  (["--set", "drag=31,20:2,20", "-o", "a.y4m"], "the drag starts outside of the page"),
])
func notes(options: [String], note: String) throws {
  let scratch = try TemporaryFolder()
  let output = options.contains("-o") ? options.last ?? "" : "a.y4m"
  let run = try Pagecurl(
    [Pagecurl.page("page-1.png"), "-s", "30x40", "-n", "2", "--hold", "0", "--progress", "none"]
      + options.prefix { $0 != "-o" } + ["-o", "\(scratch.path)/\(output)"])
  #expect(run.status == 0)
  let notes = run.errors.split(separator: "\n").filter { $0.hasPrefix("pagecurl: note: ") }
  #expect(notes.contains { $0.contains(note) }, "\(run.errors)")
}

/// What is written into the folder of the pages is a page of the next run.
@Test func anOutputAmongThePages() throws {
  let scratch = try TemporaryFolder()
  let page = try Files.read(Pagecurl.page("page-1.png"))
  for name in ["1.png", "2.png"] { try AtomicFile.write(page, to: "\(scratch.path)/\(name)") }
  func notes(_ output: String) throws -> String {
    try Pagecurl([scratch.path, "-s", "30x40", "-t", "0", "-o", output, "--dry-run"]).errors
  }
  #expect(try notes("\(scratch.path)/book.png").contains("would be a page of the next run"))
  #expect(try notes("\(scratch.path)/new/book.png") == "")
}

/// The pages of a longer book in the folder of a web page.
@Test func pagesOfALongerBookAreNoted() throws {
  let scratch = try TemporaryFolder()
  func run(_ pages: [String]) throws -> String {
    try Pagecurl(
      pages.map(Pagecurl.page) + ["-s", "30x40", "-o", "\(scratch.path)/index.html"]
    ).errors
  }
  #expect(try run(["page-1.png", "title.png", "page-1.png", "title.png"]) == "")
  let shorter = try run(["page-1.png", "title.png"])
  #expect(shorter.contains("keeps 2 files of a longer book, from '"), "\(shorter)")
}

/// One script would hide the other.
@Test func twoScriptsAreRefused() throws {
  let scratch = try TemporaryFolder()
  let script = "\(scratch.path)/turns.json"
  try AtomicFile.write(Array("{}".utf8), to: script)
  let run = try Pagecurl([
    Pagecurl.page("page-1.png"), "--script", script, "--script", script, "-o", "x", "--dry-run",
  ])
  #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains("two scripts"), "\(run.errors)")
}

/// In ffmpeg, -r is the frame rate.
@Test func aRateIsNotTakenForARadius() throws {
  let run = try Pagecurl([Pagecurl.page("page-1.png"), "-r", "24", "-o", "a.mp4"])
  #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains("use --fps 24, for this radius --radius 24"), "\(run.errors)")
}

@Test(arguments: ["frames/", "there", "frames"])
func aFolderThatIsMeantNeedsNoNote(output: String) throws {
  let scratch = try TemporaryFolder()
  try Files.createFolders("\(scratch.path)/there")
  let run = try Pagecurl([
    Pagecurl.page("page-1.png"), Pagecurl.page("title.png"), "-s", "30x40", "-n", "1", "-o",
    "\(scratch.path)/\(output)",
  ])
  #expect(run.status == 0 && run.errors == "", "\(run.errors)")
}

/// Frames among other files, and frames of a longer film, would be taken for one sequence.
@Test func filesInTheFolderOfTheFramesAreNoted() throws {
  let scratch = try TemporaryFolder()
  let out = "\(scratch.path)/out"
  func run(_ frames: Int) throws -> Pagecurl {
    let run = try Pagecurl([
      Pagecurl.page("page-1.png"), "-s", "30x40", "-n", "\(frames)", "-o", out,
    ])
    #expect(run.status == 0)
    return run
  }
  #expect(try run(5).errors == "")
  #expect(try run(5).errors == "")
  let shorter = try run(3)
  #expect(shorter.complainsInOneLine, "\(shorter.errors)")
  let note = "the folder '\(out)' keeps 2 frames of a longer run, from 'frame-0003.png' on; "
  #expect(shorter.errors.contains(note))
  #expect(try Files.list(out).count == 5)
  try AtomicFile.write([1], to: "\(out)/letter.txt")
  let among = try run(5)
  #expect(among.complainsInOneLine, "\(among.errors)")
  #expect(among.errors.contains("the folder '\(out)' contains 1 other file, beside which"))
}

/// Only what a person asks for is noted.
@Test func presetsAreNotNoted() throws {
  let scratch = try TemporaryFolder()
  let pages = [Pagecurl.page("page-1.png"), Pagecurl.page("title.png")]
  let job = pages + ["-s", "30x40", "-n", "1", "-o", "\(scratch.path)/a.y4m"]
  #expect(try Pagecurl(job + ["--preset", "archive"]).errors == "")
  #expect(try Pagecurl(job + ["--radius", "24"]).errors == "")
  let run = try Pagecurl(job + ["--preset", "archive", "--quality", "7", "--duration", "3"])
  #expect(run.errors.contains("--quality has no effect"), "\(run.errors)")
  #expect(run.errors.contains("--duration has no effect: --frames overrides it"), "\(run.errors)")
}

/// Hours later would be too late.
@Test func aMissingPageIsNamedFirst() throws {
  let page = Pagecurl.page("page-1.png")
  let run = try Pagecurl([page, page, page, "none.png", "-o", "x.y4m"])
  #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains("cannot read 'none.png': No such file"), "\(run.errors)")
}

/// A misspelled page, clip, sound or output is recognized.
@Test(arguments: [
  (["book/imgae-1.png", "-o", "a.gif"], "did you mean 'book/image-1.png'?"),
  (["boook", "-o", "a.gif"], "did you mean 'book'?"),
  (["transition", "book/image-1.jpg", "book/image-1.png", "-o", "a.mp4"], "'book/image-1.png'?"),
  (["book/image-1.png", "--audio", "book/image-2.png", "-o", "a.mp4"], "'book/image-1.png'?"),
  (["book/imgae-1.png"], "did you mean 'book/image-1.png'?"),
  (["book/image-1.png", "-o", "book.v2/a.mp5"], "use .mp4, "),
  (["book/image-1.png", "-o", "book.v2/a.mp5"], "ends in \"/\"; did you mean 'book.v2/a.mp4'?"),
  (
    ["book/image-1.png", "-b", "soft grey", "-o", "a.gif"], "'soft grey' is unknown; use desk, #rgb"
  ),
  (["book/image-1.png", "-b", "dark grey", "-o", "a.gif"], "did you mean 'darkgrey'?"),
])
func misspelledNames(arguments: [String], words: String) throws {
  let scratch = try TemporaryFolder()
  try Files.createFolders("\(scratch.path)/book")
  let page = try Files.read(Pagecurl.page("page-1.png"))
  try AtomicFile.write(page, to: "\(scratch.path)/book/image-1.png")
  let run = try Pagecurl(arguments, prefix: ["env", "-C", scratch.path])
  #expect(run.status != 0 && run.complainsInOneLine, "\(run.errors)")
  #expect(run.errors.contains(words), "\(run.errors)")
  #expect(try Files.list(scratch.path) == ["book"])
}

@Test func aLargeGIFIsNoted() {
  var options = BookArguments()
  options.output.path = "a.gif"
  #expect(options.note(onSize: 49_400_000)?.hasPrefix("the GIF has 49 MB; ") == true)
  #expect(options.note(onSize: 9_000_000) == nil)
  options.output.path = "a.mp4"
  #expect(options.note(onSize: 49_400_000) == nil)
}
