/// The alpha test. The corresponding ES 1.1 function is `glAlphaFunc`.
///
/// Alpha and reference are compared as multiples of 1/255, as ES 1.1 does with 8 bits of alpha
/// (specification, 4.1.4). So ``Function/equal`` is useful, and a reference of 0.5 means 128/255.
public struct AlphaTest: Hashable, Sendable {
  /// A comparison of the fragment's alpha with the reference.
  public enum Function: String, Hashable, Sendable, CaseIterable {
    /// The relation of alpha to the reference that passes.
    case never, less, equal, lessOrEqual, greater, notEqual, greaterOrEqual, always

    /// The GLSL condition for a fragment to pass, with alpha in 255ths; `nil` for ``always``.
    var condition: String? {
      switch self {
      case .never: "false"
      case .less: "alpha < u_alphaReference"
      case .equal: "alpha == u_alphaReference"
      case .lessOrEqual: "alpha <= u_alphaReference"
      case .greater: "alpha > u_alphaReference"
      case .notEqual: "alpha != u_alphaReference"
      case .greaterOrEqual: "alpha >= u_alphaReference"
      case .always: nil
      }
    }
  }

  /// The comparison.
  public var function: Function
  /// The reference, clamped to 0…1.
  public var reference: Float

  /// Makes a test. The defaults are ES 1.1's, which every fragment passes.
  public init(_ function: Function = .always, reference: Float = 0) {
    self.function = function
    self.reference = reference
  }
}

/// The size and shape of points. The corresponding ES 1.1 functions are `glPointSize` and
/// `glPointParameterf`.
public struct PointState: Hashable, Sendable {
  /// The diameter in pixels, greater than 0; not used for a mesh with point sizes.
  public var size: Float = 1
  /// The minimum size after attenuation, at least 0. `GL_POINT_SIZE_MIN`.
  public var minimumSize: Float = 0
  /// The maximum size after attenuation, at least 0. `GL_POINT_SIZE_MAX`. The driver's limit
  /// applies too.
  public var maximumSize: Float = .greatestFiniteMagnitude
  /// (a, b, c): the size is divided by √(a + b·d + c·d²), where d is the distance to the eye.
  /// `GL_POINT_DISTANCE_ATTENUATION`.
  public var attenuation = SIMD3<Float>(1, 0, 0)
  /// Whether points are discs with soft edges instead of squares. `GL_POINT_SMOOTH`.
  public var isSmooth = false
  /// Whether points are textured squares; see
  /// ``TextureUnit/replacesPointCoordinate``. `GL_POINT_SPRITE_OES`.
  public var isSprite = false

  /// ES 1.1's defaults.
  public init() {}
}

/// How the bits of a fragment (source s) and the framebuffer (destination d) are combined. The
/// corresponding ES 1.1 function is `glLogicOp`.
///
/// ES 2.0 has no logic op. Blending does the six exactly that depend on at most one of s and d; the
/// other ten throw ``FixedPipelineError/unsupported(what:remedy:)``.
public enum LogicOp: String, Hashable, Sendable, CaseIterable {
  /// In the order of their numbers: 0, s & d, s & ~d, s, ~s & d, d, s ^ d, s | d.
  case clear, and, andReverse, copy, andInverted, noop, xor, or
  /// The complements: ~(s | d), ~(s ^ d), ~d, s | ~d, ~s, ~s | d, ~(s & d), 1.
  case nor, equivalent, invert, orReverse, copyInverted, orInverted, nand, set

  /// Whether blending can do it exactly.
  package var isExact: Bool {
    switch self {
    case .clear, .copy, .noop, .set, .copyInverted, .invert: true
    default: false
    }
  }
}

/// How normals are scaled back to length 1 after the modelview matrix.
public enum NormalScaling: String, Hashable, Sendable, CaseIterable {
  /// Not at all; for modelview matrices that do not scale.
  case none
  /// By one factor for all normals; correct for uniform scales. `GL_RESCALE_NORMAL`.
  case rescale
  /// Each by its own length. `GL_NORMALIZE`.
  case normalize
}

/// How colors vary within a primitive. The corresponding ES 1.1 function is
/// `glShadeModel`.
public enum ShadeModel: String, Hashable, Sendable, CaseIterable {
  /// Colors are interpolated.
  case smooth
  /// The primitive has the color of its last vertex. GLSL ES 1.00 has no `flat`, so the mesh is
  /// split into separate primitives, which needs its arrays and indices in memory.
  case flat
}

/// The stage that computes lighting.
public enum LightingStage: String, Hashable, Sendable, CaseIterable {
  /// The vertex stage, as in ES 1.1.
  case vertex
  /// The fragment stage: smoother highlights, beyond ES 1.1. Where it has no `highp`
  /// (``GLES/Limits/fragmentHighFloatBits``), lights and points must lie within 65,504 of the eye,
  /// and attenuation factors below 0.00006 are 0.
  case fragment
}
