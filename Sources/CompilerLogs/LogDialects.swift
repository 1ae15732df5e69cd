// Long because: a table of drivers' log formats, one entry each.
/// The words at the beginning of a message and their severities, longest first.
private let severities: [(String, Severity)] = [
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
        guard let source = cursor.takeNumber(), cursor.take(":"), let line = cursor.takeNumber(),
          cursor.take("("), let column = cursor.takeNumber(), cursor.take("):")
        else { return nil }
        cursor.skipBlanks()
        let isPreprocessor = cursor.take("preprocessor ")
        guard let severity = cursor.takeAny(severities), cursor.take(":") else { return nil }
        var message = LogMessage(severity, cursor.rest)
        message.code = isPreprocessor ? "preprocessor" : nil
        message.source = source
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
      // A link warning ends with a full stop on its own line.
      if cursor.rest == "." { return .trailer }
      // Other compilers write these words in capital letters.
      if cursor.takeExactly("error: ") { return .message(LogMessage(.error, cursor.rest)) }
      if cursor.takeExactly("warning: ") { return .message(LogMessage(.warning, cursor.rest)) }
      return nil
    },
    marks: ["): error: ", "preprocessor error: ", " `"])

  private static func isCandidate(_ line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { $0.find(": error:    ") != nil }
  }

  /// Parses `ERROR: 0:4: 'x' : text` and `WARNING: 0:4: …`, with `?` for an unknown line.
  private static func colonForm(_ line: ArraySlice<UInt8>) -> LogMessage? {
    var cursor = LogCursor(line)
    guard let severity = cursor.takeAny(severities), cursor.take(":") else { return nil }
    cursor.skipBlanks()
    guard let source = cursor.takeNumber(), cursor.take(":") else { return nil }
    let number = cursor.takeNumber()
    guard number != nil || cursor.take("?") else { return nil }
    if number == nil { cursor.skipBlanks() }
    guard cursor.take(":") else { return nil }
    var message = LogMessage(severity, cursor.rest)
    message.source = source
    message.line = number
    return message
  }

  /// Returns whether a line is `3 compilation errors.  No code generated.` or similar.
  private static func isCount(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    _ = cursor.take("ERROR:")
    cursor.skipBlanks()
    _ = cursor.attempt { cursor in
      cursor.take("error(#") && cursor.takeNumber() != nil && cursor.take(")") ? true : nil
    }
    cursor.skipBlanks()
    guard cursor.takeNumber() != nil else { return false }
    cursor.skipBlanks()
    return cursor.take("compilation error") || cursor.take("error")
  }

  private static func isOneOf(_ line: ArraySlice<UInt8>, _ sentences: [String]) -> Bool {
    sentences.contains { sentence in
      var cursor = LogCursor(line)
      cursor.skipBlanks()
      return cursor.take(sentence) && (cursor.rest.isEmpty || cursor.rest == ".")
    }
  }

  /// ANGLE: WebGL in browsers, and OpenGL ES on Direct3D, Metal and Vulkan.
  package static let angle = LogDialect(
    name: "angle", summary: "ANGLE (Chrome, Edge, Firefox and Safari's WebGL)",
    parse: { line in
      if isCount(line) || isOneOf(line, ["Shader compiled successfully"]) { return .trailer }
      if let message = colonForm(line) { return .message(message) }
      var cursor = LogCursor(line)
      if cursor.take("C:\\fakepath(") || cursor.take("\\fakepath(") { return nil }
      return angleLink(line)
    },
    marks: [
      "Missing main()", "Static recursion", "not supported in GLSL ES 1.00",
      "No precision specified for (", "Fragment shader is not compiled",
      "Vertex shader is not compiled",
      "between VERTEX and FRAGMENT shaders", "between vertex and fragment shaders",
      "Loop index cannot be", "Expression in", "no matching overloaded function found",
    ])

  /// Parses ANGLE's link messages, which have no prefix, by their first words.
  private static func angleLink(_ line: ArraySlice<UInt8>) -> LogLine? {
    let beginnings = [
      "Precisions of uniform", "Types of uniform", "Types of varying", "Precisions of varying",
      "Precisions of", "Types of", "Varyings with the same name", "Structure lengths for",
      "Structure names for", "Name mismatch for field", "Array sizes of", "Too many attributes",
      "Fragment varying", "Static use of", "Invariance of varying",
      "Varyings over maximum register limit", "Could not pack varying",
      "Vertex shader active uniforms exceed", "Fragment shader active uniforms exceed",
      "Fragment shader is not compiled", "Vertex shader is not compiled",
      "No compiled vertex shader", "No compiled fragment shader",
      "Vertex and fragment shader", "Attribute",
    ]
    var cursor = LogCursor(line)
    for beginning in beginnings where cursor.take(beginning) {
      return .message(LogMessage(.error, LogCursor(line).rest))
    }
    return nil
  }

  /// The Khronos reference compiler and drivers that use it.
  package static let glslang = LogDialect(
    name: "glslang", summary: "glslang (glslangValidator, Vulkan SDK tools)",
    parse: { line in
      if isCount(line) { return .trailer }
      if let message = colonForm(line) {
        // Follows every error that ends the compilation.
        return message.text.hasSuffix("compilation terminated") ? .trailer : .message(message)
      }
      var cursor = LogCursor(line)
      if let severity = cursor.takeAny(severities), cursor.take(":") {
        return .message(LogMessage(severity, cursor.rest))
      }
      if isOneOf(line, ["Missing entry point: Each stage requires one entry point"]) {
        return .message(LogMessage(.error, cursor.rest))
      }
      if let first = line.first, first.isBlank { return .detail(cursor.rest) }
      // glslangValidator prints the file's name on a line of its own.
      return isFileName(line) ? .trailer : nil
    },
    marks: [
      "Linking vertex and fragment stages", "Linking vertex stage", "Linking fragment stage",
      "compilation terminated", "errors.  No code generated", "' :  ", "temp mediump", "temp highp",
    ])

  private static func isFileName(_ line: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: line, as: UTF8.self)
    return !name.contains(" ") && ShaderStage(path: name) != nil
  }

  /// `0(2) : error C7573: text`, or a path before the parenthesis.
  package static let nvidia = LogDialect(
    name: "nvidia", summary: "NVIDIA's own driver, Cg",
    parse: { line in
      if isOneOf(
        line,
        ["Vertex info", "Fragment info", "No errors", "Link info", "Compile info"])
        || line.allSatisfy({ $0 == UInt8(ascii: "-") })
      {
        return .trailer
      }
      var cursor = LogCursor(line)
      if let message = cursor.attempt({ cursor -> LogMessage? in
        // A link log has neither a path nor a source number.
        let place = cursor.takePathBeforeParenthesis() ?? ""
        guard cursor.take("("), let line = cursor.takeNumber(), cursor.take(")")
        else { return nil }
        cursor.skipBlanks()
        guard cursor.take(":") else { return nil }
        cursor.skipBlanks()
        guard let severity = cursor.takeAny(severities) else { return nil }
        cursor.skipBlanks()
        let code = cursor.takeCode(digits: 4)
        guard cursor.take(":") else { return nil }
        var message = LogMessage(severity, cursor.rest)
        message.source = Int(place)
        message.path = message.source == nil && !place.isEmpty ? place : nil
        message.line = line
        message.code = code
        return message
      }) {
        return .message(message)
      }
      // A link message begins with its severity in lower case.
      guard line.first.map({ $0 >= UInt8(ascii: "a") }) ?? false,
        let severity = cursor.takeAny(severities)
      else { return nil }
      cursor.skipBlanks()
      let code = cursor.takeCode(digits: 4)
      guard cursor.take(":") else { return nil }
      var message = LogMessage(severity, cursor.rest)
      message.code = code
      return .message(message)
    },
    marks: [
      " : error C", " : warning C", "Vertex info", "Fragment info", "Link info",
      "OpenGL/ES requires",
    ])

  /// `ERROR: 0:74: error(#143) text`.
  package static let amd = LogDialect(
    name: "amd", summary: "AMD's own driver",
    parse: { line in
      if isCount(line)
        || isOneOf(
          line,
          [
            "Vertex shader was successfully compiled to run on hardware",
            "Fragment shader was successfully compiled to run on hardware",
            "Vertex shader(s) linked, fragment shader(s) linked",
            "Vertex shader(s) failed to link, fragment shader(s) failed to link",
            "Vertex shader failed to compile with the following errors:",
            "Fragment shader failed to compile with the following errors:",
            "Vertex link error: INVALID_OPERATION", "Fragment link error: INVALID_OPERATION",
          ])
      {
        return .trailer
      }
      var cursor = LogCursor(line)
      guard cursor.takeAny(severities) != nil, cursor.take(":") else { return nil }
      cursor.skipBlanks()
      var found = LogMessage(.error, "")
      _ = cursor.attempt { cursor -> Bool? in
        guard let source = cursor.takeNumber(), cursor.take(":"), let line = cursor.takeNumber(),
          cursor.take(":")
        else { return nil }
        found.source = source
        found.line = line
        return true
      }
      cursor.skipBlanks()
      guard let severity = cursor.takeAny(severities), cursor.take("(#"),
        let number = cursor.takeNumber(), cursor.take(")")
      else { return nil }
      found.severity = severity
      found.code = "#\(number)"
      found.text = cursor.rest
      return .message(found)
    },
    marks: ["error(#", "warning(#", "to run on hardware", "shader(s) "])

  /// `0:23: S0001: text`, `23:191: S0001: text`, `L0001 text`.
  package static let mali = LogDialect(
    name: "mali", summary: "ARM Mali",
    parse: { line in
      var cursor = LogCursor(line)
      if let message = cursor.attempt({ cursor -> LogMessage? in
        guard let first = cursor.takeNumber(), cursor.take(":") else { return nil }
        let second = cursor.takeNumber()
        if second != nil { guard cursor.take(":") else { return nil } }
        cursor.skipBlanks()
        guard let code = cursor.takeCode(digits: 4) else { return nil }
        _ = cursor.take(":")
        var message = LogMessage(maliSeverity(code), cursor.rest)
        message.code = code
        // "0:23" is a source and a line; with another first number, it is a line and a column.
        if first == 0, second != nil {
          message.source = 0
          message.line = second
        } else {
          message.line = first
          message.column = second
        }
        return message
      }) {
        return .message(message)
      }
      guard let code = cursor.takeCode(digits: 4) else { return nil }
      _ = cursor.take(":")
      var message = LogMessage(maliSeverity(code), cursor.rest)
      message.code = code
      return message.text.isEmpty ? nil : .message(message)
    },
    marks: [": S0", ": P0", ": L0", ": W0", "L0001 ", "L0002 ", "L0010 "])

  private static func maliSeverity(_ code: String) -> Severity {
    code.hasPrefix("W") ? .warning : .error
  }

  /// `Fragment shader compilation failed.`, then `ERROR: 0:15: '>>' :  text`.
  package static let adreno = LogDialect(
    name: "adreno", summary: "Qualcomm Adreno",
    parse: { line in
      if isCount(line) || isOneOf(line, ["Success", "Link was successful", "Linking failed"]) {
        return .trailer
      }
      // The headline and the first message may be on the same line.
      for headline in ["Vertex shader compilation failed.", "Fragment shader compilation failed."] {
        var cursor = LogCursor(line)
        guard cursor.take(headline) else { continue }
        cursor.skipBlanks()
        if cursor.isAtEnd { return .trailer }
        let rest = Array(cursor.rest.utf8)
        if isCount(rest[...]) { return .trailer }
        guard var message = colonForm(rest[...]) else {
          return .message(LogMessage(.error, cursor.rest))
        }
        message.stage = headline.hasPrefix("Vertex") ? .vertex : .fragment
        return .message(message)
      }
      if let message = colonForm(line) { return .message(message) }
      var cursor = LogCursor(line)
      for headline in ["Link Error:", "Error:", "Linker Error:"] where cursor.take(headline) {
        return .message(LogMessage(.error, cursor.rest))
      }
      return nil
    },
    marks: [
      "ertex shader compilation failed.", "ragment shader compilation failed.", "Link Error:",
      "component conflict with others",
    ])

  /// `Compile failed.`, then `ERROR: 0:45: text`.
  package static let powerVR = LogDialect(
    name: "powervr", summary: "Imagination PowerVR",
    parse: { line in
      if isCount(line)
        || isOneOf(line, ["Compile failed", "Success", "Link failed", "Link succeeded"])
      {
        return .trailer
      }
      if let message = colonForm(line) { return .message(message) }
      var cursor = LogCursor(line)
      for headline in ["Link Error:", "LINK ERROR:", "ERROR:"] where cursor.take(headline) {
        return .message(LogMessage(.error, cursor.rest))
      }
      return nil
    },
    marks: ["Compile failed.", "Link failed."])

  /// `ERROR: 0:75: Use of undeclared identifier 'value'`.
  package static let apple = LogDialect(
    name: "apple", summary: "Apple (macOS, iOS)",
    parse: { line in
      if isCount(line) || isOneOf(line, ["Validation Successful"]) { return .trailer }
      if let message = colonForm(line) { return .message(message) }
      var cursor = LogCursor(line)
      if cursor.take("Validation Failed:") {
        return .message(LogMessage(.warning, cursor.rest))
      }
      if let severity = cursor.takeAny(severities), cursor.take(":") {
        return .message(LogMessage(severity, cursor.rest))
      }
      return nil
    },
    marks: [
      "Use of undeclared identifier", "Invalid call of undeclared identifier",
      "Incompatible types", "Invalid operands to", "Validation Failed:", "Overlapping declaration",
      "No matching function for call to", "does not match any", "not written by vertex shader",
      "declared in fragment shader", "Unexpected",
    ])

  /// `ERROR:PREPROCESSOR-1 (fragment shader, line 1) text`.
  package static let videoCore = LogDialect(
    name: "videocore", summary: "Broadcom VideoCore IV",
    parse: { line in
      if isOneOf(line, ["Compiled", "Linked", "Compile succeeded"]) { return .trailer }
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
        }
        guard cursor.take(")") else { return nil }
      }
      message.text = cursor.rest
      return .message(message)
    },
    marks: ["ERROR:PREPROCESSOR-", "ERROR:COMPILER-", "ERROR:LINKER-", " shader, line "])

  /// A code such as `PREPROCESSOR-1`.
  private static func takeDashedCode(_ cursor: inout LogCursor) -> String? {
    for word in ["PREPROCESSOR", "COMPILER", "LINKER", "LEXER", "PARSER", "SEMANTIC"] {
      let number = cursor.attempt { cursor -> Int? in
        guard cursor.take(word), cursor.take("-") else { return nil }
        return cursor.takeNumber()
      }
      if let number { return "\(word)-\(number)" }
    }
    return nil
  }

  /// `(12,5): error X3004: text`, `(12,5-9): text`, a path before the parenthesis.
  package static let direct3D = LogDialect(
    name: "d3d", summary: "Direct3D's HLSL compiler, seen through old ANGLE",
    parse: { line in
      var cursor = LogCursor(line)
      if isOneOf(line, ["compilation failed; no code produced"]) { return .trailer }
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
      if let severity = cursor.attempt({ cursor -> Severity? in
        guard let severity = cursor.takeAny(severities) else { return nil }
        cursor.skipBlanks()
        message.code = cursor.takeCode(digits: 4)
        guard cursor.take(":") else { return nil }
        return severity
      }) {
        message.severity = severity
      }
      message.text = cursor.rest
      return .message(message)
    },
    marks: ["): error X", "): warning X", "compilation failed; no code produced"])
}
