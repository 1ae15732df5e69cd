import Glibc

/// A bound page that turns like paper: a hand lifts its free edge and lets go, and the page falls
/// on the other side, bent by its weight and slowed by the air. The hand may lift a corner first.
///
/// The motion is computed when the first turn with a paper is made, in a few milliseconds.
public struct PaperTurn: Hashable, Sendable {
  private let width: Double
  private let height: Double
  package let binding: Binding
  private let lean: Double
  private let table: PaperTable

  /// Makes a turn over `binding`.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - binding: The edge at which the page is bound.
  ///   - paper: The paper, which determines how much the page droops.
  ///   - tilt: The angle by which the direction of travel leans at the start, in radians,
  ///     counterclockwise, between −π/2 and π/2 (both excluded): the corner that it comes from
  ///     leads. Paper leans as far as it lies flat beside the spine: at most about 50° if it
  ///     droops, and hardly at all if it is stiff. Default: 0.
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` or ``PageCurlError/tilt(_:)``.
  public init(
    width: Double, height: Double, binding: Binding = .left, paper: PaperMaterial = .office,
    tilt: Double = 0
  ) throws(PageCurlError) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    guard abs(tilt) < .pi / 2 else { throw .tilt(tilt) }
    lean = tilt * SpineFrame(binding, .first, width: width, height: height).handedness
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
    return geometry(at: time, leaning: table.lean(of: lean, at: time))
  }

  /// Returns the page at a time with rulings that lean from the spine.
  func geometry(at time: Double, leaning lean: Double) -> PaperGeometry {
    guard lean != 0 else {
      return PaperGeometry(
        width: width, height: height, binding: binding, profile: table.profile(at: time))
    }
    let frame = SpineFrame(binding, width: width, height: height, lean: lean)
    let spine = SpineFrame(binding, .first, width: width, height: height)
    // The profile ends at the leading corner. On a wide page it may be longer than the way there.
    let unit = min(spine.breadth, frame.breadth)
    let start = 1 - frame.breadth / unit
    let flat = start + spine.length * abs(sin(lean)) / unit
    let rest = max(1 - abs(lean) / Self.straightening, 0)
    return PaperGeometry(
      width: width, height: height, binding: binding,
      profile: table.profile(at: time, from: start, flat: flat, straightness: rest * rest),
      lean: lean)
  }

  /// The lean below which the page takes on the shape that it has without one, radians. The ends of
  /// the spine are then as good as level.
  private static let straightening = 0.06
}
