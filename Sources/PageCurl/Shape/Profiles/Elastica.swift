import Glibc

/// The rectangular elastica whose fold is two high; see R. Levien, *The elastica: a mathematical
/// history* (UCB/EECS-2008-103).
///
/// With u = λ(s − s of the middle), k² = ½ and the elliptic functions of Jacobi:
/// x = reach · cn u and sin((θ − π/2)/2) = k sn u, so that sin θ = (x / reach)².
struct Elastica: FoldCurve {
  let power = 2
  var reach: Double { Self.halfWidth }
  var length: Double { 2 * Self.period / Self.scale }

  /// The complete elliptic integrals K(1/√2) and E(1/√2).
  private static let (period, secondPeriod) = (1.854074677301372, 1.3506438810476755)
  /// λ for a fold of radius 1.
  private static let scale = 2 * secondPeriod - period
  private static let halfWidth = 2.0.squareRoot() / scale

  /// The steps (a, b, c) of the arithmetic-geometric mean of 1 and k' = √½. The next c is 2e−22.
  private static let means: [(a: Double, b: Double, c: Double)] = {
    var means = [(a: 1.0, b: 0.5.squareRoot(), c: 0.5.squareRoot())]
    for _ in 0..<4 {
      let (a, b, _) = means[means.count - 1]
      means.append(((a + b) / 2, (a * b).squareRoot(), (a - b) / 2))
    }
    return means
  }()

  func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    let (period, scale, means) = (Self.period, Self.scale, Self.means)
    let u = s * scale - period
    // The amplitude by descending Landen transformations (Abramowitz & Stegun 16.4), and the
    // integral of cn² from E(u) = E u/K + Σ cₙ sin φₙ (17.6).
    var phase = 16 * means[4].a * u
    var zeta = 0.0
    for step in means.dropFirst().reversed() {
      let sine = sin(phase)
      zeta += step.c * sine
      phase = (phase + asin(step.c / step.a * sine)) / 2
    }
    let second = Self.secondPeriod / period * u + zeta
    return (
      reach * max(cos(phase), 0), max(1 + (2 * second - u) / scale, 0),
      .pi / 2 + 2 * asin(0.5.squareRoot() * sin(phase))
    )
  }

  func distance(share: Double) -> Double {
    (Self.period - Self.integral(acos(share))) / Self.scale
  }

  func distance(bend: Double) -> Double {
    let sine = 2.0.squareRoot() * sin((bend - .pi / 2) / 2)
    return (Self.period + Self.integral(asin(min(max(sine, -1), 1)))) / Self.scale
  }

  /// Returns the elliptic integral F(φ | k) for −π/2…π/2 (Abramowitz & Stegun 17.6.8).
  private static func integral(_ angle: Double) -> Double {
    var phase = abs(angle)
    for (a, b, _) in means.dropLast() {
      let next = atan2(b * sin(phase), a * cos(phase))
      phase += next + 2 * .pi * ((phase - next) / (2 * .pi)).rounded()
    }
    return (angle < 0 ? -1 : 1) * phase / (16 * means[4].a)
  }
}
