import Files
import Glibc
import TestSupport
import Testing

@Test func atomicFileAppearsOnlyWhenCommitted() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/a.bin"
  do {
    let file = try AtomicFile(path)
    try [1, 2, 3].withUnsafeBytes { try file.write($0) }
    #expect(try Files.list(folder.path) == [])
  }
  #expect(try Files.list(folder.path) == [], "dropped without commit: nothing is left")
  try AtomicFile.write([7], to: path)
  try AtomicFile.write([8, 9], to: path)
  #expect(try Files.read(path) == [8, 9])
  #expect(try Files.list(folder.path) == ["a.bin"])
}

@Test func atomicFileFollowsLinksAndWritesDevices() throws {
  let folder = try TemporaryFolder()
  try AtomicFile.write([1], to: "\(folder.path)/real")
  symlink("real", "\(folder.path)/link")
  try AtomicFile.write([2], to: "\(folder.path)/link")
  #expect(try Files.read("\(folder.path)/real") == [2])
  try AtomicFile.write([1, 2], to: "/dev/null")
  #expect(throws: FileError(.write, "/dev/full", code: ENOSPC)) {
    try AtomicFile.write([1, 2], to: "/dev/full")
  }
  #expect(throws: FileError(.write, folder.path, code: EISDIR)) {
    try AtomicFile.write([1], to: folder.path)
  }
  #expect(throws: FileError(.write, "\(folder.path)/no/such", code: ENOENT)) {
    try AtomicFile.write([1], to: "\(folder.path)/no/such")
  }
}

@Test func readHonoursItsLimit() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/long"
  let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  try AtomicFile.write(bytes, to: path)
  #expect(try Files.read(path) == bytes)
  #expect(throws: FileError(.read, path, code: EFBIG)) { try Files.read(path, limit: 299_999) }
  #expect(throws: FileError(.read, "/dev/zero", code: EFBIG)) {
    try Files.read("/dev/zero", limit: 1 << 20)
  }
  #expect(throws: FileError(.read, folder.path, code: EISDIR)) { try Files.read(folder.path) }
}

@Test func createFoldersReportsWhatItMade() throws {
  let folder = try TemporaryFolder()
  let made = try Files.createFolders("\(folder.path)/a/b/")
  #expect(made == ["\(folder.path)/a", "\(folder.path)/a/b"])
  #expect(try Files.createFolders("\(folder.path)/a/b") == [])
  try AtomicFile.write([1], to: "\(folder.path)/file")
  #expect(throws: FileError.self) { try Files.createFolders("\(folder.path)/file/x") }
  Files.removeEmptyFolders(made)
  #expect(try Files.list(folder.path) == ["file"])
}
