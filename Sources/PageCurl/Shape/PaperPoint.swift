/// A side of the sheet.
public enum PaperSide: Hashable, Sendable {
  /// The side that shows when the page is flat.
  case front
  /// The side that shows when the page has been turned.
  case back
}

/// A point of the sheet that lies on a line of sight.
public struct PaperPoint: Hashable, Sendable {
  /// The point on the flat page, in page pixels from its lower left corner, y up.
  public let paper: SIMD2<Double>
  /// The point's current position, in page space.
  public let position: SIMD3<Double>
  /// The side that faces the viewer.
  public let side: PaperSide
}
