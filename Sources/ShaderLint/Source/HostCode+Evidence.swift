import CompilerLogs
import GLESKitSupport
import GLSL

/// What tells that a text is a shader, and of which kind.
extension HostCode {
  /// What the words of a text tell.
  struct Evidence {
    var hasMain: Bool
    /// Whether it has both a vertex and a fragment shader, which the program divides.
    var hasBoth: Bool
    /// Whether only whole shaders or pieces of them have such words.
    var isPiece: Bool
    var isShader: Bool
    /// The stage whose output the text writes to; `nil` for both and none.
    var stage: ShaderStage?
    /// Whether it is in a later version of the language.
    var isLater: Bool
    /// Whether it begins with the `#version` line of a later version.
    var namesLater: Bool
    /// Whether nothing but calls of functions tells that it is in a later version, as in shaders
    /// for WebGL 2 to which a library adds the `#version` line.
    var callsLater: Bool
    /// Whether it begins as a bundle or JSON does, with shaders in its own strings.
    let isProgram: Bool

    init(_ text: ArraySlice<UInt8>) {
      func mentions(_ word: StaticString) -> Bool { HostCode.find(word, in: text) }
      let main = HostCode.endOfMain(text)
      hasMain = main != nil
      let isVertex = mentions("gl_Position")
      let writesColor = mentions("gl_FragColor") || mentions("gl_FragData")
      let isFragment = writesColor || (hasMain && !isVertex && HostCode.discards(text))
      isPiece = hasMain || isVertex || isFragment
      isShader = hasMain && (isVertex || isFragment || HostCode.declares(text))
      stage = isVertex == isFragment ? nil : isVertex ? .vertex : .fragment
      hasBoth =
        isVertex && isFragment && !mentions("#el")
        && main.map { HostCode.hasMain(text[$0...]) } ?? false
      // The outputs of a later shader may be in a chunk that it includes.
      let usesUnsigned = !isVertex && !writesColor && HostCode.has("uint", in: text) { _ in true }
      isLater =
        hasMain && (usesUnsigned || HostCode.samplesIntegers(text) || HostCode.isES300(text))
      namesLater = isLater && HostCode.namesVersion(text)
      callsLater =
        hasMain && !isLater && !mentions("#version") && HostCode.callsLaterFunction(text)
      // A mark of a template, such as `{HEADER}`, is no beginning of a program.
      let beginning = text.drop(while: \.isSpace)
      let opening = beginning.prefix { "([{".utf8.contains($0) }
      let next = beginning[opening.endIndex...].drop { $0.continuesIdentifier || $0.isBlank }.first
      isProgram = !opening.isEmpty && next.map { !"]}".utf8.contains($0) } ?? true
    }
  }

  /// Returns whether a text is a shader, or a part of one.
  static func isOfShader(_ text: ArraySlice<UInt8>) -> Bool {
    let words: [StaticString] = [
      "vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "sampler2D", "samplerCube", "texture2D",
    ]
    return declares(text) || Evidence(text).isPiece
      || words.contains { has($0, in: text) { _ in true } }
  }

  /// Returns whether a text has the start of `void main()`.
  static func hasMain(_ text: ArraySlice<UInt8>) -> Bool { endOfMain(text) != nil }

  /// Returns the end of the word `main` in the first `void main()`.
  private static func endOfMain(_ text: ArraySlice<UInt8>) -> Int? {
    var words = text[...]
    while let start = words.withUnsafeBufferPointer({ $0.find("main") }) {
      let place = words.startIndex + start
      let before = text[..<place].reversed().drop(while: \.isSpace)
      let after = text[(place + 4)...].drop(while: \.isSpace)
      // A replacement for `void main()` may end with it.
      let body = after.drop { $0 != UInt8(ascii: ")") }.dropFirst()
      if before.starts(with: "diov".utf8), after.first == UInt8(ascii: "("),
        body.contains(where: { !$0.isSpace })
      {
        return place + 4
      }
      words = text[(place + 4)...]
    }
    return nil
  }

  /// Returns whether a literal of Python is the documentation of a file, class or function: it is
  /// the first statement of it. A shader in it is an example.
  func isDocumentation(_ start: Int) -> Bool {
    guard language == .python else { return false }
    var end = start
    while true {
      let lineStart = bytes[..<end].lastIndex(of: .newline).map { $0 + 1 } ?? 0
      let text = bytes[lineStart..<end].drop(while: \.isBlank)
      if end == start {
        // The prefix of the literal.
        guard text.allSatisfy({ "rRuU".utf8.contains($0) }) else { return false }
      } else if let first = text.first, first != .hash, first != .carriageReturn {
        return isHead(text)
      }
      guard lineStart > 0 else { return true }
      end = lineStart - 1
    }
  }

  /// The most bytes of the head of a function.
  private static let longestHead = 2_000

