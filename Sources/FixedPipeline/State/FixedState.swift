import GLES
import GLMath

/// One light source and whether it shines. The light's position and spot direction are in eye space:
/// see ``FixedState/setLight(_:at:)``.
public struct LightSource: Hashable, Sendable {
  /// Whether it shines. `GL_LIGHT0` … of `glEnable`.
  public var isEnabled = false
  /// The light, in eye space.
  public var light: Light

  /// A light source.
  public init(_ light: Light, isEnabled: Bool = false) {
    self.light = light
    self.isEnabled = isEnabled
  }
}

/// All of ES 1.1's fixed-function state as one value, with ES 1.1's defaults.
///
/// ```swift
/// var state = FixedState()
/// state.projection.load(.perspective(verticalFieldOfView: 1, aspectRatio: 1.5, near: 1, far: 100))
/// state.modelview.translate(by: [0, 0, -5])
/// state.isLightingEnabled = true
/// state.lights[0].isEnabled = true
/// try pipeline.draw(.triangles, mesh, with: state)
/// ```
///
/// What ES 2.0 kept (blending, depth, culling, scissor) is in ``render``. Angles are radians; only
/// ``GLMath/Light/spotCutoff`` is in degrees, as ES 1.1's.
public struct FixedState {
  /// How many lights there are: ES 1.1's least, and ours.
  public static let lightCount = 8
  /// How many texture units there are; ES 1.1 asks for 2.
  public static let textureUnitCount = 4
  /// How many clip planes there are; ES 1.1 asks for 1.
  public static let clipPlaneCount = 6
  /// The depth of ``modelview``; ES 1.1 asks for 16.
  public static let modelviewStackDepth = 32
  /// The depth of ``projection``; ES 1.1 asks for 2.
  public static let projectionStackDepth = 4
  /// The depth of each unit's texture matrices; ES 1.1 asks for 2.
  public static let textureStackDepth = 4

  /// The mark of all state but ``modelview`` and ``projection``, which are quick to compare.
  private(set) var revision = Revision.initial

  /// From object to eye space. `GL_MODELVIEW` of `glMatrixMode`.
  public var modelview = MatrixStack(depthLimit: modelviewStackDepth)
  /// From eye to clip space. `GL_PROJECTION` of `glMatrixMode`.
  public var projection = MatrixStack(depthLimit: projectionStackDepth)

  /// The colour of meshes without colours, clamped to 0…1 where it is not lit. The corresponding ES
  /// 1.1 function is `glColor4f`.
  public var color = SIMD4<Float>(repeating: 1) { didSet { revision = .next } }
  /// The normal of meshes without normals. The corresponding ES 1.1 function is `glNormal3f`.
  public var normal = SIMD3<Float>(0, 0, 1) { didSet { revision = .next } }

  /// Whether light decides the colour. `GL_LIGHTING` of `glEnable`.
  public var isLightingEnabled = false { didSet { revision = .next } }
  /// The light sources, ``lightCount`` of them.
  public var lights =
    [LightSource(.light0)]
    + (1..<lightCount).map { _ in LightSource(Light()) }
  {
    didSet {
      precondition(lights.count == Self.lightCount, "there are always 8 lights")
      revision = .next
    }
  }
  /// What is common to all lights.
  public var lightModel = LightModel() { didSet { revision = .next } }
  /// The surface, of both faces.
  public var material = Material() { didSet { revision = .next } }
  /// Whether the vertex colour stands in for the material's ambient and diffuse colour.
  /// `GL_COLOR_MATERIAL`.
  public var isColorMaterialEnabled = false { didSet { revision = .next } }
  /// How normals get back to length 1.
  public var normalScaling = NormalScaling.none { didSet { revision = .next } }
  /// Where colours are computed within a primitive.
  public var shadeModel = ShadeModel.smooth { didSet { revision = .next } }
  /// Where light is computed.
  public var lightingStage = LightingStage.vertex { didSet { revision = .next } }

  /// The texture units, ``textureUnitCount`` of them.
  public var units = [TextureUnit](repeating: TextureUnit(), count: textureUnitCount) {
    didSet {
      precondition(units.count == Self.textureUnitCount, "there are always 4 units")
      revision = .next
    }
  }
  /// A cube map that the surface mirrors, after the texture units; beyond ES 1.1.
  public var reflection: ReflectionMap? { didSet { revision = .next } }

  /// The fog; `nil` is clear air.
  public var fog: Fog? { didSet { revision = .next } }
  /// Which fragments pass by their alpha; `nil` lets all pass.
  public var alphaTest: AlphaTest? { didSet { revision = .next } }
  /// The enabled clip planes, in eye space, ``clipPlaneCount`` places: see
  /// ``setClipPlane(_:at:)``.
  public var clipPlanes = [SIMD4<Float>?](repeating: nil, count: clipPlaneCount) {
    didSet {
      precondition(clipPlanes.count == Self.clipPlaneCount, "there are always 6 planes")
      revision = .next
    }
  }
  /// How points look.
  public var points = PointState() { didSet { revision = .next } }
  /// How fragments' bits join the framebuffer's; `nil` is off. An enabled logic op stands in for
  /// blending.
  public var logicOp: LogicOp? { didSet { revision = .next } }

  /// Stages of one's own in place of generated ones; beyond ES 1.1.
  public var replacement: StageReplacement? { didSet { revision = .next } }

  /// Soft edges of lines, `GL_LINE_SMOOTH`: ES 2.0 cannot, so drawing lines with it throws
  /// ``FixedPipelineError/unsupported(what:remedy:)``.
  public var isLineSmooth = false { didSet { revision = .next } }

  /// The state that ES 2.0 kept: blending, depth test, culling, scissor, colour mask.
  public var render = RenderState() { didSet { revision = .next } }

  /// ES 1.1's defaults.
  public init() {}

  /// Puts a light at `index`, carrying its position and spot direction to eye space by the current
  /// ``modelview``, as `glLightfv` does at the moment of the call. Whether it shines is left as it is.
  ///
  /// - Precondition: `index` is in 0 ..< ``lightCount``.
  public mutating func setLight(_ light: Light, at index: Int) {
    lights[index].light = light.transformed(by: modelview.top)
  }

  /// Enables the clip plane (a, b, c, d) at `index`: what is kept satisfies ax + by + cz + dw ≥ 0 in
  /// the object space of the current ``modelview``, as `glClipPlanef` does at the moment of the call.
  ///
  /// A modelview matrix that is not invertible leaves the plane as it is, untransformed.
  ///
  /// - Precondition: `index` is in 0 ..< ``clipPlaneCount``.
  public mutating func setClipPlane(_ plane: SIMD4<Float>, at index: Int) {
    let inverse = modelview.top.inverse ?? .identity
    clipPlanes[index] = inverse.transpose * plane
  }
}
