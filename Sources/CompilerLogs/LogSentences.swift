/// Sentences that no dialect owns: several compilers write them, or the app that prints the log.
enum LogSentences {
  /// Returns what a line says; `nil` for other lines.
  static func read(_ line: ArraySlice<UInt8>) -> LogLine? {
    if let count = readCount(line) { return count }
    if let number = readNumber(line) { return .numbered(number) }
    if let place = FollowingPlace(line) { return .placeBefore(place) }
    // Longer lines hold source text.
    guard line.count <= 400 else { return nil }
    let text = LogCursor(line).rest
    let words = Words(text)
    if isTrailer(words) { return .trailer }
    if isHeadline(words) { return .headline(text) }
    if isValidation(words) { return .message(LogMessage(.warning, text)) }
    if LogVocabulary.isLinkError(words) {
      // "Link error: Types of varying 'v' differ".
      if let reason = reason(in: text, words), LogVocabulary.isLinkError(Words(reason.text)) {
        return .message(reason)
      }
      return .message(LogMessage(.error, LogCursor.afterError(text)))
    }
    if lacksPosition(line) { return .message(LogMessage(.error, text)) }
    if words.contain(" at "), let message = TrailingPlace.quoted(text) { return .message(message) }
    // glslang's: "Warning, version 420 is not yet complete; some features are missing."
    if words.bytes.starts(with: "warning, version ".utf8) {
      return .message(LogMessage(.warning, text))
    }
    guard let reason = reason(in: text, words) else { return nil }
    if isTrailer(Words(reason.text)) { return .headline(text) }
    return LogVocabulary.isLinkError(Words(reason.text)) || words.contain(" because ")
      ? .message(reason) : .reason(reason)
  }

  /// Returns the number of a line in moderngl's listing: four digits and two blanks.
  private static func readNumber(_ line: ArraySlice<UInt8>) -> Int? {
    var cursor = LogCursor(line)
    cursor.skipBlanks()
    let start = cursor.position
    guard cursor.startsDigit, let number = cursor.takeNumber(), cursor.position == start + 4,
      cursor.isAtEnd || cursor.startsBlank
    else { return nil }
    return line[cursor.position...].prefix(2).allSatisfy(\.isBlank) ? number : nil
  }

  /// Reads `3 compilation errors.  No code generated.` and similar lines; `nil` for others.
  ///
  /// Some apps print nothing else of a log.
  static func readCount(_ line: ArraySlice<UInt8>) -> LogLine? {
    guard let first = line.first, first.isDigit || first.isBlank || first | 32 == 0x65 else {
      return nil
    }
    var cursor = LogCursor(line.prefix(80))
    cursor.skipBlanks()
    _ = cursor.take("ERROR:")
    cursor.skipBlanks()
    _ = cursor.attempt { $0.take("error") ? $0.takeAMDCode() : nil }
    cursor.skipBlanks()
    let number = cursor.takeNumber()
    cursor.skipBlanks()
    let counted = cursor.rest
    let result: LogLine = number == 0 ? .trailer : .headline(LogCursor(line).rest)
    // shaderc: "1 warning and 2 errors generated."
    if number != nil, counted.hasSuffix(" generated."),
      counted.hasPrefix("error") || counted.hasPrefix("warning")
    {
      return counted.contains("error") ? result : .trailer
    }
    // PowerVR's: "1 compilation warnings."
    if number != nil, counted.hasPrefix("compilation warning") { return .trailer }
    // People quote a part of a log.
    if number != nil, counted.utf8.count > 8, "compilation errors.".hasPrefix(counted) {
      return result
    }
    // Intel's driver omits the number.
    for word in ["compilation error"] + (number != nil ? ["compile error", "error"] : [])
    where cursor.take(word) {
      let isPlural = cursor.take("s")
      let rest = cursor.rest
      guard number != nil || isPlural, rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix(",")
      else { return nil }
      return result
    }
    return nil
  }

