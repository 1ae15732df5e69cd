/// A light source of ES 1.1's lighting model.
///
/// The lighting equation uses positions and directions in eye space. ES 1.1 takes them in object
/// space and transforms them by the modelview matrix when they are set, as
/// `FixedState.setLight(_:at:)` does.
public struct Light: Hashable, Codable, Sendable {
  /// The ambient color. The corresponding ES 1.1 name is `GL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// The diffuse color. The corresponding ES 1.1 name is `GL_DIFFUSE`.
  public var diffuse: SIMD4<Float>
  /// The specular color. The corresponding ES 1.1 name is `GL_SPECULAR`.
  public var specular: SIMD4<Float>
  /// The position of the light (`w` ≠ 0), or the direction toward it (`w` = 0). `GL_POSITION`.
  public var position: SIMD4<Float>
  /// The direction of a spot light, with any length. `GL_SPOT_DIRECTION`.
  public var spotDirection: SIMD3<Float>
  /// The falloff of the spot light toward its edge, 0 (none) … 128. `GL_SPOT_EXPONENT`.
  public var spotExponent: Float
  /// The half-angle of the spot light's cone in degrees, as in ES 1.1: 0…90, or 180 for a light
  /// without a cone. `GL_SPOT_CUTOFF`.
  public var spotCutoffDegrees: Float
  /// The constant, linear and quadratic attenuation over the distance, each at least 0.
  /// `GL_CONSTANT_ATTENUATION`, `GL_LINEAR_ATTENUATION`, `GL_QUADRATIC_ATTENUATION`.
  public var attenuation: SIMD3<Float>

  /// Former versions wrote the cutoff by this name.
  private enum CodingKeys: String, CodingKey {
    case ambient, diffuse, specular, position, spotDirection, spotExponent
    case spotCutoffDegrees = "spotCutoff"
    case attenuation
  }

  /// Makes a light. The defaults are those of ES 1.1's lights 1 to 7: black, shining along −z.
  public init(
    ambient: SIMD4<Float> = SIMD4(0, 0, 0, 1), diffuse: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    specular: SIMD4<Float> = SIMD4(0, 0, 0, 1), position: SIMD4<Float> = SIMD4(0, 0, 1, 0),
    spotDirection: SIMD3<Float> = SIMD3(0, 0, -1), spotExponent: Float = 0,
    spotCutoffDegrees: Float = 180, attenuation: SIMD3<Float> = SIMD3(1, 0, 0)
  ) {
    self.ambient = ambient
    self.diffuse = diffuse
    self.specular = specular
    self.position = position
    self.spotDirection = spotDirection
    self.spotExponent = spotExponent
    self.spotCutoffDegrees = spotCutoffDegrees
    self.attenuation = attenuation
  }

  /// ES 1.1's light 0, with white diffuse and specular colors.
  public static var light0: Light {
    Light(diffuse: SIMD4(repeating: 1), specular: SIMD4(repeating: 1))
  }

  /// The cosine of ``spotCutoffDegrees``. Points at a larger angle from the axis get no light.
  package var spotCosine: Float {
    Float(sineAndCosine(.degrees(spotCutoffDegrees)).cosine)
  }

  /// Returns the light with position and spot direction in eye space, as `glLightfv` transforms
  /// them: the position by the modelview matrix, the direction by its upper left 3×3 corner.
  package func transformed(by modelview: Matrix4) -> Light {
    var light = self
    light.position = modelview * position
    light.spotDirection = modelview.upperLeft * spotDirection
    return light
  }
}

extension Light {
  /// Makes a spot light.
  @available(*, deprecated, message: "Name the angle spotCutoffDegrees.")
  public init(
    ambient: SIMD4<Float> = SIMD4(0, 0, 0, 1), diffuse: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    specular: SIMD4<Float> = SIMD4(0, 0, 0, 1), position: SIMD4<Float> = SIMD4(0, 0, 1, 0),
    spotDirection: SIMD3<Float> = SIMD3(0, 0, -1), spotExponent: Float = 0,
    spotCutoff: Float, attenuation: SIMD3<Float> = SIMD3(1, 0, 0)
  ) {
    self.init(
      ambient: ambient, diffuse: diffuse, specular: specular, position: position,
      spotDirection: spotDirection, spotExponent: spotExponent, spotCutoffDegrees: spotCutoff,
      attenuation: attenuation)
  }

  /// The half-angle of the spot light's cone in degrees.
  @available(*, deprecated, renamed: "spotCutoffDegrees")
  public var spotCutoff: Float {
    get { spotCutoffDegrees }
    set { spotCutoffDegrees = newValue }
  }
}

/// How a surface reflects light. The corresponding ES 1.1 function is `glMaterialfv`.
public struct Material: Hashable, Codable, Sendable {
  /// The fraction of ambient light that is reflected. `GL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// The fraction of diffuse light that is reflected; its alpha is the result's alpha.
  /// `GL_DIFFUSE`.
  public var diffuse: SIMD4<Float>
  /// The fraction of specular light that is reflected. `GL_SPECULAR`.
  public var specular: SIMD4<Float>
  /// The light that the surface emits. `GL_EMISSION`.
  public var emission: SIMD4<Float>
  /// The sharpness of the highlight, 0…128. `GL_SHININESS`.
  public var shininess: Float

  /// Makes a material. The defaults are ES 1.1's.
  public init(
    ambient: SIMD4<Float> = SIMD4(0.2, 0.2, 0.2, 1),
    diffuse: SIMD4<Float> = SIMD4(0.8, 0.8, 0.8, 1),
    specular: SIMD4<Float> = SIMD4(0, 0, 0, 1), emission: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    shininess: Float = 0
  ) {
    self.ambient = ambient
    self.diffuse = diffuse
    self.specular = specular
    self.emission = emission
    self.shininess = shininess
  }
}

/// The parameters that all lights share. The corresponding ES 1.1 function is `glLightModelfv`.
public struct LightModel: Hashable, Codable, Sendable {
  /// The ambient light of the whole scene. `GL_LIGHT_MODEL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// Whether back faces are lit with reversed normals. `GL_LIGHT_MODEL_TWO_SIDE`.
  public var isTwoSided: Bool

  /// Makes a light model. The defaults are ES 1.1's.
  public init(ambient: SIMD4<Float> = SIMD4(0.2, 0.2, 0.2, 1), isTwoSided: Bool = false) {
    self.ambient = ambient
    self.isTwoSided = isTwoSided
  }
}
