import GLES
import GLMath

/// The properties of a mesh that decide the program that draws it.
struct MeshLayout: Equatable {
  let hasNormals: Bool
  let hasColors: Bool
  let hasPointSizes: Bool
  let hasHomogeneousPositions: Bool
  /// Components of each unit's coordinates; 0 if the mesh has none.
  let coordinateCounts: SIMD4<UInt8>
}

/// Everything that decides the text of a generated program. States with equal keys share a program.
/// Only plain values, so making and comparing keys allocates nothing.
struct PipelineKey: Hashable {
  /// The parts of the lighting equation that a light needs.
  struct LightKey: OptionSet, Hashable {
    let rawValue: UInt8
    static let enabled = LightKey(rawValue: 1)
    static let positional = LightKey(rawValue: 2)
    static let attenuated = LightKey(rawValue: 4)
    static let spot = LightKey(rawValue: 8)
    static let specular = LightKey(rawValue: 16)
  }

  /// The source of a unit's coordinates.
  enum Coordinates: UInt8, Hashable {
    case array, constant, point
  }

  /// A texture unit; `nil` in ``PipelineKey/units`` if it is disabled.
  struct UnitKey: Hashable {
    var environment: TextureEnvironment
    var format: Texture.Format
    var coordinates: Coordinates
    var hasMatrix: Bool
    var isProjective: Bool
  }

  /// The four units as properties, because an array would be allocated.
  struct Units: Hashable {
    var unit0: UnitKey?
    var unit1: UnitKey?
    var unit2: UnitKey?
    var unit3: UnitKey?

    subscript(index: Int) -> UnitKey? {
      get {
        switch index {
        case 0: unit0
        case 1: unit1
        case 2: unit2
        default: unit3
        }
      }
      set {
        switch index {
        case 0: unit0 = newValue
        case 1: unit1 = newValue
        case 2: unit2 = newValue
        default: unit3 = newValue
        }
      }
    }
  }

  /// How points are drawn.
  struct PointKey: Hashable {
    enum Shape: UInt8, Hashable { case square, disc, sprite }
    var shape: Shape
    var hasSizes: Bool
    var isAttenuated: Bool
  }

  /// How a logic op changes the color.
  enum Output: UInt8, Hashable { case color, ones, inverted }

  var lighting: LightingStage?
  var lights = SIMD8<UInt8>.zero
  var isTwoSided = false
  var usesColorMaterial = false
  var normalizes = false
  var hasColors = false
  var hasNormals = false
  /// Flat shading with positional lights, which needs the last vertex's position.
  var hasLitPositions = false
  var hasHomogeneousPositions = false
  var units = Units()
  var reflection: ReflectionMap.Mode?
  var fog: Fog.Mode?
  var alphaTest: AlphaTest.Function?
  var clipPlanes: UInt8 = 0
  var points: PointKey?
  var output = Output.color
  var replacement: StageReplacement?

  /// Makes the key for drawing meshes of a layout as `mode` with `state`.
  init(_ state: FixedState, _ mesh: MeshLayout, _ mode: Primitive) {
    let isFlat = state.isFlat(mode)
    hasColors = mesh.hasColors
    if state.isLightingEnabled { addLighting(state, mesh, mode, isFlat: isFlat) }
    if let reflection = state.reflection {
      self.reflection = reflection.mode
      hasNormals = mesh.hasNormals
    }
    // A state with too many or too few is explained, and not drawn.
    for index in 0..<min(state.units.count, FixedState.textureUnitCount) {
      units[index] = Self.unit(state, index, mesh, mode)
    }
    fog = state.fog?.mode
    if let test = state.alphaTest, test.function != .always { alphaTest = test.function }
    for index in 0..<min(state.clipPlanes.count, FixedState.clipPlaneCount)
    where state.clipPlanes[index] != nil {
      clipPlanes |= 1 << UInt8(index)
    }
    if mode == .points {
      points = PointKey(
        shape: state.points.isSprite ? .sprite : state.points.isSmooth ? .disc : .square,
        hasSizes: mesh.hasPointSizes,
        isAttenuated: state.points.attenuation != SIMD3(1, 0, 0))
    }
    switch state.logicOp {
    case .set, .invert: output = .ones
    case .copyInverted: output = .inverted
    default: output = .color
    }
    replacement = state.replacement
    hasHomogeneousPositions = mesh.hasHomogeneousPositions && (needsEyePoint || fog != nil)
  }