  // MARK: Trailers

  private static let trailers: Set<String> = [
    "success", "no errors", "no error", "compiled", "linked", "link was successful",
    "shader compiled successfully", "compiled successfully", "linked successfully",
    "vertex info", "fragment info", "link info", "compile info", "traceback", "stack traceback",
    "please submit this shader, or website as a bug to https://bugs.webkit.org",
    "vertex shader was successfully compiled to run on hardware",
    "fragment shader was successfully compiled to run on hardware",
    "vertex shader(s) linked, fragment shader(s) linked", "no log",
    "vertex", "fragment", "vertex shader", "fragment shader",
    "unknown", "unknown error", "null", "(null)", "none", "no infolog provided", "see log",
  ]

  private static func isTrailer(_ words: Words) -> Bool {
    if words.bytes.allSatisfy("-=~*#. '\"`()[]{}:;,".utf8.contains) { return true }
    // Unity's place of the call that logs.
    if words.bytes.starts(with: "(filename:".utf8) { return true }
    var text = words.bytes[...]
    while let last = text.last, ".!: -\"".utf8.contains(last) { text.removeLast() }
    while let first = text.first, "-\"'".utf8.contains(first) { text.removeFirst() }
    guard text.count <= 80 else { return false }
    var sentence = String(decoding: text, as: UTF8.self)
    // mpv: "shader compile log (status=1):".
    if sentence.hasSuffix(" (status=1)") { sentence.removeLast(" (status=1)".count) }
    if trailers.contains(sentence) { return true }
    // Adreno: "--From Vertex Shader:".
    if sentence.hasPrefix("from "), sentence.hasSuffix(" shader") { return true }
    if words.containAny(tasks), words.containAny(["succeeded", " successful"]),
      !words.containAny(["not ", "unsuc"]), words.count <= 8
    {
      return true
    }
    // The title of a log: "Shader log:", "gl.getShaderInfoLog()".
    let isTitle = words.bytes.last == UInt8(ascii: ":") || sentence.hasSuffix("()")
    return isTitle && !words.containAny(["fail", "could", "couldn't", "cannot", "unable"])
      && ["log", "log()", "info", "output", "message", "errors", "results"]
        .contains(where: sentence.hasSuffix)
  }

  // MARK: Headlines

  private static let tasks: [StaticString] = ["compil", "link", "validat"]
  /// Words that are a task if a shader is their object.
  private static let preparations: [StaticString] = ["load", "creat", "initializ", "initialis"]
  private static let subjects: [StaticString] = ["shader", "program", "glsl", "effect"]
  private static let failures: [StaticString] = [
    "fail", "error", "could not", "couldn't", "cannot", "can't", "unable", "unsuccessful",
  ]
  /// Words that are a task and its failure.
  private static let refusals: [StaticString] = [
    "didn't compile", "didnt compile", "did not compile", "not compiled",
    "didn't link", "didnt link", "did not link", "not linked",
  ]
  private static let stageProblems: [StaticString] = [
    "not compiled", "not successfully compiled", "uncompiled", "were not successfully",
    "must have a",
  ]

  /// Returns whether a line says only that something failed, such as "Could not compile shader
  /// 35633:". Its reason is in other lines.
  static func isHeadline(_ text: String) -> Bool {
    text.utf8.count <= 400 && isHeadline(Words(text))
  }

