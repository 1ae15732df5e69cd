import GLESKitSupport
import Glibc

/// Unnamed temporary files, which the system removes however this process ends.
enum Spool {
  /// Opens one in `TMPDIR`, or `/tmp` by default. It is never committed.
  static func open() throws(FileError) -> AtomicFile {
    try AtomicFile(scratchIn: Files.temporaryFolder)
  }

  /// The path through which this process can read an unnamed file.
  static func path(of file: borrowing AtomicFile) -> String { "/proc/self/fd/\(file.descriptor)" }

  /// Copies a file to another.
  static func copy(
    _ file: borrowing AtomicFile, to target: borrowing AtomicFile
  ) throws(FileError) {
    let source = Glibc.open(path(of: file), O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw FileError(.read, file.path, code: errno) }
    defer { close(source) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(source, &chunk, chunk.count)
      if count == 0 { return }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(.read, file.path, code: errno) }
      try target.write(Array(chunk[..<count]))
    }
  }
}
