import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

/// A small file system in memory at a folder, for as long as the value lives.
private final class SmallDisk {
  let path: String

  /// Nothing where this process may not mount.
  init?(at path: String, kilobytes: Int) {
    let options = "size=\(kilobytes)k"
    guard let made = try? Files.createFolders(path), !made.isEmpty,
      let mount = try? Subprocess(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", path], capturesErrors: true),
      mount.status == 0
    else { return nil }
    self.path = path
  }

  deinit { _ = try? Subprocess(["umount", path], capturesErrors: true) }
}

private let canMount: Bool = {
  guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
  return SmallDisk(at: "\(folder.path)/disk", kilobytes: 64) != nil
}()

/// Disks that fill up, folders of other people, readers that leave and keys that interrupt.
@Suite struct HardTimesTests {
  private let page = Pagecurl.page("page-1.png")

  /// The disk is full at the first frame, and at a later one: what was written is taken away again.
  @Test(.long, .enabled(if: canMount, "only root may mount a small disk"), arguments: [16, 72])
  func aFullDisk(_ kilobytes: Int) throws {
    let scratch = try TemporaryFolder()
    let disk = try #require(SmallDisk(at: "\(scratch.path)/disk", kilobytes: kilobytes))
    // The larger disk holds a frame or two, so that the run fails in its middle.
    var jobs = [["-o", "\(disk.path)/out"]]
    if kilobytes == 16 {
      jobs += [
        ["-o", disk.path],
        ["-o", "\(scratch.path)/out", "--contact-sheet", "\(disk.path)/sheet.png"],
        ["-t", "0.3", "--size", "300x400", "-o", "\(disk.path)/still.png"],
      ]
    }
    for arguments in jobs {
      let run = try Pagecurl([page, "-n", "5", "-q"] + arguments)
      #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
      // Frames that are whole stay, so that the job can go on.
      if !run.errors.contains("--resume") { #expect(try Files.list(disk.path) == []) }
      #expect(try Files.list(scratch.path) == ["disk"], "\(arguments)")
    }
  }

  /// ffmpeg ends with 0 when its disk is full: the video is refused all the same.
  @Test(.enabled(if: canMount, "only root may mount a small disk"), arguments: ["mp4", "webm"])
  func aFullDiskForAVideo(_ format: String) throws {
    let scratch = try TemporaryFolder()
    let disk = try #require(SmallDisk(at: "\(scratch.path)/disk", kilobytes: 4))
    let run = try Pagecurl([page, "-n", "3", "--hold", "0", "-o", "\(disk.path)/book.\(format)"])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(run.errors.contains("No space left on device"), "\(run.errors)")
    #expect(try Files.list(disk.path) == [])
  }

  /// The silent video fits, and the one with sound, which replaces it, doesn't.
  @Test(
    .long, .enabled(if: canMount, "only root may mount a small disk"),
    arguments: ["mp4", "mkv", "webm"])
  func aFullDiskForTheSound(_ format: String) throws {
    let scratch = try TemporaryFolder()
    func job(_ folder: String) -> [String] {
      [page, "-s", "60x80", "-n", "20", "--sound", "-o", "\(folder)/book.\(format)"]
    }
    #expect(try Pagecurl(job(scratch.path)).status == 0)
    let whole = Files.length(of: "\(scratch.path)/book.\(format)") ?? 0
    // The first file is removed only after the second is whole.
    let disk = try #require(
      SmallDisk(at: "\(scratch.path)/disk", kilobytes: whole / 4096 * 4))
    let run = try Pagecurl(job(disk.path))
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
  }

  /// Mesa maps the index of its shader cache into memory: on a full disk it would end the tool.
  @Test(
    .long, .enabled(if: canMount, "only root may mount a small disk"), arguments: [4, 64])
  func aFullShaderCache(_ kilobytes: Int) throws {
    let scratch = try TemporaryFolder()
    let disk = try #require(SmallDisk(at: "\(scratch.path)/disk", kilobytes: kilobytes))
    for (options, note) in [([], "pagecurl: note: Mesa's shader cache is not used"), (["-q"], "")] {
      let run = try Pagecurl(
        [page, "-t", "0.4", "--size", "30x40", "-o", "\(scratch.path)/still.png"] + options,
        prefix: ["env", "-u", "MESA_SHADER_CACHE_DISABLE", "XDG_CACHE_HOME=\(disk.path)"])
      #expect(run.status == 0 && run.errors.hasPrefix(note), "\(run.errors)")
      #expect(run.errors.isEmpty == note.isEmpty, "\(run.errors)")
    }
  }

