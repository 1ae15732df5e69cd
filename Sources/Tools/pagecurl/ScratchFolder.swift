import GLESKitSupport
import Glibc
import Recording

/// A new folder in `TMPDIR`, removed with the files in it.
///
/// A process holds a lock (`flock`) on its folder. A folder without one is what a process left that
/// was killed, and the next process removes it.
final class ScratchFolder {
  let path: String
  private let lock: Int32

  static let prefix = ".pagecurl-scratch-"

  init() throws(FileError) {
    let parent = Files.temporaryFolder
    Self.removeAbandoned(in: parent)
    // Another process may take the folder for an abandoned one before it is locked.
    for _ in 0..<100 {
      var name = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
      guard mkdtemp(&name) != nil else { throw FileError(.createFolder, parent, code: errno) }
      let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      let (lock, failure) = Self.lock(path)
      // Without locks on this file system, no process removes the folders of others.
      if lock >= 0, failure != EWOULDBLOCK, Files.kind(of: path) == .folder {
        (self.path, self.lock) = (path, lock)
        return
      }
      if lock >= 0 { close(lock) }
    }
    throw FileError(.createFolder, parent, code: EEXIST)
  }

  /// Opens and locks a folder of this user.
  ///
  /// - Returns: The descriptor, -1 for other files; 0 or the error of `flock`.
  private static func lock(_ path: String) -> (descriptor: Int32, failure: Int32) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0 else { return (-1, 0) }
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      return (-1, 0)
    }
    return (descriptor, flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno)
  }

  private static func removeAbandoned(in parent: String) {
    for name in (try? Files.list(parent)) ?? []
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      let path = "\(parent)/\(name)"
      let (lock, failure) = lock(path)
      guard lock >= 0 else { continue }
      if failure == 0 { remove(path) }
      close(lock)
    }
  }

  /// The number of bytes of the files in it.
  var size: Int { files.reduce(0) { $0 + fileSize($1) } }

  private var files: [String] { Self.files(in: path) }

  /// The folders that a job made in `path`, and then `path`.
  private static func folders(in path: String) -> [String] {
    let names = (try? Files.list(path)) ?? []
    return names.map { "\(path)/\($0)" }.filter { Files.kind(of: $0) == .folder } + [path]
  }

  private static func files(in path: String) -> [String] {
    folders(in: path).flatMap { folder in
      ((try? Files.list(folder)) ?? []).map { "\(folder)/\($0)" }
    }
  }

  private static func remove(_ path: String) {
    let folders = folders(in: path)
    for file in files(in: path) { unlink(file) }
    for folder in folders { rmdir(folder) }
  }

  deinit {
    Self.remove(path)
    close(lock)
  }
}

/// The number of bytes of a file; 0 for anything else.
func fileSize(_ path: String) -> Int { Files.length(of: path) ?? 0 }

/// The last component of a path.
func lastName(of path: String) -> Substring { path.split(separator: "/").last ?? "output" }

extension BookJob.Output {
  /// The same output in another folder.
  func moved(to folder: String) -> BookJob.Output {
    switch self {
    case .frames(_, let name): .frames(folder: "\(folder)/frames", name: name)
    case .still(let path, let time, let format):
      .still(path: "\(folder)/\(lastName(of: path))", time: time, format: format)
    case .video(let path, let format):
      .video(path: "\(folder)/\(lastName(of: path))", format: format)
    case .webPage(let path, let title):
      .webPage(path: "\(folder)/\(lastName(of: path))", title: title)
    }
  }
}
