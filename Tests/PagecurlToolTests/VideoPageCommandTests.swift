import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Books with pages that are videos, as a person meets them.
@Suite final class VideoPageCommandTests {
  private let scratch: TemporaryFolder
  private let pages = ["page-1.png", "title.png"].map(Pagecurl.page)

  init() throws { scratch = try TemporaryFolder() }

  private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// A clip of a second, with a tone.
  private func clip(_ name: String, rate: Int = 10) throws -> String {
    let command =
      "ffmpeg -v error -y -f lavfi -i testsrc=s=60x80:r=\(rate):d=1 -f lavfi -i sine=f=440:d=1 "
      + "-pix_fmt yuv420p -shortest"
    let run = try Subprocess(
      command.split(separator: " ").map(String.init) + ["file:\(file(name))"],
      capturesErrors: true)
    try #require(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
    return file(name)
  }

  private let options = ["-s", "90x60", "--fps", "10", "--hold", "0.4", "--duration", "0.5"]

  /// Rest of 0.4 s, then the clip is seen from the second frame of the turn: its tone too.
  @Test(.long) func aVideoIsHeardWhileItPlays() throws {
    let job = [pages[0], try clip("b.mp4"), pages[1], "--layout", "pages"] + options
    let run = try Pagecurl(job + ["-o", file("a.mkv")])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let raw = try Subprocess([
      "ffmpeg", "-v", "error", "-i", file("a.mkv"), "-map", "0:a", "-ac", "1", "-f", "s16le", "-",
    ]).output
    let samples = stride(from: 0, to: raw.count, by: 2).map {
      abs(Int(Int16(bitPattern: UInt16(raw[$0]) | UInt16(raw[$0 + 1]) << 8)))
    }
    let start = Double(samples.firstIndex { $0 > 500 } ?? 0) / 48_000
    let end = Double(samples.lastIndex { $0 > 500 } ?? 0) / 48_000
    #expect(abs(start - 0.5) < 0.03 && abs(end - 1.5) < 0.06, "\(start), \(end)")
    let mute = try Pagecurl(job + ["--mute", "-o", file("mute.mp4")])
    #expect(mute.status == 0, "\(mute.errors)")
    let streams = try Subprocess([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "default=nw=1:nk=1",
      file("mute.mp4"),
    ]).text
    #expect(streams.split(separator: "\n") == ["video"])
  }

  /// Neither the shell's, nor ffmpeg's, nor printf's special characters.
  @Test(
    .long,
    arguments: ["-i.mp4", "a%d b.mp4", "pipe:0.MP4", "é'\"$(x);\n.mkv", "0:v,crop=1.avi"])
  func namesAreTakenAsTheyAre(name: String) throws {
    _ = try clip(name)
    let job = [pages[0], file(name)]
    let plan = try Pagecurl(job + options + ["-o", file("out.gif"), "--dry-run"])
    #expect(plan.status == 0 && plan.output.contains("page 2, 1."), "\(plan.errors)")
    let run = try Pagecurl(job + options + ["-o", file("out.mp4"), "-q"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(.long) func aKilledJobGoesOnInTheMiddleOfAVideo() throws {
    let job =
      [pages[0], try clip("b.mp4", rate: 30), pages[1], "--layout", "pages", "-s", "90x60", "-q"]
    #expect(try Pagecurl(job + ["-o", file("whole/")]).status == 0)
    let whole = try contents(of: file("whole"))
    let killed = try Pagecurl(job + ["-o", file("part/")]) { process in
      Pagecurl.wait(for: process, toWrite: 60_000)
      kill(process, SIGKILL)
    }
    #expect(killed.status != 0)
    let done = try Files.list(file("part")).filter { $0.hasSuffix(".png") }.count
    #expect((1..<whole.count).contains(done))
    let run = try Pagecurl(job + ["-o", file("part/"), "--resume"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try contents(of: file("part")) == whole)
  }

  @Test func whatCannotPlaySaysSo() throws {
    let job = pages + [try clip("b.mp4")]
    for (output, words) in [
      (["-o", file("a.html")], "page 3 is a video; a web page shows its first frame"),
      (["-o", file("a.png"), "-t", "1"], "page 3 is a video; a still shows its first frame"),
    ] {
      let run = try Pagecurl(job + ["-s", "60x80"] + output)
      #expect(run.status == 0 && run.errors == "pagecurl: note: \(words)\n", "\(run.errors)")
    }
    try AtomicFile.write(Array("no video".utf8), to: file("c.mp4"))
    let bad = try Pagecurl(pages + [file("c.mp4"), "-o", file("d.mp4")])
    #expect(bad.status == 1 && bad.complainsInOneLine, "\(bad.errors)")
    let path = "PATH=\(scratch.path)"
    let none = try Pagecurl(job + ["-o", file("frames/")], prefix: ["/usr/bin/env", path])
    #expect(none.status == 1 && none.complainsInOneLine, "\(none.errors)")
    #expect(none.errors.contains("is not installed (apt-get install ffmpeg)"), "\(none.errors)")
    #expect(try Files.list(scratch.path).sorted() == ["a.html", "a.png", "b.mp4", "c.mp4"])
  }

  /// An ffmpeg that only fails to add sound.
  @Test func aVideoWhoseSoundFailsHasNoName() throws {
    let program = """
      #!/bin/sh
      case "$*" in *filter_complex*) echo no sound >&2; exit 1;; esac
      exec \(real) "$@"

      """
    try AtomicFile.write(Array(program.utf8), to: file("ffmpeg"))
    chmod(file("ffmpeg"), 0o755)
    let path = "PATH=\(scratch.path):\(String(cString: getenv("PATH")))"
    for segment in ["8", "0.2"] {
      let run = try Pagecurl(
        pages + options + ["--sound", "--set", "segment=\(segment)", "-o", file("a.mp4")],
        prefix: ["/usr/bin/env", path])
      #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains("no sound"), "\(run.errors)")
      #expect(try Files.list(scratch.path).filter { !$0.hasPrefix(".") } == ["ffmpeg"])
    }
  }

  /// The camera shows the page in many sizes: the clip is inspected once and decoded once.
  @Test(.long) func aCameraDecodesAVideoOnce() throws {
    let clip = try clip("b.mp4")
    let program = """
      #!/bin/sh
      case "$*" in *b.mp4*) echo run >> \(file("log"));; esac
      exec \(real) "$@"

      """
    try AtomicFile.write(Array(program.utf8), to: file("ffmpeg"))
    chmod(file("ffmpeg"), 0o755)
    let move = #"{"time": 0.1, "duration": 0.6, "page": 2, "area": [0.2, 0.2, 0.5, 0.5]}"#
    try AtomicFile.write(Array(#"{"camera": [\#(move)]}"#.utf8), to: file("film.json"))
    let path = "PATH=\(scratch.path):\(String(cString: getenv("PATH")))"
    let run = try Pagecurl(
      [
        pages[0], clip, pages[1], pages[0], "--script", file("film.json"), "--cover", "none",
        "--layout", "spread", "--threads", "1", "--mute", "-o", file("a.mp4"),
      ] + options,
      prefix: ["/usr/bin/env", path])
    #expect(run.status == 0, "\(run.errors)")
    let log = try Files.read(file("log"))
    #expect(log.count == 2 * "run\n".utf8.count, "\(String(decoding: log, as: UTF8.self))")
  }

  private var real: String {
    let text = (try? Subprocess(["sh", "-c", "command -v ffmpeg"]).text) ?? ""
    return String(text.prefix { $0 != "\n" })
  }
}
