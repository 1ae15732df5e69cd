import GLESKitSupport
import Glibc
import TestSupport
import Testing

/// Programs that hang or misbehave instead of ffmpeg and of the one that reads PDFs.
@Suite struct ProgramTests {
  private let page = Pagecurl.page("page-1.png")

  /// Runs the tool with a script as one of its programs, which writes its process number to
  /// `started`; then sends SIGTERM, if `isStopped`. Checks that no program is left.
  private func run(
    _ name: String, _ script: String, _ arguments: (String) -> [String], isStopped: Bool
  ) throws -> Pagecurl {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    let started = "\(folder)/started"
    // The version is asked for first.
    let text = """
      #!/bin/sh
      [ "$1" = -version ] && exec echo "ffmpeg version 0"
      echo $$ >'\(started).new'; mv '\(started).new' '\(started)'
      \(script)
      """
    try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(name)")
    try #require(chmod("\(folder)/\(name)", 0o755) == 0)
    try AtomicFile.write(Array("%PDF-1.4\n".utf8), to: "\(folder)/book.pdf")
    let tool = name == "ffmpeg" ? Pagecurl.path : try copy(in: folder)
    let run = try Pagecurl(
      arguments(folder), prefix: ["env", "PATH=\(folder):/usr/bin:/bin"], tool: tool
    ) { process in
      for _ in 0..<6_000 where Files.kind(of: started) == nil { usleep(10_000) }
      if isStopped { kill(process, SIGTERM) }
    }
    let number = String(decoding: try Files.read(started), as: UTF8.self).dropLast()
    #expect(Files.kind(of: "/proc/\(number)") == nil, "\(name) still runs")
    #expect(Files.kind(of: "\(folder)/out.mp4") == nil)
    return run
  }

  /// A copy of the tool, which finds the programs of this package beside it.
  private func copy(in folder: String) throws -> String {
    let path = "\(folder)/pagecurl"
    try AtomicFile.write(Files.read(Pagecurl.path), to: path)
    try #require(chmod(path, 0o755) == 0)
    return path
  }

  /// The first signal ends the tool and the program.
  @Test(
    .long,
    arguments: [
      ("pagecurl-pdf-worker", "exec sleep 1000"), ("pagecurl-pdf-worker", "sleep 1000"),
      ("ffmpeg", "exec sleep 1000"), ("ffmpeg", "exec yes >&2"),
    ])
  func programsThatHang(_ name: String, _ script: String) throws {
    let page = page
    let run = try run(
      name, script,
      {
        [
          name == "ffmpeg" ? page : "\($0)/book.pdf", "-s", "30x40", "-n", "2", "-o",
          "\($0)/out.mp4",
        ]
      },
      isStopped: true)
    #expect(run.status == 128 + Int(SIGTERM) && run.errors == "pagecurl: terminated\n")
  }

  /// A program that has ended is not waited for, even if another process holds its pipes.
  @Test(arguments: [
    ("pagecurl-pdf-worker", "/book.pdf': poppler ended with status 4 twice"),
    ("ffmpeg", "ended with status 4"),
  ])
  func grandchildrenThatHoldPipes(_ name: String, _ words: String) throws {
    let page = page
    let run = try run(
      name, "sleep 1000 <&0 & exit 4",
      {
        [
          name == "ffmpeg" ? page : "\($0)/book.pdf", "-s", "30x40", "-n", "2", "-o",
          "\($0)/out.mp4",
        ]
      }, isStopped: false)
    #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
  }

  /// ffmpeg exits with 0, but what it wrote is not a video.
  @Test(arguments: ["", "echo rubbish >&3"])
  func encodersThatWriteNoVideo(_ script: String) throws {
    let page = page
    let run = try run(
      "ffmpeg", "cat >/dev/null; \(script)",
      { [page, "-s", "30x40", "-n", "2", "-o", "\($0)/out.mp4"] }, isStopped: false)
    #expect(run.status == 1 && run.errors.contains("ffmpeg wrote no video"), "\(run.errors)")
  }
}
