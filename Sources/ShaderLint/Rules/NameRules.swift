extension FileRule {
  /// Names that GLSL or WebGL reserve.
  static let names = FileRule { facts in
    var found: [Diagnostic] = []
    var seen: Set<String> = []
    for (name, site) in facts.declarations.declaredNames where seen.insert(name).inserted {
      let rule: Rule.ID
      let reason: String
      if name.hasPrefix("gl_") {
        rule = .reservedName
        reason = "names that begin with gl_ are reserved"
      } else if name.hasPrefix("webgl_") || name.hasPrefix("_webgl_") {
        rule = .webglName
        reason = "WebGL rejects names that begin with webgl_ or _webgl_"
      } else if name.hasDoubleUnderscore {
        rule = .doubleUnderscore
        reason = "names with two consecutive underscores are reserved"
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
  /// Whether the name contains two consecutive underscores.
  fileprivate var hasDoubleUnderscore: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == previous && byte == UInt8(ascii: "_") { return true }
      previous = byte
    }
    return false
  }
}