  private static func isHeadline(_ words: Words) -> Bool {
    if words.contain("internal error") { return false }
    // A program's own name for a failure: "ERROR::SHADER::VERTEX::COMPILATION_FAILED".
    if words.bytes.starts(with: "error::".utf8), namesTask(words), words.count <= 8 { return true }
    let shaders: [StaticString] = [
      "vertex shader", "fragment shader", "attached shader", "shader attached",
    ]
    if words.containAny(shaders), words.containAny(stageProblems) { return true }
    let consequences: [StaticString] = [
      "linking with uncompiled", "has not been successfully linked", "compile status 'error'",
      "have valid object code",
    ]
    if words.containAny(consequences) { return true }
    // "Link failed because of a missing shader."
    if words.contain(" because ") { return false }
    let words = words.withoutAsides
    guard words.containAny(failures + refusals), namesTask(words) else { return false }
    // A compiler quotes a part of the shader: "Failed to link: 'v' is not declared". A program
    // quotes the name of the shader: "Failed to compile shader 'sky'."
    let quote = words.bytes.firstIndex { $0 == .quote || "`'".utf8.contains($0) }
    if let quote, words.bytes[quote] != .quote,
      words.bytes[..<quote].last.map({ $0.isBlank }) ?? true
    {
      let rest = words.bytes[(quote + 1)...]
      guard let end = rest.firstIndex(where: "`'".utf8.contains) else { return false }
      let clause = Array(words.bytes[..<quote])
      let after = Words(rest[(end + 1)...])
      return isFailure(Words((clause[lastClause(clause)...] + after.bytes)[...]))
        && after.count <= 3 && !after.bytes.contains(UInt8(ascii: ":"))
    }
    // "Failed to compile vertex shader! With GLSL: #version 150".
    if let end = words.bytes.firstIndex(of: UInt8(ascii: "!")), end > 0,
      isFailure(Words(words.bytes[lastClause(Array(words.bytes[..<end]))..<end]))
    {
      return true
    }
    guard let colon = colonBeforeWords(words.bytes[...]) else { return isFailure(words) }
    // "SceneShaderGLES3: Fragment shader compilation failed:" follows the name of a program.
    let clause = words.bytes[lastClause(words.bytes)...]
    if colonBeforeWords(clause) == nil, isFailure(Words(clause)) { return true }
    // A name may follow: "Error compiling shader: sky.frag", "Error in compilation of: thin3d".
    let first = Words(words.bytes[..<colon])
    let isNamed = words.bytes[(colon + 1)...].split(whereSeparator: \.isBlank).count == 1
    let last = first.bytes.split(whereSeparator: \.isBlank).last ?? []
    let asksForName = ["for", "of", "in"].contains { last.elementsEqual($0.utf8) }
    if isNamed || asksForName { return isFailure(first) }
    // "Shader program failed to link. The error log is: not linked".
    return first.contain("log is")
  }

  /// Returns whether words say that a task failed.
  private static func isFailure(_ words: Words) -> Bool {
    guard words.containAny(failures + refusals), namesTask(words) else { return false }
    let count = words.count
    return count <= 3 || words.bytes.starts(with: "link failed".utf8)
      || (count <= 12 && (words.containAny(subjects) || stageOfFile(words) != nil))
  }

  static func namesTask(_ words: Words) -> Bool {
    words.containAny(tasks) || (words.containAny(preparations) && words.contain("shader"))
  }

  /// Returns whether the last words before a colon name a task: "Link log", but not a place in the
  /// source of a program, "compiler.c:12".
  static func announces(_ text: ArraySlice<UInt8>) -> Bool {
    let words = Words(LogCursor(text).rest)
    return words.bytes.last.map { !$0.isDigit } ?? false
      && Words(words.bytes[lastClause(words.bytes)...]).containAny(tasks)
  }

