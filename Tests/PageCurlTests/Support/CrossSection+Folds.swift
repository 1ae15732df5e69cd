import PageCurl

extension CrossSection {
  /// A page that lies flat, wraps around a half circle, and lies upside down at twice the radius.
  ///
  /// - Parameters:
  ///   - radius: The radius, above 0.
  ///   - flat: The length before the fold.
  ///   - turned: The length after the fold.
  static func cylinder(radius: Double, flat: Double, turned: Double) -> CrossSection {
    CrossSection([
      (flat, (0, 0)), (.pi * radius, (1 / radius, 1 / radius)), (turned, (0, 0)),
    ])
  }

  /// A weightless sheet that is folded over: a rectangular elastica between two flat parts.
  ///
  /// With `foldPieces` pieces, each point is within 1e−3 radii of `CurlFold.elastica`.
  ///
  /// - Parameters:
  ///   - radius: Half the height of the fold, above 0.
  ///   - flat: The length before the fold.
  ///   - turned: The length after the fold.
  static func elastica(radius: Double, flat: Double, turned: Double) -> CrossSection {
    let fold = CurlFold.elastica
    let step = fold.length / Double(foldPieces)
    let curvatures = (0...foldPieces).map { index in
      index == foldPieces
        ? 0 : 2 * fold.point(at: Double(index) * step).across / (fold.reach * fold.reach)
    }
    // A linear piece between points of an arched curve encloses less than the curve. All values are
    // raised by the same share, so that the paper turns by exactly π.
    let gain = .pi / (curvatures.reduce(0, +) * step * radius)
    let pieces = zip(curvatures, curvatures.dropFirst()).map {
      (step * radius, ($0 * gain, $1 * gain))
    }
    return CrossSection([(flat, (0, 0))] + pieces + [(turned, (0, 0))])
  }

  /// The number of pieces of an elastica's fold.
  static let foldPieces = 32
}
