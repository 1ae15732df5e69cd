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
