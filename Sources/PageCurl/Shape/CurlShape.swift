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

  /// The page's width and height in page pixels.
  package var page: SIMD2<Double> {
    switch self {
    case .flat(let page): SIMD2(page.curl.width, page.curl.height)
    case .fold(let curl): SIMD2(curl.width, curl.height)
    case .cone(let cone): SIMD2(cone.width, cone.height)
    case .paper(let leaf): leaf.page.high - leaf.page.low
    }
  }

  /// Returns the position of a point of the paper in page space.
  public func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    switch self {
    case .flat(let page): page.curl.position(of: paper)
    case .fold(let curl): curl.position(of: paper)
    case .cone(let cone): cone.position(of: paper)
    case .paper(let leaf): leaf.position(of: paper)
    }
  }

  /// Returns the unit normal of the front side at a point of the paper.
  public func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    switch self {
    case .flat(let page): page.curl.normal(at: paper)
    case .fold(let curl): curl.normal(at: paper)
    case .cone(let cone): cone.normal(at: paper)
    case .paper(let leaf): leaf.normal(at: paper)
    }
  }

  /// Returns the points of the sheet on a line of sight, nearest to the viewer first.
  ///
  /// - Parameters:
  ///   - point: Where the line meets the page plane, in page pixels.
  ///   - eye: The viewer's position in page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` if the eye is too low.
  public func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>? = nil
  ) throws(PageCurlError) -> [PaperPoint] {
    switch (self, eye) {
    case (.flat(let page), _): page.curl.intersections(at: point)
    case (.fold(let curl), nil): curl.intersections(at: point)
    case (.fold(let curl), let eye?): try curl.intersections(at: point, from: eye)
    case (.cone(let cone), nil): cone.intersections(at: point)
    case (.cone(let cone), let eye?): try cone.intersections(at: point, from: eye)
    case (.paper(let leaf), let eye): try leaf.intersections(at: point, from: eye)
    }
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

  /// The light that reaches the lower side of raised paper, relative to that on its upper side: 0
  /// if it lies on the pages below, half where it is a tenth of the page above them or higher. Of a
  /// page that bends like paper, ``PaperLight`` knows it.
  var lightBelow: Double {
    switch self {
    case .flat: 0
    case .fold(let curl): 0.5 * min(20 * curl.radius / min(curl.width, curl.height), 1)
    case .cone(let cone):
      // The corner that leads the turn.
      0.5
        * min(
          10 * max(cone.position(of: cone.frame.page(SIMD2(cone.frame.breadth, 0))).z, 0)
            / min(cone.width, cone.height), 1)
    case .paper: 1
    }
  }

  /// The greatest height above the page plane that the paper may have, in page pixels.
  var highest: Double {
    switch self {
    case .flat: 0
    case .fold(let curl):
      curl.profile(at: max(curl.extent.upperBound - curl.contactOffset, 0)).height
    case .cone(let cone): cone.frame.breadth
    case .paper(let leaf): leaf.highest
    }
  }
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
