/// The words at the beginning of a message and their severities, longest first.
let severities: [(String, Severity)] = [
  ("fatal error", .error), ("internal error", .error), ("error", .error), ("warning", .warning),
  ("note", .note), ("info", .note),
]

extension LogDialect {
  /// `0:2(32): error: text`; link messages without a position.
  package static let mesa = LogDialect(
    name: "mesa", summary: "Mesa (Intel, AMD, Nouveau, Panfrost, Freedreno, V3D, llvmpipe)",
    parse: { line in
      var cursor = LogCursor(line)
      if let message = cursor.attempt({ cursor -> LogMessage? in
        let source = cursor.takeNumber()
        // Programs replace the number with the name of the file.
        let path = source == nil ? cursor.takePathBeforeColon() : nil
        guard source != nil || path.map(isShader) ?? false, cursor.take(":") else { return nil }
        // People who retype a log add a blank.
        cursor.skipBlanks()
        guard let line = cursor.takeNumber(), cursor.take("("),
          let column = cursor.takeNumber(), cursor.take("):")
        else { return nil }
        cursor.skipBlanks()
        let isPreprocessor = cursor.take("preprocessor ")
        guard let severity = cursor.takeAny(severities), cursor.take(":") else { return nil }
        var message = LogMessage(severity, cursor.rest)
        message.code = isPreprocessor ? "preprocessor" : nil
        message.source = source
        message.path = path
        message.line = line
        message.column = column
        return message
      }) {
        // The candidates for a call have the same position and are indented.
        if message.code == nil, message.text.hasSuffix(")"), isCandidate(line) {
          return .detail(message.text)
        }
        return .message(message)
      }
      // People shorten "0:1(9): error:" to "0:1 error:". So are times written.
      if cursor.takeExactly("0:"), let number = cursor.takeNumber(), cursor.startsBlank {
        cursor.skipBlanks()
        guard cursor.takeExactly("error: "), LogVocabulary.isComplaint(cursor.rest) else {
          return nil
        }
        var message = LogMessage(.error, cursor.rest)
        message.line = number
        return .message(message)
      }
      // A link warning ends with a full stop on its own line.
      if cursor.rest == "." { return .trailer }
      let isPreprocessor = cursor.takeExactly("preprocessor ")
      // Other compilers write these words in capital letters.
      for (word, severity) in [("error: ", Severity.error), ("warning: ", .warning)]
      where cursor.takeExactly(word) {
        var message = LogMessage(severity, cursor.rest)
        message.code = isPreprocessor ? "preprocessor" : nil
        return .message(message)
      }
      return nil
    },
    marks: ["preprocessor error: "])

  private static func isCandidate(_ line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { $0.find(": error:    ") != nil }
  }

  /// `0(2) : error C7573: text`, or a path before the parenthesis.
  package static let nvidia = LogDialect(
    name: "nvidia", summary: "NVIDIA's own driver, Cg",
    parse: { line in
      var cursor = LogCursor(line)
      if let message = cursor.attempt({ cursor -> LogMessage? in
        // A link log has neither a path nor a source number.
        let place = cursor.takePathBeforeParenthesis() ?? ""
        // In "Shader log: 0(2) : error …", the words before the 0 are a prefix and no path.
        let words = place.split(separator: " ")
        guard words.count < 2 || (!place.contains(": ") && Int(words[words.count - 1]) == nil),
          cursor.take("("), let line = cursor.takeNumber(), cursor.take(")")
        else { return nil }
        // `Tag(1234): error: …` is a process number.
        let isSpaced = cursor.startsBlank
        cursor.skipBlanks()
        guard cursor.take(":") else { return nil }
        cursor.skipBlanks()
        guard let severity = cursor.takeAny(severities) else { return nil }
        cursor.skipBlanks()
        let code = cursor.takeCode(digits: 4)
        guard isSpaced || place == "0" || (code != nil && Int(place) != nil), cursor.take(":")
        else { return nil }
        var message = LogMessage(severity, cursor.rest)
        message.source = Int(place)
        message.path = message.source == nil && !place.isEmpty ? place : nil
        message.line = line
        message.code = code
        return message
      }) {
        // A further way to mend the message before.
        return message.text.hasPrefix("... or ") ? .detail(message.text) : .message(message)
      }
      // A function that a call may mean: `    (0) : float step(float, float)`.
      if cursor.startsBlank,
        cursor.attempt({ cursor -> Bool? in
          cursor.skipBlanks()
          return cursor.take("(0) : ") ? true : nil
        }) != nil
      {
        return .detail(cursor.rest)
      }
      // The assembly's line is none of the shader's.
      if cursor.takeExactly("line "), cursor.takeNumber() != nil, cursor.takeExactly(", column "),
        cursor.takeNumber() != nil, cursor.take(":")
      {
        cursor.skipBlanks()
        guard let severity = cursor.takeAny(severities), cursor.take(": ") else { return nil }
        var message = LogMessage(severity, cursor.rest)
        message.code = "assembly"
        return .message(message)
      }
      // A link message begins with its severity in lower case.
      guard line.first.map({ $0 >= UInt8(ascii: "a") }) ?? false,
        let severity = cursor.takeAny(severities)
      else { return nil }
      cursor.skipBlanks()
      let code = cursor.takeCode(digits: 4)
      // Microsoft's compilers of C++ write "error C2440: 'x' : text".
      guard cursor.take(":"), code.map({ $0.first == "C" && !isQuotedToken(cursor.rest) }) ?? true
      else { return nil }
      var message = LogMessage(severity, cursor.rest)
      message.code = code
      return .message(message)
    },
    marks: [
      " : error C", " : warning C", "Vertex info", "Fragment info", "Link info",
      "OpenGL/ES requires", "before glLinkProgram() was called", "assembly compile error",
    ])

