/// A bound page that turns like paper: a hand lifts its free edge and lets go, and the page falls
/// on the other side, bent by its weight and slowed by the air.
///
/// The motion is computed when the first turn with a paper is made, in a few milliseconds.
public struct PaperTurn: Hashable, Sendable {
  private let width: Double
  private let height: Double
  package let binding: Binding
  private let table: PaperTable

  /// Makes a turn over `binding`.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - binding: The edge at which the page is bound.
  ///   - paper: The paper, which determines how much the page droops.
  /// - Throws: ``PageCurlError/pageSize(width:height:)``.
  public init(
    width: Double, height: Double, binding: Binding = .left, paper: PaperMaterial = .office
  ) throws(PageCurlError) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    self.width = width
    self.height = height
    self.binding = binding
    table = PaperTable.of(paper)
  }

  /// The number of moments at which the motion is known. Between them it is interpolated.
  package var momentCount: Int { table.count }

  /// Returns the page at `time`, which is clamped to 0…1: 0 is flat, 1 landed.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  public func geometry(at time: Double) throws(PageCurlError) -> PaperGeometry {
    guard !time.isNaN else { throw .time }
    return PaperGeometry(
      width: width, height: height, binding: binding, profile: table.profile(at: time))
  }
}
