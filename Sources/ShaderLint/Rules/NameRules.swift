extension FileRule {
  /// Names that GLSL or WebGL keep for themselves.
  static let names = FileRule { facts in
    var found: [Diagnostic] = []
    var seen: Set<String> = []
    for (name, site) in facts.declarations.declaredNames where seen.insert(name).inserted {
      let rule: Rule.ID
      let reason: String
      if name.hasPrefix("gl_") {
        rule = .reservedName
        reason = "names that begin with gl_ belong to the language"
      } else if name.hasPrefix("webgl_") || name.hasPrefix("_webgl_") {
        rule = .webglName
        reason = "WebGL refuses names that begin with webgl_ or _webgl_"
      } else if name.hasDoubleUnderscore {
        rule = .doubleUnderscore
        reason = "names with two underscores in a row are reserved"
      } else {
        continue
      }
      found.append(
        Diagnostic(rule, "'\(name)': \(reason)", at: facts.assembly.location(of: site)))
    }
    return found
  }
}

extension String {
  /// Whether two underscores follow each other.
  fileprivate var hasDoubleUnderscore: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == previous && byte == UInt8(ascii: "_") { return true }
      previous = byte
    }
    return false
  }
}