  /// Returns whether the head of a function or class ends with a line of Python; the value of a
  /// key, `"vertex":`, follows none.
  private func isHead(_ line: ArraySlice<UInt8>) -> Bool {
    let limit = max(line.endIndex - Self.longestHead, 0)
    var start = line.startIndex
    while true {
      let word = bytes[start..<line.endIndex].drop(while: \.isBlank)
        .prefix { $0.continuesIdentifier }
      if ["def", "class", "async"].contains(where: { word.elementsEqual($0.utf8) }) { break }
      guard start - 1 > limit else { return false }
      start = (bytes[limit..<(start - 1)].lastIndex(of: .newline) ?? limit - 1) + 1
      if start == limit && limit > 0 { return false }
    }
    // It ends at the first colon outside of brackets.
    var (index, depth) = (start, 0)
    while index < line.endIndex {
      let (piece, end) = piece(at: index)
      if case .code = piece {
        switch bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ":") where depth == 0:
          let rest = bytes[end..<max(line.endIndex, end)].drop(while: \.isSpace)
          return rest.isEmpty || rest.first == .hash
        default: break
        }
      }
      index = end
    }
    return false
  }

  /// Returns whether a text has the statement `discard;`, which only fragment shaders have.
  static func discards(_ text: ArraySlice<UInt8>) -> Bool {
    has("discard", in: text) { rest in
      rest.first { !$0.isSpace } == UInt8(ascii: ";")
    }
  }

  /// Returns whether a text declares a sampler of integers, or their precision. three.js lets such
  /// shaders write to `gl_FragColor`.
  static func samplesIntegers(_ text: ArraySlice<UInt8>) -> Bool {
    let types: [StaticString] = ["usampler2D", "isampler2D", "usampler3D", "isampler3D"]
    return types.contains { type in
      has(type, in: text) { rest in
        let next = rest.first { !$0.isBlank }
        return next?.startsIdentifier ?? false || next == UInt8(ascii: ";")
      }
    }
  }

  /// Returns whether a name is a function or type of GLSL ES 3.00 that 1.00 lacks.
  static func isLaterName(_ name: Substring) -> Bool {
    let name = Array(name.utf8)[...]
    return laterFunctions.contains(name) || laterTypes.contains(name)
  }

  private static let laterTypes = Set(
    (["uint", "uvec2", "uvec3", "uvec4"]
      + [2, 3, 4].flatMap { size in (2...4).map { "mat\(size)x\($0)" } }).map {
        Array($0.utf8)[...]
      })

  /// Functions of GLSL ES 3.00 that 1.00 lacks.
  private static let laterFunctions = Set(
    [
      "inverse", "transpose", "determinant", "outerProduct", "round", "roundEven", "trunc", "modf",
      "isnan", "isinf", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "texture", "textureLod",
      "textureProj", "textureGrad", "textureOffset", "textureSize", "texelFetch", "floatBitsToInt",
      "floatBitsToUint", "intBitsToFloat", "uintBitsToFloat", "packUnorm2x16", "unpackUnorm2x16",
      "packHalf2x16", "unpackHalf2x16",
    ].map { Array($0.utf8)[...] })

  /// Returns whether a text calls one of ``laterFunctions`` that it does not define.
  static func callsLaterFunction(_ text: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(text)
    let tokens = Scan(bytes).tokens
    var called: Set<ArraySlice<UInt8>> = []
    var defined: Set<ArraySlice<UInt8>> = []
    for (index, token) in tokens.enumerated() where token.kind == .identifier {
      let name = bytes[token.range]
      guard laterFunctions.contains(name) else { continue }
      let before = index > 0 ? tokens[index - 1] : token
      // After a type, a function is defined; after #define, a macro. A member, such as a field of a
      // structure, is no function.
      if index > 0, before.is(".") || before.kind == .identifier && !before.is(Word("return")) {
        defined.insert(name)
      } else if index + 1 < tokens.count, tokens[index + 1].is("(") {
        called.insert(name)
      }
    }
    return !called.isSubset(of: defined)
  }

  /// Returns whether a text has a word before a text for which `condition` holds.
  static func has(
    _ word: StaticString, in text: ArraySlice<UInt8>, _ condition: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var rest = text[...]
    while let start = rest.withUnsafeBufferPointer({ $0.find(word) }) {
      let place = rest.startIndex + start
      rest = text[(place + word.utf8CodeUnitCount)...]
      let isWord =
        text[..<place].last?.continuesIdentifier != true && rest.first?.continuesIdentifier != true
      if isWord, condition(rest) { return true }
    }
    return false
  }

  /// Returns whether a brace stays open or an expression has no end, as where the program writes
  /// the rest. With #else, some braces open in either branch.
  static func isCutOff(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var isInComment = false
    var last = UInt8.space
    for (index, byte) in zip(text.indices, text) {
      if byte.isLineEnd { isInComment = false }
      if byte == .slash, text[(index + 1)...].first == .slash { isInComment = true }
      if isInComment || byte.isSpace { continue }
      last = byte
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
    }
    if "=+-,(&|?:".utf8.contains(last) { return true }
    return depth > 0 && !find("#el", in: text)
  }

  /// Returns whether a line starts with a word that only shaders start a line with.
  static func declares(_ text: ArraySlice<UInt8>) -> Bool {
    let words = ["attribute", "uniform", "varying", "precision", "#version"]
    return text.split(whereSeparator: \.isLineEnd).contains { line in
      let word = line.drop(while: \.isBlank).prefix { $0.continuesIdentifier || $0 == .hash }
      return words.contains { word.elementsEqual($0.utf8) }
    }
  }

  /// Returns whether a text begins with a `#version` line and a number.
  private static func namesVersion(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.drop(while: \.isSpace).prefix { !$0.isLineEnd }
      .split(whereSeparator: \.isBlank)
    return words.count > 1 && words[0].elementsEqual("#version".utf8)
      && words[1].allSatisfy(\.isDigit)
  }

  /// Returns whether a text is in a later version of the language.
  static func isES300(_ text: ArraySlice<UInt8>) -> Bool {
    for line in text.split(whereSeparator: \.isLineEnd) {
      let words = line.split(whereSeparator: \.isBlank).prefix(2)
        .map { String(decoding: $0, as: UTF8.self) }
      guard let first = words.first else { continue }
      if first == "#version", words.count > 1, words[1] != "100" { return true }
      if words.count > 1, ["in", "out", "flat"].contains(first) || first.hasPrefix("layout(") {
        return true
      }
    }
    return false
  }
}
