/// The two programmable stages of OpenGL ES 2.0.
public enum ShaderStage: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Runs for each vertex and computes its position.
  case vertex
  /// Runs for each covered pixel and computes its color.
  case fragment

  /// `vertex` or `fragment`.
  public var description: String { rawValue }

  /// The words for it in file names, as extensions and otherwise.
  package var words: [String] {
    self == .vertex ? Self.vertexWords : Self.fragmentWords
  }

  private static let vertexWords = [
    "vert", "vs", "vsh", "glslv", "vp", "vshader", "vertexshader", "vertex",
  ]
  private static let fragmentWords = [
    "frag", "fs", "fsh", "glslf", "fp", "fshader", "fragmentshader", "fragment",
  ]

  /// The letter for it in names such as `a_v.glsl`.
  var initial: String { String(rawValue.prefix(1)) }

  /// The stage of a word in a file name.
  init?(word: String) {
    guard let stage = Self.allCases.first(where: { $0.words.contains(word) }) else { return nil }
    self = stage
  }

  /// Makes the stage for a file name: `a.vert`, `a.vert.glsl`, `a_vert.glsl`, `aVert.glsl` or
  /// `vert.glsl`, where the word may also be vs, vsh, vp, glslv, vshader, vertexshader or vertex,
  /// and correspondingly for fragment shaders; `nil` for other names.
  public init?(path: String) {
    guard let stage = ShaderName(path).stage else { return nil }
    self = stage
  }
}
