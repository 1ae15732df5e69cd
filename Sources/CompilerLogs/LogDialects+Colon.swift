// Dialects of compilers that stem from 3Dlabs' front end: `ERROR: 0:4: 'x' : text`.

extension LogDialect {
  /// Parses `ERROR: 0:4: 'x' : text` and `WARNING: 0:4: …`, with `?` for an unknown line, and the
  /// forms with a file name, `ERROR: sky.frag:4: …`, and a column, `ERROR: 0:4:9: …`.
  static func colonForm(_ line: ArraySlice<UInt8>) -> LogMessage? {
    var cursor = LogCursor(line)
    let head = cursor.attempt { cursor -> Severity? in
      guard let severity = cursor.takeAny(severities), cursor.take(":") else { return nil }
      return severity
    }
    guard let severity = head ?? (lacksSeverity(line) ? .error : nil) else { return nil }
    cursor.skipBlanks()
    var path: String?
    // Apple's preprocessor: "ERROR: '' 0:12: : text".
    let token = cursor.attempt { $0.takeToken() }
    let start = cursor.position
    let source = cursor.attempt { cursor -> Int? in
      guard let source = cursor.takeNumber(), cursor.take(":") else { return nil }
      return source
    }
    // "WARNING: 21:47:25: text" is a time. Numbers of sources have one digit, if columns follow.
    let isLong = cursor.position > start + 2
    if source == nil {
      guard token == nil else { return nil }
      // Panda3D: "ERROR: created-shader:2: …". Old Chrome: "ERROR: -1:-1: '' : Missing main()".
      let isNowhere = cursor.takeExactly("-1")
      path = isNowhere ? nil : cursor.takePathBeforeColon() ?? cursor.takeDashedName()
      guard isNowhere || path != nil, cursor.take(":") else { return nil }
    }
    let number = cursor.takeNumber()
    guard number != nil || cursor.take("?") || cursor.take("-1") else { return nil }
    // "0:? : text"; others write the blank after a number, too, as in the time "21:47 : text".
    if number == nil || (source != nil && !isLong) { cursor.skipBlanks() }
    guard cursor.take(":") else { return nil }
    let column = cursor.attempt { cursor -> Int? in
      guard let column = cursor.takeNumber(), cursor.take(":") else { return nil }
      return column
    }
    if source != nil, isLong, column != nil || cursor.startsDigit { return nil }
    cursor.skipBlanks()
    // "WARNING: sky.frag:5: error: text": the first severity is the app's.
    let inner = cursor.attempt { cursor -> Severity? in
      guard path != nil, let severity = cursor.takeAny(severities), cursor.take(": ") else {
        return nil
      }
      return severity
    }
    // TouchDesigner: "ERROR: /project/sky:2: 'x' : text". "WARNING: main.js:14: text" is an app's.
    if let path, !mayBeShader(path), !isQuotedToken(cursor.rest) { return nil }
    if token != nil, cursor.take(":") { cursor.skipBlanks() }
    // "ERROR: 0:12: '" is cut off.
    guard cursor.rest.utf8.contains(where: \.startsIdentifier) else { return nil }
    var message = LogMessage(inner ?? severity, (token.map { "\($0) : " } ?? "") + cursor.rest)
    message.column = column
    message.source = source
    message.path = path
    message.line = number
    return message
  }

  /// Returns whether a line is a message whose severity a program left out: `0:4: 'x' : text`.
  static func lacksSeverity(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    guard cursor.takeNumber() != nil, cursor.take(":"), cursor.takeNumber() != nil,
      cursor.take(":")
    else { return false }
    cursor.skipBlanks()
    return cursor.takeToken() != nil && cursor.take(":")
  }

  /// Returns whether a file's name says that it holds a shader.
  private static func mayBeShader(_ path: String) -> Bool {
    isShader(path)
      || Words(path).containAny(["shader", "vert", "frag", "pixel", "glsl", "program"])
  }

  /// Parses `ERROR: text`.
  private static func plainForm(_ line: ArraySlice<UInt8>) -> LogMessage? {
    var cursor = LogCursor(line)
    guard let severity = cursor.takeAny(severities), cursor.take(":"), cursor.startsBlank else {
      return nil
    }
    let text = cursor.rest
    return text.isEmpty ? nil : LogMessage(severity, text)
  }

  /// Parses a message after one of `headlines`, such as `Link Error: text`.
  private static func headed(_ line: ArraySlice<UInt8>, _ headlines: [String]) -> LogLine? {
    for headline in headlines {
      var cursor = LogCursor(line)
      // A program's own name may follow two colons: "ERROR::SHADER::LINKING_FAILED".
      guard cursor.take(headline), !cursor.startsColon else { continue }
      let text = cursor.rest
      if text.isEmpty { return .headline(headline) }
      if case .headline(let text) = LogSentences.read(Array(text.utf8)[...]) {
        return .headline(text)
      }
      return .message(LogMessage(.error, text))
    }
    return nil
  }

