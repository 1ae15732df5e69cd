/// A side of the sheet.
public enum PaperSide: Hashable, Sendable {
  /// The side that shows when the page is flat.
  case front
  /// The side that shows when the page has been turned.
  case back
}

/// A point of the sheet that lies on a line of sight.
public struct PaperPoint: Hashable, Sendable {
  /// Where on the flat page: page pixels, origin at the page's lower left corner, y up.
  public let paper: SIMD2<Double>
  /// Where it is now, page space: page pixels, z towards the viewer.
  public let position: SIMD3<Double>
  /// The side that faces the viewer.
  public let side: PaperSide

  /// A point of the sheet as it is seen.
  public init(paper: SIMD2<Double>, position: SIMD3<Double>, side: PaperSide) {
    self.paper = paper
    self.position = position
    self.side = side
  }
}
