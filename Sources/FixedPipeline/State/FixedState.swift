import GLES
import GLMath

/// A light and whether it is enabled. Its position and spot direction are in eye space; see
/// ``FixedState/setLight(_:at:)``.
public struct LightSource: Hashable, Sendable {
  /// Whether it is enabled. `GL_LIGHT0` … of `glEnable`.
  public var isEnabled = false
  /// The light, in eye space.
  public var light: Light

  /// Makes a light source.
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
/// State that ES 2.0 kept (blending, depth, culling, scissor) is in ``render``. Angles are radians,
/// except ``GLMath/Light/spotCutoffDegrees``, which is in degrees as in ES 1.1.
public struct FixedState {
  /// The number of lights; ES 1.1 requires 8.
  package static let lightCount = 8
  /// The number of texture units; ES 1.1 requires 2.
  package static let textureUnitCount = 4
  /// The number of clip planes; ES 1.1 requires 1.
  package static let clipPlaneCount = 6
  /// The depth of ``modelview``; ES 1.1 requires 16.
  package static let modelviewStackDepth = 32
  /// The depth of ``projection``; ES 1.1 requires 2.
  package static let projectionStackDepth = 4
  /// The depth of each unit's texture matrices; ES 1.1 requires 2.
  package static let textureStackDepth = 4

  /// The revision of all state except ``modelview`` and ``projection``, which are quick to compare.
  private(set) var revision = Revision.initial

  /// From object to eye space. `GL_MODELVIEW` of `glMatrixMode`.
  public var modelview = MatrixStack(depthLimit: modelviewStackDepth)
  /// From eye to clip space. `GL_PROJECTION` of `glMatrixMode`.
  public var projection = MatrixStack(depthLimit: projectionStackDepth)

  /// The color of meshes without colors; clamped to 0…1 without lighting. The corresponding ES
  /// 1.1 function is `glColor4f`.
  public var color = SIMD4<Float>(repeating: 1) { didSet { revision = .next } }
  /// The normal of meshes without normals. The corresponding ES 1.1 function is `glNormal3f`.
  public var normal = SIMD3<Float>(0, 0, 1) { didSet { revision = .next } }

  /// Whether lighting is enabled. `GL_LIGHTING` of `glEnable`.
  public var isLightingEnabled = false { didSet { revision = .next } }
  /// The 8 light sources.
  public var lights = FixedArray(
    [LightSource(.light0)] + (1..<lightCount).map { _ in LightSource(Light()) },
    initial: LightSource(Light()))
  {
    didSet { revision = .next }
  }
  /// The parameters that all lights share.
  public var lightModel = LightModel() { didSet { revision = .next } }
  /// The material of both faces.
  public var material = Material() { didSet { revision = .next } }
  /// Whether the vertex color replaces the material's ambient and diffuse color.
  /// `GL_COLOR_MATERIAL`.
  public var isColorMaterialEnabled = false { didSet { revision = .next } }
  /// How normals are scaled back to length 1.
  public var normalScaling = NormalScaling.none { didSet { revision = .next } }
  /// How colors vary within a primitive.
  public var shadeModel = ShadeModel.smooth { didSet { revision = .next } }
  /// The stage that computes lighting.
  public var lightingStage = LightingStage.vertex { didSet { revision = .next } }

  /// The 4 texture units.
  public var units = FixedArray(
    [TextureUnit](repeating: TextureUnit(), count: textureUnitCount), initial: TextureUnit())
  {
    didSet { revision = .next }
  }
  /// A cube map that the surface reflects, applied after the texture units; beyond ES 1.1.
  public var reflection: ReflectionMap? { didSet { revision = .next } }

  /// The fog; `nil` for none.
  public var fog: Fog? { didSet { revision = .next } }
  /// The alpha test; `nil` lets all fragments pass.
  public var alphaTest: AlphaTest? { didSet { revision = .next } }
  /// The 6 clip planes in eye space, `nil` for disabled ones; see ``setClipPlane(_:at:)``.
  public var clipPlanes = FixedArray(
    [SIMD4<Float>?](repeating: nil, count: clipPlaneCount), initial: nil)
  {
    didSet { revision = .next }
  }
  /// The size and shape of points.
  public var points = PointState() { didSet { revision = .next } }
  /// How fragments' bits are combined with the framebuffer's; `nil` disables it. A logic op
  /// replaces blending.
  public var logicOp: LogicOp? { didSet { revision = .next } }

  /// Your own stages instead of generated ones; not part of ES 1.1.
  public var replacement: StageReplacement? { didSet { revision = .next } }

  /// Whether lines are smooth, `GL_LINE_SMOOTH`. ES 2.0 cannot do this, so drawing lines with it
  /// throws ``FixedPipelineError/unsupported(what:remedy:)``.
  public var isLineSmooth = false { didSet { revision = .next } }

  /// The state that ES 2.0 kept: blending, depth test, culling, scissor, color mask.
  public var render = RenderState() { didSet { revision = .next } }

  /// Makes a state with ES 1.1's defaults.
  public init() {}

  /// Sets the light at `index`. Like `glLightfv`, it transforms the position and spot direction to
  /// eye space by the current ``modelview``. Does not change whether the light is enabled.
  ///
  /// An `index` outside 0…7 changes nothing, and draws with this state throw an error.
  public mutating func setLight(_ light: Light, at index: Int) {
    lights[index].light = light.transformed(by: modelview.top)
  }

  /// Sets the position of the light at `index`, transformed to eye space by the current
  /// ``modelview``, and keeps its colors. The corresponding ES 1.1 function is `glLightfv` with
  /// `GL_POSITION`.
  ///
  /// An `index` outside 0…7 changes nothing, and draws with this state throw an error.
  public mutating func setLight(position: SIMD4<Float>, at index: Int) {
    lights[index].light.position = modelview.top * position
  }

  /// Enables the clip plane (a, b, c, d) at `index`, which keeps ax + by + cz + dw ≥ 0 in the
  /// object space of the current ``modelview``. Like `glClipPlanef`, it transforms the plane to eye
  /// space.
  ///
  /// If the modelview matrix is not invertible, the plane is not transformed. An `index` outside
  /// 0…5 changes nothing, and draws with this state throw an error.
  public mutating func setClipPlane(_ plane: SIMD4<Float>, at index: Int) {
    let inverse = modelview.top.inverse ?? .identity
    clipPlanes[index] = inverse.transpose * plane
  }
}
