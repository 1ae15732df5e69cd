import Glibc

extension Material {
  /// Returns the color of a point of a surface of this material by ES 1.1's lighting equation (ES
  /// 1.1 specification, 2.12.1), in eye space with the viewer at infinity.
  ///
  /// rgb = emission + ambient·scene + Σ att·spot·(aᵢ·a + max(N·L, 0)·dᵢ·d + [N·L > 0]·max(N·h,
  /// 0)^shininess·sᵢ·s), alpha that of the diffuse color; clamped to 0…1 after the sum.
  ///
  /// `shaders/lighting/lighting.glsl` is the same in GLSL; a test compares the two.
  ///
  /// - Parameters:
  ///   - position: The point, in eye space.
  ///   - normal: The unit normal, in eye space.
  ///   - lights: The enabled lights, their positions and directions in eye space.
  ///   - model: The ambient light. `isTwoSided` is not used: pass −`normal` for a back face.
  public func color(
    at position: SIMD3<Float>, normal: SIMD3<Float>, lights: [Light],
    model: LightModel = LightModel()
  ) -> SIMD4<Float> {
    var sum = emission + ambient * model.ambient
    for light in lights {
      sum += light.contribution(at: position, normal: normal, material: self)
    }
    sum.w = diffuse.w
    return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
  }
}

/// Returns the color of a point of a surface by ES 1.1's lighting equation.
@available(*, deprecated, renamed: "Material.color(self:at:normal:lights:model:)")
public func litColor(
  at position: SIMD3<Float>, normal: SIMD3<Float>, lights: [Light], material: Material,
  model: LightModel = LightModel()
) -> SIMD4<Float> {
  material.color(at: position, normal: normal, lights: lights, model: model)
}

extension Light {
  /// Returns this light's contribution to ``Material/color(at:normal:lights:model:)``, not
  /// clamped. The result's alpha has no meaning.
  package func contribution(
    at point: SIMD3<Float>, normal: SIMD3<Float>, material: Material
  ) -> SIMD4<Float> {
    let isPositional = position.w != 0
    let path = isPositional ? position.xyz / position.w - point : position.xyz
    let distance = path.length
    let toLight = path.normalized
    var strength: Float = 1
    if isPositional {
      strength = 1 / attenuation.dot(SIMD3(1, distance, distance * distance))
    }
    if spotCutoffDegrees != 180 {
      let cosine = -toLight.dot(spotDirection.normalized)
      guard cosine >= spotCosine else { return .zero }
      strength *= power(max(cosine, 0), spotExponent)
    }
    var color = ambient * material.ambient
    let facing = normal.dot(toLight)
    if facing > 0 {
      color += facing * (diffuse * material.diffuse)
      let half = (toLight + SIMD3(0, 0, 1)).normalized
      color += power(max(normal.dot(half), 0), material.shininess) * (specular * material.specular)
    }
    return strength * color
  }
}

/// base^exponent with 0⁰ = 1, which is undefined in GLSL.
private func power(_ base: Float, _ exponent: Float) -> Float {
  exponent == 0 ? 1 : powf(base, exponent)
}
