/// The two programmable stages of OpenGL ES 2.0.
public enum ShaderStage: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Runs for each vertex and places it.
  case vertex
  /// Runs for each covered pixel and colours it.
  case fragment

  /// `vertex` or `fragment`.
  public var description: String { rawValue }

  /// The stage that a file name's ending says: .vert .vs .vsh .glslv, or .frag .fs .fsh .glslf, each
  /// also with .glsl after it, as in `a.vert.glsl`; `nil` for other endings and for a bare `.glsl`.
  public init?(path: String) {
    var parts = path.split(separator: ".").map { $0.lowercased() }
    if parts.last == "glsl" { parts.removeLast() }
    switch parts.last {
    case "vert", "vs", "vsh", "glslv": self = .vertex
    case "frag", "fs", "fsh", "glslf": self = .fragment
    default: return nil
    }
  }
}
