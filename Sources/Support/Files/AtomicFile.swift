import Glibc

/// A file that appears under its name only when it is complete.
///
/// The bytes go to an unnamed file in the target's folder (`O_TMPFILE`), which the kernel discards
/// if the process dies; ``commit()`` gives it its name. On a file system without unnamed files, a
/// hidden temporary name is used instead and removed if the value is dropped.
///
/// A file that is replaced keeps its permissions. A symbolic link is followed, even if its target
/// doesn't exist yet. Pipes and devices are written directly, and so are standard output, which the
/// path `-` means, and an open file without a name at `/dev/fd/N`.
package struct AtomicFile: ~Copyable {
  /// What a file is for, which decides how it is committed.
  package enum Role: Sendable {
    /// A finished output. ``AtomicFile/commit()`` returns when the bytes and the name are on the
    /// disk, and keeps the other hard links of a file that it replaces.
    case document
    /// One of many files in a folder that ``Files/synchronize(_:)`` later waits for together.
    /// Replacing it leaves its other hard links alone: frames may be linked to those of a part.
    case member
  }

  /// The path as the caller gave it, or "standard output".
  package let path: String
  private let target: String
  /// The open file, for a program that is to write it; it is closed with this value.
  package let descriptor: Int32
  private let staging: Staging
  private let role: Role

  private enum Staging {
    case unnamed
    case named(String)
    case direct
    /// Has no target: the bytes are for this process only.
    case scratch
  }

  deinit {
    close(descriptor)
    if case .named(let name) = staging { unlink(name) }
  }
}

