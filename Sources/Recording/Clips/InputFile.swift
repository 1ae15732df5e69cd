import GLESKitSupport
import Glibc

/// A file that is open: it stays the same although another one may get its name.
final class InputFile: Sendable {
  let path: String
  /// The open file, for a program that is to read it.
  let descriptor: Int32

  /// Opens a file for reading. The corresponding C function is `open`.
  init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
  }

  deinit { close(descriptor) }
}
