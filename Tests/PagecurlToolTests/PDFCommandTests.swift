import GLESKitSupport
import ImageCoding
import TestSupport
import Testing

/// Options for PDFs: passwords and resolution.
@Suite final class PDFCommandTests {
  private let scratch: TemporaryFolder
  private let path: String

  /// A locked PDF of a red and a blue page of 144 × 216 points.
  init() throws {
    scratch = try TemporaryFolder()
    path = "\(scratch.path)/locked.pdf"
    let script = repositoryFile("Tests/PagecurlToolTests/locked-pdf.py")
    #expect(try Subprocess(["/usr/bin/python3", script, path, "open sesame"]).status == 0)
  }

  @Test func aPasswordOpensIt() throws {
    let note = "\(scratch.path)/note"
    try AtomicFile.write(Array("open sesame\n".utf8), to: note)
    let ways = [
      (["--password", "open sesame"], []), (["--password", "@\(note)"], []),
      ([], ["env", "PAGECURL_PASSWORD=open sesame"]),
    ]
    for (options, prefix) in ways {
      let still = "\(scratch.path)/a.png"
      let run = try Pagecurl(
        [path, "-p", "2", "-l", "pages", "-t", "0", "-s", "36x54", "-o", still] + options,
        prefix: prefix)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try ImageFile.read(still)[18, 27] == [0, 0, 255, 255])
    }
  }

  @Test func withoutItOneLineSaysSo() throws {
    let job = [path, "-o", "\(scratch.path)/a.mp4"]
    let cases = [
      ([], "use --password"), (["--password", "sesame"], "wrong password for"),
      (["--password", "@\(scratch.path)/none"], "cannot be read"),
      (["--password", "open sesame", "--manifest", "\(scratch.path)/m.json"], "PAGECURL_PASSWORD"),
    ]
    for (options, words) in cases {
      let run = try Pagecurl(job + options)
      #expect(run.status != 0 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  /// poppler gets 2 GiB, or less where the tool itself has less.
  @Test func aLimitOnMemoryIsPassedOn() throws {
    let run = try Pagecurl(
      [path, "--password", "open sesame", "-t", "0", "-o", "\(scratch.path)/a.png"],
      prefix: ["sh", "-c", "ulimit -d 1500000; exec \"$0\" \"$@\""])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.long) func resolution() throws {
    let job = [
      path, "--password", "open sesame", "-o", "a.mp4", "--dry-run", "--margin", "0", "-n", "2",
    ]
    for (dpi, size) in [("72", "144×216"), ("150", "300×450"), ("36", "72×108")] {
      let plan = try Pagecurl(job + ["--dpi", dpi])
      #expect(plan.output.contains("2 of \(size) pixels"), "\(plan.output) \(plan.errors)")
    }
    #expect(try Pagecurl(job).output.contains("2 of 720×1080 pixels"))
  }
}
