import GLESKitSupport
import Glibc

/// A file that stays the same although another one may get its name.
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

  /// Returns some bytes; `nil` if they can't be read, or if the file ends before. The corresponding
  /// C function is `pread`.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = pread(descriptor, &bytes, range.count, off_t(range.lowerBound))
    return count == range.count ? bytes : nil
  }
}
