import GLESKitSupport
import Imaging
import Recording
import TestSupport
import Testing

@testable import PagecurlTool

/// What a person meets first: `--help` and presets, and what has become of former options.
@Suite struct HelpTests {
  @Test func theHelpFitsOnAScreen() throws {
    let help = try Pagecurl(["--help"])
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(help.status == 0 && lines.count <= 30 && lines.allSatisfy { $0.count <= 80 })
    for option in [
      "--output", "--size", "--preset", "--audio", "--quality NUMBER", "--help all",
      "pagecurl transition a.mp4 b.mp4 -o",
    ] {
      #expect(help.output.contains(option), "\(option)")
    }
    #expect(!help.output.contains("--shadow-color"))
    let all = try Pagecurl(["--help", "all"]).output
    #expect(all.contains("--contact-sheet FILE") && !all.contains("--turn-time"))
    let options = all.split(separator: "\n").filter { $0.contains(/^ {2}(-., | {4})--[a-z]/) }
    #expect(options.count <= 50 && !all.contains("\n      --set droop"))
    // A transition has the rate and the size of its first clip.
    let transition = try Pagecurl(["transition", "--help"]).output
    #expect(transition.contains("Default: that of the first video") && !transition.contains("GIF"))
    #expect(transition.contains("Join videos") && transition.contains("both, joined by a turn"))
  }

  @Test func shellsOfferJSONFilesForScripts() throws {
    let lines = try Pagecurl(["--generate", "bash"]).output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("--script)") })
    #expect(line.contains("'!*.json'"))
  }

  /// Pictures and videos that other programs read are among them.
  @Test func shellsOfferFilesThatMayBePages() throws {
    let scratch = try TemporaryFolder()
    let pages = ["a.heic", "a.jp2", "a.jpeg", "a.mkv", "a.mov", "a.pdf", "a.png"]
    for name in pages + ["a.txt"] { try AtomicFile.write([], to: "\(scratch.path)/\(name)") }
    try AtomicFile.write(
      Array(try Pagecurl(["--generate", "bash"]).output.utf8), to: "\(scratch.path)/script")
    let program = """
      cd '\(scratch.path)'; source ./script; COMP_WORDS=(pagecurl b.png a); COMP_CWORD=2
      _pagecurl; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let offered = try Subprocess(["bash", "--norc", "-c", program]).text
    #expect(offered.split(separator: "\n").map(String.init).sorted() == pages)
  }

  @Test func aPresetGivesWayToOptions() throws {
    let page = Pagecurl.page("page-1.png")
    for options in [["--fps", "10", "--preset", "loop"], ["--preset", "loop", "--fps", "10"]] {
      let small = ["-s", "64x40", "-o", "x.gif", "--dry-run"]
      let plan = try Pagecurl([page, page] + options + small)
      // Twice 0.6 s before the turn and 0.8 s for it.
      #expect(plan.output.contains("frames:    28 of 64×40 pixels"), "\(plan.output)")
    }
    let typo = try Pagecurl([page, "--preset", "films", "-o", "x.gif", "--dry-run"])
    #expect(typo.status == 2 && typo.errors.contains("did you mean 'film'?"), "\(typo.errors)")
  }

  /// One page of a book nearly fills the width of the frame.
  @Test func aStoryShowsOneLargePage() throws {
    let pages = ["page-1.png", "title.png", "cover.jpg"].map(Pagecurl.page)
    let options = try #require(
      try BookArguments.table.parse(pages + ["--preset", "story", "-o", "a.mp4"]))
    let job = try options.makeJob()
    let plan = try job.plan()
    #expect(plan.frameSize == PixelSize(1080, 1920) && plan.pageSize == PixelSize(1080, 1440))
    #expect(job.style.profile == .paper && job.backdrop != nil)
  }

  /// A new format is explained and offered without further work.
  @Test func theHelpNamesEveryFormat() throws {
    let help = try Pagecurl(["--help", "all"]).output.split { $0.isWhitespace }
      .joined(separator: " ")
    for format in VideoFormat.allCases {
      #expect(help.contains(".\(format.fileExtension) (\(format.title))"))
    }
    let run = try Pagecurl([Pagecurl.page("page-1.png"), "-o", "a.mp4", "--loop", "2"])
    #expect(run.errors.contains("ends in .gif, .apng, .webp or .avif"), "\(run.errors)")
  }

  /// A former option is an error that says how to set its key; the manual page explains the key.
  @Test func keysAreSetByTheirNames() throws {
    let page = Pagecurl.page("page-1.png")
    let manual = try Pagecurl(["--generate", "man"]).output
    for (option, remedy) in [
      ("--droop=3", "unknown option --droop; use --set droop=DROOP"),
      ("--release", "unknown option --release; use --set release=true"),
      ("--shadow-colour=red", "did you mean '--set shadow-color'?"),
      (
        "--set=shadow-colour=red",
        "--set: unknown key 'shadow-colour'; did you mean 'shadow-color'?"
      ),
      ("--set=droop=99", "--set droop '99' is out of range; use a number from 0.1 to 30"),
      ("--set=size=30x40", "--set: unknown key 'size'; did you mean '--size'?"),
      ("--quality=draft", "--quality 'draft' is not an integer"),
    ] {
      let run = try Pagecurl([page, option, "-o", "x.mp4"])
      #expect(
        run.status == 2 && run.complainsInOneLine && run.errors.contains(remedy), "\(run.errors)")
    }
    #expect(manual.contains(".B \\-\\-set droop=DROOP\n"))
    let other = try Pagecurl(["transition", page, page, "--droop", "3", "-o", "x.mp4"])
    #expect(other.status == 2 && other.errors.contains("an option of books"), "\(other.errors)")
  }

  @Test func qualityIsANumber() throws {
    let scratch = try TemporaryFolder()
    let still = [Pagecurl.page("page-1.png"), "-t", "0.4", "-s", "120x160"]
    func size(_ options: [String], _ name: String) throws -> Int {
      let path = "\(scratch.path)/\(name)"
      let run = try Pagecurl(still + options + ["-o", path])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      return try Subprocess(["cat", path]).output.count
    }
    #expect(try size(["--quality", "10"], "low.jpg") < size(["--quality", "95"], "high.jpg") / 2)
    let lossless = try Pagecurl(still + ["--quality", "50", "-o", "\(scratch.path)/a.png"])
    #expect(lossless.errors.contains("--quality has no effect on this output"))
    let wrong = try Pagecurl(still + ["--quality", "200", "-o", "\(scratch.path)/a.png"])
    #expect(wrong.status == 2 && wrong.errors.contains("use an integer from 1 to 100"))
  }
}
