import GLES
import GLMath

/// The uniforms that generated programs can have, and where their values come from.
enum FixedUniform {
  /// The parts of a light.
  enum LightPart: String, CaseIterable {
    case position, ambient, diffuse, specular, attenuation, axis, spot
  }

  case modelviewProjection, modelview, normalMatrix
  case color, normal
  case emission, sceneAmbient, sceneColor, shininess, alpha
  case light(Int, LightPart)
  case coordinate(Int), textureMatrix(Int), environmentColor(Int)
  case reflectionMatrix
  case fogColor, fog, alphaReference
  case clipPlane(Int)
  case pointSize, pointAttenuation, viewport

  static let all: [FixedUniform] =
    [
      .modelviewProjection, .modelview, .normalMatrix, .color, .normal, .emission, .sceneAmbient,
      .sceneColor, .shininess, .alpha, .reflectionMatrix, .fogColor, .fog, .alphaReference,
      .pointSize, .pointAttenuation, .viewport,
    ]
    + (0..<FixedState.lightCount).flatMap { light in
      LightPart.allCases.map { .light(light, $0) }
    }
    + (0..<FixedState.textureUnitCount).flatMap { unit -> [FixedUniform] in
      [.coordinate(unit), .textureMatrix(unit), .environmentColor(unit)]
    } + (0..<FixedState.clipPlaneCount).map { .clipPlane($0) }

  /// Whether it is made of the modelview and projection matrices and of state that seldom changes;
  /// these come first in ``all``.
  var isOfMatrices: Bool {
    switch self {
    case .modelviewProjection, .modelview, .normalMatrix: true
    default: false
    }
  }

  /// The name in generated GLSL.
  var name: String {
    switch self {
    case .modelviewProjection: "u_modelviewProjection"
    case .modelview: "u_modelview"
    case .normalMatrix: "u_normalMatrix"
    case .color: "u_color"
    case .normal: "u_normal"
    case .emission: "u_emission"
    case .sceneAmbient: "u_sceneAmbient"
    case .sceneColor: "u_sceneColor"
    case .shininess: "u_shininess"
    case .alpha: "u_alpha"
    case .light(let light, let part): "u_light\(light)_\(part.rawValue)"
    case .coordinate(let unit): "u_coordinate\(unit)"
    case .textureMatrix(let unit): "u_textureMatrix\(unit)"
    case .environmentColor(let unit): "u_environmentColor\(unit)"
    case .reflectionMatrix: "u_reflectionMatrix"
    case .fogColor: "u_fogColor"
    case .fog: "u_fog"
    case .alphaReference: "u_alphaReference"
    case .clipPlane(let plane): "u_clipPlane\(plane)"
    case .pointSize: "u_pointSize"
    case .pointAttenuation: "u_pointAttenuation"
    case .viewport: "u_viewport"
    }
  }

  /// The value in `state`. Whatever its GLSL type it comes as a matrix, whose first columns hold
  /// vectors: one type for all is what makes comparing with the value before cheap.
  func value(in state: FixedState, key: PipelineKey, viewport: PixelRegion) -> Matrix4 {
    switch self {
    case .modelviewProjection: return state.projection.top * state.modelview.top
    case .modelview: return state.modelview.top
    case .normalMatrix: return Matrix4(Self.normalMatrix(state, key))
    case .color: return vector(state.color)
    case .normal: return vector(state.normal)
    case .emission: return vector(state.material.emission)
    case .sceneAmbient: return vector(state.lightModel.ambient)
    case .sceneColor:
      let material = state.material
      return vector(material.emission + material.ambient * state.lightModel.ambient)
    case .shininess: return scalar(state.material.shininess)
    case .alpha: return scalar(state.material.diffuse.w)
    case .light(let light, let part):
      return Self.light(state.lights[light].light, part, state, key)
    case .coordinate(let unit): return vector(state.units[unit].coordinate)
    case .textureMatrix(let unit): return state.units[unit].matrix.top
    case .environmentColor(let unit): return vector(clamped(state.units[unit].environmentColor))
    case .reflectionMatrix: return Matrix4(state.reflection?.matrix ?? .identity)
    case .fogColor: return vector(clamped(state.fog?.color ?? .zero))
    case .fog: return Self.fog(state.fog ?? Fog())
    case .alphaReference:
      let reference = min(max(state.alphaTest?.reference ?? 0, 0), 1)
      return scalar((reference * 255 + 0.5).rounded(.down))
    case .clipPlane(let plane): return vector(state.clipPlanes[plane] ?? .zero)
    case .pointSize:
      return vector(
        SIMD3(state.points.size, state.points.minimumSize, state.points.maximumSize))
    case .pointAttenuation: return vector(state.points.attenuation)
    case .viewport: return vector(SIMD4(Float(viewport.width), Float(viewport.height), 0, 0))
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
