/// Which fragments pass by their alpha. The corresponding ES 1.1 function is `glAlphaFunc`.
///
/// Alpha and reference are compared as whole 255ths, as ES 1.1 does with 8 bits of alpha (specification,
/// 4.1.4): ``Function/equal`` is of use, and a reference of 0.5 stands for 128/255.
public struct AlphaTest: Hashable, Sendable {
  /// A comparison of the fragment's alpha with the reference.
  public enum Function: String, Hashable, Sendable, CaseIterable {
    /// A fragment passes when its alpha is this to the reference.
    case never, less, equal, lessOrEqual, greater, notEqual, greaterOrEqual, always

    /// The GLSL condition under which a fragment of so many 255ths passes; `nil` for ``always``.
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

  /// A test; the defaults are ES 1.1's, which every fragment passes.
  public init(_ function: Function = .always, reference: Float = 0) {
    self.function = function
    self.reference = reference
  }
}

/// How points look. The corresponding ES 1.1 functions are `glPointSize` and `glPointParameterf`.
public struct PointState: Hashable, Sendable {
  /// The diameter in pixels, greater than 0; a mesh with point sizes has its own.
  public var size: Float = 1
  /// The least size after attenuation, at least 0. `GL_POINT_SIZE_MIN`.
  public var minimumSize: Float = 0
  /// The largest size after attenuation, at least 0. `GL_POINT_SIZE_MAX`. The driver's own limit
  /// holds too.
  public var maximumSize: Float = .greatestFiniteMagnitude
  /// (a, b, c): the size is divided by √(a + b·d + c·d²), d the distance to the eye.
  /// `GL_POINT_DISTANCE_ATTENUATION`.
  public var attenuation = SIMD3<Float>(1, 0, 0)
  /// Whether points are discs with soft edges instead of squares. `GL_POINT_SMOOTH`.
  public var isSmooth = false
  /// Whether points are textured squares of exactly their size; see
  /// ``TextureUnit/replacesPointCoordinate``. `GL_POINT_SPRITE_OES`.
  public var isSprite = false

  /// ES 1.1's defaults.
  public init() {}
}

/// What is done with the bits of a fragment (source s) and of the framebuffer (destination d). The
/// corresponding ES 1.1 function is `glLogicOp`.
///
/// ES 2.0 has no logic op. The six that depend on one side only, or on nothing, are done exactly with
/// blending; the other ten are refused by ``FixedPipelineError/unsupported(what:remedy:)``.
public enum LogicOp: String, Hashable, Sendable, CaseIterable {
  /// In the order of their numbers: 0, s & d, s & ~d, s, ~s & d, d, s ^ d, s | d.
  case clear, and, andReverse, copy, andInverted, noop, xor, or
  /// And their complements: ~(s | d), ~(s ^ d), ~d, s | ~d, ~s, ~s | d, ~(s & d), 1.
  case nor, equivalent, invert, orReverse, copyInverted, orInverted, nand, set

  /// Whether blending can do it exactly.
  public var isExact: Bool {
    switch self {
    case .clear, .copy, .noop, .set, .copyInverted, .invert: true
    default: false
    }
  }
}

/// How normals are brought back to length 1 after the modelview matrix.
public enum NormalScaling: String, Hashable, Sendable, CaseIterable {
  /// Not at all: for modelview matrices that do not scale.
  case none
  /// By one factor for all, right for uniform scales. `GL_RESCALE_NORMAL`.
  case rescale
  /// Each by its own length. `GL_NORMALIZE`.
  case normalize
}

/// Where colours are computed between a primitive's vertices. The corresponding ES 1.1 function is
/// `glShadeModel`.
public enum ShadeModel: String, Hashable, Sendable, CaseIterable {
  /// Interpolated.
  case smooth
  /// That of the primitive's last vertex everywhere. GLSL ES 1.00 has no `flat`, so the mesh is taken
  /// apart into single primitives, which needs its arrays and indices in memory.
  case flat
}

/// Where light is computed.
public enum LightingStage: String, Hashable, Sendable, CaseIterable {
  /// At every vertex, as ES 1.1 does.
  case vertex
  /// At every fragment: smoother highlights, beyond ES 1.1.
  case fragment
}
