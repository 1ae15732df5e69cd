import GLES
import GLMath

/// A surface that mirrors its surroundings, which a cube map holds: what GLKit calls a reflection
/// map effect, joined to everything else of the fixed pipeline.
///
/// The eye's ray is mirrored at the surface's normal in eye space, turned by ``matrix``, and looks the
/// colour up in the cube map. Normals are taken at unit length whatever
/// ``FixedState/normalScaling`` says.
public struct ReflectionMap {
  /// How the mirrored colour joins the surface's, as ``TextureEnvironment`` with the same names.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// It takes its place, is multiplied with it, or lies on it by its alpha.
    case replace, modulate, decal
  }

  /// The surroundings: a texture of kind `.cube`.
  public var texture: Texture
  /// From eye space to the cube map's space: the inverse of the view's rotation keeps the
  /// surroundings still while the eye turns.
  public var matrix: Matrix3
  /// How the colours join.
  public var mode: Mode

  /// A reflection.
  ///
  /// - Precondition: `texture` is a cube map.
  public init(_ texture: Texture, matrix: Matrix3 = .identity, mode: Mode = .modulate) {
    precondition(texture.kind == .cube, "a reflection needs a cube map")
    self.texture = texture
    self.matrix = matrix
    self.mode = mode
  }
}
