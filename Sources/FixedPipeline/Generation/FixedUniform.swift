import GLES
import GLMath

/// The uniforms that generated programs can have, and where their values come from.
enum FixedUniform {
  /// Those of which there is one. Those of matrices come first.
  enum Single: String, CaseIterable {
    case modelviewProjection, modelview, normalMatrix
    case color, normal
    case emission, sceneAmbient, sceneColor, shininess, alpha
    case reflectionMatrix
    case fogColor, fog, alphaReference
    case pointSize, pointAttenuation, viewport
  }

  /// The parts of a light.
  enum LightPart: String, CaseIterable {
    case position, ambient, diffuse, specular, attenuation, axis, spot
  }

  /// The parts of a texture unit.
  enum UnitPart: String, CaseIterable {
    case coordinate, textureMatrix, environmentColor
  }

  case single(Single)
  case light(Int, LightPart)
  case unit(Int, UnitPart)
  case clipPlane(Int)

  static let all: [FixedUniform] = {
    var all = Single.allCases.map { FixedUniform.single($0) }
    for light in 0..<FixedState.lightCount {
      all += LightPart.allCases.map { FixedUniform.light(light, $0) }
    }
    for unit in 0..<FixedState.textureUnitCount {
      all += UnitPart.allCases.map { FixedUniform.unit(unit, $0) }
    }
    for plane in 0..<FixedState.clipPlaneCount { all.append(.clipPlane(plane)) }
    return all
  }()

  /// Whether it is made of the modelview and projection matrices and of state that seldom changes;
  /// these come first in ``all``.
  var isOfMatrices: Bool {
    switch self {
    case .single(.modelviewProjection), .single(.modelview), .single(.normalMatrix): true
    default: false
    }
  }

  /// The name in generated GLSL.
  var name: String {
    switch self {
    case .single(let single): "u_\(single.rawValue)"
    case .light(let light, let part): "u_light\(light)_\(part.rawValue)"
    case .unit(let unit, let part): "u_\(part.rawValue)\(unit)"
    case .clipPlane(let plane): "u_clipPlane\(plane)"
    }
  }

  /// The value in `state`. Whatever its GLSL type it comes as a matrix, whose first columns hold
  /// vectors: one type for all is what makes comparing with the value before cheap.
  func value(in state: FixedState, key: PipelineKey, viewport: PixelRegion) -> Matrix4 {
    switch self {
    case .single(.modelviewProjection): return state.projection.top * state.modelview.top
    case .single(.modelview): return state.modelview.top
    case .single(.normalMatrix): return Matrix4(Self.normalMatrix(state, key))
    case .single(.color): return vector(state.color)
    case .single(.normal): return vector(state.normal)
    case .single(.emission): return vector(state.material.emission)
    case .single(.sceneAmbient): return vector(state.lightModel.ambient)
    case .single(.sceneColor):
      let material = state.material
      return vector(material.emission + material.ambient * state.lightModel.ambient)
    case .single(.shininess): return scalar(state.material.shininess)
    case .single(.alpha): return scalar(state.material.diffuse.w)
    case .light(let light, let part):
      return Self.light(state.lights[light].light, part, state, key)
    case .unit(let unit, .coordinate): return vector(state.units[unit].coordinate)
    case .unit(let unit, .textureMatrix): return state.units[unit].matrix.top
    case .unit(let unit, .environmentColor):
      return vector(clamped(state.units[unit].environmentColor))
    case .single(.reflectionMatrix): return Matrix4(state.reflection?.matrix ?? .identity)
    case .single(.fogColor): return vector(clamped(state.fog?.color ?? .zero))
    case .single(.fog): return Self.fog(state.fog ?? Fog())
    case .single(.alphaReference):
      let reference = min(max(state.alphaTest?.reference ?? 0, 0), 1)
      return scalar((reference * 255 + 0.5).rounded(.down))
    case .clipPlane(let plane): return vector(state.clipPlanes[plane] ?? .zero)
    case .single(.pointSize):
      return vector(
        SIMD3(state.points.size, state.points.minimumSize, state.points.maximumSize))
    case .single(.pointAttenuation): return vector(state.points.attenuation)
    case .single(.viewport):
      return vector(SIMD4(Float(viewport.width), Float(viewport.height), 0, 0))
    }
  }

  /// A modelview matrix that is not invertible leaves normals as they are; ES 1.1 does not define
  /// it.
  private static func normalMatrix(_ state: FixedState, _ key: PipelineKey) -> Matrix3 {
    guard let matrix = state.modelview.top.normalMatrix else { return .identity }
    // The fragment stage normalizes, and its mediump has no lengths below 6e-5.
    guard state.normalScaling == .rescale || key.lighting != .vertex else { return matrix }
    let length = matrix.column2.length
    return length > 0 ? matrix * (1 / length) : matrix
  }

  private static func light(
    _ light: Light, _ part: LightPart, _ state: FixedState, _ key: PipelineKey
  ) -> Matrix4 {
    let material = state.material
    let isTinted = key.usesColorMaterial
    switch part {
    case .position:
      let position = light.position
      return position.w != 0
        ? vector(position.xyz / position.w) : vector(position.xyz.normalized)
    case .ambient: return vector(isTinted ? light.ambient : light.ambient * material.ambient)
    case .diffuse: return vector(isTinted ? light.diffuse : light.diffuse * material.diffuse)
    case .specular: return vector(light.specular * material.specular)
    case .attenuation: return vector(light.attenuation)
    case .axis: return vector(light.spotDirection.normalized)
    case .spot:
      return vector(SIMD4(light.spotCosine, light.spotExponent, 0, 0))
    }
  }

  private static func fog(_ fog: Fog) -> Matrix4 {
    guard fog.mode == .linear else { return scalar(fog.density) }
    // A factor too steep for a float stands for the step that start = end is.
    let steepness = fog.end == fog.start ? Float(1e30) : 1 / (fog.end - fog.start)
    return vector(SIMD4(fog.end, steepness, 0, 0))
  }
}

private func clamped(_ color: SIMD4<Float>) -> SIMD4<Float> {
  color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
}

private func vector(_ value: SIMD4<Float>) -> Matrix4 {
  Matrix4(columns: value, .zero, .zero, .zero)
}

private func vector(_ value: SIMD3<Float>) -> Matrix4 { vector(SIMD4(value, w: 0)) }

private func scalar(_ value: Float) -> Matrix4 { vector(SIMD4(value, 0, 0, 0)) }
