/// The words of compilers and linkers of shaders, which tell their messages from those of other
/// programs where neither a position nor a code does.
enum LogVocabulary {
  /// Words that only compilers of shaders write.
  private static let shaderTerms: [StaticString] = [
    "varying", "uniform", "sampler", "vertex shader", "fragment shader", "shading language",
    "precision", "qualifier", "#version", "not yet complete", "gl_", "source string",
  ]
  /// Words that only compilers write.
  private static let terms =
    shaderTerms + ["undeclared", "identifier", "overload", "preprocess"]
  /// The beginnings of words that compilers and apps write.
  private static let beginnings: [StaticString] = [
    "shader", "attribute", "glsl", "essl", "extension", "expression", "instruction", "register",
    "recursi", "function", "operand", "syntax", "token", "macro", "declar", "undefined", "redefin",
    "constructor", "symbol", "barrier", "array", "struct", "matri", "vec2", "vec3", "vec4",
    "layout", "location", "compil", "link", "version", "main", "interpolator", "constant",
    "memory", "stage", "loop", "type",
  ]

  /// Returns whether a message is certainly a compiler's, not one of the app that prints the log.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - isAnnounced: Whether the line before announces a log.
  ///   - hasCompany: Whether the line before is part of the log.
  static func isCompilers(_ message: LogMessage, isAnnounced: Bool, hasCompany: Bool) -> Bool {
    if message.line != nil || message.code != nil || message.source != nil || message.path != nil {
      return true
    }
    let words = Words(message.text)
    if isApps(words) { return false }
    if isLinkError(words) || LogDialect.isQuotedToken(message.text) { return true }
    // Compilers quote a part of their message, apps a whole one.
    if words.bytes.first == .quote,
      words.bytes.dropFirst().firstIndex(of: .quote) == words.bytes.count - 1
    {
      return false
    }
    // An app looks for files; compilers know only those that a shader includes.
    if words.containAny(["missing", "could not open"]), words.contain("file"),
      !words.contain("include")
    {
      return false
    }
    guard words.count > 1 else { return false }
    return words.containAny(terms) || isAnnounced || (hasCompany && speaksOfShaders(words))
  }

  /// Returns whether a message says what the app could not do or find: "Could not load sky.frag",
  /// "uniform u not found".
  private static func isApps(_ words: Words) -> Bool {
    if words.contain("gl_invalid") { return true }
    if words.containAny(["uniform", "attribute"]),
      words.containAny(["not found", "missing", "unused", "unknown", "not exist"]),
      !words.containAny(["vertex shader", "fragment shader"])
    {
      return true
    }
    let attempts = ["could not ", "couldn't ", "cannot ", "can't ", "unable to ", "failed to "]
    let actions = [
      "find ", "load ", "open ", "get ", "set ", "read ", "create ", "locate ", "bind ", "use ",
      "initialize ", "init ", "start ", "save ",
    ]
    for attempt in attempts where words.bytes.starts(with: attempt.utf8) {
      let rest = words.bytes.dropFirst(attempt.utf8.count)
      // Apple's linker speaks of the app's call.
      return actions.contains { rest.starts(with: $0.utf8) } && !words.contain("bindattrib")
    }
    return false
  }

  private static func speaksOfShaders(_ words: Words) -> Bool {
    words.bytes.split(whereSeparator: \.isBlank).contains { word in
      // The path of a file may hold any word.
      if word.contains(.slash) || word.contains(.backslash) { return false }
      if let dot = word.firstIndex(of: UInt8(ascii: ".")), dot + 1 < word.endIndex,
        word[dot + 1].startsIdentifier
      {
        return false
      }
      let word = Words(word.drop { !$0.startsIdentifier && $0 != .hash })
      return beginnings.contains { start in
        word.bytes.withUnsafeBufferPointer { $0.find(start) == 0 }
      }
    }
  }

  /// Returns whether a line is a shader compiler's although nothing around it mentions shaders.
  static func speaksOfShaders(_ line: String) -> Bool {
    let words = Words(line)
    let isBare =
      ["error: ", "warning: "].contains(where: line.hasPrefix) || line.contains("ERROR: ")
    return words.containAny(shaderTerms + shaderComplaints) || (isBare && speaksOfShaders(words))
  }

  /// What is wrong with a shader, in general words.
  private static let problems: [StaticString] = [
    "not ", "n't ", "invalid", "illegal", "missing", "undefined", "unsupported", "unexpected",
    "too ", "must ", "requires", "out of ", "mismatch", "duplicate", "unknown",
  ]

  /// Returns whether an unknown line below "Could not link program:" may give the reason.
  static func mayBeReason(_ text: String) -> Bool {
    let words = Words(text)
    return words.count >= 3 && !words.bytes.contains(where: ";{}#=".utf8.contains)
      && words.bytes.last != UInt8(ascii: ":") && words.containAny(problems)
      && !words.containAny(sources) && (words.containAny(terms) || speaksOfShaders(words))
  }

  /// Returns whether a text names shaders or their languages.
  static func mentionsShaders(_ text: ArraySlice<UInt8>) -> Bool {
    Words(String(decoding: text, as: UTF8.self))
      .containAny(["shader", "glsl", "opengl", "webgl", "gl_"])
  }

