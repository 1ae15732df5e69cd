import GLESKitCommandLine
import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import PagecurlTool

/// What the tool says while it works and after: for programs, about time, and about bad pages.
@Suite struct ReportTests {
  private let page = Pagecurl.page("page-1.png")

  private func lines(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSONDocument(String($0)).value }
  }

  @Test func progressForPrograms() throws {
    let scratch = try TemporaryFolder()
    let out = "\(scratch.path)/out/"
    let run = try Pagecurl([
      page, "-s", "60x80", "-n", "20", "-o", out, "--progress", "json", "--stats",
    ])
    #expect(run.status == 0 && run.output == "")
    var lines = try lines(run.errors)
    let statistics = lines.removeLast()
    #expect(
      lines.first == [
        "done": 0, "total": 20, "unit": "frames", "rate": .null, "left": .null,
        "file": .string(out),
      ])
    guard case .object(let last) = lines.last else { throw Failure() }
    #expect(last[0] == JSON.Member("done", 20) && last[4].name == "left")
    guard case .object(let outer) = statistics, case .object(let members) = outer[0].value,
      case .object(let spans)? = members.last?.value
    else { throw Failure() }
    let names = [
      "frames", "seconds", "rate", "peak-memory", "driver", "workers", "hardware", "spans",
    ]
    #expect(members.map(\.name) == names)
    for name in ["decode", "render", "readback", "encode", "write", "wait for frame"] {
      #expect(spans.contains { $0.name == name }, "\(name)")
    }

    // Going on with a job, or being quiet about it.
    let quiet = try Pagecurl([
      page, "-s", "60x80", "-n", "3", "-o", out, "--progress", "json", "-q",
    ])
    #expect(quiet.status == 0 && quiet.errors == "")
  }

  private struct Failure: Error {}

  @Test func statisticsForPeople() throws {
    let scratch = try TemporaryFolder()
    let run = try Pagecurl([
      page, "-s", "60x80", "-n", "7", "-o", "\(scratch.path)/out/", "--stats",
      "--set", "trace=\(scratch.path)/trace.json",
    ])
    guard
      case .object(let trace) = try JSONDocument(
        String(decoding: try Files.read("\(scratch.path)/trace.json"), as: UTF8.self)
      ).value, case .array(let events)? = trace.last?.value
    else { throw Failure() }
    let drawn = events.filter { event in
      if case .object(let members) = event { return members.first?.value == "render" }
      return false
    }
    #expect(drawn.count == 7)
    let rows = run.errors.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(
      rows.first == ["times", "seconds"]
        + ["mean", "p50", "p95", "longest"].flatMap { [$0, "ms"] } + ["share"])
    let render = try #require(rows.first { $0.first == "render" })
    #expect(render[1] == "7" && render.last == "%")
    // All shares together are all.
    let shares = rows.dropFirst().compactMap { row in
      row.last == "%" ? Double(row[row.count - 2]) : nil
    }
    #expect(abs(shares.reduce(0, +) - 100) < 1)
    #expect(rows.last?.prefix(3) == ["7", "frames", "in"] && rows.last?.contains("MiB") == true)
  }

  /// "At most" so many MiB is not less than the memory.
  @Test func memoryIsRoundedUp() {
    #expect([0, 1, 1 << 20, 1 << 20 + 1].map(Statistics.mebibytes) == [0, 1, 1, 2])
  }

  @Test func badPagesAreNamed() throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    let bytes = try Files.read(page)
    try AtomicFile.write(Array(bytes.prefix(2000)), to: "\(folder)/bad\n.png")
    let arguments = [
      page, "\(folder)/bad\n.png", "\(folder)/none.png", Pagecurl.page("title.png"), "-l", "pages",
      "-s", "60x80", "-n", "2", "-o", "\(folder)/out/",
    ]
    for (policy, fate, count) in [("skip", "left out", 2), ("blank", "blank", 6)] {
      for extra in [["--dry-run"], []] {
        let run = try Pagecurl(arguments + ["--on-error", policy] + extra)
        #expect(run.status == 0)
        let notes = run.errors.split(separator: "\n")
        #expect(notes.count == 2, "\(run.errors)")
        for (note, name) in zip(notes, ["bad\\n.png", "none.png"]) {
          #expect(note.hasPrefix("pagecurl: note: a page is \(fate): "), "\(note)")
          #expect(note.contains("\(folder)/\(name)"), "\(note)")
        }
      }
      #expect(try Files.list("\(folder)/out").count == count)
      for name in try Files.list("\(folder)/out") { unlink("\(folder)/out/\(name)") }
    }
    let stopped = try Pagecurl(arguments)
    #expect(stopped.status == 1 && stopped.complainsInOneLine, "\(stopped.errors)")
    #expect(try Files.list("\(folder)/out") == [])
  }

  /// A page that is gone when its turn comes ends the job, whatever is done about bad ones; frames
  /// that were written are taken away again.
  @Test(.long, arguments: [("stop", "last.png"), ("blank", "last.png"), ("stop", "last.pdf")])
  func aPageVanishes(_ policy: String, _ name: String) throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    let last = "\(folder)/\(name)"
    let bytes = try name.hasSuffix(".pdf") ? BadPDF.good.bytes : Files.read(page)
    try AtomicFile.write(bytes, to: last)
    let run = try Pagecurl([
      page, page, page, page, last, "-l", "pages", "-s", "60x80", "-n", "800", "--on-error", policy,
      "-o", "\(folder)/out", "--threads", "1",
    ]) { _ in
      // The last page is read two turns later: enough frames for a thread that waits its turn.
      for _ in 0..<60_000 where Files.kind(of: "\(folder)/out/frame-0000.png") == nil {
        usleep(500)
      }
      unlink(last)
    }
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(run.errors.contains("cannot read '\(last)': No such file"), "\(run.errors)")
    #expect(try Files.list(folder) == [])
  }
}
