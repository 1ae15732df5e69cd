import GLEffects
import GLMath
import Glibc
import Imaging

/// Pictures with effects, computed with doubles and rounded nowhere.
struct EffectReference {
  let width: Int
  let height: Int
  /// Premultiplied colors, 0…1, top row first.
  private(set) var pixels: [SIMD4<Double>]

  init(_ image: Image) {
    (width, height) = (image.width, image.height)
    pixels = (0..<image.width * image.height).map { index in
      SIMD4<Double>(image[index % image.width, index / image.width]) / 255
    }
  }

  /// A pixel; those at the edge continue beyond it.
  private subscript(x: Int, y: Int) -> SIMD4<Double> {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  private func mapped(_ change: (_ x: Int, _ y: Int) -> SIMD4<Double>) -> EffectReference {
    var result = self
    for y in 0..<height { for x in 0..<width { result.pixels[y * width + x] = change(x, y) } }
    return result
  }

  private func mapped(_ change: (SIMD4<Double>) -> SIMD4<Double>) -> EffectReference {
    mapped { x, y in change(self[x, y]) }
  }

  private func blurred(_ deviation: Double) -> EffectReference {
    if deviation == 0 { return self }
    let reach = Int((3 * deviation).rounded(.up))
    let weights = (-reach...reach).map { exp(-0.5 * pow(Double($0) / deviation, 2)) }
    let all = weights.reduce(0, +)
    func sum(_ at: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
      zip(-reach...reach, weights).reduce(SIMD4.zero) { $0 + at($1.0) * ($1.1 / all) }
    }
    let rows = mapped { x, y in sum { self[x + $0, y] } }
    return rows.mapped { x, y in sum { rows[x, y + $0] } }
  }

  /// Returns the picture with an effect; `layer` is what an effect blends.
  func applying(_ effect: TextureEffect, layer: EffectReference? = nil) -> EffectReference {
    switch effect {
    case .blur(let deviation):
      return blurred(deviation)
    case .bloom(let threshold, let deviation, let strength):
      let glow = mapped { color in
        let light = (0..<3).map { max(color[$0] - threshold * color.w, 0) / (1 - threshold) }
        return SIMD4(light[0], light[1], light[2], max(light[0], light[1], light[2]))
      }.blurred(deviation)
      return mapped { x, y in
        let sum = self[x, y] + strength * glow[x, y]
        return sum.clamped(lowerBound: .zero, upperBound: .one)
      }
    case .colorMatrix(let matrix, let offset):
      return mapped { color in
        let straight = SIMD4(Self.straight(color), color.w)
        var changed = SIMD4<Double>(offset)
        for (column, value) in [matrix.column0, matrix.column1, matrix.column2, matrix.column3]
          .enumerated()
        { changed += SIMD4<Double>(value) * straight[column] }
        changed = changed.clamped(lowerBound: .zero, upperBound: .one)
        return SIMD4(Self.rgb(changed) * changed.w, changed.w)
      }
    case .toneCurve(let points):
      return mapped { color in
        let straight = Self.straight(color)
        let changed = SIMD3(
          Self.curve(points, straight.x), Self.curve(points, straight.y),
          Self.curve(points, straight.z))
        return SIMD4(changed * color.w, color.w)
      }
    case .edges(let strength):
      return mapped { x, y in
        var (across, up) = (0.0, 0.0)
        for step in -1...1 {
          let weight = step == 0 ? 2.0 : 1
          across += weight * (luma(x + 1, y + step) - luma(x - 1, y + step))
          up += weight * (luma(x + step, y - 1) - luma(x + step, y + 1))
        }
        let alpha = self[x, y].w
        let edge = min(strength * hypot(across, up) / 4, 1) * alpha
        return SIMD4(edge, edge, edge, alpha)
      }
    case .unsharpMask(let deviation, let amount):
      let soft = blurred(deviation)
      return mapped { x, y in
        let (color, alpha) = (Self.rgb(self[x, y]), self[x, y].w)
        let sharp = color + amount * (color - Self.rgb(soft[x, y]))
        return SIMD4(
          sharp.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: alpha)), alpha)
      }
    case .chromaKey(let key, let tolerance, let softness):
      return mapped { color in
        let (one, other) = (Self.chroma(Self.straight(color)), Self.chroma(key))
        let distance = hypot(one.x - other.x, one.y - other.y)
        let t = min(max((distance - tolerance) / softness, 0), 1)
        return color * (t * t * (3 - 2 * t))
      }
    case .blend(_, let mode, _):
      guard let layer else { return self }
      return mapped { x, y in
        let (under, over) = (self[x, y], layer[x, y])
        let (below, above) = (Self.straight(under), Self.straight(over))
        var color = SIMD3<Double>.zero
        for channel in 0..<3 {
          color[channel] =
            over.w * (1 - under.w) * above[channel] + under.w * (1 - over.w) * below[channel]
            + over.w * under.w * Self.blend(below[channel], above[channel], mode)
        }
        return SIMD4(color, over.w + under.w - over.w * under.w)
      }
    }
  }

  private func luma(_ x: Int, _ y: Int) -> Double {
    let color = self[x, y]
    return 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  private static func chroma(_ color: SIMD3<Double>) -> SIMD2<Double> {
    let luma = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    return SIMD2((color.z - luma) / 1.8556, (color.x - luma) / 1.5748)
  }

  private static func rgb(_ color: SIMD4<Double>) -> SIMD3<Double> {
    SIMD3(color.x, color.y, color.z)
  }

  private static func straight(_ color: SIMD4<Double>) -> SIMD3<Double> {
    color.w > 0 ? rgb(color) / color.w : .zero
  }

  /// A monotone cubic in Bernstein's form, whose inner points follow from the slopes.
  private static func curve(_ points: [SIMD2<Double>], _ x: Double) -> Double {
    guard x > points[0].x else { return points[0].y }
    guard let right = points.firstIndex(where: { $0.x > x }) else { return points.last?.y ?? 0 }
    func secant(_ index: Int) -> Double {
      (points[index + 1].y - points[index].y) / (points[index + 1].x - points[index].x)
    }
    func slope(_ index: Int) -> Double {
      if index == 0 { return secant(0) }
      if index == points.count - 1 { return secant(index - 1) }
      let (one, other) = (secant(index - 1), secant(index))
      guard one * other > 0 else { return 0 }
      let (before, after) = (
        points[index].x - points[index - 1].x, points[index + 1].x - points[index].x
      )
      // The weighted harmonic mean.
      let share = (1 + after / (before + after)) / 3
      return 1 / (share / one + (1 - share) / other)
    }
    let (from, to) = (points[right - 1], points[right])
    let width = to.x - from.x
    let t = (x - from.x) / width
    let inner = (from.y + slope(right - 1) * width / 3, to.y - slope(right) * width / 3)
    let start = pow(1 - t, 3) * from.y + 3 * t * pow(1 - t, 2) * inner.0
    return start + 3 * t * t * (1 - t) * inner.1 + pow(t, 3) * to.y
  }

  /// The formulas of W3C's Compositing and Blending Level 1, section 10.1.
  private static func blend(
    _ b: Double, _ s: Double, _ mode: TextureEffect.BlendMode
  ) -> Double {
    switch mode {
    case .normal: return s
    case .add: return min(b + s, 1)
    case .multiply: return b * s
    case .screen: return 1 - (1 - b) * (1 - s)
    case .overlay: return blend(s, b, .hardLight)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b >= 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return s <= 0.5 ? 2 * b * s : blend(b, 2 * s - 1, .screen)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    }
  }
}

extension Image {
  /// The largest distance of a byte from a reference's value in 0…255, and where it is.
  func distance(from reference: EffectReference) -> (bytes: Double, place: String) {
    var worst = (bytes: 0.0, place: "")
    for (index, pixel) in reference.pixels.enumerated() {
      let (x, y) = (index % width, index / width)
      let away = SIMD4<Double>(self[x, y]) - 255 * pixel
      let largest = max(away.max(), -away.min())
      if largest > worst.bytes {
        worst = (largest, "(\(x), \(y)): \(self[x, y]), not \(255 * pixel)")
      }
    }
    return worst
  }
}
