import GLESKitCGLES2

/// Which pixels drawing may change, by a number that the framebuffer keeps for each of them, and how
/// drawing changes that number. Both faces are treated alike.
///
/// The corresponding C functions are `glStencilFunc`, `glStencilMask` and `glStencilOp`.
public struct StencilTest: Hashable, Sendable {
  /// What becomes of a pixel's number.
  public enum Operation: Hashable, Sendable {
    /// It stays, becomes 0, or becomes the reference.
    case keep, zero, replace
    /// It grows or shrinks by 1 and stops at its largest value or 0.
    case increment, decrement
    /// It grows or shrinks by 1 and starts anew beyond its largest value or 0.
    case incrementWrapping, decrementWrapping
    /// Its bits are inverted.
    case invert

    var glValue: GLenum {
      switch self {
      case .keep: GLenum(GL_KEEP)
      case .zero: GLenum(GL_ZERO)
      case .replace: GLenum(GL_REPLACE)
      case .increment: GLenum(GL_INCR)
      case .decrement: GLenum(GL_DECR)
      case .incrementWrapping: GLenum(GL_INCR_WRAP)
      case .decrementWrapping: GLenum(GL_DECR_WRAP)
      case .invert: GLenum(GL_INVERT)
      }
    }
  }

  /// How the reference must compare to the pixel's number for the fragment to pass.
  public var comparison: RenderState.Comparison
  /// What the pixel's number is compared with, 0…255.
  public var reference: UInt8
  /// The bits of both that are compared. Default: all.
  public var readMask: UInt8 = 255
  /// The bits of the pixel's number that may change; clearing heeds it, too. Default: all.
  public var writeMask: UInt8 = 255
  /// What happens where the comparison fails. Default: nothing.
  public var whenStencilFails = Operation.keep
  /// What happens where the comparison passes, but not the depth test. Default: nothing.
  public var whenDepthFails = Operation.keep
  /// What happens where both pass. Default: nothing.
  public var whenPassed = Operation.keep

  /// Makes a test that changes no numbers yet.
  public init(_ comparison: RenderState.Comparison, reference: UInt8) {
    self.comparison = comparison
    self.reference = reference
  }

  func apply() {
    glStencilFunc(comparison.glValue, GLint(reference), GLuint(readMask))
    glStencilMask(GLuint(writeMask))
    glStencilOp(whenStencilFails.glValue, whenDepthFails.glValue, whenPassed.glValue)
  }
}
