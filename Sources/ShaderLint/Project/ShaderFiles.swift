import CompilerLogs
import GLES
import GLSL

/// Which files are shaders, and of which stage.
enum ShaderFiles {
  /// Whether a folder's file of that name is taken for a shader.
  static func isShader(_ name: String) -> Bool {
    Paths.ending(of: name) == "glsl" || ShaderStage(path: name) != nil
  }

  /// The stage that a `#pragma` in the text gives: `#pragma shaderlint vertex`,
  /// `#pragma vertex`, or `#pragma shader_stage(vertex)`, the form that glslc reads.
  static func stage(inPragmasOf scan: Scan) -> ShaderStage? {
    let tokens = scan.tokens
    for (index, token) in tokens.enumerated() where token.startsLine && token.is("#") {
      guard index + 1 < tokens.count, tokens[index + 1].is(.pragma) else { continue }
      for word in tokens[(index + 2)...].prefix(while: { $0.line == token.line }) {
        if word.is(Word("vertex")) { return .vertex }
        if word.is(Word("fragment")) { return .fragment }
      }
    }
    return nil
  }
}