  /// Returns whether a text ends with the title of a log whose first line follows: `Info Log: `.
  static func announcesLog(_ text: ArraySlice<UInt8>) -> Bool {
    let words = Words(String(decoding: text.suffix(14), as: UTF8.self))
    return ["info log: ", "infolog: ", "compile log: ", "link log: ", "shader log: "].contains {
      words.bytes.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  /// The index of the first colon that words follow; `nil` if there is none.
  private static func colonBeforeWords(_ text: ArraySlice<UInt8>) -> Int? {
    let colon = text.indices.first { index in
      // "Sky::compile" is a name.
      text[index] == UInt8(ascii: ":")
        && (index + 1 == text.endIndex || text[index + 1] != text[index])
        && (index == text.startIndex || text[index - 1] != text[index])
    }
    return colon.flatMap { text[$0...].contains(where: \.startsIdentifier) ? $0 : nil }
  }

  /// The index of the words after the last colon that a blank and words follow.
  private static func lastClause(_ text: [UInt8]) -> Int {
    var start = 0
    for index in text.indices.dropLast()
    where text[index] == UInt8(ascii: ":") && text[index + 1].isBlank
      && text[index...].contains(where: \.startsIdentifier)
    {
      start = index + 2
    }
    return start
  }

  /// Returns why a task failed: "Compile error: out of memory" is "out of memory".
  private static func reason(in text: String, _ words: Words) -> LogMessage? {
    if words.contain(" because "), isFailure(words) { return LogMessage(.error, text) }
    guard let colon = words.bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let first = Words(words.bytes[..<colon])
    let reason = Words(words.bytes[(colon + 1)...])
    guard first.count <= 5, reason.count > 1, isFailure(first), !reason.contain("see ") else {
      return nil
    }
    var cursor = LogCursor(Array(text.utf8)[(colon + 1)...])
    cursor.skipBlanks()
    let severity = cursor.attempt { cursor -> Severity? in
      guard let severity = cursor.takeAny(severities), cursor.take(": ") else { return nil }
      return severity
    }
    return LogMessage(severity ?? .error, cursor.rest)
  }

  /// Returns the stage that a headline or prefix names, if it names one.
  static func stage(in text: String) -> ShaderStage? {
    let words = Words(text)
    let isVertex = words.contain("vertex")
    let isFragment = words.containAny(["fragment", "pixel"])
    if !isVertex && !isFragment { return stageOfFile(words) }
    return isVertex == isFragment ? nil : isVertex ? .vertex : .fragment
  }

  /// Returns the stage in the name of a shader's file: "Filename: sky.vert".
  private static func stageOfFile(_ words: Words) -> ShaderStage? {
    let names = words.bytes.split { $0.isBlank || "'\"`<>(),;:!".utf8.contains($0) }
    return names.lazy.compactMap { name in
      name.contains(UInt8(ascii: ".")) && name.count < 200
        ? ShaderStage(path: String(decoding: name, as: UTF8.self)) : nil
    }.first
  }

  /// Returns whether a line is a message whose position a program left out:
  /// `'x' : undeclared identifier`.
  private static func lacksPosition(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    cursor.skipBlanks()
    let text = cursor.rest
    return cursor.takeToken() != nil && cursor.take(": ") && LogVocabulary.isComplaint(text)
  }

  /// Returns whether a text is certainly a message although it has neither a position nor a
  /// severity.
  static func isMessage(_ text: ArraySlice<UInt8>) -> Bool {
    LogVocabulary.isLinkError(Words(text)) || lacksPosition(text)
  }

  /// Returns whether a line is a message of `glValidateProgram`, which depends on the state of the
  /// app.
  private static func isValidation(_ words: Words) -> Bool {
    words.contain("samplers") && words.contain("same texture image unit")
  }

  // MARK: Failures and successes

  /// Returns whether a line of an unknown form may say that a task failed, for a log in which
  /// nothing else does.
  static func mayBeFailure(_ text: String) -> Bool {
    let words = Words(text)
    return words.bytes.count <= 400 && !LogVocabulary.isProse(words)
      && words.containAny(failures + refusals) && namesTask(words)
      && words.containAny(["shader", "glsl"])
  }

  /// Returns whether a sentence says that a task succeeded.
  static func saysSuccess(_ text: String) -> Bool {
    let words = Words(text)
    return words.containAny(["success", "succeeded", "compiled", "linked", "no error"])
      && !words.containAny(["not ", "unsuc", "fail"])
  }
}
