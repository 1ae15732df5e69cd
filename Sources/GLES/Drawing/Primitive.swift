import GLESKitCGLES2

/// The kinds of primitive that vertices form.
public enum Primitive: Hashable, Sendable {
  /// OpenGL's primitives; strips, loops and fans share vertices between neighbors.
  case points, lines, lineStrip, lineLoop, triangles, triangleStrip, triangleFan

  var glValue: GLenum {
    switch self {
    case .points: GLenum(GL_POINTS)
    case .lines: GLenum(GL_LINES)
    case .lineStrip: GLenum(GL_LINE_STRIP)
    case .lineLoop: GLenum(GL_LINE_LOOP)
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    case .triangleFan: GLenum(GL_TRIANGLE_FAN)
    }
  }

  /// How many of the last vertices form no primitive.
  func unused(of count: Int) -> Int {
    switch self {
    case .points: 0
    case .lines: count % 2
    case .lineStrip, .lineLoop: count < 2 ? count : 0
    case .triangles: count % 3
    case .triangleStrip, .triangleFan: count < 3 ? count : 0
    }
  }
}
