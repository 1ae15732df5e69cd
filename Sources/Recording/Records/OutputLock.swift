import GLESKitSupport
import Glibc

/// Keeps a second run away from a file that one is writing.
///
/// The lock (`flock`) lies on a hidden folder beside the file, `.book.mp4.job`, which is also where the segments of a
/// long video wait: the system lets go of it however a process ends, so that a folder that one has left keeps
/// nobody away.
final class OutputLock {
  private let folder: String
  private let descriptor: Int32

  /// The hidden folder that belongs to a file.
  static func folder(of path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return "\(path[..<slash]).\(path[slash...]).job"
  }

  /// Takes the lock; `nil` where there can be none: the folder cannot be made, as on a full disk, or the file
  /// system has no locks.
  ///
  /// - Throws: ``RecordingError/busy(_:)`` while another run has it.
  init?(_ path: String) throws(RecordingError) {
    folder = Self.folder(of: path)
    while true {
      mkdir(folder, 0o777)
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else {
        rmdir(folder)
        return nil
      }
      let code = FileLock.take(descriptor)
      guard code == 0 else {
        close(descriptor)
        if code == EWOULDBLOCK { throw .busy(writing: path) }
        rmdir(folder)
        return nil
      }
      // Whoever had the lock may have taken the folder away in the meantime: then try again.
      if FileLock.holds(descriptor, folder) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  /// Takes the folder away unless it holds what an interrupted job has left.
  deinit {
    // One of this name may be another run's by now.
    if FileLock.holds(descriptor, folder) { rmdir(folder) }
    close(descriptor)
  }
}

extension RecordingError {
  static func busy(writing output: String) -> RecordingError {
    .busy("another run is writing to '\(output)'; wait for its end, or write elsewhere")
  }
}
