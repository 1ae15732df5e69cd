/// One light source of ES 1.1's lighting model, by value.
///
/// Positions and directions are in eye space where the lighting equation uses them; ES 1.1 takes them
/// in object space and transforms them by the modelview matrix at the moment they are set: see
/// ``transformed(by:)``.
public struct Light: Hashable, Codable, Sendable {
  /// The ambient colour. The corresponding ES 1.1 name is `GL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// The diffuse colour. The corresponding ES 1.1 name is `GL_DIFFUSE`.
  public var diffuse: SIMD4<Float>
  /// The specular colour. The corresponding ES 1.1 name is `GL_SPECULAR`.
  public var specular: SIMD4<Float>
  /// Where the light is (`w` ≠ 0), or the direction towards it (`w` = 0). `GL_POSITION`.
  public var position: SIMD4<Float>
  /// Where a spot light shines to; its length does not matter. `GL_SPOT_DIRECTION`.
  public var spotDirection: SIMD3<Float>
  /// How the spot light falls off towards its edge, 0 (not) … 128. `GL_SPOT_EXPONENT`.
  public var spotExponent: Float
  /// The half-angle of the spot light's cone in degrees, as in ES 1.1: 0…90, or 180 for a light that
  /// shines everywhere. `GL_SPOT_CUTOFF`.
  public var spotCutoff: Float
  /// The constant, linear and quadratic attenuation over the distance, each at least 0.
  /// `GL_CONSTANT_ATTENUATION`, `GL_LINEAR_ATTENUATION`, `GL_QUADRATIC_ATTENUATION`.
  public var attenuation: SIMD3<Float>

  /// A light with the defaults of ES 1.1's lights 1 to 7: it shines along −z, black.
  public init(
    ambient: SIMD4<Float> = SIMD4(0, 0, 0, 1), diffuse: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    specular: SIMD4<Float> = SIMD4(0, 0, 0, 1), position: SIMD4<Float> = SIMD4(0, 0, 1, 0),
    spotDirection: SIMD3<Float> = SIMD3(0, 0, -1), spotExponent: Float = 0,
    spotCutoff: Float = 180, attenuation: SIMD3<Float> = SIMD3(1, 0, 0)
  ) {
    self.ambient = ambient
    self.diffuse = diffuse
    self.specular = specular
    self.position = position
    self.spotDirection = spotDirection
    self.spotExponent = spotExponent
    self.spotCutoff = spotCutoff
    self.attenuation = attenuation
  }

  /// ES 1.1's light 0, whose diffuse and specular colours are white.
  public static var light0: Light {
    Light(diffuse: SIMD4(repeating: 1), specular: SIMD4(repeating: 1))
  }

  /// The cosine of ``spotCutoff``: fragments at a smaller cosine from the axis get no light.
  public var spotCosine: Float {
    Float(sineAndCosine(radians(fromDegrees: spotCutoff)).cosine)
  }

  /// The light with position and spot direction carried to eye space, as `glLightfv` does at the
  /// moment of the call: position by MV, direction by MV's upper left 3×3 corner.
  public func transformed(by modelview: Matrix4) -> Light {
    var light = self
    light.position = modelview * position
    light.spotDirection = modelview.upperLeft * spotDirection
    return light
  }
}

/// How a surface answers to light. The corresponding ES 1.1 function is `glMaterialfv`.
public struct Material: Hashable, Codable, Sendable {
  /// The share of ambient light. `GL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// The share of diffuse light; its alpha is the alpha of the result. `GL_DIFFUSE`.
  public var diffuse: SIMD4<Float>
  /// The share of light in the highlight. `GL_SPECULAR`.
  public var specular: SIMD4<Float>
  /// Light that the surface gives off itself. `GL_EMISSION`.
  public var emission: SIMD4<Float>
  /// How sharp the highlight is, 0…128. `GL_SHININESS`.
  public var shininess: Float

  /// A material with ES 1.1's defaults.
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

/// What is common to all lights. The corresponding ES 1.1 function is `glLightModelfv`.
public struct LightModel: Hashable, Codable, Sendable {
  /// The ambient light of the whole scene. `GL_LIGHT_MODEL_AMBIENT`.
  public var ambient: SIMD4<Float>
  /// Whether back faces are lit with the normal reversed. `GL_LIGHT_MODEL_TWO_SIDE`.
  public var isTwoSided: Bool

  /// A model with ES 1.1's defaults.
  public init(ambient: SIMD4<Float> = SIMD4(0.2, 0.2, 0.2, 1), isTwoSided: Bool = false) {
    self.ambient = ambient
    self.isTwoSided = isTwoSided
  }
}
