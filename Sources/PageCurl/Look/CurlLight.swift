import GLMath

/// The light that a curled page is seen in.
///
/// Paper that lies flat keeps its own colours to the last bit: the lighting equation's result is taken
/// relative to what it gives for a level sheet. Only where the paper is bent does it get lighter or darker.
public struct CurlLight: Hashable, Sendable {
  /// Towards the light, in page space (x right, y up, z towards the viewer); its length does not
  /// matter. Default: from above, half left.
  public var direction: SIMD3<Double>
  /// The share of the light that comes from everywhere, 0 (hard) … 1 (no shading). Default: 0.6.
  public var ambient: Double
  /// How strong the white highlight along the fold is, 0 … 1. Default: 0.12.
  public var highlight: Double
  /// How narrow the highlight is, 0 … 128. Default: 20.
  public var shininess: Double

  /// A light; the defaults suit matt paper on a desk.
  public init(
    direction: SIMD3<Double> = SIMD3(-0.35, 0.45, 0.82), ambient: Double = 0.6,
    highlight: Double = 0.12, shininess: Double = 20
  ) {
    self.direction = direction
    self.ambient = ambient
    self.highlight = highlight
    self.shininess = shininess
  }

  /// What light does to a piece of paper whose visible side has the unit normal `normal`: the factor
  /// of its colour in x, y, z, and the white light added to it in w.
  ///
  /// The library's lighting equation is evaluated for a white surface, once with its diffuse part and
  /// once with its specular part only. The former is divided by its value for a level sheet, from
  /// the latter that value is subtracted (and no less than 0 is left).
  public func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    let level = SIMD3<Float>(0, 0, 1)
    let normal = SIMD3<Float>(normal)
    let flat = matt(level)
    let share = flat > 0 ? matt(normal) / flat : 1
    return SIMD4(share, share, share, max(gloss(normal) - gloss(level), 0))
  }

  private var source: Light {
    let toLight = SIMD4<Float>(SIMD4(direction.x, direction.y, direction.z, 0))
    let white = SIMD4<Float>(repeating: 1)
    return Light(diffuse: white, specular: white, position: toLight)
  }

  private func matt(_ normal: SIMD3<Float>) -> Float {
    let diffuse = Float(1 - ambient)
    // Half of the range is kept free: the equation clamps at 1, and paper that faces the light squarely
    // is brighter than a level sheet.
    let surface = Material(
      ambient: SIMD4(repeating: Float(ambient) / 2), diffuse: SIMD4(repeating: diffuse / 2))
    return litColor(
      at: .zero, normal: normal, lights: [source], material: surface,
      model: LightModel(ambient: SIMD4(repeating: 1))
    ).x
  }

  private func gloss(_ normal: SIMD3<Float>) -> Float {
    let surface = Material(
      ambient: .zero, diffuse: .zero, specular: SIMD4(repeating: Float(highlight)),
      shininess: Float(shininess))
    return litColor(
      at: .zero, normal: normal, lights: [source], material: surface,
      model: LightModel(ambient: .zero)
    ).x
  }
}
