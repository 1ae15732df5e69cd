import Glibc

extension PageProfile {
  /// A page that lies flat, wraps around a half circle, and lies upside down at twice the radius.
  ///
  /// - Parameters:
  ///   - radius: The radius, above 0.
  ///   - flat: The length before the fold.
  ///   - turned: The length after the fold.
  package static func cylinder(radius: Double, flat: Double, turned: Double) -> PageProfile {
    PageProfile([
      (flat, (0, 0)), (.pi * radius, (1 / radius, 1 / radius)), (turned, (0, 0)),
    ])
  }

  /// A weightless sheet that is folded over: a rectangular elastica between two flat parts.
  ///
  /// The curvature κ = 2kλ cn(u | k) with k = 1/√2 grows from 0 to its maximum and back to 0 while
  /// the paper turns by π. See R. Levien, *The elastica: a mathematical history*
  /// (UCB/EECS-2008-103). With ``foldPieces`` pieces, each point is within 1e−3 radii of the
  /// elastica.
  ///
  /// - Parameters:
  ///   - radius: Half the height of the fold, above 0.
  ///   - flat: The length before the fold.
  ///   - turned: The length after the fold.
  package static func elastica(radius: Double, flat: Double, turned: Double) -> PageProfile {
    let scale = elasticaScale / radius
    let step = 2 * quarterPeriod / scale / Double(foldPieces)
    // A linear piece between points of an arched curve encloses less than the curve. All values are
    // raised by the same share, so that the paper turns by exactly π.
    let turn = foldCurvatures.dropLast().reduce(0, +) * step * scale
    let values = foldCurvatures.map { $0 * scale * .pi / turn }
    return PageProfile(
      [(flat, (0, 0))] + zip(values, values.dropFirst()).map { (step, ($0, $1)) }
        + [(turned, (0, 0))])
  }

  /// The reach of the elastica beyond the line where the paper leaves the ground, √2/λ, in radii.
  package static let elasticaReach = 2.0.squareRoot() / elasticaScale
  /// The arc length of the elastica's fold, 2K/λ, in radii.
  package static let elasticaLength = 2 * quarterPeriod / elasticaScale

  /// The complete elliptic integral K(1/√2).
  private static let quarterPeriod = 1.854074677301372
  /// λ for a fold of radius 1, 2E − K with E(1/√2) = 1.3506438810476755.
  private static let elasticaScale = 2 * 1.3506438810476755 - quarterPeriod
  /// The number of pieces of an elastica's fold.
  package static let foldPieces = 32

  /// The curvatures √2 cn(u) at the pieces' ends.
  private static let foldCurvatures: [Double] = (0...foldPieces).map { index in
    guard index > 0, index < foldPieces else { return 0 }
    let u = quarterPeriod * (2 * Double(index) / Double(foldPieces) - 1)
    return 2.0.squareRoot() * cosineAmplitude(u)
  }

  /// Returns Jacobi's cn(u | 1/√2) by descending Landen transformations (Abramowitz & Stegun 16.4).
  static func cosineAmplitude(_ u: Double) -> Double {
    var means = [(1.0, 0.5.squareRoot())]
    var (a, b) = (1.0, 0.5.squareRoot())
    for _ in 0..<6 {
      let half = (a - b) / 2
      (a, b) = ((a + b) / 2, (a * b).squareRoot())
      means.append((a, half))
    }
    var phase = Double(1 << 6) * a * u
    for (mean, half) in means.dropFirst().reversed() {
      phase = (phase + asin(half / mean * sin(phase))) / 2
    }
    return cos(phase)
  }
}
