import GLESKitSupport
import PageCurl

/// How pages of a web page fold over, as the table from which it draws them.
enum WebFold {
  /// The pieces of the fold between whose ends its curve is a cubic with the paper's own slopes:
  /// within 2e−5 radii.
  private static let pieces = 32

  /// What `Fold` in `fold.js` reads. It is the same for all radii.
  static func table(_ fold: CurlFold) -> JSON {
    // The upper half is the lower one, mirrored.
    let points = (0...pieces / 2).flatMap { index -> [JSON] in
      let point = fold.point(at: fold.length * Double(index) / Double(pieces))
      return [point.across, point.height].map { .number(($0 * 1e5).rounded() / 1e5) }
    }
    return [
      "macros": .array(fold.macros.map { .string($0) }),
      "power": .number(fold.power), "reach": .number(fold.reach),
      "length": .number(fold.length), "points": .array(points),
    ]
  }
}
