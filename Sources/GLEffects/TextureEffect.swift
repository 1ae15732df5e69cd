import GLES
import GLMath

/// A change of a picture, described by a value. ``EffectRenderer`` draws arrays of them in order:
///
/// ```swift
/// let look: [TextureEffect] = [
///   .unsharpMask(deviation: 2, amount: 0.8), .bloom(threshold: 0.7, deviation: 8, strength: 0.6),
/// ]
/// ```
///
/// All lengths are in texels, colors are sRGB in 0…1, and results have the size of the picture.
/// Pictures are premultiplied. Beyond the edges, a picture continues with the texels at the edge.
public enum TextureEffect {
  /// A Gaussian blur; `deviation` is its standard deviation, 0…15. It ends at three deviations. For
  /// a wider blur, draw into a smaller target first.
  case blur(deviation: Double)
  /// A blurred glow around bright parts. What exceeds `threshold`, 0…1 and less than 1, divided by
  /// 1 − `threshold`, is blurred, multiplied by `strength` and added.
  case bloom(threshold: Double, deviation: Double, strength: Double = 1)
  /// A linear function of red, green, blue and alpha, not premultiplied: `matrix` * color +
  /// `offset`, limited to 0…1.
  case colorMatrix(Matrix4, offset: SIMD4<Float> = .zero)
  /// A curve through points, for red, green and blue alike: x is the old value and y the new one,
  /// 0…1 each, and x increases. The curve is smooth, and never leaves the values of neighboring
  /// points. Beyond the first and the last point it is level.
  case toneCurve([SIMD2<Double>])
  /// The steepness of the luma (ITU-R BT.709) by Sobel's operators, times `strength`, as gray:
  /// white at a step from black to white. The alpha stays.
  case edges(strength: Double = 1)
  /// A sharpened picture: `amount` times the difference to a blur is added. The alpha stays.
  case unsharpMask(deviation: Double, amount: Double)
  /// A picture without the background of the color `key`. Pixels disappear whose chroma (Cb and Cr
  /// of ITU-R BT.709, −0.5…0.5 each) is closer to that of the key than `tolerance`; over the next
  /// `softness`, which is above 0, they show more and more.
  case chromaKey(_ key: SIMD3<Double>, tolerance: Double = 0.1, softness: Double = 0.1)
  /// A layer over the picture, stretched to its size, with effects of its own.
  case blend(_ layer: Texture, BlendMode = .normal, effects: [TextureEffect] = [])

  /// How the color of a layer is combined with the one below, as in W3C's Compositing and Blending
  /// Level 1. Where one of them is transparent, the other shows.
  public enum BlendMode: Hashable, Sendable, CaseIterable {
    /// The layer covers the picture.
    case normal
    /// The layer's color is added, up to white.
    case add
    /// The product of the colors.
    case multiply
    /// The complement of the product of the complements.
    case screen
    /// Multiplies where the picture is dark, and screens where it is light.
    case overlay
    /// The smaller value of each channel.
    case darken
    /// The larger value of each channel.
    case lighten
    /// The picture divided by the layer's complement.
    case colorDodge
    /// The complement of the picture's complement divided by the layer.
    case colorBurn
    /// Multiplies where the layer is dark, and screens where it is light.
    case hardLight
    /// As hard light, with softer contrasts.
    case softLight
    /// The distance of the values.
    case difference
    /// As the difference, with less contrast.
    case exclusion

    /// The color where both are opaque, in the variables of `blend.frag`.
    var formula: String {
      switch self {
      case .normal: "s"
      case .add: "min(b + s, 1.0)"
      case .multiply: "b * s"
      case .screen: "b + s * one_minus_b"
      case .overlay: "mix(2.0 * b * s, 1.0 - 2.0 * one_minus_b * one_minus_s, step(0.5, b))"
      case .darken: "min(b, s)"
      case .lighten: "max(b, s)"
      // Values are 0 or at least 1/255; 0.001 only keeps 0 from being divided by 0.
      case .colorDodge: "min(b / max(one_minus_s, 0.001), 1.0)"
      case .colorBurn: "1.0 - min(one_minus_b / max(s, 0.001), 1.0)"
      case .hardLight: "mix(2.0 * b * s, 1.0 - 2.0 * one_minus_b * one_minus_s, step(0.5, s))"
      case .softLight:
        "b + (2.0 * s - 1.0) * (mix(mix(((16.0 * b - 12.0) * b + 4.0) * b, sqrt(b), "
          + "step(0.25, b)) - b, b * one_minus_b, step(s, vec3(0.5))))"
      case .difference: "abs(b - s)"
      case .exclusion: "b * one_minus_s + s * one_minus_b"
      }
    }
  }
}
