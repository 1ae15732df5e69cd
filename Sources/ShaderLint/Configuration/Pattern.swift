import CompilerLogs
import GLESKitSupport

/// Path patterns: `*`, `?`, `[abc]` and `[a-z]` within a path component, `**` across folders.
enum Pattern {
  /// Returns whether a path that a user names is a pattern, and not the name of a file.
  static func isPattern(_ path: String) -> Bool {
    path.contains(where: { "*?[".contains($0) }) && Files.kind(of: path) == nil
  }

  /// Returns the folder of a pattern in which all matching paths lie; other paths as they are.
  static func folder(of pattern: String) -> String {
    guard isPattern(pattern) else { return pattern }
    let fixed = pattern.split(separator: "/", omittingEmptySubsequences: false)
      .prefix { !$0.contains(where: { "*?[".contains($0) }) }.joined(separator: "/")
    return pattern.hasPrefix("/") && fixed.isEmpty ? "/" : fixed.isEmpty ? "." : fixed
  }

  /// Returns whether `path` matches `pattern`. A pattern that matches a folder also matches
  /// everything below it.
  static func matches(_ pattern: String, _ path: String) -> Bool {
    guard mayMatch(pattern, path) else { return false }
    let parts = pattern.split(separator: "/").map { Array($0.unicodeScalars) }
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    return matches(parts[...], names[...])
  }

  /// Returns whether what comes before the first mark of a pattern is like the path, but for
  /// repeated slashes. Most patterns of a long list fail here, without a copy of their components.
  private static func mayMatch(_ pattern: String, _ path: String) -> Bool {
    let slash = UInt8(ascii: "/")
    for (mark, byte) in zip(pattern.utf8, path.utf8) {
      if "*?[".utf8.contains(mark) { return true }
      if mark != byte { return mark == slash || byte == slash }
    }
    return true
  }

  private static func matches(
    _ parts: ArraySlice<[Unicode.Scalar]>, _ names: ArraySlice<[Unicode.Scalar]>
  ) -> Bool {
    guard let part = parts.first else { return true }
    if part == ["*", "*"] {
      return (0...names.count).contains { matches(parts.dropFirst(), names.dropFirst($0)) }
    }
    guard let name = names.first, matchesName(part[...], name[...]) else { return false }
    return matches(parts.dropFirst(), names.dropFirst())
  }

  /// Matches one path component. Backtracking to the last `*` is sufficient.
  private static func matchesName(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    var pattern = pattern
    var name = name
    var retry: (pattern: ArraySlice<Unicode.Scalar>, name: ArraySlice<Unicode.Scalar>)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, name)
      } else if let scalar = name.first, let rest = matchOne(pattern, scalar) {
        pattern = rest
        name = name.dropFirst()
      } else if name.isEmpty && pattern.isEmpty {
        return true
      } else if let last = retry, !last.name.isEmpty {
        pattern = last.pattern
        name = last.name.dropFirst()
        retry = (pattern, name)
      } else {
        return false
      }
    }
  }

  /// Returns the rest of `pattern` if its first element matches `scalar`.
  private static func matchOne(
    _ pattern: ArraySlice<Unicode.Scalar>, _ scalar: Unicode.Scalar
  ) -> ArraySlice<Unicode.Scalar>? {
    guard let first = pattern.first else { return nil }
    if first == "?" { return pattern.dropFirst() }
    if first == "[", let end = pattern.dropFirst(2).firstIndex(of: "]") {
      let set = Array(pattern[(pattern.startIndex + 1)..<end])
      let negated = set.first == "!" || set.first == "^"
      let members = negated ? Array(set.dropFirst()) : set
      var holds = members.contains(scalar)
      for index in members.indices
      where members[index] == "-" && index > 0 && index + 1 < members.count {
        if members[index - 1] <= scalar && scalar <= members[index + 1] { holds = true }
      }
      return holds != negated ? pattern[(end + 1)...] : nil
    }
    return first == scalar ? pattern.dropFirst() : nil
  }
}
