/// A generated program, each line with the state that caused it.
public struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// The part of ES 1.1 that a line belongs to.
  public enum Topic: String, Hashable, Sendable, CaseIterable {
    /// Code that every program has: precision, outputs, main.
    case program
    /// From object to clip space, and normals.
    case transformation
    /// Lights and materials.
    case lighting
    /// The vertex or current color.
    case color
    /// Texture units, and how they are combined.
    case texturing
    /// The surroundings reflected by the surface.
    case reflection
    /// Fog.
    case fog
    /// Sizes and textures of points.
    case points
    /// The application's own clip planes.
    case clipPlanes = "clip planes"
    /// Fragments discarded because of their alpha.
    case alphaTest = "alpha test"
    /// Colors combined bit by bit.
    case logicOp = "logic op"
    /// A stage that the application wrote itself.
    case replacement
  }

  /// One line of GLSL.
  public struct Line: Hashable, Sendable {
    /// The GLSL.
    public let code: String
    /// The part of ES 1.1 that it belongs to.
    public let topic: Topic
    /// The state that caused it, in ES 1.1's names.
    public let cause: String
  }

  /// The vertex stage.
  public let vertex: [Line]
  /// The fragment stage.
  public let fragment: [Line]

  /// Both stages, with `// [topic] cause` after each line; the text is still valid GLSL.
  public var description: String {
    "// vertex stage\n\(Self.annotated(vertex))\n// fragment stage\n\(Self.annotated(fragment))"
  }

  private static func annotated(_ lines: [Line]) -> String {
    let width = min(lines.map(\.code.count).max() ?? 0, 72)
    return lines.map { line in
      guard !line.code.isEmpty else { return "\n" }
      let gap = String(repeating: " ", count: max(width - line.code.count, 0) + 1)
      return "\(line.code)\(gap)// [\(line.topic.rawValue)] \(line.cause)\n"
    }.joined()
  }
}

/// The text of a stage while it is being written.
struct StageText {
  private(set) var lines: [Explanation.Line] = []
  /// Vectors of uniforms that are declared: four for a mat4, three for a mat3, one for others.
  private(set) var uniformVectors = 0

  mutating func add(_ code: String, _ topic: Explanation.Topic, _ cause: String) {
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(Explanation.Line(code: String(line), topic: topic, cause: cause))
    }
  }

  mutating func uniform(
    _ type: String, _ name: String, _ topic: Explanation.Topic, _ cause: String
  ) {
    uniformVectors += type == "mat4" ? 4 : type == "mat3" ? 3 : 1
    add("uniform \(type) \(name);", topic, cause)
  }

  var text: String { lines.map { $0.code + "\n" }.joined() }
}
