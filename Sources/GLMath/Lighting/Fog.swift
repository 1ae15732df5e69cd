import Glibc

/// Fog: colors fade to ``color`` with the distance from the eye. The corresponding ES 1.1 function
/// is `glFogfv`.
public struct Fog: Hashable, Codable, Sendable {
  /// How the fog depends on the distance c.
  public enum Mode: String, Hashable, Codable, Sendable, CaseIterable {
    /// (end − c) / (end − start). `GL_LINEAR`.
    case linear
    /// e^(−density·c). `GL_EXP`.
    case exponential
    /// e^(−(density·c)²). `GL_EXP2`.
    case exponentialSquared
  }

  /// How the fog depends on the distance. `GL_FOG_MODE`.
  public var mode: Mode
  /// The density of the exponential modes, at least 0. `GL_FOG_DENSITY`.
  public var density: Float
  /// The eye distance at which linear fog begins. `GL_FOG_START`.
  public var start: Float
  /// The eye distance at which linear fog hides everything. `GL_FOG_END`.
  public var end: Float
  /// The fog's color; its alpha is not used. `GL_FOG_COLOR`.
  public var color: SIMD4<Float>

  /// Makes fog. The defaults are ES 1.1's.
  public init(
    mode: Mode = .exponential, density: Float = 1, start: Float = 0, end: Float = 1,
    color: SIMD4<Float> = .zero
  ) {
    self.mode = mode
    self.density = density
    self.start = start
    self.end = end
    self.color = color
  }

  /// Returns the fraction of the fragment's color that remains, 0…1, at the eye-space depth `z`.
  ///
  /// The distance is |z|, as in ES 1.1 drivers, not the length of the ray. **Edge cases.** Linear
  /// fog with `start` = `end` hides everything from that distance on and nothing before it.
  public func factor(atEyeDepth z: Float) -> Float {
    let distance = abs(z)
    let factor: Float
    switch mode {
    case .linear:
      guard start != end else { return distance < end ? 1 : 0 }
      factor = (end - distance) / (end - start)
    case .exponential: factor = expf(-density * distance)
    case .exponentialSquared:
      let depth = density * distance
      factor = expf(-depth * depth)
    }
    return min(max(factor, 0), 1)
  }

  /// Returns `color` seen through this fog at the eye-space depth `z`: f·color + (1 − f)·fog, with
  /// unchanged alpha.
  public func applied(to color: SIMD4<Float>, atEyeDepth z: Float) -> SIMD4<Float> {
    let f = factor(atEyeDepth: z)
    return SIMD4(color.xyz * f + self.color.xyz * (1 - f), w: color.w)
  }
}
