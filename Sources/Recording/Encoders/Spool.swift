import GLESKitSupport
import Glibc

/// Files without names for what cannot go where it belongs before it is whole; however this process
/// ends, they are gone with it.
enum Spool {
  /// Opens one in the folder for temporary files, `TMPDIR` or else `/tmp`. It is never committed.
  static func open() throws(FileError) -> AtomicFile {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return try AtomicFile("\(folder.isEmpty ? "/tmp" : folder)/pagecurl-frames")
  }

  /// The path by which this process reads a file that has no name.
  static func path(of file: borrowing AtomicFile) -> String { "/proc/self/fd/\(file.descriptor)" }

  /// Copies all of a file to another.
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
