import GLESKitSupport
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
