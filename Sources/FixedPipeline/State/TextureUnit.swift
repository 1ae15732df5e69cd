import GLES
import GLMath

/// One of ES 1.1's texture units, by value. The corresponding ES 1.1 functions are `glTexEnv*`,
/// `glMultiTexCoord4f` and `glBindTexture` after `glActiveTexture`.
public struct TextureUnit {
  /// Whether the unit is enabled. `GL_TEXTURE_2D` of `glEnable`.
  public var isEnabled = false
  /// The flat texture; a unit without one has no effect, as in ES 1.1.
  public var texture: Texture?
  /// How the texel is combined with the color. `GL_TEXTURE_ENV_MODE`.
  public var environment = TextureEnvironment.modulate
  /// The constant that ``TextureEnvironment/blend`` and ``Combine`` use; clamped to 0…1.
  /// `GL_TEXTURE_ENV_COLOR`.
  public var environmentColor = SIMD4<Float>.zero
  /// (s, t, r, q) for meshes without coordinates for this unit. The corresponding ES 1.1 function
  /// is `glMultiTexCoord4f`.
  public var coordinate = SIMD4<Float>(0, 0, 0, 1)
  /// The matrix for the coordinates; the texel is looked up at (s/q, t/q). `GL_TEXTURE` of
  /// `glMatrixMode`.
  public var matrix = MatrixStack(depthLimit: FixedState.textureStackDepth)
  /// Whether the coordinates of point sprites run from (0, 0) at the point's top left to (1, 1) at
  /// its bottom right. `GL_COORD_REPLACE_OES`.
  public var replacesPointCoordinate = false

  /// Makes a unit with ES 1.1's defaults.
  public init() {}

  var takesPart: Bool { isEnabled && texture != nil }
}
