import CompilerLogs
import GLESKitSupport
import GLSL

/// Recognizes the stages of shaders by their texts.
package enum ShaderNames {
  /// What shaders are found by, for messages about files that were not found.
  package static let sought =
    "names that end in \(alternatives(ShaderName.endings.map { ".\($0)" }))"

  /// Returns the stage of a file: what its extension says, else a `#pragma`, else `option`, else
  /// the names that its `main` and the rest of the text use, else a word in its name. `nil` if
  /// nothing tells it, and for a text without `main`, which others include.
  static func stage(
    of name: ShaderName, option: ShaderStage? = nil, _ scan: Scan?
  ) -> ShaderStage? {
    if let certain = name.certainStage { return certain }
    if let named = scan.flatMap(stage(inPragmasOf:)) ?? option { return named }
    guard let scan, hasMain(scan) else { return nil }
    return stage(usedIn: scan) ?? name.stage
  }

  /// Returns the stage whose names a text uses; `nil` for none and both.
  static func stage(usedIn scan: Scan) -> ShaderStage? {
    let used = Set(scan.tokens.lazy.filter { $0.kind == .identifier }.map(\.tag))
    let stages = names.filter { !used.isDisjoint(with: $0.names) }
    return stages.count == 1 ? stages[0].stage : nil
  }

  /// Returns whether a text defines or declares `main`.
  static func hasMain(_ scan: Scan) -> Bool {
    let tokens = scan.tokens
    return tokens.indices.dropLast().contains { tokens[$0].is(main) && tokens[$0 + 1].is("(") }
  }

  /// Returns whether a text has the word `main` after preprocessing.
  static func hasMain(_ text: Preprocessed) -> Bool {
    text.items.contains { $0.token.is(main) }
  }

  /// Returns whether a text has statements such as `if` outside functions, as a part has that a
  /// program puts into a function.
  static func hasLooseStatement(_ text: Preprocessed) -> Bool {
    var depth = 0
    return text.items.contains { item in
      if item.token.is("{") { depth += 1 }
      if item.token.is("}") { depth -= 1 }
      return depth == 0 && item.token.kind == .identifier && statements.contains(item.token.tag)
    }
  }

  /// Returns whether the first token outside of directives is a word with which a declaration of
  /// GLSL begins.
  static func startsLikeShader(_ scan: Scan) -> Bool {
    var isDirective = false
    for token in scan.tokens {
      if token.startsLine { isDirective = token.is("#") }
      if !isDirective { return firstWords.contains(token.tag) }
    }
    return false
  }

  private static let firstWords = Set(
    """
    attribute uniform varying precision invariant const struct void lowp mediump highp
    float int bool vec2 vec3 vec4 mat2 mat3 mat4
    """.split(whereSeparator: \.isWhitespace).map { Word(String($0)).tag })
  private static let statements = Set(["if", "for", "while", "return"].map { Word($0).tag })
  private static let main = Word("main")
  private static let names: [(stage: ShaderStage, names: Set<UInt64>)] = [
    (.vertex, [Word("gl_Position").tag, Word("gl_PointSize").tag, Word("attribute").tag]),
    (
      .fragment,
      [
        Word("gl_FragColor").tag, Word("gl_FragData").tag, Word("gl_FragCoord").tag,
        Word("discard").tag,
      ]
    ),
  ]

  /// Returns the stage in a `#pragma`: `#pragma shaderlint vertex`, `#pragma vertex`, or
  /// `#pragma shader_stage(vertex)`, the form that glslc reads.
  static func stage(inPragmasOf scan: Scan) -> ShaderStage? {
    let tokens = scan.tokens
    for index in scan.hashes {
      guard index + 1 < tokens.count, tokens[index + 1].is(.pragma) else { continue }
      let line = tokens[index].line
      for word in tokens[(index + 2)...].prefix(while: { $0.line == line }) {
        if word.is(Word("vertex")) { return .vertex }
        if word.is(Word("fragment")) { return .fragment }
      }
    }
    return nil
  }
}
