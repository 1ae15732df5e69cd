import Glibc
import TestSupport
import Testing

@testable import GLESKitSupport

/// The identity of a file under all of its names.
@Suite struct FileIdentityTests {
  @Test func namesOfOneFile() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/file"
    try AtomicFile.write([1], to: path)
    try AtomicFile.write([1], to: "\(folder.path)/other")
    symlink("file", "\(folder.path)/link")
    link(path, "\(folder.path)/hard")
    let file = try #require(FileIdentity(ofInput: path))
    for name in [
      "link", "hard", "./file", "../\(folder.path.split(separator: "/").last ?? "")/file",
    ] {
      #expect(FileIdentity(ofInput: "\(folder.path)/\(name)") == file, "\(name)")
      #expect(FileIdentity(ofOutput: "\(folder.path)/\(name)") == file, "\(name)")
    }
    #expect(FileIdentity(ofInput: "\(folder.path)/other") != file)
    #expect(FileIdentity(ofInput: "\(folder.path)/none") == nil)
    #expect(FileIdentity(ofOutput: "/dev/null") == nil)
  }

  @Test func namesOfANewFile() throws {
    let folder = try TemporaryFolder()
    symlink(".", "\(folder.path)/here")
    symlink("a/new", "\(folder.path)/dangling")
    symlink("loop", "\(folder.path)/loop")
    let new = try #require(FileIdentity(ofOutput: "\(folder.path)/a/new"))
    for name in ["here/a/new", "a/./new", "a//new", "a/NEW", "dangling", "a/new/"] {
      #expect(FileIdentity(ofOutput: "\(folder.path)/\(name)") == new, "\(name)")
    }
    for name in ["a", "new", "a/new/x", "loop"] {
      #expect(FileIdentity(ofOutput: "\(folder.path)/\(name)") != new, "\(name)")
    }
    #expect(FileIdentity(ofOutput: "\(folder.path)/loop") == nil)
  }

  @Test func foldersOfFiles() {
    for (path, folder) in [
      ("a", "."), ("a/b", "a"), ("a/b/", "a"), ("/a", "/"), ("/a/b//", "/a"), ("/", "/"), ("", "."),
    ] {
      #expect(AtomicFile.folder(of: path) == folder, "\(path)")
    }
  }
}

/// Names that a `String` cannot hold.
@Suite struct UndecodableNameTests {
  @Test func bytesThatAreNotUTF8AreEscaped() {
    func line(_ bytes: [UInt8]) -> String {
      (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
        $0.baseAddress.map { oneLine($0) } ?? ""
      }
    }
    #expect(line(Array("caf".utf8) + [0xE9] + Array(".png".utf8)) == "caf\\xe9.png")
    #expect(line([0xF0, 0x9F, 0x98] + Array("é\n".utf8)) == "\\xf0\\x9f\\x98é\\n")
    #expect(line([0xC0, 0x80, 0xFF]) == "\\xc0\\x80\\xff")
    #expect(line([]) == "")
  }

  @Test func foldersListThemApart() throws {
    let folder = try TemporaryFolder()
    let path = Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xE9]
    let name = (path + [0]).map { CChar(bitPattern: $0) }
    try AtomicFile.write([1], to: "\(folder.path)/é")
    close(open(name, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(name) }
    var lost: [String] = []
    let names = try Files.list(folder.path) { name, isFolder in
      lost.append(name)
      #expect(!isFolder)
    }
    #expect(names == ["é"] && lost == ["\\xe9"])
  }
}
