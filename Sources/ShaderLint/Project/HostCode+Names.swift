import CompilerLogs
import GLESKitSupport
import GLSL

/// The names that programs give to shaders, and those that texts of shaders declare.
extension HostCode {
  /// What ``givenNames`` has if a string of the program is a precision.
  static let precisionName = "precision"

  /// The names that the program gives to shaders: what its strings declare outside functions that
  /// are no whole shaders, names of macros and constants, `"LIGHT_COUNT "`, `/LIGHT_COUNT/` and
  /// `addConstant("count", 4)`, and in scripts the keys of macros, `defines: { LIGHT_COUNT: 4 }`.
  var givenNames: Set<String> {
    var names: Set<String> = []
    var index = 0
    while index < bytes.count {
      let (piece, end) = piece(at: index)
      switch piece {
      case .literal(let range), .string(let range):
        names.formUnion(Self.givenNames(bytes[range], isDefined: isArgumentOfDefinition(index)))
      case .code where language == .script:
        names.formUnion(macroKey(at: index) + definesMembers(at: index))
      case .comment where bytes[index...].dropFirst().first != UInt8(ascii: "*"):
        // Nothing of a line comment is left.
        let expression = bytes[index..<end].dropFirst().prefix { $0 != .slash }
        names.formUnion(Self.givenNames(expression, isDefined: false))
      case .comment, .code: break
      }
      index = end
    }
    return names
  }

  /// The name of a macro that begins at an index of a script: a key of an object in capitals.
  private func macroKey(at index: Int) -> [String] {
    guard bytes[index].startsIdentifier, index > 0, !bytes[index - 1].continuesIdentifier else {
      return []
    }
    let word = bytes[index...].prefix { $0.continuesIdentifier }
    let isKey =
      word.count > 2 && !word.contains(where: \.isLowercase)
      && bytes[word.endIndex...].first { !$0.isBlank } == UInt8(ascii: ":")
      && bytes[..<index].last { !$0.isSpace }.map("{,".utf8.contains) ?? false
    return isKey ? [String(decoding: word, as: UTF8.self)] : []
  }

  /// Returns the macros that a script gives to three.js at the word `defines`, whose index this is:
  /// those in `material.defines.size = 4` and `defines: { size: 4 }`, up to the next such word,
  /// which begins anew: objects that contain each other are read once.
  func definesMembers(at index: Int) -> [String] {
    var rest = bytes[index...]
    guard rest.starts(with: "defines".utf8), index == 0 || !bytes[index - 1].continuesIdentifier
    else { return [] }
    rest = rest.dropFirst(7)
    func name() -> String {
      String(decoding: rest.prefix { $0.continuesIdentifier }, as: UTF8.self)
    }
    if rest.popFirst() == UInt8(ascii: ".") { return [name()] }
    rest = bytes[(index + 7)...].drop(while: \.isSpace)
    guard let sign = rest.popFirst(), ":=".utf8.contains(sign) else { return [] }
    rest = rest.drop(while: \.isSpace)
    guard rest.first == UInt8(ascii: "{") else { return [] }
    var names: [String] = []
    var (depth, isKey) = (0, false)
    while let byte = rest.first {
      let (piece, end) = piece(at: rest.startIndex)
      if case .code = piece {
        if "([{".utf8.contains(byte) { depth += 1 }
        if ")]}".utf8.contains(byte) { depth -= 1 }
        guard depth > 0, !rest.starts(with: "defines".utf8) else { break }
        if isKey, byte.startsIdentifier { names.append(name()) }
        isKey = depth == 1 && "{,".utf8.contains(byte) || isKey && byte.isSpace
      }
      rest = bytes[end...]
    }
    return names
  }

  /// Returns whether a string is the first argument of a function that defines macros or constants,
  /// of `addVariable` of three.js' GPUComputationRenderer, or of an annotation, such as
  /// `@Uniform("u_size")`.
  private func isArgumentOfDefinition(_ start: Int) -> Bool {
    let before = bytes[..<start].suffix(80).reversed().drop(while: \.isSpace)
    guard before.first == UInt8(ascii: "(") else { return false }
    let function = String(
      decoding: before.dropFirst().prefix { $0.continuesIdentifier }.reversed(), as: UTF8.self
    ).lowercased()
    return before.dropFirst().drop { $0.continuesIdentifier }.first == UInt8(ascii: "@")
      || ["define", "macro", "constant"].contains(where: function.contains)
        && !function.contains("undefined")
      || function.hasSuffix("const") || function == "addvariable"
  }