  private mutating func addLighting(
    _ state: FixedState, _ mesh: MeshLayout, _ mode: Primitive, isFlat: Bool
  ) {
    lighting = state.lightingStage
    usesColorMaterial = state.isColorMaterialEnabled
    // Without color material the mesh's colors are not used.
    hasColors = mesh.hasColors && usesColorMaterial
    for index in 0..<min(state.lights.count, FixedState.lightCount)
    where state.lights[index].isEnabled {
      lights[index] = Self.light(state.lights[index].light, state.material).rawValue
    }
    guard lights != .zero else {
      // Ambient light needs neither normals nor sides and is the same for every fragment.
      lighting = .vertex
      return
    }
    hasNormals = mesh.hasNormals
    normalizes = state.normalScaling == .normalize
    switch mode {
    case .triangles, .triangleStrip, .triangleFan: isTwoSided = state.lightModel.isTwoSided
    case .points, .lines, .lineStrip, .lineLoop: isTwoSided = false
    }
    hasLitPositions = isFlat && lighting == .vertex && hasPositionalLight
  }

  private static func light(_ light: Light, _ material: Material) -> LightKey {
    var key = LightKey.enabled
    if light.position.w != 0 {
      key.insert(.positional)
      if light.attenuation != SIMD3(1, 0, 0) { key.insert(.attenuated) }
    }
    if light.spotCutoffDegrees != 180 { key.insert(.spot) }
    if (light.specular * material.specular).xyz != .zero { key.insert(.specular) }
    return key
  }

  private static func unit(
    _ state: FixedState, _ index: Int, _ mesh: MeshLayout, _ mode: Primitive
  ) -> UnitKey? {
    let unit = state.units[index]
    guard unit.isEnabled, let texture = unit.texture else { return nil }
    var key = UnitKey(
      environment: unit.environment, format: texture.format, coordinates: .constant,
      hasMatrix: false, isProjective: false)
    if case .combine(let combine) = unit.environment {
      key.environment = .combine(combine.withoutUnusedParts)
      key.format = .rgba8
    }
    if mode == .points && state.points.isSprite && unit.replacesPointCoordinate {
      key.coordinates = .point
      return key
    }
    let components = mesh.coordinateCounts[index]
    key.coordinates = components > 0 ? .array : .constant
    let matrix = unit.matrix.top
    key.hasMatrix = matrix != .identity
    key.isProjective =
      components == 4 || (components == 0 && unit.coordinate.w != 1)
      || SIMD4(matrix.column0.w, matrix.column1.w, matrix.column2.w, matrix.column3.w)
        != SIMD4(0, 0, 0, 1)
    return key
  }

  func light(_ index: Int) -> LightKey { LightKey(rawValue: lights[index]) }

  var hasPositionalLight: Bool {
    any(lights & LightKey.positional.rawValue .!= 0)
  }

  /// Whether reflections, positional lights or point sizes need the point in eye space.
  var needsEyePoint: Bool {
    (lighting != nil && hasPositionalLight) || reflection != nil || points?.isAttenuated == true
  }

  var needsNormal: Bool { (lighting != nil && lights != .zero) || reflection != nil }
}

extension SIMD8<UInt8> {
  fileprivate static func & (vector: Self, bits: UInt8) -> Self {
    vector & Self(repeating: bits)
  }
}

extension FixedState {
  /// Whether flat shading changes how `mode` is drawn.
  func isFlat(_ mode: Primitive) -> Bool { shadeModel == .flat && mode != .points }
}

extension Combine {
  /// This formula with unused arguments set to one value, for comparison.
  var withoutUnusedParts: Combine {
    var result = self
    let unused = Argument(.previous, .alpha)
    if result.rgb.function == .dot3RGBA {
      result.alpha = Formula(.replace, unused, unused, unused, scale: alpha.scale)
    }
    result.rgb.dropUnused(unused)
    result.alpha.dropUnused(unused)
    return result
  }
}

extension Combine.Formula {
  fileprivate mutating func dropUnused(_ unused: Combine.Argument) {
    if function.argumentCount < 3 { argument2 = unused }
    if function.argumentCount < 2 { argument1 = unused }
  }
}