  /// After a power failure, finished frames are whole, and `--resume` accepts no damaged ones: a
  /// sample of what the script tries for every kind of output.
  @Test(.long) func aPowerFailure() throws {
    let script = repositoryFile("scripts/conformance-power-loss")
    let run = try Subprocess(
      [script, Pagecurl.path, "--samples", "1", "--only", "frames over others"])
    #expect(run.status == 0, "\(run.text)")
  }

  /// The memory of a process that has ended takes nothing, and `write` reports no error.
  @Test func anOutputThatTakesNothing() throws {
    let run = try Pagecurl(
      ["--version"], prefix: ["sh", "-c", "exec \"$0\" \"$@\" 1<>/proc/self/mem"])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
  }

  /// A limit on the size of files, as the shell sets it, is as good as a full disk, and needs no
  /// root.
  @Test(
    .long,
    arguments: [
      "out", "book.mp4", "book.webm", "book.y4m", "book.rgba", "book.gif", "book.apng", "book.webp",
      "book.avif", "still.png",
    ])
  func filesThatMayNotGrow(_ output: String) throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/\(output)"
    if output != "out" { try AtomicFile.write([1, 2, 3], to: path) }
    let before = try contents(of: scratch.path)
    let run = try Pagecurl(
      [page, "-s", "120x160", "-o", path] + (output == "still.png" ? ["-t", "0.4"] : ["-n", "4"]),
      prefix: ["sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\""])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    // A GIF's frames wait elsewhere for their palette.
    let place = output == "book.gif" ? "/tmp/" : path
    #expect(run.errors.contains("cannot write '\(place)"), "\(run.errors)")
    #expect(run.errors.contains("ulimit -f"), "\(run.errors)")
    #expect(try contents(of: scratch.path) == before)
  }

  @Test(arguments: [["--help"], ["doctor", "--driver"], ["doctor", "--json"], ["--version"]])
  func aFullStandardOutput(_ arguments: [String]) throws {
    let command = "exec \"$0\" \"$@\" >/dev/full"
    let run = try Pagecurl(arguments, prefix: ["sh", "-c", command])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(run.errors.contains("standard output"), "\(run.errors)")
  }

  /// Like any tool in a pipe, it exits silently when the reader has gone.
  @Test func aReaderThatLeaves() throws {
    let command = "{ sleep 0.2; \"$0\" \"$@\"; echo \"$?\" >&2; } | true"
    let run = try Pagecurl(["doctor", "--json"], prefix: ["sh", "-c", command])
    #expect(run.errors == "141\n")
  }

