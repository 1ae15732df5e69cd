import Glibc
import TestSupport
import Testing

@testable import GLESKitSupport

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

/// Links in `/proc/self/fd` lead to an open file, whatever is at the path that they show.
@Test(arguments: [false, true])
func atomicFileWritesAnOpenFileThatLostItsName(isReplaced: Bool) throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/a.bin"
  try AtomicFile.write([1, 2, 3], to: path)
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  unlink(path)
  if isReplaced { try AtomicFile.write([4], to: "\(path) (deleted)") }
  try AtomicFile.write([5, 6], to: "/dev/fd/\(descriptor)")
  #expect(try Files.read("/proc/self/fd/\(descriptor)") == [5, 6])
  #expect(try Files.list(folder.path) == (isReplaced ? ["a.bin (deleted)"] : []))
  if isReplaced { #expect(try Files.read("\(path) (deleted)") == [4]) }
}

@Test func readHonorsItsLimit() throws {
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

/// On a file system without unnamed files, a hidden name is used. A killed process leaves it
/// behind, and it contains the name of the file.
@Test func atomicFileWithoutUnnamedFiles() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/frame-1.png"
  for old in [nil, [7]] as [[UInt8]?] {
    if let old { try AtomicFile.write(old, to: path) }
    do {
      let file = try AtomicFile(path, allowsUnnamed: false)
      try [1, 2, 3].withUnsafeBytes { try file.write($0) }
      let hidden = try Files.list(folder.path).filter { $0 != "frame-1.png" }
      #expect(hidden.count == 1 && hidden[0].hasPrefix("."))
      #expect(AtomicFile.owner(ofTemporary: hidden[0]) == "frame-1.png")
      #expect(try old == (Files.kind(of: path) == nil ? nil : Files.read(path)))
    }
    #expect(try Files.list(folder.path) == (old == nil ? [] : ["frame-1.png"]), "dropped")
    let file = try AtomicFile(path, allowsUnnamed: false)
    try ([8, 9] as [UInt8]).withUnsafeBytes { try file.write($0) }
    try file.commit()
    #expect(try Files.read(path) == [8, 9])
    #expect(try Files.list(folder.path) == ["frame-1.png"])
    unlink(path)
  }
  for name in ["frame.png", ".frame.part", "frame.1.part", ".part", "..part", ".a.b"] {
    #expect(AtomicFile.owner(ofTemporary: name) == nil, "\(name)")
  }
}

@Test func aSecondNameOrACopy() throws {
  let folder = try TemporaryFolder()
  let (source, target) = ("\(folder.path)/a", "\(folder.path)/b")
  try AtomicFile.write([1, 2], to: source)
  // To nothing, to itself, and over another file.
  for _ in 0..<2 { try Files.link(source, to: target) }
  unlink(target)
  try AtomicFile.write([3], to: target)
  try Files.link(source, to: target)
  #expect(try Files.read(target) == [1, 2] && Files.length(of: target) == 2)
  #expect(try Files.list(folder.path) == ["a", "b"])
  #expect(throws: FileError(.read, "\(folder.path)/c", code: ENOENT)) {
    try Files.link("\(folder.path)/c", to: target)
  }
  #expect(throws: FileError(.write, "\(folder.path)/d/e", code: ENOENT)) {
    try Files.link(source, to: "\(folder.path)/d/e")
  }
  #expect(throws: FileError(.write, folder.path, code: EISDIR)) {
    try Files.link(source, to: folder.path)
  }
  #expect(Files.length(of: folder.path) == nil && Files.length(of: "\(folder.path)/c") == nil)
}

@Test func aFileIsReadInPieces() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/large"
  for count in [0, 1, 1 << 18, 600_001] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try AtomicFile.write(bytes, to: path)
    var (read, longest): ([UInt8], Int) = ([], 0)
    try Files.read(path) { piece in
      read += piece
      longest = max(longest, piece.count)
    }
    #expect(read == bytes && longest <= 1 << 18)
  }
  #expect(throws: FileError(.read, "\(folder.path)/none", code: ENOENT)) {
    try Files.read("\(folder.path)/none") { _ in }
  }
  #expect(throws: FileError(.read, folder.path, code: EISDIR)) {
    try Files.read(folder.path) { _ in }
  }
}

@Test func aReplacedFileKeepsItsPermissionsAndHardLinks() throws {
  let folder = try TemporaryFolder()
  let (path, other) = ("\(folder.path)/a", "\(folder.path)/other")
  try AtomicFile.write([1], to: path)
  chmod(path, 0o600)
  try AtomicFile.write([2, 3], to: path)
  var status = stat()
  #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)

  #expect(link(path, other) == 0)
  try AtomicFile.write([4], to: path)
  #expect(try Files.read(path) == [4] && Files.read(other) == [4])
  // Frames are linked to those of a part, which must not change.
  try AtomicFile.write([5, 6], to: path, as: .member)
  #expect(try Files.read(path) == [5, 6] && Files.read(other) == [4])
}

@Test func linksThatLeadNowhereAreFollowedOrRefused() throws {
  let folder = try TemporaryFolder()
  let link = "\(folder.path)/link"
  #expect(symlink("new", link) == 0)
  try AtomicFile.write([1], to: link)
  #expect(try Files.read("\(folder.path)/new") == [1])
  var status = stat()
  #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)

  let loop = "\(folder.path)/loop"
  #expect(symlink("loop", loop) == 0)
  #expect(throws: FileError(.write, loop, code: ELOOP)) { try AtomicFile.write([1], to: loop) }
}

/// A name of 255 bytes leaves no room for a temporary name around it.
@Test(arguments: ["a", "ä"]) func longNamesCanBeOverwritten(letter: String) throws {
  let folder = try TemporaryFolder()
  let path =
    "\(folder.path)/" + String(repeating: letter, count: letter.utf8.count == 1 ? 255 : 127)
  for allowsUnnamed in [true, true, false] {
    let file = try AtomicFile(path, allowsUnnamed: allowsUnnamed)
    try file.write([1])
    try file.commit()
  }
  #expect(try Files.list(folder.path).count == 1)
}

@Test func aScratchFileIgnoresWhatIsInItsFolder() throws {
  let folder = try TemporaryFolder()
  #expect(mkfifo("\(folder.path)/scratch", 0o600) == 0)
  let file = try AtomicFile(scratchIn: folder.path)
  try file.write([1, 2, 3])
  #expect(try Files.read("/proc/self/fd/\(file.descriptor)") == [1, 2, 3])
  try file.commit()
  #expect(try Files.list(folder.path) == ["scratch"], "it never gets a name")
  #expect(throws: FileError(.write, "\(folder.path)/no", code: ENOENT)) {
    _ = try AtomicFile(scratchIn: "\(folder.path)/no")
  }
}

/// The write has begun, so the system tells how much was written, and raises SIGPIPE all the same.
@Test func aReaderThatLeavesDuringAWrite() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/pipe"
  try #require(mkfifo(path, 0o600) == 0)
  let reader = try TestSupport.Thread {
    let end = open(path, O_RDONLY)
    var waiting: Int32 = 0
    while waiting < 1 << 16 {
      usleep(1000)
      _ = ioctl(end, UInt(FIONREAD), &waiting)
    }
    close(end)
  }
  let file = try AtomicFile(path)
  #expect(throws: FileError(.write, path, code: EPIPE)) {
    try file.write([UInt8](repeating: 1, count: 1 << 20))
  }
  try reader.join()
}
