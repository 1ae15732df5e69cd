/// The shape of a page at a moment of its turn.
public enum CurlShape: Hashable, Sendable {
  /// Rolled on a cylinder: a loose sheet, or a leaf on its spine.
  case cylinder(CurlGeometry)
  /// A leaf rolled on a cone.
  case cone(ConeGeometry)

  /// Where a point of the paper is, in page space.
  public func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    switch self {
    case .cylinder(let curl): curl.position(of: paper)
    case .cone(let cone): cone.position(of: paper)
    }
  }

  /// The unit normal of the front side at a point of the paper.
  public func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    switch self {
    case .cylinder(let curl): curl.normal(at: paper)
    case .cone(let cone): cone.normal(at: paper)
    }
  }

  /// The points of the sheet above a point of the page plane: nearest to the viewer first.
  ///
  /// - Parameters:
  ///   - point: page pixels.
  ///   - eye: where the viewer is, page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` for an eye that is too low.
  public func paper(
    under point: SIMD2<Double>, eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint] {
    switch (self, eye) {
    case (.cylinder(let curl), nil): curl.paper(under: point)
    case (.cylinder(let curl), let eye?): try curl.paper(under: point, eye: eye)
    case (.cone(let cone), nil): cone.paper(under: point)
    case (.cone(let cone), let eye?): try cone.paper(under: point, eye: eye)
    }
  }
}

extension CurlShape {
  /// The page's size, page pixels.
  public var page: SIMD2<Double> {
    switch self {
    case .cylinder(let curl): SIMD2(curl.width, curl.height)
    case .cone(let cone): SIMD2(cone.width, cone.height)
    }
  }

  /// The page as it lies flat.
  var flat: CurlShape {
    // Nothing about the size can be wrong: it is that of a shape.
    let flat = try? CurlGeometry(
      width: page.x, height: page.y, time: 0, angle: 0, radius: 0)
    return flat.map { .cylinder($0) } ?? self
  }

  /// The greatest height over the page plane that some of the paper may have, page pixels.
  var highest: Double {
    switch self {
    case .cylinder(let curl):
      curl.profile(at: max(curl.extent.upperBound - curl.contact, 0)).height
    case .cone(let cone): cone.spine.breadth
    }
  }
}