  // MARK: Complaints

  /// What only compilers of shaders complain of.
  private static let shaderComplaints: [StaticString] = [
    "undeclared identifier", "undeclared variable", "wrong operand types", "no matching overload",
    "no matching function for call", "no default precision", "no precision specified",
    "illegal use of reserved word", "storage qualifier",
  ]
  /// What other compilers complain of, too.
  private static let complaints =
    shaderComplaints + [
      "undefined variable", "undefined identifier", "syntax error", "invalid subscript",
      "type mismatch", "wrong operand", "no matching function", "cannot convert",
      "' is not supported", "requires extension", "unexpected token",
    ]
  /// What only messages of other compilers hold.
  private static let sources: [StaticString] = [
    "syntaxerror", "error c2", ".c:", ".cc:", ".cpp", ".cxx", ".h:",
    ".hpp", ".m:", ".mm:", ".rs:", ".swift:",
  ]

  /// Returns whether a line of an unknown form complains of the shader, for a log in which no
  /// message has a known form. Unity's console and browsers' alerts show the text alone.
  static func isComplaint(_ text: String) -> Bool {
    let words = Words(text)
    guard words.bytes.count <= 400, !words.containAny(sources), !isProse(words) else {
      return false
    }
    return words.containAny(complaints)
      || (words.count <= 20 && words.containAny(["must ", "cannot ", "supported in", "redefin"])
        && (words.containAny(terms) || LogDialect.isQuotedToken(text)))
  }

  /// Returns whether a text begins with what a compiler complains of.
  static func startsComplaint(_ text: ArraySlice<UInt8>) -> Bool {
    let words = Words(String(decoding: text.prefix(40), as: UTF8.self))
    return shaderComplaints.contains { complaint in
      words.bytes.withUnsafeBufferPointer { $0.find(complaint) == 0 }
    }
  }

  /// Returns whether a text is a person's, who speaks of themselves or to others.
  static func isProse(_ words: Words) -> Bool {
    words.containAny([" we ", " i ", " my ", " our ", " you ", " your ", "i'm ", "we're "])
      || ["we ", "i ", "my ", "our ", "you "].contains { words.bytes.starts(with: $0.utf8) }
  }

  // MARK: Linkers

  /// What only the interface of shaders has.
  private static let interfaces: [StaticString] = [
    "varying", "uniform", "attribute", "sampler", "vertex shader", "fragment shader",
    "between shaders", "in the shaders", "attached shader", "texture image units", "gl_",
    "atomic counter", "storage block",
  ]
  /// What the interface of shaders has, and others too.
  private static let parts: [StaticString] = [
    "input", "output", "variable", "precision", "size", "structure", "type", "location", "block",
    "count", "binding",
  ]
  /// What is wrong with the interface of two shaders, or with what a program needs.
  private static let interfaceProblems: [StaticString] = [
    "mismatch", "match any", "not match", "n't match", "unmatched", "has no matching", "differ ",
    "differs ", "differently", "different type", "different precision", "same name but different",
    "conflict", "contradict", "too many", "exceed", "not enough", "insufficient", "limit reached",
    "count reached", "over the limit", "register limit", "could not pack", "not declared",
    "not been declared", "not defined in", "not found in", "not written", "not write",
    "not consume all", "not generate all", "not linkable", "no corresponding", "statically used",
    "same location", "same size", "bound to location", "bound to generic", " aliases ",
    "overlapping", "ambiguous field", "are disallowed", "can only be declared", "unresolved",
  ]
  /// Whole sentences of linkers.
  private static let sentences: [StaticString] = [
    "out of resource error", "linked out of memory", "unknown #version", "no shaders attached",
    "missing entry point", "unable to parse built-ins", "or component conflict",
    "is not a shader object", "is not a program object",
  ]

  /// Returns whether a line is a link error, which most drivers write without a prefix: it names a
  /// part of the interface of two shaders and what is wrong with it.
  static func isLinkError(_ words: Words) -> Bool {
    if words.containAny(sentences) || words.bytes.starts(with: "unexpected error.".utf8)
      || (words.contain("programs must have both") && words.contain("shader"))
      || (words.contain("internal error") && words.containAny(["compil", "link", "validat"]))
      || (words.containAny(["shader lacks", "has no main", "has no fragment", "has no vertex"])
        && words.contain("shader"))
      || (words.bytes.starts(with: "linking ".utf8) && words.contain(" stage"))
    {
      return true
    }
    let isSpecific = words.containAny(interfaces)
    return (isSpecific || words.containAny(parts)) && words.containAny(interfaceProblems)
      && (isSpecific || words.containAny(["shader", "stage"])
        || words.bytes.filter(\.isQuote).count > 1)
  }

  /// The offset of the first word that makes a line a link error.
  static func linkWord(in words: Words) -> Int? {
    func first(of list: [StaticString]) -> Int? {
      list.compactMap { word in words.bytes.withUnsafeBufferPointer { $0.find(word) } }.min()
    }
    return first(of: interfaces) ?? first(of: parts)
  }
}
