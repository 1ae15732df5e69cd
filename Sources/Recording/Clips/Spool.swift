import GLESKitSupport

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
    try Files.read(path(of: file)) { piece throws(FileError) in try target.write(piece) }
  }
}
