import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

/// What `pictures.c` made and found right: its PNG files and their pixels.
private final class Pictures {
  let folder: TemporaryFolder
  private static let count = Sweep(short: 30, sample: 100, full: 400).count

  /// Builds it with some flags and runs it.
  init(_ flags: [String], seed: Int) throws {
    folder = try TemporaryFolder()
    let kernels = try Files.list(repositoryFile("Sources/CKernels/Frames"))
      .filter { $0.hasSuffix(".c") }.map { repositoryFile("Sources/CKernels/Frames/\($0)") }
    let program = try TemporaryFolder()
    let built = try Subprocess(
      ["clang", "-std=c17", "-Wall", "-Wextra", "-Werror", "-fuse-ld=lld"] + flags
        + ["-I", repositoryFile("Sources/CKernels/Frames/include")]
        + [repositoryFile("Tests/FrameKernelsTests/pictures.c")] + kernels
        + ["-lisal", "-o", "\(program.path)/pictures"],
      capturesErrors: true)
    #expect(built.status == 0, "\(built.text)")
    let run = try Subprocess(
      ["\(program.path)/pictures", "\(seed)", "\(Self.count)", folder.path], capturesErrors: true)
    #expect(run.status == 0, "\(run.text)")
    // Each with one of parts.
    #expect(try names.count == 2 * Self.count)
  }

  var names: [String] {
    get throws { try Files.list(folder.path).filter { $0.hasSuffix(".png") }.sorted() }
  }

  func bytes(_ name: String) throws -> [UInt8] { try Files.read("\(folder.path)/\(name)") }
}

@Test func picturesComeBackTheSame() throws {
  let pictures = try Pictures(["-O2"], seed: 1)
  let names = try pictures.names
  for name in names {
    let image = try ImageFile.decode(try pictures.bytes(name), name: name)
    #expect(image.pixels == (try pictures.bytes("\(name.dropLast(3))rgba")), "\(name)")
  }
  let judge = try Subprocess([
    "/usr/bin/python3", repositoryFile("Tests/FrameKernelsTests/pictures.py"), pictures.folder.path,
  ])
  #expect(judge.text == "\(names.count)")
}

/// With the address sanitizer, so that nothing beyond the room that was given is touched either.
@Test(.long) func filesAreTheSameOnAllProcessors() throws {
  let usual = try Pictures(["-O2"], seed: 2)
  for flags in [["-O2", "-DPORTABLE"], ["-O1", "-fsanitize=address,undefined"]] {
    let other = try Pictures(flags + ["-fno-sanitize-recover=all"], seed: 2)
    for name in try usual.names {
      #expect(try usual.bytes(name) == other.bytes(name), "\(flags): \(name)")
    }
  }
}
