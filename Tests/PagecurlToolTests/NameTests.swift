import GLESKitSupport
import Glibc
import ImageCoding
import TestSupport
import Testing

/// File names of all kinds: in other encodings, with commands for the terminal, and of inputs.
@Suite struct NameTests {
  private let page = Pagecurl.page("page-1.png")

  /// Runs a line of shell in a scratch folder with the page as `page.png`. In the line, `$P` is
  /// the tool, and `$E` the byte of é in Latin-1, which is not UTF-8.
  private func shell(_ line: String, in folder: String) throws -> (Subprocess, errors: String) {
    try AtomicFile.write(try Files.read(page), to: "\(folder)/page.png")
    let script = "cd '\(folder)'; P='\(Pagecurl.path)'; E=$(printf '\\351'); \(line)"
    let run = try Subprocess(["sh", "-c", script], capturesErrors: true)
    return (run, String(decoding: run.errors, as: UTF8.self))
  }

  /// As inputs they were unreadable, and as outputs two of them became one file.
  @Test(arguments: [
    "\"$P\" \"caf$E.png\" -t 0 -o out.png", "\"$P\" page.png -t 0 -o \"$E.png\"",
    "\"$P\" page.png -t 0 \"--output=$E.png\"", "\"$P\" page.png -n 2 -o \"$E/\"",
    "\"$P\" join \"$E\" -o out",
  ])
  func argumentsThatAreNotUTF8(line: String) throws {
    let scratch = try TemporaryFolder()
    let (run, errors) = try shell(
      "cp page.png \"caf$E.png\"; \(line); S=$?; rm caf*; exit $S", in: scratch.path)
    #expect(run.status == 2)
    #expect(
      errors.contains("\\xe9") && errors.contains("is not UTF-8; rename the file"), "\(errors)")
    #expect(errors.split(separator: "\n").count == 1)
    #expect(try Files.list(scratch.path) == ["page.png"])
  }

  @Test func pagesOfAFolder() throws {
    let scratch = try TemporaryFolder()
    let (run, errors) = try shell(
      "mkdir in; cp page.png in; echo > \"in/$E.txt\"; \"$P\" in -n 2 -o out/ || exit 9;"
        + " cp page.png \"in/caf$E.png\"; \"$P\" in -n 2 -o out/; S=$?; rm -r in; exit $S",
      in: scratch.path)
    #expect(run.status == 1)
    #expect(errors.hasPrefix("pagecurl: cannot read 'in/caf\\xe9.png'"), "\(errors)")
    #expect(errors.contains("names must be UTF-8") && errors.split(separator: "\n").count == 1)
  }

  /// The current folder may have any name, also when files are replaced and videos joined.
  @Test(.long) func foldersAbove() throws {
    let scratch = try TemporaryFolder()
    let (run, errors) = try shell(
      "mkdir \"$E\"; mv page.png \"$E\"; cd \"$E\";"
        + " for I in 1 2; do \"$P\" page.png -t 0 -o out.png || exit 9; done;"
        + " \"$P\" page.png -n 4 --hold 0 --set segment=0.05 -o out.mp4 || exit 8;"
        + " \"$P\" page.png -n 4 -o frames --contact-sheet sheet.png || exit 7; ls; rm -r frames;"
        + " rm *; cd ..; rmdir \"$E\"", in: scratch.path)
    #expect(run.status == 0, "\(errors)")
    #expect(run.text == "frames\nout.mp4\nout.png\npage.png\nsheet.png", "\(run.text)")
    #expect(try Files.list(scratch.path) == [])
  }

  @Test func linksThatLeadToSuchNames() throws {
    let scratch = try TemporaryFolder()
    let (run, errors) = try shell(
      "ln -s \"$E.png\" out.png; \"$P\" page.png -t 0 -o out.png", in: scratch.path)
    #expect(run.status == 1 && errors.contains("cannot write 'out.png'"), "\(errors)")
    #expect(try Files.list(scratch.path) == ["out.png", "page.png"])
  }

  @Test func scriptsThatAreNotUTF8() throws {
    let scratch = try TemporaryFolder()
    let (run, errors) = try shell(
      "printf '{\"input\": \"%s.png\"}' \"$E\" > turns.json; \"$P\" --script turns.json -o out",
      in: scratch.path)
    #expect(run.status == 2 && errors.contains("turns.json: is not JSON"), "\(errors)")
  }

  /// Direction marks turn `gpj.exe` into `exe.jpg` on the screen.
  @Test func commandsForTheTerminal() throws {
    let scratch = try TemporaryFolder()
    let name = "a\u{202E}b\u{2066}c\u{1B}[2J\u{9B}d\ne"
    for arguments in [
      ["\(name).png", "-o", "out"], [page, "-o", "\(name)/x/y.mp4"], [page, "--\(name)"],
      [page, "-n", name], ["--script", name, "-o", "out"], ["join", name, "-o", "out"],
      [page, "-n", "2", "--name", "\(name).png", "-o", "\(scratch.path)/out"],
      [page, "-n", "2", "-q", "--json"], [page, "-n", "2", "-o", "/nowhere/\(name)"],
      [page, "-n", "2", "--progress", "json", "-o", "\(scratch.path)/\(name)"],
    ] {
      let run = try Pagecurl(arguments)
      for text in [run.output, run.errors] {
        #expect(
          text.unicodeScalars.allSatisfy {
            $0 == "\n"
              || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                && !$0.properties.isBidiControl
          }, "\(arguments): \(text.debugDescription)")
      }
    }
  }

  /// Six of six pages were lost, with an exit status of 0.
  @Test func pagesNamedLikeFrames() throws {
    let scratch = try TemporaryFolder()
    for number in 0..<6 {
      try AtomicFile.write(try Files.read(page), to: "\(scratch.path)/frame-000\(number).png")
    }
    let before = try contents(of: scratch.path)
    for arguments in [
      [scratch.path, "-o", scratch.path], [scratch.path, "-o", scratch.path, "--dry-run"],
      ["\(scratch.path)/frame-0002.png", "-n", "4", "-o", "\(scratch.path)/./"],
    ] {
      let run = try Pagecurl(arguments)
      #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains("would overwrite the page"), "\(run.errors)")
      #expect(try contents(of: scratch.path) == before)
    }
    // Standard output, when the shell has opened a page for it.
    let page = "\(scratch.path)/frame-0001.png"
    let run = try Pagecurl(
      [page, "-t", "0.4", "-o", "-", "--format", "png"],
      prefix: ["sh", "-c", "exec \"$0\" \"$@\" >>'\(page)'"])
    #expect(run.status == 2 && run.errors.contains("would overwrite the page"), "\(run.errors)")
    #expect(try contents(of: scratch.path) == before)
  }

  @Test func scriptsThatAreOutputs() throws {
    let scratch = try TemporaryFolder()
    let script = "\(scratch.path)/turns.json"
    try AtomicFile.write(Array("{\"input\": \"\(page)\", \"frames\": 2}".utf8), to: script)
    let before = try contents(of: scratch.path)
    let run = try Pagecurl(["--script", script, "--format", "gif", "-o", script])
    #expect(run.status == 2 && run.errors.contains("would overwrite the input"), "\(run.errors)")
    #expect(try contents(of: scratch.path) == before)
  }

  @Test func passwordsThatAreOutputs() throws {
    let scratch = try TemporaryFolder()
    let secret = "\(scratch.path)/secret.txt"
    try AtomicFile.write(Array("open\n".utf8), to: secret)
    let run = try Pagecurl([page, "--password", "@\(secret)", "--format", "gif", "-o", secret])
    #expect(run.status == 2 && run.errors.contains("would overwrite the input"), "\(run.errors)")
    #expect(try Files.read(secret) == Array("open\n".utf8))
  }
}