extension AtomicFile {
  /// Opens a file for writing; nothing is visible at `path` until ``commit()``.
  ///
  /// - Parameter allowsUnnamed: Whether to try a file without a name; a test says no.
  package init(
    _ path: String, as role: Role = .document, allowsUnnamed: Bool = true
  ) throws(FileError) {
    guard path != "-" else {
      let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw FileError(.write, Files.standardOutput, code: errno) }
      self.init(
        path: Files.standardOutput, target: path, descriptor: descriptor, staging: .direct,
        role: role)
      return
    }
    let target = try Self.resolved(path)
    let kind = Files.kind(of: path)
    // A link in /proc/self/fd opens its file, even if that was removed or replaced.
    let hasLostItsName =
      kind == .regular && path != target
      && FileIdentity(ofInput: path) != FileIdentity(ofInput: target)
    switch kind {
    case .folder: throw FileError(.write, path, code: EISDIR)
    case .special,
      .regular where hasLostItsName:
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC)
      guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
      self.init(path: path, target: target, descriptor: descriptor, staging: .direct, role: role)
      return
    case .regular where access(target, W_OK) != 0:
      // A rename would replace a file that its owner made read-only.
      throw FileError(.write, path, code: errno)
    case .regular, nil: break
    }
    if allowsUnnamed, let unnamed = try Self.openUnnamed(in: Self.folder(of: target), for: path) {
      self.init(path: path, target: target, descriptor: unnamed, staging: .unnamed, role: role)
      return
    }
    let name = Self.temporaryName(beside: target)
    let named = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard named >= 0 else { throw FileError(.write, path, code: errno) }
    self.init(path: path, target: target, descriptor: named, staging: .named(name), role: role)
  }

  /// What errors call a file without a name.
  static let scratchName = "(temporary file)"

  /// Opens a file without a name, readable and writable, for bytes that only this process and its
  /// children need. It is never committed. The corresponding C function is `open` with `O_TMPFILE`.
  ///
  /// - Parameter folder: An existing folder, which errors name.
  package init(scratchIn folder: String) throws(FileError) {
    var descriptor = try Self.openUnnamed(in: folder, for: folder) ?? -1
    if descriptor < 0 {
      // An exclusive, random name, removed at once: nobody else can have made or linked it.
      let name = Self.temporaryName(beside: "\(folder)/scratch")
      descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileError(.write, folder, code: errno) }
      unlink(name)
    }
    self.init(
      path: "\(folder)/\(Self.scratchName)", target: folder, descriptor: descriptor,
      staging: .scratch, role: .member)
  }

  /// Opens an unnamed file; `nil` if the file system has none.
  private static func openUnnamed(in folder: String, for path: String) throws(FileError) -> Int32? {
    let unnamed = open(folder, unnamedFile | O_RDWR | O_CLOEXEC, 0o666)
    if unnamed >= 0 { return unnamed }
    guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
      throw FileError(.write, path, code: errno)
    }
    return nil
  }

  /// Whether bytes can be written in any order: false for pipes, devices and standard output, which
  /// may be in the middle of a file.
  package var isSeekable: Bool {
    if case .direct = staging { return false }
    return true
  }

  /// Whether this is a pipe whose readers have all gone. The corresponding C function is `poll`.
  package var isBroken: Bool {
    var end = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&end, 1, 0) > 0 && end.revents & Int16(POLLERR) != 0
  }

  /// Appends all of `bytes`. The corresponding C function is `write`.
  ///
  /// - Throws: `EPIPE` for a pipe without a reader; the signal that comes with it is suppressed.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try write(bytes) { rest in
      if case .direct = staging {
        return Pipes.ignoringBroken { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      return (Glibc.write(descriptor, rest.baseAddress, min(rest.count, Self.piece)), errno)
    }
  }

  /// The most bytes of a call. Linux 6.18 copies longer pieces to ext4 two to four times more
  /// slowly: 120 frames as drafts in PNG took 0.7 s of system time instead of 0.3.
  private static let piece = 1 << 16

  /// Appends all of `bytes`. The corresponding C function is `write`.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Overwrites the file from `offset` with all of `bytes`. The corresponding C function is
  /// `pwrite`.
  ///
  /// - Precondition: ``isSeekable``.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(isSeekable, "a pipe cannot seek")
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer)) { rest in
        let done = bytes.count - rest.count
        return (pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done)), errno)
      }
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer,
    by call: (UnsafeRawBufferPointer) -> (result: Int, code: Int32)
  ) throws(FileError) {
    let code = Pipes.writeAll(bytes, to: descriptor, by: call)
    if code != 0 { throw FileError(.write, path, code: code) }
  }

  /// Gives the file its name, replacing an existing file. Nothing can be written afterwards.
  package consuming func commit() throws(FileError) {
    var old = stat()
    let replaces = stat(target, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
    switch staging {
    case .direct, .scratch: return
    case .named, .unnamed: break
    }
    if replaces {
      // Without the right to change the owner, the file belongs to the current user.
      if old.st_uid != geteuid() || old.st_gid != getegid() {
        _ = fchown(descriptor, old.st_uid, old.st_gid)
      }
      _ = fchmod(descriptor, old.st_mode & 0o7777)
    }
    if role == .document { try Files.synchronize(descriptor, named: path) }
    if replaces && role == .document && old.st_nlink > 1 {
      try copy(overExisting: target)
    } else {
      try place()
      if role == .document { try Files.synchronizeFolder(Self.folder(of: target), for: path) }
    }
  }

  private func place() throws(FileError) {
    if case .named(let name) = staging {
      guard rename(name, target) == 0 else { throw FileError(.write, path, code: errno) }
      return
    }
    let source = "/proc/self/fd/\(descriptor)"
    if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
    // linkat does not replace a file, but rename does.
    guard errno == EEXIST else { throw FileError(.write, path, code: errno) }
    let name = Self.temporaryName(beside: target)
    guard linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0,
      rename(name, target) == 0
    else {
      let code = errno
      unlink(name)
      throw FileError(.write, path, code: code)
    }
  }

  /// Copies the complete file over one that has other hard links, which a rename would cut off.
  private func copy(overExisting target: String) throws(FileError) {
    let existing = open(target, O_WRONLY | O_CLOEXEC)
    guard existing >= 0 else { throw FileError(.write, path, code: errno) }
    defer { close(existing) }
    var old = stat()
    guard fstat(existing, &old) == 0 else { throw FileError(.write, path, code: errno) }
    // Reserve the space first: a full disk must not cost the content that is there.
    let length = lseek(descriptor, 0, SEEK_END)
    let code = length > 0 ? posix_fallocate(existing, 0, length) : 0
    guard code == 0 else {
      ftruncate(existing, old.st_size)
      throw FileError(.write, path, code: code)
    }
    lseek(descriptor, 0, SEEK_SET)
    while true {
      let count = sendfile(existing, descriptor, nil, 1 << 30)
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(.write, path, code: errno) }
    }
    guard ftruncate(existing, length) == 0 else { throw FileError(.write, path, code: errno) }
    try Files.synchronize(existing, named: path)
  }

  /// Writes `bytes` as the whole content of `path`, entirely or not at all.
  package static func write(
    _ bytes: [UInt8], to path: String, as role: Role = .document
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer), to: path, as: role)
    }
  }

  /// Writes a whole file.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to path: String, as role: Role = .document
  ) throws(FileError) {
    let file = try AtomicFile(path, as: role)
    try file.write(bytes)
    try file.commit()
  }

  /// `O_TMPFILE`: a macro that glibc shows only under `_GNU_SOURCE`, which Swift's importer lacks.
  /// The number is the same on every Linux architecture that Swift runs on; O_DIRECTORY is not.
  private static let unnamedFile = 0o20000000 | O_DIRECTORY

  /// The path without symbolic links at its end; the target of a link need not exist.
  static func resolved(_ path: String) throws(FileError) -> String {
    var place = path
    // The kernel follows at most 40 links, too.
    for _ in 0...40 {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(place, &buffer, buffer.count)
      guard count >= 0 else { return place }
      guard let link = String(validating: buffer[..<count], as: UTF8.self) else {
        throw FileError(.write, path, code: EILSEQ)
      }
      place = link.hasPrefix("/") ? link : "\(folder(of: place))/\(link)"
    }
    throw FileError(.write, path, code: ELOOP)
  }

  /// The folder that holds a file.
  package static func folder(of path: String) -> String {
    let name = path.lastIndex { $0 != "/" } ?? path.startIndex
    guard let slash = path[..<name].lastIndex(of: "/") else {
      return path.hasPrefix("/") ? "/" : "."
    }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func temporaryName(beside path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    // A name has at most 255 bytes; dot, tag and ending take 20.
    var stem = name[...]
    while stem.utf8.count > 234 { stem = stem.dropLast() }
    return "\(folder(of: path))/.\(stem).\(tag)\(temporaryEnding)"
  }

  private static let temporaryEnding = ".part"

  /// Returns the name of the file that a temporary name belongs to; `nil` for any other name.
  ///
  /// A process that is killed at the wrong moment leaves a temporary file behind. Only a caller
  /// that knows that no other process is writing the same file may remove it.
  package static func owner(ofTemporary name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(temporaryEnding) else { return nil }
    let rest = name.dropFirst().dropLast(temporaryEnding.count)
    guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex else { return nil }
    return String(rest[..<dot])
  }
}
