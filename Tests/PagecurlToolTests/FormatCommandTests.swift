import GLESKitSupport
import Glibc
import ImageCoding
import TestSupport
import Testing

/// Formats as a person asks for them: by an ending, by `--format`, into a file or a pipe.
@Suite struct FormatCommandTests {
  private let job = [Pagecurl.page("page-1.png"), "-s", "31x40", "-n", "4", "--hold", "0"]

  /// What comes out of standard output is the file, but for a video, whose parts stand in another
  /// order.
  @Test(.long, arguments: ["gif", "apng", "webp", "avif", "y4m", "raw", "mp4"])
  func standardOutputHoldsTheFile(format: String) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/a.bin"
    let file = try Pagecurl(job + ["-q", "-o", path, "--format", format])
    #expect(file.status == 0 && file.errors == "")
    let piped = try Subprocess([Pagecurl.path] + job + ["-q", "-o", "-", "--format", format])
    #expect(piped.status == 0)
    if format == "mp4" {
      #expect(piped.output[4..<8].elementsEqual("ftyp".utf8))
    } else {
      #expect(try Files.read(path) == piped.output)
    }
    #expect(try Files.list(scratch.path) == ["a.bin"])
  }

  @Test(arguments: [("png", "\u{89}PNG"), ("jpeg", "\u{FF}\u{D8}\u{FF}"), ("webp", "RIFF")])
  func aStillOnStandardOutput(format: String, start: String) throws {
    let run = try Subprocess([
      Pagecurl.path, Pagecurl.page("page-1.png"), "-t", "0.5", "-o", "-", "--format", format,
    ])
    #expect(run.status == 0)
    #expect(run.output.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
  }

  /// Like any tool in a pipe, it exits silently when the reader has gone.
  @Test(.long, arguments: ["gif", "apng", "webp", "avif", "y4m", "raw", "mp4", "webm"])
  func aReaderThatLeaves(format: String) throws {
    let command = "{ \"$0\" \"$@\"; echo \"$?\" >&2; } | true"
    let run = try Pagecurl(
      job + ["-q", "-n", "40", "-o", "-", "--format", format], prefix: ["sh", "-c", command])
    #expect(run.errors == "141\n")
  }

  @Test func aTerminalIsRefused() throws {
    for arguments in ["-o - --format raw", "-t 0.5 -o - --format png"] {
      let command = "exec '\(Pagecurl.path)' '\(Pagecurl.page("page-1.png"))' \(arguments)"
      let screen = try Subprocess(
        ["env", "TERM=xterm", "script", "-qec", command, "/dev/null"], input: [])
      #expect(screen.status == 1)
      #expect(screen.text.contains("standard output is a terminal; redirect it"), "\(screen.text)")
      #expect(screen.output.count < 200)
    }
  }

  @Test func aFormatThatCannotHoldIt() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/a.gif"
    let fast = try Pagecurl(job + ["--fps", "60", "-o", path])
    #expect(fast.status == 1 && fast.complainsInOneLine && fast.errors.contains("50 frames"))
    let missing = try Pagecurl(job + ["-o", path], prefix: ["env", "PATH=\(scratch.path)"])
    #expect(missing.status == 1 && missing.complainsInOneLine)
    #expect(missing.errors.contains("apt-get install ffmpeg") && missing.errors.contains(path))
    #expect(try Files.list(scratch.path) == [])
  }

  /// An ffmpeg without AVIF is found out before anything is drawn.
  @Test(arguments: [("muxer", "avif"), ("encoder", "libaom-av1")])
  func anEncoderThatIsMissing(kind: String, name: String) throws {
    let scratch = try TemporaryFolder()
    let (programs, path) = ("\(scratch.path)/bin", "\(scratch.path)/a.avif")
    let there = kind == "muxer" ? "Encoder libaom-av1 [x]:" : "Muxer avif [AVIF]:"
    let script = """
      #!/bin/sh
      case "$*" in
        *\(kind)=\(name)*) echo "Unknown name" ;;
        *-version*) echo "ffmpeg version 4.3.8 Copyright" ;;
        *-h*) echo "\(there)" ;;
        *) : > \(scratch.path)/started ;;
      esac

      """
    try Files.createFolders(programs)
    try AtomicFile.write(Array(script.utf8), to: "\(programs)/ffmpeg")
    try #require(chmod("\(programs)/ffmpeg", 0o755) == 0)
    let run = try Pagecurl(job + ["-o", path], prefix: ["env", "PATH=\(programs):/usr/bin:/bin"])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(run.errors.contains("ffmpeg 4.3.8 has no \(kind) \(name); use"), "\(run.errors)")
    #expect(try Files.list(scratch.path) == ["bin"])
  }

  /// Whatever ends it, an animation that is there is whole.
  @Test(
    .long,
    arguments: Sweep.pairs(["gif", "apng", "webp", "avif", "y4m", "rgba"], [SIGINT, SIGKILL]))
  func anInterruptedRun(format: String, signal: Int32) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/a.\(format)"
    let run = try Pagecurl(
      [Pagecurl.page("page-1.png"), "-s", "60x80", "-n", "100000", "--hold", "0", "-o", path]
    ) {
      // What an animated WebP waits in is memory: there is nothing to count.
      if format == "webp" { usleep(1_500_000) } else { Pagecurl.wait(for: $0, toWrite: 200_000) }
      kill($0, signal)
    }
    #expect(run.status == 128 + Int(signal), "\(run.errors)")
    guard signal == SIGINT, Files.kind(of: path) != nil else {
      #expect(try Files.list(scratch.path) == [])
      return
    }
    #expect(run.complainsInOneLine)
    switch format {
    case "rgba": #expect(try Files.read(path).count % (60 * 80 * 4) == 0)
    case "webp": #expect(try Subprocess(["webpinfo", "-quiet", path]).status == 0)
    default:
      let probe = try Subprocess(
        [
          "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
          "-of", "csv=p=0", path,
        ], capturesErrors: true)
      #expect(probe.errors.isEmpty && (Int(probe.text) ?? 0) > 0, "\(probe.text)")
    }
    #expect(try Files.list(scratch.path) == ["a.\(format)"])
  }

  @Test(.long) func aDryRunKnowsEveryFormat() throws {
    let scratch = try TemporaryFolder()
    let endings = ["gif", "apng", "webp", "avif", "y4m", "rgba", "webm", "mov", "mkv"]
    for name in endings.map({ "a.\($0)" }) {
      let run = try Pagecurl(job + ["--dry-run", "-o", "\(scratch.path)/\(name)"])
      #expect(run.status == 0 && run.errors == "")
      let size = ["a.y4m", "a.webm"].contains(name) ? "32×40" : "31×40"
      #expect(run.output.contains("4 of \(size) pixels"), "\(run.output)")
    }
    #expect(try Files.list(scratch.path) == [])
  }

  @Test(
    .long,
    arguments: ["a.mp4", "a.gif", "frames/", "a.html"]
      + (Sweep.isFull ? ["a.webm", "a.webp", "a.avif", "a.apng"] : []))
  func aDryRunForeseesTheSize(name: String) throws {
    let scratch = try TemporaryFolder()
    let pages = ["cover.jpg", "title.png"] + (1...5).map { "page-\($0).png" }
    let path = "\(scratch.path)/\(name)"
    let book =
      pages.map { repositoryFile("samples/pages/\($0)") } + [
        "-s", "320x200", "-n", "12", "--fps", "12", "-o", path,
      ]
    let plan = try Pagecurl(book + ["--dry-run"])
    #expect(plan.status == 0, "\(plan.errors)")
    #expect(try Files.list(scratch.path) == [])
    let foreseen = try self.foreseen(plan)
    #expect(plan.output.contains("\ntime:      about "))

    let run = try Pagecurl(book + ["-q"])
    #expect(run.status == 0, "\(run.errors)")
    let files = name == "frames/" ? try Files.list(path).map { path + $0 } : [path]
    let size = try files.reduce(0) { try $0 + Files.read($1).count }
    #expect(foreseen >= Double(size) / 2 && foreseen <= Double(size) * 2, "\(plan.output), \(size)")
  }

  /// The sound of a turn of ten seconds is as large as hundreds of small pages.
  @Test(.long) func aDryRunCountsTheSoundOfAWebPage() throws {
    let job = [Pagecurl.page("page-1.png"), "-s", "30x40", "--duration", "10", "-o", "a.html"]
    let sizes = try [[], ["--sound"]].map { more in
      let run = try Pagecurl(job + ["--dry-run"] + more)
      #expect(run.status == 0, "\(run.errors)")
      return try foreseen(run)
    }
    // 240,000 bytes as Base64.
    #expect(abs(sizes[1] - sizes[0] - 320_000) < 20_000, "\(sizes)")
  }

  /// Hours of a pause are not written to the temporary folder, but count.
  @Test(arguments: ["y4m", "rgba"])
  func aDryRunOfAPause(ending: String) throws {
    let scratch = try TemporaryFolder()
    let job = [Pagecurl.page("page-1.png"), "-s", "30x40", "-n", "4", "--hold", "3600"]
    let run = try Pagecurl(job + ["--dry-run", "-o", "\(scratch.path)/a.\(ending)"])
    #expect(run.status == 0, "\(run.errors)")
    // A pause of 108,000 frames, and the turn that lifts the page off.
    let size = 108_004 * (ending == "rgba" ? 4800 : 1800 + 6)
    #expect(abs(try foreseen(run) / Double(size) - 1) < 0.05, "\(run.output)")
  }

  /// The size that a dry run says.
  private func foreseen(_ run: Pagecurl) throws -> Double {
    let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("size:") })
    let words = line.split(separator: " ")
    let number = try #require(Double(words[words.count - 2]))
    return number * (["kB": 1e3, "MB": 1e6, "GB": 1e9][words[words.count - 1]] ?? .nan)
  }

  @Test(.long) func aDryRunDrawsTheContactSheet() throws {
    let scratch = try TemporaryFolder()
    let sheets = ["dry.png", "wet.png"].map { "\(scratch.path)/\($0)" }
    let book =
      (1...3).map { repositoryFile("samples/pages/page-\($0).png") }
      + ["-s", "60x80", "-n", "14", "-o", "\(scratch.path)/out/"]
    let dry = try Pagecurl(book + ["--dry-run", "--contact-sheet", sheets[0]])
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(try Files.list(scratch.path) == ["dry.png"])
    #expect(try Pagecurl(book + ["-q", "--contact-sheet", sheets[1]]).status == 0)
    #expect(try ImageFile.read(sheets[0]) == ImageFile.read(sheets[1]))
  }

  /// An output that is named like a film is not a folder of frames.
  @Test(arguments: ["a.mxf", "a.heic", "A.MPG", "a.svg", "a.pdf", "b.d/a.h264"])
  func anUnknownEndingIsRefused(name: String) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/\(name)"
    let run = try Pagecurl(job + ["-o", path])
    let ending = name.split(separator: ".").last ?? ""
    #expect(run.status == 2 && run.complainsInOneLine)
    #expect(run.errors.contains("\(path): unknown output type \".\(ending)\"; use .mp4, "))
    #expect(run.errors.contains("or a folder name that ends in \"/\""))
    #expect(try Files.list(scratch.path) == [])
  }

  @Test func folders() throws {
    let scratch = try TemporaryFolder()
    try Files.createFolders("\(scratch.path)/there.mxf")
    let ways = [
      ["there.mxf"], ["new.mxf/"], ["plain"], ["march.2024"], ["scans-1.5"], [".hidden"],
      ["named.mxf", "--name", "%d.jpg"],
    ]
    for way in ways {
      let path = "\(scratch.path)/\(way[0])"
      let run = try Pagecurl(job + ["--dry-run", "-o", path] + way.dropFirst())
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("output:    numbered frames '"), "\(run.output)")
      #expect(run.output.contains("in the folder '\(path)'\n"), "\(run.output)")
    }
  }

  @Test func aDryRunNamesTheOutput() throws {
    let kinds = [
      ("a.mp4", "an H.264 video, 'a.mp4'"), ("a.gif", "an animated GIF, 'a.gif'"),
      ("a.html", "a web page, 'a.html'"),
    ]
    let page = Pagecurl.page("page-1.png")
    for (name, line) in kinds {
      let run = try Pagecurl([page, "-s", "30x40", "--dry-run", "-o", name])
      #expect(run.output.hasPrefix("output:    \(line)\n"), "\(run.output)")
    }
    let still = try Pagecurl([page, "-t", "0.5", "--dry-run", "-o", "a.png"])
    #expect(still.output.hasPrefix("output:    a still, 'a.png'\n"), "\(still.output)")
  }
}
