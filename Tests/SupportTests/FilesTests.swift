import GLESKitSupport
import Glibc
import TestSupport
import Testing

/// Names are in the order of their bytes, also names that Unicode takes for the same one.
@Test func namesAreInTheOrderOfBytes() throws {
  let folder = try TemporaryFolder()
  let names = [
    "B", "a", "a long name that goes on 1", "a long name that goes on 10",
    "a long name that goes on 2", "a.b", "ab", "e\u{301}", "z", "\u{e9}", "\u{1F600}",
  ]
  for name in names.reversed() { try AtomicFile.write([], to: "\(folder.path)/\(name)") }
  #expect(try Files.list(folder.path).map { Array($0.utf8) } == names.map { Array($0.utf8) })
}

/// A job of a million frames waits for each of them.
@Test func filesAreClosedOnceTheyAreOnTheDisk() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/file"
  try AtomicFile.write([1], to: path)
  try Files.synchronize([path, path])
  var file = stat()
  try #require(stat(path, &file) == 0)
  let open = try Files.list("/proc/self/fd").filter {
    var other = stat()
    return stat("/proc/self/fd/\($0)", &other) == 0 && other.st_dev == file.st_dev
      && other.st_ino == file.st_ino
  }
  #expect(open == [])
}
