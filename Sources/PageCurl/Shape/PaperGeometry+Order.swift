import Glibc

extension CurlShape {
  /// Returns the shapes of leaves that turn at the same time, so that those that bend like paper
  /// don't cross.
  ///
  /// - Parameter shapes: The shapes that each has alone, in the order in which they started.
  package static func following(_ shapes: [CurlShape]) -> [CurlShape] {
    // Each page follows the one before, which follows those before it.
    var last: PaperGeometry?
    return shapes.map { shape in
      guard case .paper(var page) = shape else { return shape }
      if let last { page = page.following(last) }
      last = page
      return .paper(page)
    }
  }
}

extension PaperGeometry {
  /// Returns this page as it lies under another one: where it would be steeper than that page, it
  /// follows it.
  ///
  /// The motion of each page is solved alone. A hand lifts the page that starts later by its edge
  /// while the other one bows under its weight, so that they would cross.
  ///
  /// - Parameter other: A page of the same book that started earlier. Pages whose rulings cross are
  ///   left as they are.
  fileprivate func following(_ other: PaperGeometry) -> PaperGeometry {
    guard binding == other.binding, tilt == 0, other.tilt == 0 else { return self }
    let profile = profile.bent(
      atMostAs: other.profile, unit: other.frame.breadth / frame.breadth,
      apart: Self.apart * min(other.profile.highest / Self.raised, 1))
    return profile.map { PaperGeometry(page: page, binding: binding, profile: $0) } ?? self
  }

  /// The angle between pages that meet at the spine, in radians, so that the one above hides the
  /// other.
  private static let apart = 0.00005
  /// The height of the page above, in page widths, from which on they lie so far apart. Where that
  /// page hardly rises, this one would lie below the stack.
  private static let raised = 0.4
}

extension CrossSection {
  /// Returns this curve with the angles of another one, less an angle, where its own are greater;
  /// `nil` if none is.
  ///
  /// - Parameters:
  ///   - unit: The other curve's unit of length in units of this curve's.
  ///   - apart: The angle between them, radians.
  fileprivate func bent(atMostAs other: CrossSection, unit: Double, apart: Double)
    -> CrossSection?
  {
    // Between these, both curvatures are linear.
    let ends =
      (pieces.map(\.start) + other.pieces.map { $0.start * unit } + [other.length * unit])
      .filter { $0 < length }.sorted() + [length]
    /// Returns by how much the angle exceeds that of the other curve, less `apart`.
    func excess(_ s: Double) -> Double {
      angle(at: s) - other.angle(at: s / unit) + apart
    }
    var made: [(length: Double, curvatures: (Double, Double))] = []
    var follows = false
    func add(_ from: Double, _ to: Double) {
      guard to - from > 1e-9 else { return }
      let isBeyond = excess((from + to) / 2) > 0
      follows = follows || isBeyond
      let (low, high) = isBeyond ? other.curvatures(from / unit, to / unit) : curvatures(from, to)
      let scale = isBeyond ? 1 / unit : 1
      made.append((to - from, (low * scale, high * scale)))
    }
    for (from, to) in zip(ends, ends.dropFirst()) where to - from > 1e-9 {
      // The difference of the angles is a parabola: one that crosses twice within a piece is as
      // good as none.
      guard (excess(from) > 0) != (excess(to) > 0) else {
        add(from, to)
        continue
      }
      var (low, high) = (from, to)
      while high - low > 1e-9 {
        let middle = (low + high) / 2
        if (excess(middle) > 0) == (excess(from) > 0) { low = middle } else { high = middle }
      }
      add(from, low)
      add(low, to)
    }
    guard follows else { return nil }
    return CrossSection(
      from: Point(angle: min(angle(at: 0), other.angle(at: 0) - apart)), made)
  }

  /// Returns the curvatures at both ends of a part of a piece.
  private func curvatures(_ from: Double, _ to: Double) -> (Double, Double) {
    // At its ends another piece may begin, whose curvature differs.
    let inside = 1e-7 * (to - from)
    return (point(at: from + inside).curvature, point(at: to - inside).curvature)
  }
}
