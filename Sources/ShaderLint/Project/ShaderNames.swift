import CompilerLogs
import GLSL

/// Recognizes shaders and their stages.
package enum ShaderNames {
  /// The names of shaders with a stage, for messages about files that were not found.
  package static let endings: String = {
    let all = ShaderStage.allCases.flatMap(\.endings).map { ".\($0)" }
    return "names that end in \(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1]), "
      + "with or without .glsl"
  }()

  /// Returns whether a file in a folder is a shader, by its name.
  static func isShader(_ name: String) -> Bool {
    Paths.ending(of: name) == "glsl" || ShaderStage(path: name) != nil
  }

  /// Returns the stage that a text is written for: the one in a `#pragma`, else the one whose names
  /// it uses, if it defines `main` and uses none of the other stage.
  static func stage(of scan: Scan) -> ShaderStage? {
    if let named = stage(inPragmasOf: scan) { return named }
    let tokens = scan.tokens
    guard
      tokens.indices.dropLast().contains(where: { tokens[$0].is(main) && tokens[$0 + 1].is("(") })
    else { return nil }
    let used = Set(tokens.lazy.filter { $0.kind == .identifier }.map(\.tag))
    let stages = names.filter { !used.isDisjoint(with: $0.names) }
    return stages.count == 1 ? stages[0].stage : nil
  }

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
