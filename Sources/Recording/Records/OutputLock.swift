import GLESKitSupport
import Glibc

/// Keeps other processes from writing the same file.
///
/// The lock (`flock`) is on a hidden folder beside the file, `.book.mp4.job`, which also holds the
/// segments of a long video. The system releases it however a process ends, so a folder that was
/// left behind blocks nobody.
final class OutputLock {
  private let folder: String
  private let descriptor: Int32

  /// The hidden folder of a file.
  static func folder(of path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return "\(path[..<slash]).\(path[slash...]).job"
  }

  /// Takes the lock; `nil` if locking is impossible because the folder cannot be made (for example
  /// on a full disk) or the file system has no locks.
  ///
  /// - Throws: ``RecordingError/busy(_:)`` while another process has it;
  ///   ``RecordingError/inTheWay(_:)`` for a link, whose other end nobody has named as an output.
  init?(_ path: String) throws(RecordingError) {
    folder = Self.folder(of: path)
    while true {
      mkdir(folder, 0o777)
      var status = stat()
      guard lstat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK else {
        throw .inTheWay(folder)
      }
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else {
        rmdir(folder)
        return nil
      }
      let code = FileLock.take(descriptor)
      guard code == 0 else {
        close(descriptor)
        if code == EWOULDBLOCK { throw .busy(path) }
        rmdir(folder)
        return nil
      }
      // Try again if the process that had the lock has removed the folder since.
      if FileLock.holds(descriptor, folder) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  /// Removes the folder unless it holds segments of an interrupted job.
  deinit {
    // A folder of this name may belong to another process by now.
    if FileLock.holds(descriptor, folder) { rmdir(folder) }
    close(descriptor)
  }
}