  /// Files and folders that this user may not read or write. Root may, so it becomes nobody.
  @Test func foldersOfOtherPeople() throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    try #require(chmod(folder, 0o755) == 0)
    // The tool itself may lie in a folder that nobody else may enter.
    try AtomicFile.write(try Files.read(Pagecurl.path), to: "\(folder)/pagecurl")
    try AtomicFile.write(try Files.read(page), to: "\(folder)/page.png")
    try AtomicFile.write(try Files.read(page), to: "\(folder)/secret.png")
    try AtomicFile.write([1], to: "\(folder)/kept.png")
    for (name, mode) in [("pagecurl", 0o755), ("page.png", 0o444), ("secret.png", 0)] {
      try #require(chmod("\(folder)/\(name)", mode_t(mode)) == 0)
    }
    try #require(chmod("\(folder)/kept.png", 0o444) == 0)
    try #require(chmod(folder, 0o555) == 0)
    defer { chmod(folder, 0o755) }
    let nobody =
      geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    for (arguments, words) in [
      (["\(folder)/secret.png", "-o", "/tmp/gleskit-nobody"], "\(folder)/secret.png"),
      (["\(folder)/page.png", "-o", "\(folder)/out"], "\(folder)/out"),
      (["\(folder)/page.png", "-o", folder], folder),
      (["\(folder)/page.png", "-t", "0", "-o", "\(folder)/new.png"], "\(folder)/new.png"),
      (["\(folder)/page.png", "-t", "0", "-o", "\(folder)/kept.png"], "\(folder)/kept.png"),
    ] {
      let command = nobody + ["\(folder)/pagecurl"] + arguments
      let run = try Subprocess(command, capturesErrors: true)
      let errors = String(decoding: run.errors, as: UTF8.self)
      #expect(run.status == 1, "\(errors)")
      #expect(errors.hasPrefix("pagecurl: ") && errors.contains(words), "\(errors)")
      #expect(errors.contains("Permission denied") && errors.last == "\n", "\(errors)")
      #expect(try Files.list(folder) == ["kept.png", "page.png", "pagecurl", "secret.png"])
      #expect(Files.kind(of: "/tmp/gleskit-nobody") == nil)
    }
    #expect(try Files.read("\(folder)/kept.png") == [1])
  }

  /// However it ends, each file that is there is a whole picture, and nothing else is.
  @Test(.long, arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func anInterruptedRun(_ signal: Int32) throws {
    let scratch = try TemporaryFolder()
    let out = "\(scratch.path)/out"
    var wasSeen = false
    let size = ["-s", "60x80"]
    let run = try Pagecurl([page, "-n", "100000", "-o", out] + size) { process in
      for _ in 0..<60_000 where !wasSeen {
        wasSeen = Files.kind(of: "\(out)/frame-0005.png") != nil
        if !wasSeen { usleep(1_000) }
      }
      kill(process, signal)
    }
    try #require(wasSeen)
    #expect(run.status == 128 + Int(signal))
    if signal == SIGKILL {
      #expect(run.errors == "")
    } else {
      #expect(run.complainsInOneLine, "\(run.errors)")
    }
    // Beside the frames there is the record of them, by which the job can go on.
    let all = try Files.list(out)
    let names = all.filter { !$0.hasPrefix(".") }
    #expect(all.count == names.count + 1)
    #expect(names.count > 5 && names.count < 100_000)
    for (number, name) in names.enumerated() {
      let digits = String(number)
      #expect(name == "frame-\(String(repeating: "0", count: 4 - digits.count))\(digits).png")
      let image = try ImageFile.read("\(out)/\(name)")
      #expect(image.width == 60 && image.height == 80)
    }
  }

  /// An interrupted still leaves what was there before.
  @Test func anInterruptedStill() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/still.png"
    try AtomicFile.write([1, 2, 3], to: path)
    for delay in stride(from: 0, to: 60_000, by: 6_000) {
      let arguments = [page, "-t", "0.5", "--size", "300x400", "-o", path]
      let run = try Pagecurl(arguments) { process in
        usleep(useconds_t(delay))
        kill(process, SIGKILL)
      }
      if run.status == 0 { break }
      #expect(try Files.read(path) == [1, 2, 3])
      #expect(try Files.list(scratch.path) == ["still.png"])
    }
  }

  /// The progress bar is for people: a run whose errors go elsewhere says nothing at all.
  @Test func noProgressWhereNobodyWatches() throws {
    let scratch = try TemporaryFolder()
    let run = try Pagecurl([page, "--size", "30x40", "-n", "3", "-o", "\(scratch.path)/out/"])
    #expect(run.status == 0 && run.errors == "" && run.output == "")
    #expect(
      try Files.list("\(scratch.path)/out") == [
        "frame-0000.png", "frame-0001.png", "frame-0002.png",
      ])
  }

  /// On a terminal the bar is drawn, and wiped at the end; `script` lends the terminal.
  @Test(.long) func progressOnATerminal() throws {
    let scratch = try TemporaryFolder()
    let command = "exec '\(Pagecurl.path)' '\(page)' --size 30x40 -n 20 -o '\(scratch.path)/out'"
    for (terminal, isQuiet) in [("xterm", ""), ("xterm", " -q"), ("dumb", "")] {
      let screen = try Subprocess(
        ["env", "TERM=\(terminal)", "script", "-qec", command + isQuiet, "/dev/null"], input: [])
      let text = String(decoding: screen.output, as: UTF8.self)
      #expect(screen.status == 0)
      if terminal == "dumb" || !isQuiet.isEmpty {
        #expect(!text.contains("frames") && !text.contains("\u{1B}"), "\(text.debugDescription)")
      } else {
        #expect(
          text.contains("\r100 % [") && text.contains("20/20 frames"), "\(text.debugDescription)")
        #expect(text.contains("\r\u{1B}[K"), "\(text.debugDescription)")
      }
    }
  }

  /// Killed at any moment, again and again until it is done: the frames are those of an undisturbed
  /// run, and nothing else is left.
  @Test(.long) func aJobThatIsKilledGoesOn() throws {
    let scratch = try TemporaryFolder()
    let arguments = [page, "--size", "90x120", "-n", "60", "-o"]
    let whole = try Pagecurl(arguments + ["\(scratch.path)/whole"])
    try #require(whole.status == 0, "\(whole.errors)")
    let expected = try contents(of: "\(scratch.path)/whole")
    #expect(expected.count == 60)
    var random = SeededGenerator(seed: 5)
    for round in Sweep(sample: 1, full: 4).numbers {
      let out = "\(scratch.path)/\(round)"
      var kills = 0
      while true {
        let delay = useconds_t.random(in: 0...400_000, using: &random)
        let run = try Pagecurl(arguments + [out, "--resume"]) { process in
          usleep(delay)
          kill(process, SIGKILL)
        }
        kills += 1
        if run.status == 0 || kills == 25 { break }
        #expect(run.status == 128 + Int(SIGKILL))
      }
      let last = try Pagecurl(arguments + [out, "--resume"])
      #expect(last.status == 0, "\(last.errors)")
      #expect(try contents(of: out) == expected)
    }
  }
}
