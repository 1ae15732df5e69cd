import GLES
import GLMath

/// A cube map of the surroundings that a surface reflects, like GLKit's reflection map effect,
/// which works together with all other state.
///
/// The ray from the eye is reflected at the surface's normal in eye space and transformed by
/// ``matrix``; the result looks up the color in the cube map. Normals are normalized regardless of
/// ``FixedState/normalScaling``.
public struct ReflectionMap {
  /// How the reflected color is combined with the surface's, as in ``TextureEnvironment``.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Replace it, multiply it, or blend over it by the reflected alpha.
    case replace, modulate, decal
  }

  /// The surroundings: a texture of kind `.cube`.
  public var texture: Texture
  /// From eye space to the cube map's space. The inverse of the view's rotation keeps the
  /// surroundings fixed while the eye turns.
  public var matrix: Matrix3
  /// How the colors are combined.
  public var mode: Mode

  /// Makes a reflection. Drawing throws if `texture` is not a cube map.
  public init(_ texture: Texture, matrix: Matrix3 = .identity, mode: Mode = .modulate) {
    self.texture = texture
    self.matrix = matrix
    self.mode = mode
  }
}
