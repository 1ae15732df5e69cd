import Glibc

/// A C error number.
package struct CError: Error, Hashable {
  /// Such as `ENOENT`.
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's sentence for it, by `strerror`.
  package var reason: String { String(cString: strerror(code)) }
}
