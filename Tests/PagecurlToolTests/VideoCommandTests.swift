import GLESKitSupport
import Glibc
import TestSupport
import Testing

/// Videos as a person asks for them: without the programs, with broken ones, on full disks, and cut
/// short.
@Suite struct VideoCommandTests {
  private let page = Pagecurl.page("page-1.png")

  /// The number of frames that ffprobe decodes; `nil` if the file is not a video.
  private func frames(in path: String) throws -> Int? {
    let probe = try Subprocess(
      [
        "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", path,
      ], capturesErrors: true)
    return probe.errors.isEmpty ? Int(probe.text) : nil
  }

  @Test func programsThatAreMissing() throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    let run = try Pagecurl(
      [page, "-o", "\(folder)/book.mp4"], prefix: ["env", "PATH=\(folder)"])
    #expect(run.status == 1 && run.complainsInOneLine)
    #expect(run.errors.contains("apt-get install ffmpeg"), "\(run.errors)")
    #expect(try Files.list(folder).isEmpty)
  }

  @Test(
    .long,
    arguments: [
      ("exec head -c 100000 >/dev/null", "ended with status 0"),
      ("echo 'no such codec' >&2; exit 3", "ended with status 3: no such codec"),
      ("yes 'much to say' | head -c 1000000 >&2; exit 1", "much to say"),
      ("head -c 100000 >/dev/null; kill -9 $$", "was killed"),
    ])
  func anEncoderThatFails(_ script: String, _ words: String) throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    try AtomicFile.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "\(folder)/ffmpeg")
    try #require(chmod("\(folder)/ffmpeg", 0o755) == 0)
    let run = try Pagecurl(
      [page, "-s", "300x400", "-o", "\(folder)/book.mp4"],
      prefix: ["timeout", "-k", "1", "60", "env", "PATH=\(folder):/usr/bin:/bin"])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(
      run.errors.contains("\(folder)/book.mp4") && run.errors.contains(words), "\(run.errors)")
    #expect(try Files.list(folder) == ["ffmpeg"])
  }

  /// A GPU's encoder gets the frames, or the error says what each one said.
  @Test(arguments: [true, false]) func anEncoderOfAGPU(works: Bool) throws {
    let scratch = try TemporaryFolder()
    let (programs, path) = ("\(scratch.path)/bin", "\(scratch.path)/book.mp4")
    // x264 stands in for the GPU.
    let script =
      works
      ? """
      #!/bin/bash
      echo "$*" >> \(scratch.path)/calls
      all="$*"
      all=${all//-c:v h264_nvenc -preset p4 -rc vbr -b:v 0 -cq/-c:v libx264 -crf}
      PATH=${PATH#*:} exec ffmpeg $all

      """
      : "#!/bin/sh\necho 'no capable devices found' >&2\nexit 1\n"
    try Files.createFolders(programs)
    try AtomicFile.write(Array(script.utf8), to: "\(programs)/ffmpeg")
    try #require(chmod("\(programs)/ffmpeg", 0o755) == 0)
    let job = [page, page, "-s", "60x80", "-n", "12", "--set", "encoder=hardware", "-o"]
    let prefix = ["sh", "-c", "PATH=\(programs):$PATH exec \"$0\" \"$@\""]
    let run = try Pagecurl(job + [path], prefix: prefix)
    if works {
      #expect(run.status == 0, "\(run.errors)")
      let calls = String(decoding: try Files.read("\(scratch.path)/calls"), as: UTF8.self)
      #expect(calls.split(separator: "\n").last?.contains("h264_nvenc") == true, "\(calls)")
      #expect((try frames(in: path) ?? 0) > 12)
    } else {
      #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
      #expect(
        run.errors.contains("h264_nvenc ended with status 1: no capable devices"), "\(run.errors)")
      #expect(try Files.list(scratch.path) == ["bin"])
    }
    let webm = try Pagecurl(job + ["\(scratch.path)/book.webm"], prefix: prefix)
    #expect(webm.status != 0 && webm.errors.contains("MP4"), "\(webm.errors)")
  }

  /// The video that is there plays as far as it goes; after a kill there is none.
  @Test(
    .long,
    arguments: [
      (SIGINT, "mp4"), (SIGTERM, "webm"), (SIGHUP, "mp4"), (SIGKILL, "mp4"), (SIGKILL, "webm"),
    ])
  func anInterruptedVideo(_ signal: Int32, _ format: String) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/book.\(format)"
    let run = try Pagecurl([page, "-s", "120x160", "-n", "100000", "--hold", "0", "-o", path]) {
      Pagecurl.wait(for: $0, toWrite: 1_000_000)
      kill($0, signal)
    }
    #expect(run.status == 128 + Int(signal))
    if signal == SIGKILL {
      // At most what is needed to go on.
      #expect(try Files.list(scratch.path).allSatisfy { $0 == ".book.\(format).job" })
    } else {
      #expect(run.complainsInOneLine, "\(run.errors)")
      let count = try #require(try frames(in: path))
      #expect(count > 0 && count < 100_000)
      #expect(Files.kind(of: path) == .regular)
    }
  }

  /// What was drawn up to an interruption doesn't replace a whole film.
  @Test(.long, arguments: ["mp4", "gif", "y4m"])
  func anInterruptedVideoLeavesWhatWasThere(_ format: String) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/book.\(format)"
    try AtomicFile.write([1, 2, 3], to: path)
    let run = try Pagecurl([page, "-s", "120x160", "-n", "100000", "--hold", "0", "-o", path]) {
      Pagecurl.wait(for: $0, toWrite: 1_000_000)
      kill($0, SIGINT)
    }
    #expect(run.status == 128 + Int(SIGINT))
    #expect(try Files.read(path) == [1, 2, 3])
    let rest = try Files.list(scratch.path).filter { $0 != "book.\(format)" }
    #expect(rest.isEmpty || rest == [".book.\(format).job"])
  }

  @Test func aDryRunWritesNothing() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/book.mp4"
    let run = try Pagecurl(
      [page, page, page, "--size", "301x400", "--fps", "10", "--dry-run", "-o", path])
    #expect(run.status == 0 && run.errors == "")
    for words in ["pages:     3 of 300×400", "turns:     1", "30 of 302×400", "3.0 s", "\nsize: "] {
      #expect(run.output.contains(words), "\(run.output)")
    }
    #expect(try Files.list(scratch.path) == [])
  }

  @Test(.long) func aDryRunSaysWhatAPartIs() throws {
    let scratch = try TemporaryFolder()
    let options = ["-s", "90x120", "--fps", "10", "--hold", "1", "--dry-run"]
    let job = Array(repeating: page, count: 7) + options
    func run(_ shard: String, _ output: String) throws -> String {
      let run = try Pagecurl(job + ["--shard", shard, "-o", "\(scratch.path)/\(output)"])
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    // Three turns of 10 frames, with 10 of rest before and after each. The end of a turn looks like
    // the rest before the next one.
    let frames = try run("2/7", "frames/")
    #expect(frames.contains("\npart:      2/7, frames 10 to 19 of 70, turns 1 to 2\n"), "\(frames)")
    #expect(frames.contains("\nframes:    10 of 90×120 pixels\n"), "\(frames)")
    #expect(try run("1/7", "frames/").contains("1/7, frames 0 to 9 of 70, turn 1\n"))
    let most = try run("2/2", "frames/")
    #expect(most.contains("\npart:      2/2, frames 35 to 69 of 70, turns 2 to 3\n"), "\(most)")
    #expect(try run("1/1", "a.mp4").contains("1/1, frames 0 to 69 of 70, turns 1 to 3"))
    #expect(try !run("1/9", "a.mp4").contains("part:"))
  }

  @Test func aDryRunSaysWhatIsMissing() throws {
    let run = try Pagecurl(
      [page, "--dry-run", "-o", "a.mp4"], prefix: ["env", "PATH=/nonexistent"])
    #expect(run.status == 1 && run.complainsInOneLine)
    #expect(run.errors.contains("cannot write 'a.mp4': ffmpeg is not installed"), "\(run.errors)")
  }

  @Test func oddSidesAreSaid() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/a.webm"
    let run = try Pagecurl([page, "-s", "31x41", "-n", "3", "-o", path])
    #expect(run.status == 0 && run.errors.contains("32×42") && run.complainsInOneLine)
    #expect(try frames(in: path) == 30 + 3)
  }
}
