import Glibc

/// Programs of this package that a tool starts: they are not for users, and lie beside the tool or
/// where `make install` puts them.
package enum CompanionProgram {
  /// Where the program is; if it is nowhere, where it is expected.
  package static func path(of name: String) -> String {
    let program = realpath("/proc/self/exe", nil)
    defer { free(program) }
    let path = program.map { String(cString: $0) } ?? ""
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    let places =
      ["\(folder)/", "\(folder)/../libexec/gleskit/"]
      // For apps that use the library.
      + ["/usr/local/libexec/gleskit/", "/usr/libexec/gleskit/"]
    let paths = places.map { $0 + name }
    return paths.first { access($0, X_OK) == 0 } ?? paths[0]
  }
}
