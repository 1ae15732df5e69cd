/// A page that lies flat: before its turn, or landed on the other side of its spine.
public struct FlatPage: Hashable, Sendable {
  /// The edge over which the page has turned; `nil` for a page before its turn.
  public let landedOver: Binding?
  /// The same page as a curl that has not begun, or has come to its spine.
  package let curl: CurlGeometry

  /// Makes a flat page.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - landedOver: The edge over which the page has turned. Default: `nil`, a page before its turn.
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` for a size that is not positive.
  public init(
    width: Double, height: Double, landedOver: Binding? = nil
  ) throws(PageCurlError) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    self.init(size: SIMD2(width, height), landedOver: landedOver)
  }

  /// - Parameter size: A size that has been checked.
  init(size: SIMD2<Double>, landedOver: Binding? = nil) {
    self.landedOver = landedOver
    curl = CurlGeometry(level: size, landedOver: landedOver)
  }
}
