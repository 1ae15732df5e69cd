// Forms of programs that rewrite what a driver says.

extension LogCursor {
  /// Skips `error:`, `error C1008:` or `error: C1008:`.
  fileprivate mutating func takeSeverityAndCode() -> (severity: Severity, code: String?)? {
    guard let severity = takeAny(severities) else { return nil }
    skipBlanks()
    if let code = takeCode(digits: 4) { return take(":") ? (severity, code) : nil }
    guard take(":") else { return nil }
    let code = attempt { cursor -> String? in
      cursor.skipBlanks()
      guard let code = cursor.takeCode(digits: 4), cursor.take(":") else { return nil }
      return code
    }
    return (severity, code)
  }
}

extension LogDialect {
  /// `Line 15: ERROR: text` (LÖVE), `on line 15: text` (VisPy).
  package static let love = LogDialect(
    name: "love", summary: "LÖVE and VisPy, with the line in their own form",
    parse: { line in
      var cursor = LogCursor(line)
      let isVisPy = cursor.takeExactly("on ")
      guard cursor.take("line "), let number = cursor.takeNumber(), cursor.take(":") else {
        return nil
      }
      cursor.skipBlanks()
      let head = cursor.attempt { $0.takeSeverityAndCode() }
      let text = cursor.rest
      guard head != nil || isVisPy || isQuotedToken(text) else { return nil }
      if text.hasSuffix("compilation terminated") { return .trailer }
      var message = LogMessage(head?.severity ?? .error, text)
      message.line = number
      message.code = head?.code
      return .message(message)
    },
    marks: [" shader code:"], weight: 24)

  /// `  15 | float x = a;` and then `     | Error: text` (Blender), or ` 15: float x = a;` and then
  /// `^^^ ERROR: text` (luma.gl), or `  | ^^^` and then `  | text` (regl).
  package static let listing = LogDialect(
    name: "listing", summary: "Blender, luma.gl and regl, with messages below lines of the source",
    parse: { line in
      var cursor = LogCursor(line)
      cursor.skipBlanks()
      if let number = cursor.takeNumber() {
        if cursor.take(" |") || cursor.take("|") { return .place(number) }
        // "12:34:56" is a time, and the number in "1234: ERROR: text" is an app's.
        guard cursor.take(":"), cursor.isAtEnd || cursor.startsBlank else { return nil }
        cursor.skipBlanks()
        return cursor.takeAny(severities) != nil && cursor.startsColon ? nil : .place(number)
      }
      guard cursor.take("|") || cursor.take("^^^") else { return nil }
      cursor.skipBlanks()
      // The mark below the source's line.
      let mark = cursor.rest
      if mark.isEmpty { return .trailer }
      if mark.allSatisfy({ $0 == "^" || $0 == "~" || $0 == " " }) { return .caret }
      guard let head = cursor.attempt({ $0.takeSeverityAndCode() }) else { return nil }
      var message = LogMessage(head.severity, cursor.rest)
      message.code = head.code
      return .message(message)
    },
    marks: [" | Error: ", " | Warning: ", " | ^^^", "^^^ ERROR: ", "^^^ WARNING: "], weight: 24)

  /// `error: 13: text`, and the line of the source below it.
  package static let skia = LogDialect(
    name: "skia", summary: "Skia (SkSL in Flutter and Chrome)",
    parse: { line in
      var cursor = LogCursor(line)
      guard cursor.takeExactly("error: "), let number = cursor.takeNumber(), cursor.take(": "),
        !cursor.isAtEnd, !cursor.startsDigit, !cursor.startsBlank
      else { return nil }
      var message = LogMessage(.error, cursor.rest)
      message.line = number
      return .message(message)
    },
    marks: ["SkSL", "sk_FragColor"])

  /// `sky.frag:12: error: 'x' : text`: glslang's messages in the form of GCC.
  package static let shaderc = LogDialect(
    name: "shaderc", summary: "shaderc (glslc, sokol-shdc) and Metal",
    parse: { line in
      var cursor = LogCursor(line)
      if cursor.takeExactly("glslc: ") {
        guard let severity = cursor.takeAny(severities), cursor.take(": ") else { return nil }
        return .message(LogMessage(severity, cursor.rest))
      }
      guard let path = cursor.takePathBeforeColon() ?? cursor.takeName(), cursor.take(":") else {
        return nil
      }
      let number = cursor.attempt { cursor -> Int? in
        guard let number = cursor.takeNumber(), cursor.take(":") else { return nil }
        return number
      }
      let column = cursor.attempt { cursor -> Int? in
        guard let column = cursor.takeNumber(), cursor.take(":") else { return nil }
        return column
      }
      guard cursor.takeExactly(" "), let severity = cursor.takeAny(severities), cursor.take(": "),
        isShader(path) || isQuotedToken(cursor.rest)
      else { return nil }
      var message = LogMessage(severity, cursor.rest)
      message.path = path
      message.line = number
      message.column = column
      return .message(message)
    },
    marks: [])

  /// Returns whether a text begins as glslang's do, `'x' : `. A program may name its shaders as it
  /// likes.
  static func isQuotedToken(_ text: String) -> Bool {
    text.hasPrefix("'") && text.dropFirst().contains("' :")
  }

  /// Returns whether a path is a shader's, and not that of another compiler's source.
  ///
  /// Metal calls what ANGLE and MoltenVK translate `program_source`.
  static func isShader(_ path: String) -> Bool {
    let ending = path.lowercased().split(separator: ".").last ?? ""
    return ShaderStage(path: path) != nil || path == "program_source"
      || ["glsl", "comp", "geom", "tesc", "tese", "hlsl"].contains(ending)
  }

  /// `Shader error in 'Name': text at line 34 (on gles)`, with `at path(34)` for an include, and
  /// lines about the variant.
  package static let unity = LogDialect(
    name: "unity", summary: "Unity's editor, with the line at the end",
    parse: { line in
      var cursor = LogCursor(line)
      for words in ["Compiling ", "Platform defines: ", "Disabled keywords: "]
      where cursor.takeExactly(words) {
        return words != "Compiling " || cursor.rest.hasSuffix(" program") ? .trailer : nil
      }
      let severity = cursor.attempt { cursor -> Severity? in
        // People who quote a line omit its first word.
        _ = cursor.takeExactly("Shader ")
        guard let severity = cursor.takeAny(severities), cursor.takeExactly(" in '"),
          cursor.takePast("': ")
        else { return nil }
        return severity
      }
      guard let severity else { return nil }
      let text = cursor.rest
      return .message(TrailingPlace(text)?.message(severity) ?? LogMessage(severity, text))
    },
    marks: ["Shader error in '", "Shader warning in '"])
}
