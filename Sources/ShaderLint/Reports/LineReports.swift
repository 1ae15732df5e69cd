import GLESKitSupport

extension LintReport {
  /// The report in GCC's format: `file:line:column: severity: message [id]` for each finding,
  /// followed by notes for related places.
  func gccText() -> String {
    var text = ""
    for diagnostic in diagnostics {
      let place = diagnostic.location?.text ?? "shaderlint"
      text += "\(place): \(diagnostic.severity.word): \(oneLine(diagnostic.message))"
      text += " [\(diagnostic.rule.text)]\n"
      for related in diagnostic.related {
        text += "\(related.location.text): note: \(oneLine(related.message))\n"
      }
    }
    return text
  }

  /// The report as GitHub workflow commands: `::error file=…,line=…,col=…,title=…::message`.
  func githubText() -> String {
    var text = ""
    for diagnostic in diagnostics {
      let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.word
      var properties: [String] = []
      if let location = diagnostic.location {
        properties.append("file=\(Self.property(location.file))")
        if location.line > 0 { properties.append("line=\(location.line)") }
        if let column = utf16Column(location) {
          properties.append("col=\(column)")
          if location.length > 0 { properties.append("endColumn=\(column + location.length)") }
        }
      }
      properties.append("title=\(Self.property("\(diagnostic.rule.text) \(diagnostic.rule.name)"))")
      var message = diagnostic.message
      for related in diagnostic.related {
        message += "\n\(related.location.text): \(related.message)"
      }
      if let hint = diagnostic.hint { message += "\nhint: \(hint)" }
      text += "::\(command) \(properties.joined(separator: ","))::\(Self.data(message))\n"
    }
    return text
  }

  /// Escapes the text of a command, as GitHub's toolkit does, and control characters.
  private static func data(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped += oneLine(String(scalar))
      }
    }
  }

  /// Escapes a property of a command: like its text, and the characters that end a property.
  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case ":": escaped += "%3A"
      case ",": escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
