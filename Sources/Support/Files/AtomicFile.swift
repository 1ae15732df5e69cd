import Glibc

/// A file that appears under its name only when it is whole.
///
/// The bytes go to an unnamed file in the target's folder (`O_TMPFILE`), which the kernel discards if
/// the process dies, however it dies; ``commit()`` gives it its name. On a file system without
/// unnamed files a hidden temporary name is used instead and removed if the value is dropped.
///
/// A path at which a pipe or device stands is written straight to, and so is standard output, which
/// the path `-` means. A symbolic link is followed, as an ordinary write would.
package struct AtomicFile: ~Copyable {
  /// The path as the caller gave it, or the words for standard output.
  package let path: String
  private let target: String
  /// The open file, for a program that is to write it; it is closed with this value.
  package let descriptor: Int32
  private let staging: Staging

  /// How many bytes go to the kernel at once. For larger pieces it takes memory in larger blocks, which are those that have
  /// been free the longest: a virtual machine's host may have taken them back meanwhile, and a frame is written
  /// many times as slowly.
  private static let piece = 1 << 16

  private enum Staging {
    case unnamed
    case named(String)
    case direct
  }

  /// Opens a file for writing; nothing is visible at `path` until ``commit()``.
  package init(_ path: String) throws(FileError) { try self.init(path, allowsUnnamed: true) }

  /// - Parameter allowsUnnamed: Whether the file system may be asked for a file without a name; a test
  ///   says no.
  init(_ path: String, allowsUnnamed: Bool) throws(FileError) {
    guard path != "-" else {
      let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw FileError(.write, Files.standardOutput, code: errno) }
      self.init(
        path: Files.standardOutput, target: path, descriptor: descriptor, staging: .direct)
      return
    }
    let target = Self.resolved(path)
    switch Files.kind(of: target) {
    case .folder: throw FileError(.write, path, code: EISDIR)
    case .special:
      let descriptor = open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
      self.init(path: path, target: target, descriptor: descriptor, staging: .direct)
      return
    case .regular where access(target, W_OK) != 0:
      // A rename would replace a file that its owner made read-only.
      throw FileError(.write, path, code: errno)
    case .regular, nil: break
    }
    if allowsUnnamed {
      let unnamed = open(Self.folder(of: target), Self.unnamedFile | O_WRONLY | O_CLOEXEC, 0o666)
      if unnamed >= 0 {
        self.init(path: path, target: target, descriptor: unnamed, staging: .unnamed)
        return
      }
      guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
        throw FileError(.write, path, code: errno)
      }
    }
    let name = Self.temporaryName(beside: target)
    let named = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard named >= 0 else { throw FileError(.write, path, code: errno) }
    self.init(path: path, target: target, descriptor: named, staging: .named(name))
  }

  private init(path: String, target: String, descriptor: Int32, staging: Staging) {
    self.path = path
    self.target = target
    self.descriptor = descriptor
    self.staging = staging
  }

  deinit {
    close(descriptor)
    if case .named(let name) = staging { unlink(name) }
  }

  /// Whether bytes can be written in any order: false for a pipe, and for all that is written straight
  /// to, such as standard output, which may stand in the middle of a file.
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
  /// - Throws: `EPIPE` for a pipe that nobody reads any more; the signal that comes with it is taken
  ///   away.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try write(bytes) { rest in
      if case .direct = staging {
        return Pipes.ignoringBroken { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      }
      return (Glibc.write(descriptor, rest.baseAddress, min(rest.count, Self.piece)), errno)
    }
  }

  /// Appends all of `bytes`. The corresponding C function is `write`.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes all of `bytes` over those that begin at `offset`. The corresponding C function is `pwrite`.
  ///
  /// - Precondition: ``isSeekable``.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    precondition(isSeekable, "a pipe has no place to go back to")
    try write(bytes) { rest in
      let done = bytes.count - rest.count
      let count = min(rest.count, Self.piece)
      return (pwrite(descriptor, rest.baseAddress, count, off_t(offset + done)), errno)
    }
  }

  /// Writes all of `bytes` over those that begin at `offset`.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer,
    by call: (UnsafeRawBufferPointer) -> (result: Int, code: Int32)
  ) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let (written, code) = call(rest)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if code == EAGAIN {
        // The other end made the descriptor non-blocking: wait until it can take more.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if code != EINTR {
        throw FileError(.write, path, code: code)
      }
    }
  }

  /// Gives the file its name, replacing what stood there. Nothing is written after this.
  package consuming func commit() throws(FileError) {
    switch staging {
    case .direct: return
    case .named(let name):
      guard rename(name, target) == 0 else { throw FileError(.write, path, code: errno) }
    case .unnamed:
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
      // linkat does not replace: take a name of our own first, then move it over.
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
  }

  /// Writes `bytes` as the whole content of `path`: there entirely or not at all.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try AtomicFile(path)
    try file.write(bytes)
    try file.commit()
  }

  /// `O_TMPFILE`: a macro that glibc shows only under `_GNU_SOURCE`, which Swift's importer lacks. The
  /// number is the same on every Linux architecture that Swift runs on; O_DIRECTORY is not.
  private static let unnamedFile = 0o20000000 | O_DIRECTORY

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func temporaryName(beside path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder(of: path))/.\(name).\(tag)\(temporaryEnding)"
  }

  private static let temporaryEnding = ".part"

  /// Whose temporary name this is; `nil` for the name of any other file.
  ///
  /// Such a file is left where a process was killed at the wrong moment: on a file system without
  /// unnamed files while it wrote, on others in the instant in which it replaced a file. Nobody takes it
  /// away but whoever knows that no other process is writing that file now.
  package static func owner(ofTemporary name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(temporaryEnding) else { return nil }
    let rest = name.dropFirst().dropLast(temporaryEnding.count)
    guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex else { return nil }
    return String(rest[..<dot])
  }
}