  /// ANGLE: WebGL in browsers, and OpenGL ES on Direct3D, Metal and Vulkan.
  package static let angle = LogDialect(
    name: "angle", summary: "ANGLE (Chrome, Edge, Firefox and Safari's WebGL)",
    parse: { line in colonForm(line).map { .message($0) } },
    marks: [
      "Missing main()", "Static recursion", "not supported in GLSL ES 1.00",
      "No precision specified for (", "shader is not compiled", "between VERTEX and FRAGMENT",
      "between vertex and fragment shaders", "not linkable between attached shaders",
      "with the same name but different type", "does not match any VERTEX", "register limit",
      "Loop index cannot be", "Expression in", "no matching overloaded function found",
    ])

  /// The Khronos reference compiler and drivers that use it.
  package static let glslang = LogDialect(
    name: "glslang", summary: "glslang (glslangValidator, Vulkan SDK tools)",
    parse: { line in
      if let message = colonForm(line) { return .message(message) }
      if let message = plainForm(line) { return .message(message) }
      // The two declarations of a link error.
      if let first = line.first, first.isBlank, isDeclaration(line) {
        return .detail(LogCursor(line).rest)
      }
      // glslangValidator prints the file's name on a line of its own.
      return isFileName(line) ? .trailer : nil
    },
    marks: [
      "Linking vertex and fragment stages", "Linking vertex stage", "Linking fragment stage",
      "compilation terminated", "errors.  No code generated", "' :  ", "temp mediump", "temp highp",
    ])

  /// Returns whether a line is `    v: "in mediump float"`, and not a string or a comment.
  private static func isDeclaration(_ line: ArraySlice<UInt8>) -> Bool {
    guard let quote = line.firstIndex(of: .quote), line[..<quote].suffix(2).elementsEqual(": ".utf8)
    else { return false }
    let name = line[..<quote].drop(while: \.isBlank)
    var cursor = LogCursor(name)
    return cursor.takeAny(severities) == nil && name.first?.startsIdentifier ?? false
      && name.split(whereSeparator: \.isBlank).count < 3
  }

  private static func isFileName(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= 400, !line.contains(UInt8(ascii: " ")) else { return false }
    return ShaderStage(path: String(decoding: line, as: UTF8.self)) != nil
  }

  /// `ERROR: 0:74: error(#143) text`.
  package static let amd = LogDialect(
    name: "amd", summary: "AMD's own driver",
    parse: { line in
      if let count = LogSentences.readCount(line) { return count }
      var cursor = LogCursor(line)
      if cursor.take("Vertex link error:") || cursor.take("Fragment link error:") {
        return .headline(LogCursor(line).rest)
      }
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
      guard let severity = cursor.takeAny(severities), let number = cursor.takeAMDCode() else {
        return nil
      }
      found.severity = severity
      found.code = "#\(number)"
      found.text = cursor.rest
      return .message(found)
    },
    marks: ["error(#", "warning(#", "to run on hardware", "shader(s) "])

  /// `Fragment shader compilation failed.`, then `ERROR: 0:15: '>>' :  text`.
  package static let adreno = LogDialect(
    name: "adreno", summary: "Qualcomm Adreno",
    parse: { line in
      colonForm(line).map { .message($0) }
        ?? headed(line, ["Link Error:", "Linker Error:", "Error:"])
    },
    marks: [
      "ertex shader compilation failed.", "ragment shader compilation failed.", "Link Error:",
      "component conflict with others", "Adreno", "Link was successful", "--From ",
      "linked out of memory",
      // glslang also writes these.
      "errors.  No code generated", "' :  ",
    ])

  /// `Compile failed.`, then `ERROR: 0:45: text`.
  package static let powerVR = LogDialect(
    name: "powervr", summary: "Imagination PowerVR",
    parse: { line in
      if let message = colonForm(line) { return .message(message) }
      if let line = headed(line, ["Link Error:"]) { return line }
      return plainForm(line).map { .message($0) }
    },
    marks: [
      "Compile failed.", "Link failed.", "IMGSRV", "errors. No code generated",
      "Link Error: Fragment shader was not",
      "unmatched precision qualifier", "specified in fragment shader, but",
    ])

  /// `ERROR: 0:75: Use of undeclared identifier 'value'`.
  package static let apple = LogDialect(
    name: "apple", summary: "Apple (macOS, iOS)",
    parse: { line in
      if let message = colonForm(line) { return .message(message) }
      var cursor = LogCursor(line)
      if cursor.take("Validation Failed:") {
        return .message(LogMessage(.warning, cursor.rest))
      }
      return plainForm(line).map { .message($0) }
    },
    marks: [
      "Use of undeclared identifier", "Invalid call of undeclared identifier",
      "Incompatible types", "Invalid operands to", "Validation Failed:", "Overlapping declaration",
      "No matching function for call to", "does not match any", "not written by vertex shader",
      "not read by fragment shader", "declared in fragment shader", "Unexpected",
    ])
}
