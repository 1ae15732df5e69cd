import GLESKitSupport
import Glibc
import ImageCoding
import Recording
import TestSupport
import Testing

@testable import PagecurlTool

/// `--manifest` and `verify`.
@Suite struct ManifestTests {
  private let page = Pagecurl.page("page-1.png")

  /// Runs the tool in a folder, as manifests need it.
  private func run(_ arguments: String, in folder: String) throws -> (status: Int, text: String) {
    let line = "cd '\(folder)'; exec '\(Pagecurl.path)' \(arguments)"
    let run = try Subprocess(["sh", "-c", line], capturesErrors: true)
    return (run.status, run.text + String(decoding: run.errors, as: UTF8.self))
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try AtomicFile.write(try Files.read(page), to: "\(folder.path)/page.png")
    return folder
  }

  @Test(
    .long,
    arguments: [
      "-n 3 -o out", "-n 3 -o out/ --contact-sheet sheet.png", "-t 0.4 -o still.jpg",
      "-n 3 -o book.webm", "-n 3 -o book.mp4", "-n 3 -o book.gif", "-o book.html",
      "-o index.html --layout spread",
    ])
  func theSameMachineDrawsTheSameBytes(output: String) throws {
    let scratch = try folder()
    let made = try run("page.png -s 60x80 \(output) --manifest m.json", in: scratch.path)
    try #require(made.status == 0, "\(made.text)")
    let before = try contents(of: scratch.path)
    let verified = try run("verify m.json", in: scratch.path)
    #expect(verified.status == 0 && verified.text.hasSuffix(": ok"), "\(verified.text)")
    #expect(try contents(of: scratch.path) == before)
  }

  /// A manifest that another driver or version wrote: other bytes, with nearly the same pixels.
  @Test(.long) func otherBytesWithinATolerance() throws {
    let scratch = try folder()
    try #require(
      try run("page.png -s 60x80 -n 3 -o out --manifest m.json", in: scratch.path).status == 0)
    let frame = "\(scratch.path)/out/frame-0001.png"
    let hash = try SHA256.hash(ofFile: frame)
    var image = try ImageFile.read(frame)
    image[3, 4].x ^= 2
    try ImageFile.write(image, to: frame)
    let path = "\(scratch.path)/m.json"
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let other = text.replacing(hash, with: try SHA256.hash(ofFile: frame))
    try #require(other != text)
    try AtomicFile.write(Array(other.utf8), to: path)
    for (options, status, words) in [
      ("", 1, "'out/frame-0001.png': other bytes; draw the job again"),
      ("--tolerance 1", 1, "differs by 2 of 255"),
      ("--tolerance 2", 0, "3 outputs: ok"),
    ] {
      let verified = try run("verify m.json \(options)", in: scratch.path)
      #expect(verified.status == status && verified.text.contains(words), "\(verified.text)")
    }
  }

  /// A manifest of a version that wrote other files beside a web page.
  @Test func filesOfOtherVersions() throws {
    let scratch = try folder()
    try #require(
      try run("page.png -s 60x80 -o site/index.html --manifest m.json", in: scratch.path).status
        == 0)
    let path = "\(scratch.path)/m.json"
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let page = try SHA256.hash(ofFile: "\(scratch.path)/site/index.html")
    for (from, to, words) in [
      ("package.json", "old.json", ["'site/gleskit-book/old.json': the job doesn't write"]),
      (page, String(repeating: "0", count: 64), ["'site/index.html': other bytes"]),
    ] {
      let other = text.replacing("package.json", with: "old.json").replacing(from, with: to)
      try AtomicFile.write(Array(other.utf8), to: path)
      let verified = try run("verify m.json", in: scratch.path)
      #expect(verified.status == 1)
      for word in words + ["'gleskit-book/package.json': the job writes this file now"] {
        #expect(verified.text.contains(word), "\(verified.text)")
      }
      #expect(verified.text.contains("index.html': other") == (from == page))
    }
  }

  @Test func changedFiles() throws {
    let scratch = try folder()
    try #require(
      try run("page.png -s 60x80 -t 0.4 -o s.png --manifest m.json", in: scratch.path).status == 0)
    try AtomicFile.write([1], to: "\(scratch.path)/s.png")
    var verified = try run("verify m.json", in: scratch.path)
    #expect(verified.status == 1)
    #expect(verified.text.contains("'s.png': the file itself has changed; delete"))
    unlink("\(scratch.path)/s.png")
    #expect(try run("verify m.json", in: scratch.path).status == 0)
    try AtomicFile.write(
      try Files.read(Pagecurl.page("title.png")), to: "\(scratch.path)/page.png")
    verified = try run("verify m.json", in: scratch.path)
    #expect(verified.status == 1)
    #expect(verified.text.contains("'page.png': this input has changed; restore"))
    try AtomicFile.write(Array("{\"manifest\": 1}".utf8), to: "\(scratch.path)/m.json")
    #expect(try run("verify m.json", in: scratch.path).status == 2)
    #expect(try run("verify page.png", in: scratch.path).status == 2)
  }

  @Test func manifestsOverwriteNothing() throws {
    let scratch = try folder()
    for path in ["page.png", "out/frame-0001.png", "sheet.png"] {
      let run = try run(
        "page.png -n 3 -o out --contact-sheet sheet.png --manifest \(path)", in: scratch.path)
      #expect(run.status == 2 && run.text.contains("would overwrite"), "\(run.text)")
    }
    #expect(try run("page.png -t 0 -o - --format png --manifest m", in: scratch.path).status == 2)
    #expect(try Files.list(scratch.path) == ["page.png"])
  }

  /// The judge of the hashes is sha256sum.
  @Test func hashesAreThoseOfSha256sum() throws {
    let folder = try TemporaryFolder()
    for count in [0, 1, 63, 64, 65, 600_001] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      let path = "\(folder.path)/\(count)"
      try AtomicFile.write(bytes, to: path)
      let judge = try Subprocess(["sha256sum", path]).text.prefix(64)
      #expect(try SHA256.hash(ofFile: path) == judge, "\(count) bytes")
    }
  }

  /// A still beside the pages is no input.
  @Test func outputsAreNoInputs() throws {
    let scratch = try folder()
    let made = try run(". -s 60x80 -t 0.4 -o still.png --manifest m.json", in: scratch.path)
    try #require(made.status == 0, "\(made.text)")
    let text = String(decoding: try Files.read("\(scratch.path)/m.json"), as: UTF8.self)
    let inputs = try #require(text.firstRange(of: "\"outputs\"")).lowerBound
    #expect(text[..<inputs].contains("./page.png"))
    #expect(!text[..<inputs].contains("./still.png"), "\(text)")
  }

  /// A setting of Mesa's with which it destroyed the heap.
  @Test func narrowVectors() throws {
    let scratch = try folder()
    let run = try Pagecurl(
      [page, "-n", "3", "-o", "\(scratch.path)/out"], prefix: ["env", "LP_NATIVE_VECTOR_WIDTH=128"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
