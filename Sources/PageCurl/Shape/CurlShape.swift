/// The shape of a page at one moment of its turn.
public enum CurlShape: Hashable, Sendable {
  /// A page that lies flat.
  case flat(FlatPage)
  /// A page that curls over a straight fold: a loose sheet, or a leaf bound at its spine.
  case fold(CurlGeometry)
  /// A leaf rolled on a cone.
  case cone(ConeGeometry)
  /// A leaf that bends like paper.
  case paper(PaperGeometry)

  /// The former name of ``fold(_:)``.
  @available(*, deprecated, renamed: "fold")
  public static func cylinder(_ curl: CurlGeometry) -> CurlShape { .fold(curl) }

  /// What the shape is in page space.
  private var bent: any BentPage {
    switch self {
    case .flat(let page): page.curl
    case .fold(let curl): curl
    case .cone(let cone): cone
    case .paper(let leaf): leaf
    }
  }

  /// The page's width and height in page pixels.
  package var page: SIMD2<Double> { bent.size }

  /// Returns the position of a point of the paper in page space.
  public func position(of paper: SIMD2<Double>) -> SIMD3<Double> { bent.position(of: paper) }

  /// Returns the unit normal of the front side at a point of the paper.
  public func normal(at paper: SIMD2<Double>) -> SIMD3<Double> { bent.normal(at: paper) }

  /// Returns the points of the sheet on a line of sight, nearest to the viewer first.
  ///
  /// - Parameters:
  ///   - point: Where the line meets the page plane, in page pixels.
  ///   - eye: The viewer's position in page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` if the eye is too low.
  public func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>? = nil
  ) throws(PageCurlError) -> [PaperPoint] {
    try bent.intersections(at: point, from: eye)
  }

  /// The same page lying flat.
  var flat: FlatPage { FlatPage(size: page) }

  /// The curl as which a page is drawn that lies flat or folds; `nil` for other pages.
  package var curl: CurlGeometry? {
    switch self {
    case .flat(let page): page.curl
    case .fold(let curl): curl
    case .cone, .paper: nil
    }
  }

  /// The least height of the eye in page pixels: 1.5 times that of the paper.
  package var lowestEye: Double { 1.5 * highest }

  /// The light that reaches the lower side of raised paper, relative to that on its upper side.
  var lightBelow: Double { bent.lightBelow }

  /// The greatest height above the page plane that the paper may have, in page pixels.
  var highest: Double { bent.highest }

  /// How the image on the back is flipped, unless a look says otherwise.
  var flip: BackFlip { bent.flip }
}

/// What is known of a page of each kind of shape. Lengths are page pixels.
protocol BentPage {
  /// The width and the height while it lies flat.
  var size: SIMD2<Double> { get }
  /// The greatest height above the page plane that the paper may have.
  var highest: Double { get }
  /// The light that reaches the lower side of raised paper, relative to that on its upper side: 0
  /// if it lies on the pages below, half where it is a tenth of the page above them or higher.
  var lightBelow: Double { get }
  /// How the image on the back is flipped, so that it is not mirrored on the turned page.
  var flip: BackFlip { get }
  /// Returns the position of a point of the paper in page space.
  func position(of paper: SIMD2<Double>) -> SIMD3<Double>
  /// Returns the unit normal of the front side at a point of the paper.
  func normal(at paper: SIMD2<Double>) -> SIMD3<Double>
  /// Returns the points on the line of sight from an eye, `nil` for straight above, to a point of
  /// the page plane, nearest to the eye first.
  func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint]
}

extension CurlGeometry: BentPage {
  var size: SIMD2<Double> { SIMD2(width, height) }
  var highest: Double { profile(at: max(extent.upperBound - contactOffset, 0)).height }
  var lightBelow: Double { 0.5 * min(20 * radius / min(width, height), 1) }
  var flip: BackFlip { BackFlip(for: self) }
}

extension ConeGeometry: BentPage {
  var size: SIMD2<Double> { SIMD2(width, height) }
  var highest: Double { frame.breadth }
  var lightBelow: Double {
    // The corner that leads the turn.
    let corner = position(of: frame.page(SIMD2(frame.breadth, 0)))
    return 0.5 * min(10 * max(corner.z, 0) / min(width, height), 1)
  }
  var flip: BackFlip { BackFlip(for: binding) }
}

extension PaperGeometry: BentPage {
  var size: SIMD2<Double> { page.high - page.low }
  var highest: Double { profile.highest * frame.breadth }
  /// All of it: ``PaperLight`` knows how much reaches each point.
  var lightBelow: Double { 1 }
  var flip: BackFlip { BackFlip(for: binding) }
}

/// A page that lies flat: before its turn, or landed on the other side of its spine.
public struct FlatPage: Hashable, Sendable {
  /// The edge over which the page has turned; `nil` for a page before its turn.
  package let landedOver: Binding?
  /// The same page as a curl that has not begun, or has come to its spine.
  package let curl: CurlGeometry

  /// Makes a flat page.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - landedOver: The edge over which the page has turned. Default: `nil`, a page before its
  ///     turn.
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` for a size that is not positive.
  public init(
    width: Double, height: Double, landedOver: Binding? = nil
  ) throws(PageCurlError) {
    let size = SIMD2(width, height)
    try size.checkPageSize()
    self.init(size: size, landedOver: landedOver)
  }

  /// - Parameter size: A size that has been checked.
  init(size: SIMD2<Double>, landedOver: Binding? = nil) {
    self.landedOver = landedOver
    curl = CurlGeometry(level: size, landedOver: landedOver)
  }
}
