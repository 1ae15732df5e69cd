import CompilerLogs

/// Paths as text; nothing here looks at the disk.
enum Paths {
  /// The folder that `path` is in: `.` for a bare name, `/` for a name at the root.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of `path`.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// `name` seen from `folder`, with `.` and `..` taken out where that can be done.
  static func join(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") { return normalized(name) }
    return normalized(folder == "." ? name : "\(folder)/\(name)")
  }

  /// `path` without `.`, without `x/..`, without doubled slashes.
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

  /// The part after the last point of the name, in lower case; empty where there is none.
  static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
    return name[name.index(after: point)...].lowercased()
  }

  /// The path without its last ending.
  static func stem(of path: String) -> String {
    let ending = ending(of: path)
    return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
  }
}
