import GLESKitCGLES2

/// The stencil test and how drawing changes the stencil values, for both faces or one.
///
/// The corresponding C functions are `glStencilFuncSeparate`, `glStencilMaskSeparate` and
/// `glStencilOpSeparate`.
public struct StencilTest: Hashable, Sendable {
  /// How a pixel's stencil value changes. The raw values are GL's.
  public enum Operation: UInt32, Hashable, Sendable {
    /// Set it to 0, or invert its bits.
    case zero = 0, invert = 0x150A
    /// Keep it, set it to the reference, or add or subtract 1, clamped to the largest value and 0.
    case keep = 0x1E00, replace, increment, decrement
    /// Add or subtract 1, wrapping around at the largest value and 0.
    case incrementWrapping = 0x8507, decrementWrapping
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
    glStencilFuncSeparate(face, comparison.rawValue, GLint(reference), GLuint(readMask))
    glStencilMaskSeparate(face, GLuint(writeMask))
    glStencilOpSeparate(
      face, whenStencilFails.rawValue, whenDepthFails.rawValue, whenPassed.rawValue)
  }
}
