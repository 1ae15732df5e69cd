import GLESKitCGLES2

/// The stencil test and how drawing changes the stencil values, for both faces or one.
///
/// The corresponding C functions are `glStencilFuncSeparate`, `glStencilMaskSeparate` and
/// `glStencilOpSeparate`.
public struct StencilTest: Hashable, Sendable {
  /// How a pixel's stencil value changes.
  public enum Operation: Hashable, Sendable {
    /// Keep it, set it to 0, or set it to the reference.
    case keep, zero, replace
    /// Add or subtract 1, clamped to the largest value and 0.
    case increment, decrement
    /// Add or subtract 1, wrapping around at the largest value and 0.
    case incrementWrapping, decrementWrapping
    /// Invert its bits.
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

  /// How the reference must compare to the stencil value for the fragment to pass.
  public var comparison: RenderState.Comparison
  /// The reference value, 0…255.
  public var reference: UInt8
  /// The bits of reference and stencil value that are compared. Default: all.
  public var readMask: UInt8 = 255
  /// The bits of the stencil value that drawing and clearing may change. Default: all.
  public var writeMask: UInt8 = 255
  /// The operation if the comparison fails. Default: keep.
  public var whenStencilFails = Operation.keep
  /// The operation if the comparison passes and the depth test fails. Default: keep.
  public var whenDepthFails = Operation.keep
  /// The operation if both pass. Default: keep.
  public var whenPassed = Operation.keep

  /// Makes a test that changes no stencil values.
  public init(_ comparison: RenderState.Comparison, reference: UInt8) {
    self.comparison = comparison
    self.reference = reference
  }

  func apply(to face: Int32) {
    let face = GLenum(face)
    glStencilFuncSeparate(face, comparison.glValue, GLint(reference), GLuint(readMask))
    glStencilMaskSeparate(face, GLuint(writeMask))
    glStencilOpSeparate(
      face, whenStencilFails.glValue, whenDepthFails.glValue, whenPassed.glValue)
  }
}