  /// `0:23: S0001: text`: the source and the line; `L0001 text`.
  package static let mali = LogDialect(
    name: "mali", summary: "ARM Mali",
    parse: { line in
      var cursor = LogCursor(line)
      var source: Int?
      var number: Int?
      let isPlaced: Bool? = cursor.attempt { cursor in
        guard let first = cursor.takeNumber(), cursor.take(":"), let second = cursor.takeNumber(),
          cursor.take(":"), cursor.startsBlank
        else { return nil }
        source = first
        number = second
        return true
      }
      cursor.skipBlanks()
      // "0:15: Warning: text". Two digits may be a time.
      if isPlaced != nil, source.map({ $0 < 10 }) ?? false,
        let severity = cursor.takeAny([("Warning: ", .warning), ("Error: ", .error)])
      {
        var message = LogMessage(severity, cursor.rest)
        message.source = source
        message.line = number
        return .message(message)
      }
      // "W0506 07:08:09 text" is a date; messages of the linker have no position.
      guard let code = cursor.takeMaliCode(),
        cursor.take(":") || (isPlaced == nil && code.first == "L")
      else { return nil }
      let text = cursor.rest
      guard !text.isEmpty else { return nil }
      var message = LogMessage(code.hasPrefix("W") ? .warning : .error, text)
      message.code = code
      message.source = source
      message.line = number
      return .message(message)
    },
    marks: [": S0", ": P0", ": L0", ": W0", "L0001 ", "L0002 ", "L0010 "])

  /// `ERROR:PREPROCESSOR-1 (fragment shader, line 1) text`.
  package static let videoCore = LogDialect(
    name: "videocore", summary: "Broadcom VideoCore IV",
    parse: { line in
      var cursor = LogCursor(line)
      guard let severity = cursor.takeAny(severities), cursor.take(":"),
        let code = takeDashedCode(&cursor)
      else { return nil }
      cursor.skipBlanks()
      var message = LogMessage(severity, "")
      message.code = code
      if cursor.take("(") {
        if cursor.take("vertex shader") { message.stage = .vertex }
        if cursor.take("fragment shader") { message.stage = .fragment }
        _ = cursor.take(",")
        cursor.skipBlanks()
        if cursor.take("line") {
          cursor.skipBlanks()
          message.line = cursor.takeNumber()
          // A link message has the line -1.
          if cursor.take("-") { _ = cursor.takeNumber() }
        }
        guard cursor.take(")") else { return nil }
      }
      message.text = cursor.rest
      return .message(message)
    },
    marks: ["ERROR:PREPROCESSOR-", "ERROR:COMPILER-", "ERROR:LINK", " shader, line "])

  /// A code such as `PREPROCESSOR-1`.
  private static func takeDashedCode(_ cursor: inout LogCursor) -> String? {
    for word in ["PREPROCESSOR", "COMPILER", "LINKER", "LINK", "LEXER", "PARSER", "SEMANTIC"] {
      let number = cursor.attempt { cursor -> Int? in
        guard cursor.take(word), cursor.take("-") else { return nil }
        return cursor.takeNumber()
      }
      if let number { return "\(word)-\(number)" }
    }
    return nil
  }

  /// `(12:0) : error : text`: the line and the source.
  package static let vivante = LogDialect(
    name: "vivante", summary: "Vivante (i.MX 6 and 8)",
    parse: { line in
      var cursor = LogCursor(line)
      guard cursor.take("("), let number = cursor.takeNumber(), cursor.take(":"),
        let source = cursor.takeNumber(), cursor.take(")")
      else { return nil }
      cursor.skipBlanks()
      guard cursor.take(":") else { return nil }
      cursor.skipBlanks()
      guard let severity = cursor.takeAny(severities) else { return nil }
      cursor.skipBlanks()
      guard cursor.take(":") else { return nil }
      var message = LogMessage(severity, cursor.rest)
      message.line = number
      message.source = source
      return .message(message)
    },
    marks: [") : error : ", ") : warning : "])

  /// `(12,5): error X3004: text`, `(12,5-9): text`, a path before the parenthesis.
  package static let direct3D = LogDialect(
    name: "d3d", summary: "Direct3D's HLSL compiler, seen through old ANGLE",
    parse: { line in
      var cursor = LogCursor(line)
      if cursor.take("compilation failed; no code produced") { return .headline(cursor.rest) }
      let path = cursor.takePathBeforeParenthesis()
      guard cursor.take("("), let number = cursor.takeNumber(), cursor.take(","),
        let column = cursor.takeNumber()
      else { return nil }
      if cursor.take("-") { _ = cursor.takeNumber() }
      guard cursor.take("):") else { return nil }
      cursor.skipBlanks()
      var message = LogMessage(.error, "")
      message.line = number
      message.column = column
      message.path = path
      let severity = cursor.attempt { cursor -> Severity? in
        guard let severity = cursor.takeAny(severities) else { return nil }
        cursor.skipBlanks()
        message.code = cursor.takeCode(digits: 4)
        guard cursor.take(":") else { return nil }
        return severity
      }
      // The place of a script in a stack trace looks the same.
      guard severity != nil || path == nil else { return nil }
      // Compilers of C++ write the same form, "error C2065".
      if let code = message.code, code.first != "X" { return nil }
      message.severity = severity ?? .error
      message.text = cursor.rest
      return .message(message)
    },
    marks: ["): error X", "): warning X", "compilation failed; no code produced"])
}
