import FixedPipeline
import GLES
import GLMath
import TestSupport

/// Random scenes over all of the state that ES 1.1 and `FixedPipeline` share.
public struct RandomScene {
  private var random: SeededGenerator

  /// The same sequence of scenes for the same seed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The next scene.
  public mutating func next() -> Scene {
    var scene = Scene()
    let background = color()
    scene.background = background
    geometry(&scene)
    matrices(&scene)
    lighting(&scene)
    for unit in 0..<Int.random(in: 0...4, using: &random) where chance(0.8) {
      texture(&scene, unit)
    }
    if chance(0.4) { fog(&scene) }
    if chance(0.4) {
      scene.state.alphaTest = AlphaTest(
        pick(AlphaTest.Function.allCases), reference: float(-0.1, 1.1))
    }
    if chance(0.35) {
      scene.clipView = modelview(scale: 1)
      for plane in 0..<6 where chance(0.3) {
        scene.clipPlanes[plane] = SIMD4(vector3(-1, 1), w: float(-1, 5))
      }
    }
    if chance(0.1) { scene.state.logicOp = pick(LogicOp.allCases.filter(\.isExact)) }
    if scene.mode == .points { points(&scene) }
    faces(&scene)
    return scene
  }

  // MARK: Dice

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func float(_ low: Float, _ high: Float) -> Float {
    .random(in: low...high, using: &random)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func vector3(_ low: Float, _ high: Float) -> SIMD3<Float> {
    SIMD3(float(low, high), float(low, high), float(low, high))
  }

  private mutating func color() -> SIMD4<Float> { SIMD4(vector3(0, 1), w: float(0, 1)) }

  /// Mostly colors, sometimes beyond 0…1.
  private mutating func wideColor() -> SIMD4<Float> {
    chance(0.8) ? color() : SIMD4(vector3(-0.5, 2), w: float(-0.5, 2))
  }

  // MARK: Geometry

  private mutating func geometry(_ scene: inout Scene) {
    scene.mode = pick([
      .triangles, .triangles, .triangles, .triangleStrip, .triangleFan, .lines, .lineStrip,
      .lineLoop, .points, .points,
    ])
    let count = Int.random(in: 3...18, using: &random)
    let size = Int.random(in: 2...4, using: &random)
    scene.positions = array(
      count * size, size, [.byte, .short, .fixed, .float], range: 2.5, w: size == 4)
    if chance(0.7) {
      scene.normals = array(
        count * 3, 3, [.byte, .short, .fixed, .float], range: 1, fraction: true)
    }
    if chance(0.6) {
      let component = pick([VertexData.Component.unsignedByte, .fixed, .float])
      scene.colors =
        component == .unsignedByte
        ? Scene.Array(
          (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }, component,
          count: 4)
        : array(count * 4, 4, [component], range: 0.5, center: 0.5)
    }
    for unit in 0..<4 where chance(0.7) {
      let size = Int.random(in: 2...4, using: &random)
      scene.coordinates[unit] = array(
        count * size, size, [.byte, .short, .fixed, .float], range: 2, w: size == 4)
    }
    if scene.mode == .points && chance(0.5) {
      scene.pointSizes = array(count, 1, [.fixed, .float], range: 8, center: 9)
    }
    if chance(0.4) {
      scene.indices = (0..<Int.random(in: 3...20, using: &random)).map { _ in
        UInt16.random(in: 0..<UInt16(count), using: &random)
      }
    }
    scene.state.color = wideColor()
    scene.state.normal = vector3(-1, 1)
  }

  /// Numbers within `range` of `center` in one of the types. Integers that are no fractions stand
  /// for themselves, small ones; every fourth one is about 1 where they have a w.
  private mutating func array(
    _ length: Int, _ count: Int, _ components: [VertexData.Component], range: Float,
    center: Float = 0, w: Bool = false, fraction: Bool = false
  ) -> Scene.Array {
    let component = pick(components)
    let values = (0..<length).map { index in
      w && index % 4 == 3 ? float(0.5, 2) : center + float(-range, range)
    }
    let whole = values.map { value in
      let rounded = value.rounded()
      return rounded == 0 && w ? 1 : rounded
    }
    switch component {
    case .byte:
      return fraction
        ? Scene.Array(
          values.map { Int8(($0 * 127).rounded()) }, component, count: count)
        : Scene.Array(whole.map { Int8($0) }, component, count: count)
    case .short:
      return fraction
        ? Scene.Array(
          values.map { Int16(($0 * 32767).rounded()) }, component, count: count)
        : Scene.Array(whole.map { Int16($0) }, component, count: count)
    case .fixed:
      return Scene.Array(values.map { Int32($0 * 65536) }, component, count: count)
    default: return Scene.Array(values, component, count: count)
    }
  }

  private mutating func modelview(scale: Float) -> Matrix4 {
    Matrix4.translation(SIMD3(float(-1, 1), float(-1, 1), float(-9, -4)))
      .rotated(by: float(-3, 3), about: vector3(-1, 1))
      .scaled(by: SIMD3(repeating: scale))
  }

  private mutating func matrices(_ scene: inout Scene) {
    var matrix = modelview(scale: float(0.5, 2))
    if chance(0.3) { matrix = matrix.scaled(by: vector3(0.4, 2)) }
    scene.state.modelview.load(matrix)
    scene.state.projection.load(
      chance(0.6)
        ? .perspective(
          verticalFieldOfView: float(0.5, 1.3), aspectRatio: float(0.7, 1.4),
          near: float(0.5, 2), far: float(15, 40))
        : .ortho(
          left: float(-5, -2), right: float(2, 5), bottom: float(-5, -2), top: float(2, 5),
          near: float(0.5, 2), far: float(15, 40)))
  }

  // MARK: Lighting

  private mutating func lighting(_ scene: inout Scene) {
    scene.state.isLightingEnabled = chance(0.6)
    scene.state.shadeModel = chance(0.3) ? .flat : .smooth
    scene.state.normalScaling = pick(NormalScaling.allCases)
    scene.state.isColorMaterialEnabled = chance(0.3)
    scene.state.lightModel = LightModel(ambient: wideColor(), isTwoSided: chance(0.35))
    scene.lightView = chance(0.5) ? .identity : modelview(scale: float(0.5, 2))
    for index in 0..<8 {
      scene.lights[index] = light()
      scene.state.lights[index].isEnabled = chance(0.3)
    }
    scene.state.material = Material(
      ambient: color(), diffuse: wideColor(), specular: chance(0.6) ? color() : SIMD4(0, 0, 0, 1),
      emission: chance(0.3) ? color() : SIMD4(0, 0, 0, 1),
      shininess: chance(0.15) ? 0 : float(0, 1) * float(0, 1) * 128)
  }

  private mutating func light() -> Light {
    var light = Light(
      ambient: color() * 0.5, diffuse: color(), specular: color(),
      position: SIMD4(vector3(-6, 6), w: pick([0, 0, 1, 1, 2, -1])))
    if chance(0.4) {
      light.spotCutoffDegrees = float(5, 90)
      light.spotExponent = chance(0.3) ? 0 : float(0, 20)
      light.spotDirection = vector3(-1, 1)
    }
    if chance(0.5) { light.attenuation = SIMD3(float(0.2, 1), float(0, 0.4), float(0, 0.1)) }
    return light
  }

  // MARK: Fragments

  private mutating func texture(_ scene: inout Scene, _ unit: Int) {
    let format = pick([
      Texture.Format.rgba8, .rgba8, .rgb8, .luminanceAlpha8, .luminance8, .alpha8,
    ])
    let size = pick([1, 2, 4, 8, 16])
    let bytes = (0..<size * size * format.bytesPerTexel).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    var sampling = Texture.Sampling(chance(0.7) ? .linear : .nearest)
    sampling.wrapS = chance(0.5) ? .repeat : .clampToEdge
    sampling.wrapT = chance(0.5) ? .repeat : .clampToEdge
    scene.pictures[unit] = Scene.Picture(
      format: format, size: size, bytes: bytes, sampling: sampling)
    scene.state.units[unit].isEnabled = true
    scene.state.units[unit].environment = environment()
    scene.state.units[unit].environmentColor = wideColor()
    scene.state.units[unit].coordinate = SIMD4(
      float(-1, 2), float(-1, 2), float(-1, 1), chance(0.6) ? 1 : float(0.5, 2))
    if chance(0.4) {
      var matrix = Matrix4.translation(vector3(-1, 1))
        .rotated(by: float(-3, 3), about: SIMD3(0, 0, 1))
        .scaled(by: vector3(0.3, 2))
      if chance(0.3) { matrix.column0.w = float(-0.1, 0.1) }
      scene.state.units[unit].matrix.load(matrix)
    }
  }

  private mutating func environment() -> TextureEnvironment {
    guard chance(0.45) else {
      return pick([.replace, .modulate, .decal, .blend, .add])
    }
    var combine = Combine()
    combine.rgb = formula(Combine.Function.allCases, Combine.Operand.allCases)
    combine.alpha = formula(
      Combine.Function.allCases.filter { $0 != .dot3RGB && $0 != .dot3RGBA },
      [.alpha, .oneMinusAlpha])
    return .combine(combine)
  }

  private mutating func formula(
    _ functions: [Combine.Function], _ operands: [Combine.Operand]
  ) -> Combine.Formula {
    Combine.Formula(
      pick(functions), argument(operands), argument(operands), argument(operands),
      scale: pick([1, 1, 2, 4]))
  }

  private mutating func argument(_ operands: [Combine.Operand]) -> Combine.Argument {
    Combine.Argument(pick(Combine.Source.allCases), pick(operands))
  }

  private mutating func fog(_ scene: inout Scene) {
    scene.state.fog = Fog(
      mode: pick(Fog.Mode.allCases), density: float(0, 0.4), start: float(0, 6),
      end: float(6, 15), color: wideColor())
  }

  /// What ES 2.0 kept and the fixed pipeline leans on: sides, and which of two fragments is in
  /// front.
  private mutating func faces(_ scene: inout Scene) {
    // Of most scenes some lies before it, some behind.
    scene.backgroundDepth = 0.6
    if chance(0.3) { scene.state.render.frontFace = .clockwise }
    if chance(0.2) { scene.state.render.culledFace = pick([.front, .back]) }
    // Without z all triangles lie in one plane, and rounding decides which of them is in front.
    if scene.positions.count > 2, chance(0.3) {
      scene.state.render.depthTest = pick([.less, .lessOrEqual, .greater, .notEqual])
    }
  }

  private mutating func points(_ scene: inout Scene) {
    scene.state.points.size = float(1, 20)
    if chance(0.5) {
      scene.state.points.attenuation = SIMD3(float(0, 1), float(0.01, 0.3), float(0, 0.05))
    }
    if chance(0.4) {
      scene.state.points.minimumSize = float(0, 4)
      scene.state.points.maximumSize = float(4, 20)
    }
    scene.state.points.isSmooth = chance(0.3)
    scene.state.points.isSprite = chance(0.4)
    for unit in 0..<4 { scene.state.units[unit].replacesPointCoordinate = chance(0.5) }
  }
}
