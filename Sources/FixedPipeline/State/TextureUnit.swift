import GLES
import GLMath

/// One of ES 1.1's texture units, by value. The corresponding ES 1.1 functions are `glTexEnv*`,
/// `glMultiTexCoord4f` and `glBindTexture` after `glActiveTexture`.
public struct TextureUnit {
  /// Whether the unit takes part. `GL_TEXTURE_2D` of `glEnable`.
  public var isEnabled = false
  /// The flat texture; a unit without one does not take part, as in ES 1.1.
  public var texture: Texture?
  /// How the texel joins the colour. `GL_TEXTURE_ENV_MODE`.
  public var environment = TextureEnvironment.modulate
  /// The constant that ``TextureEnvironment/blend`` and ``Combine`` use; clamped to 0…1.
  /// `GL_TEXTURE_ENV_COLOR`.
  public var environmentColor = SIMD4<Float>.zero
  /// (s, t, r, q) for meshes without coordinates for this unit. The corresponding ES 1.1 function is
  /// `glMultiTexCoord4f`.
  public var coordinate = SIMD4<Float>(0, 0, 0, 1)
  /// What coordinates are multiplied by; the texel is taken at s/q, t/q. `GL_TEXTURE` of
  /// `glMatrixMode`.
  public var matrix = MatrixStack(depthLimit: FixedState.textureStackDepth)
  /// Whether point sprites take their coordinates from the place within the point: (0, 0) at its top
  /// left, (1, 1) at its bottom right. `GL_COORD_REPLACE_OES`.
  public var replacesPointCoordinate = false

  /// A unit with ES 1.1's defaults.
  public init() {}

  var takesPart: Bool { isEnabled && texture != nil }
}
