import GLESKitSupport
import Glibc

/// Standard output, for results.
package enum StandardOutput {
  /// Writes all of `text` at once. The corresponding C function is `write`.
  ///
  /// - Throws: `FileError` if writing fails, as on a full disk. Let it pass through to ``Tool``,
  ///   which exits silently if the reader of a pipe has gone.
  package static func write(_ text: String) throws(FileError) {
    var copy = text
    var failure: Int32 = 0
    copy.withUTF8 { failure = writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    if failure != 0 { throw FileError(.write, Files.standardOutput, code: failure) }
  }

  /// Writes all of `bytes` at once, as ``write(_:)-(String)`` does.
  package static func write(_ bytes: [UInt8]) throws(FileError) {
    let failure = bytes.withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
    if failure != 0 { throw FileError(.write, Files.standardOutput, code: failure) }
  }

  static var closedPipe: FileError { FileError(.write, Files.standardOutput, code: EPIPE) }
}

/// Standard error, for messages. Errors while writing are ignored.
package enum StandardError {
  /// Writes all of `text` at once. The corresponding C function is `write`.
  package static func write(_ text: String) {
    var copy = text
    copy.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}

/// Writes all of `bytes`; returns the C error number, 0 for success.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  Pipes.writeAll(bytes, to: descriptor) {
    (Glibc.write(descriptor, $0.baseAddress, $0.count), errno)
  }
}

/// What a standard stream is connected to.
package struct Terminal: Hashable, Sendable {
  /// Whether the stream is a terminal and `TERM` is not `dumb`.
  package let isInteractive: Bool
  /// Whether to use colors: interactive, and `NO_COLOR` is unset or empty (no-color.org).
  package let hasColors: Bool
  /// Columns; 80 if unknown.
  package let width: Int
}

extension Terminal {
  /// Asks the system about an open stream. The corresponding C functions are `isatty` and `ioctl`
  /// with `TIOCGWINSZ`.
  package init(descriptor: Int32) {
    isInteractive = isatty(descriptor) == 1 && environment("TERM") != "dumb"
    hasColors = isInteractive && (environment("NO_COLOR") ?? "").isEmpty
    var size = winsize()
    let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = known ? Int(size.ws_col) : 80
  }

  /// Standard output.
  package static var standardOutput: Terminal { Terminal(descriptor: STDOUT_FILENO) }
  /// Standard error.
  package static var standardError: Terminal { Terminal(descriptor: STDERR_FILENO) }
}

/// The value of an environment variable. The corresponding C function is `getenv`.
package func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
