import GLES
import GLESKitShaders
import GLMath
import Imaging

/// One draw of an effect.
struct EffectPass {
  /// What a pass samples besides the result of the one before.
  enum Other {
    case input
    case curve(ToneCurve)
    case layer(Texture, [TextureEffect])
  }

  /// The fragment shader, with its macros.
  let fragment: String
  var other: Other?
  var uniforms: [(name: String, value: any UniformValue)] = []
  /// The weights of a blur.
  var weights: [SIMD4<Float>] = []

  /// Both passes of a blur, of which the second may mix the input in.
  ///
  /// - Parameter shares: The shares of the input's color and alpha, and of the blur's; `nil` for
  ///   the blur alone.
  private static func blur(
    _ deviation: Double, _ size: PixelSize, shares: SIMD4<Float>? = nil
  ) throws(GLESError) -> [EffectPass] {
    // 12 vectors of weights and three other uniforms, of the 16 that each driver has.
    try check(deviation, in: 0...15, "deviation of a blur", "draw into a smaller target for more")
    let all = Image.gaussian(deviation: deviation)
    var half = Array(all[(all.count / 2)...])
    half[0] /= 2
    half += [Float](repeating: 0, count: (4 - half.count % 4) % 4)
    let weights = stride(from: 0, to: half.count, by: 4).map { SIMD4(half[$0..<$0 + 4]) }
    let text = "#define VECTORS \(weights.count)\n" + Shaders.blurFragment
    var across = EffectPass(fragment: text, weights: weights)
    across.uniforms = [("u_step", SIMD2(1 / Float(size.width), 0))]
    var along = EffectPass(
      fragment: shares == nil ? text : "#define INPUT\n" + text, weights: weights)
    along.uniforms = [("u_step", SIMD2(0, 1 / Float(size.height)))]
    if let shares {
      along.other = .input
      along.uniforms.append(("u_shares", shares))
    }
    return [across, along]
  }

  /// The passes of an effect on a picture of this size.
  static func all(of effect: TextureEffect, _ size: PixelSize) throws(GLESError) -> [EffectPass] {
    switch effect {
    case .blur(let deviation):
      return try blur(deviation, size)
    case .bloom(let threshold, let deviation, let strength):
      try check(threshold, in: 0...0.99, "threshold of a bloom")
      try check(strength, in: 0...100, "strength of a bloom")
      var bright = EffectPass(fragment: Shaders.brightFragment)
      bright.uniforms = [("u_threshold", threshold), ("u_scale", 1 / (1 - threshold))]
      let share = Float(strength)
      return try [bright] + blur(deviation, size, shares: [1, 1, share, share])
    case .colorMatrix(let matrix, let offset):
      guard matrix.isFinite, isFinite(offset) else {
        throw .badArgument(reason: "a color matrix and its offset need finite numbers")
      }
      for row in 0..<4 {
        // Whatever the color, the channel is then 1.
        let least = matrix[row: row].clamped(lowerBound: matrix[row: row], upperBound: .zero)
        guard let value = SIMD4(offset[row], 0, 0, 0).byteValue(above: 1),
          offset[row] + least.sum() >= 1
        else { continue }
        throw .badArgument(
          reason: "the offset of a color matrix has a component of \(value), and colors are 0…1; "
            + "divide by 255")
      }
      var pass = EffectPass(fragment: Shaders.matrixFragment)
      pass.uniforms = [("u_matrix", matrix), ("u_offset", offset)]
      return [pass]
    case .toneCurve(let points):
      return [EffectPass(fragment: Shaders.curveFragment, other: .curve(try ToneCurve(points)))]
    case .edges(let strength):
      try check(strength, in: 0...100, "strength of edges")
      var pass = EffectPass(fragment: Shaders.edgesFragment)
      pass.uniforms = [
        ("u_texel", 1 / SIMD2(Double(size.width), Double(size.height))), ("u_strength", strength),
      ]
      return [pass]
    case .unsharpMask(let deviation, let amount):
      try check(amount, in: 0...100, "amount of an unsharp mask")
      let share = Float(amount)
      return try blur(deviation, size, shares: [1 + share, 1, -share, 0])
    case .chromaKey(let key, let tolerance, let softness):
      for channel in 0..<3 { try check(key[channel], in: 0...1, "channel of a key") }
      try check(tolerance, in: 0...1, "tolerance of a chroma key")
      try check(softness, in: 0.001...1, "softness of a chroma key")
      var pass = EffectPass(fragment: Shaders.keyFragment)
      pass.uniforms = [("u_key", key), ("u_range", SIMD2(tolerance, tolerance + softness))]
      return [pass]
    case .blend(let layer, let mode, let effects):
      let macro = "#define BLEND (\(mode.formula))\n"
      return [
        EffectPass(fragment: macro + Shaders.blendFragment, other: .layer(layer, effects))
      ]
    }
  }

  private static func check(
    _ value: Double, in range: ClosedRange<Double>, _ name: String, _ advice: String? = nil
  ) throws(GLESError) {
    guard !range.contains(value) else { return }
    throw .badArgument(
      reason: "the \(name) can't be \(value); use \(range.lowerBound) to \(range.upperBound)"
        + (advice.map { ", and \($0)" } ?? ""))
  }
}
