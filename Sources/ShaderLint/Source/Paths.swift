import CompilerLogs

/// Operations on paths as text, without access to the file system.
enum Paths {
  /// Returns the folder of `path`: `.` for a bare name, `/` for a name in the root.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of `path`.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// Returns the path of `name`, which is relative to `folder`, with `.` and `..` resolved.
  static func join(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") { return normalized(name) }
    return normalized(folder == "." ? name : "\(folder)/\(name)")
  }

  /// Returns `path` without `.`, `x/..` and repeated slashes.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// Returns the file name extension in lower case; empty if there is none.
  static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
    return name[name.index(after: point)...].lowercased()
  }

  /// Returns the path without its extension.
  static func stem(of path: String) -> String {
    let ending = ending(of: path)
    return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
  }
}