  private static func givenNames(_ text: ArraySlice<UInt8>, isDefined: Bool) -> Set<String> {
    let words = text.split { !$0.continuesIdentifier }
    if words.count == 1, let word = words.first, word.count > 2,
      word.contains(where: \.startsIdentifier),
      isDefined || !word.contains(where: \.isLowercase)
    {
      return [String(decoding: word, as: UTF8.self)]
    }
    if let name = definedName(text) { return [name] }
    guard words.count > 1 || words.first?.elementsEqual(precisionName.utf8) ?? false,
      !hasMain(text)
    else { return [] }
    var plain = Array(text)
    for index in plain.indices.dropLast() where plain[index] == .backslash {
      (plain[index], plain[index + 1]) = (.space, .space)
    }
    return globalNames(in: plain).union(givesPrecision(plain) ? [precisionName] : [])
  }

  /// Returns the name in capitals that a text gives a number or a placeholder, as what follows
  /// `#define`: `COUNT 4`, `COUNT ${count}`.
  private static func definedName(_ text: ArraySlice<UInt8>) -> String? {
    let name = text.dropFirst(text.first.map("\"'`".utf8.contains) ?? false ? 1 : 0)
      .prefix { $0.continuesIdentifier }
    guard name.count > 2, name.contains(where: \.startsIdentifier),
      !name.contains(where: \.isLowercase), text[name.endIndex...].first?.isBlank ?? false
    else { return nil }
    let value = text[name.endIndex...].filter { !$0.isBlank && !"\"'`".utf8.contains($0) }
    let isPlaceholder =
      value.starts(with: "${".utf8) && value.firstIndex(of: UInt8(ascii: "}")) == value.count - 1
    return isPlaceholder || !value.isEmpty && value.allSatisfy { $0.isDigit || $0 == 0x2e }
      ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Returns whether a text has a precision, `precision mediump float;` or `precision ${p} float;`,
  /// or ends before its value.
  private static func givesPrecision(_ text: [UInt8]) -> Bool {
    has("precision", in: text[...]) { rest in
      let word = rest.drop(while: \.isBlank).prefix { $0.continuesIdentifier }
      return ["lowp", "mediump", "highp"].contains { word.elementsEqual($0.utf8) }
        || ["${", "%s", "%@"].contains { rest.drop(while: \.isBlank).starts(with: $0.utf8) }
        || rest.allSatisfy { $0.isBlank || "'\"`".utf8.contains($0) }
          && rest.first?.isBlank ?? false
    }
  }

  private static let qualifiers = ["attribute", "uniform", "varying", "const"].map { Word($0).tag }

  /// Returns the names of what a text declares or defines outside functions, of the extensions that
  /// it names, and `#define texture` for a macro that is a function of a later version.
  static func globalNames(in text: [UInt8]) -> Set<String> {
    globalNames(Scan(text).tokens, in: text, within: [0..<text.count])
  }

  /// Returns those of the names that are in some ranges of a text.
  static func globalNames(
    _ tokens: [Token], in text: [UInt8], within ranges: [Range<Int>]
  ) -> Set<String> {
    var ranges = ranges[...]
    var names: Set<String> = []
    var depth = 0
    var isQualified = false
    for (index, token) in tokens.enumerated() {
      if token.startsLine { isQualified = false }
      switch token.kind {
      case .punctuation:
        switch UInt8(token.tag) {
        case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "}"): (depth, isQualified) = (depth - 1, false)
        case UInt8(ascii: ";"): isQualified = false
        default: break
        }
        continue
      case .identifier where depth == 0: break
      default: continue
      }
      if qualifiers.contains(token.tag) { isQualified = true }
      while let range = ranges.first, range.upperBound <= token.start { ranges.removeFirst() }
      guard index > 0, ranges.first?.contains(Int(token.start)) ?? false else { continue }
      let before = tokens[index - 1]
      let isDirective = index > 1 && tokens[index - 2].is("#")
      let isDefined = isDirective && before.is(.define)
      var isDeclared: Bool {
        guard
          isQualified || before.kind == .identifier && BasicType.byTag[before.tag] != nil,
          index + 1 < tokens.count
        else { return false }
        return [";", "=", "[", "(", ","].contains { tokens[index + 1].is($0) }
      }
      guard isDefined || isDirective && before.is(.extension) || isDeclared else { continue }
      let name = String(decoding: text[token.range], as: UTF8.self)
      names.insert(isDefined && LaterName.isKnown(name) ? "#define \(name)" : name)
    }
    return names
  }

  /// Returns the names in comments that hold nothing but a type and a name, `// vec2 u_size`. A
  /// declaration that was made a comment has a qualifier or a semicolon.
  static func documentedNames(in text: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var rest = text[...]
    while let start = rest.withUnsafeBufferPointer({ $0.find("//") }) {
      let comment = rest.dropFirst(start).prefix { !$0.isLineEnd }
      let before = text[..<comment.startIndex].last { !$0.isBlank }
      rest = text[comment.endIndex...]
      let words = comment.drop { $0 == .slash }.split(whereSeparator: \.isBlank)
      guard before?.isLineEnd != false, words.count == 2,
        words.joined().allSatisfy(\.continuesIdentifier)
      else { continue }
      names.formUnion(globalNames(in: Array(words.joined(separator: " ".utf8)) + ";".utf8))
    }
    return names
  }
}
