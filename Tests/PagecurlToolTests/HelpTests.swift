import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import PagecurlTool

/// What a person meets first: `--help`, presets, and the two meanings of `--quality`.
@Suite struct HelpTests {
  @Test func theHelpFitsOnAScreen() throws {
    let help = try Pagecurl(["--help"])
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(help.status == 0 && lines.count <= 40 && lines.allSatisfy { $0.count <= 80 })
    for option in [
      "--output", "--size", "--preset", "--audio", "--quality NUMBER", "--help all",
      "pagecurl transition a.mp4 b.mp4 -o",
    ] {
      #expect(help.output.contains(option), "\(option)")
    }
    #expect(!help.output.contains("--shadow-color"))
    let all = try Pagecurl(["--help", "all"]).output
    #expect(all.contains("--shadow-color") && !all.contains("--turn-time"))
    // A transition has the rate and the size of its first clip.
    let transition = try Pagecurl(["transition", "--help"]).output
    #expect(transition.contains("Default: that of the first video") && !transition.contains("GIF"))
    #expect(transition.contains("Join two videos") && transition.contains("both, joined by a turn"))
  }

  @Test func shellsOfferJSONFilesForScripts() throws {
    let lines = try Pagecurl(["--generate", "bash"]).output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("--script)") })
    #expect(line.contains("'!*.json'"))
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
      try TurnOptions.table.parse(pages + ["--preset", "story", "-o", "a.mp4"]))
    let job = try options.job()
    let plan = try job.plan()
    #expect(plan.frameSize == PixelSize(1080, 1920) && plan.pageSize == PixelSize(1080, 1440))
    #expect(job.style.form == .paper && job.backdrop != nil)
  }

  @Test func qualityIsTheEncodersAndItsOldWordsAreAntiAliasing() throws {
    let scratch = try TemporaryFolder()
    let still = [Pagecurl.page("page-1.png"), "-t", "0.4", "-s", "120x160"]
    func size(_ options: [String], _ name: String) throws -> Int {
      let path = "\(scratch.path)/\(name)"
      let run = try Pagecurl(still + options + ["-o", path])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      return try Subprocess(["cat", path]).output.count
    }
    #expect(try size(["--quality", "10"], "low.jpg") < size(["--quality", "95"], "high.jpg") / 2)
    let old = try Pagecurl(still + ["--quality", "draft", "-o", "\(scratch.path)/old.png"])
    #expect(old.status == 0 && old.complainsInOneLine && old.errors.contains("use --antialias"))
    _ = try size(["--antialias", "draft"], "new.png")
    let pictures = try ["old.png", "new.png"].map { try ImageFile.read("\(scratch.path)/\($0)") }
    #expect(pictures[0] == pictures[1])
    let lossless = try Pagecurl(still + ["--quality", "50", "-o", "\(scratch.path)/old.png"])
    #expect(lossless.errors.contains("--quality has no effect on this output"))
    let wrong = try Pagecurl(still + ["--quality", "200", "-o", "\(scratch.path)/old.png"])
    #expect(wrong.status == 2 && wrong.errors.contains("use an integer from 1 to 100"))
  }
}
