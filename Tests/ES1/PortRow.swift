internal import GLESKitCGLES1

/// Rows of the guide's table for ports, as their ES 1.1 calls.
public enum PortRow: CaseIterable, Sendable {
  /// `glLightfv` with `GL_POSITION`, which keeps the light's colors.
  case lightPosition
  /// A scaled square, whose normals are too short.
  case scaled
  /// The same with `GL_NORMALIZE`, or with `GL_RESCALE_NORMAL`.
  case normalized, rescaled
}

extension RealContext {
  /// The square that is drawn: the corners of a strip of triangles.
  public static let portSquare: [Float] = [
    -0.4, -0.4, -0.2, 0.4, -0.4, -0.2, -0.4, 0.4, -0.2, 0.4, 0.4, -0.2,
  ]

  /// Draws a lit square and reads it back: RGBA, bottom row first.
  public func draw(_ row: PortRow) -> [UInt8] {
    clear(.zero, depth: 1)
    glEnable(GLenum(GL_LIGHTING))
    glEnable(GLenum(GL_LIGHT0))
    switch row {
    case .lightPosition: glLightfv(GLenum(GL_LIGHT0), GLenum(GL_POSITION), [0, 4, 0, 1])
    case .scaled: glScalef(2, 2, 2)
    case .normalized:
      glScalef(2, 2, 2)
      glEnable(GLenum(GL_NORMALIZE))
    case .rescaled:
      glScalef(2, 2, 2)
      glEnable(GLenum(GL_RESCALE_NORMAL))
    }
    glEnableClientState(GLenum(GL_VERTEX_ARRAY))
    Self.portSquare.withUnsafeBufferPointer {
      glVertexPointer(3, GLenum(GL_FLOAT), 0, $0.baseAddress)
      glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
    }
    return readPixels()
  }
}
