import Glibc

/// A file that appears under its name only when it is whole.
///
/// The bytes go to an unnamed file in the target's folder (`O_TMPFILE`), which the kernel discards if
/// the process dies, however it dies; ``commit()`` gives it its name. On a file system without
/// unnamed files a hidden temporary name is used instead and removed if the value is dropped.
///
/// A path at which a pipe or device stands is written straight to. A symbolic link is followed, as
/// an ordinary write would.
public struct AtomicFile: ~Copyable {
  /// The path as the caller gave it.
  public let path: String
  private let target: String
  /// The open file, for a program that is to write it; it is closed with this value.
  public let descriptor: Int32
  private let staging: Staging

  private enum Staging {
    case unnamed
    case named(String)
    case direct
  }

  /// Opens a file for writing; nothing is visible at `path` until ``commit()``.
  public init(_ path: String) throws(FileError) {
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
    let unnamed = open(Self.folder(of: target), Self.unnamedFile | O_WRONLY | O_CLOEXEC, 0o666)
    if unnamed >= 0 {
      self.init(path: path, target: target, descriptor: unnamed, staging: .unnamed)
      return
    }
    guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
      throw FileError(.write, path, code: errno)
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

  /// Whether bytes can be written in any order: false for a pipe.
  /// The corresponding C function is `lseek`.
  public var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

  /// Appends all of `bytes`. The corresponding C function is `write`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let written = Glibc.write(descriptor, slice.baseAddress, slice.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw FileError(.write, path, code: errno)
      }
    }
  }

  /// Gives the file its name, replacing what stood there. Nothing is written after this.
  public consuming func commit() throws(FileError) {
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
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try AtomicFile(path)
    do {
      try bytes.withUnsafeBytes { try file.write($0) }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.write, path, code: EIO)
    }
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

  private static func temporaryName(beside path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let tag = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder(of: path))/.\(name).\(tag).part"
  }
}
