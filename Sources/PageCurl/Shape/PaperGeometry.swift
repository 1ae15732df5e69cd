import GLMath
import Glibc

/// A bound page that bends like paper: along parallel lines, its rulings, with the cross-section of
/// a heavy elastic sheet. The rulings are parallel to the spine, or tilted from it while a corner
/// leads.
///
/// Page space is that of ``CurlGeometry``. The mapping preserves distances on the paper, and the
/// spine never moves.
public struct PaperGeometry: Hashable, Sendable {
  /// The page while it lies flat, in page space. A cover's board is larger than the pages.
  package let page: PageRect
  /// The edge at which the page is bound.
  package let binding: Binding
  /// The cross-section from the spine to the free edge, or from the corner that moves last to the
  /// one that leads, scaled to the length 1.
  package let profile: CrossSection
  /// The angle between the rulings and the spine in radians; see ``SpineFrame``.
  package let tilt: Double
  /// The coordinates of a page whose rulings are parallel to its spine.
  let spine: SpineFrame
  /// The coordinates of the cross-section: x across the rulings.
  let frame: SpineFrame

  /// Makes a page with a cross-section of length 1.
  init(page: PageRect, binding: Binding, profile: CrossSection, tilt: Double = 0) {
    self.page = page
    self.binding = binding
    self.profile = profile
    self.tilt = tilt
    spine = SpineFrame(binding, .first, page: page)
    frame = tilt == 0 ? spine : SpineFrame(binding, page: page, tilt: tilt)
  }

  /// Returns where the page begins and ends on a ruling, as coordinates along it.
  ///
  /// - Parameter s: The distance of the ruling from the frame's origin on the paper, page pixels.
  func ends(at s: Double) -> SIMD2<Double> {
    guard tilt != 0 else { return SIMD2(0, frame.length) }
    let start = frame.origin + min(max(s, 0), frame.breadth) * frame.away
    // A ruling through a corner may miss it by a rounding error.
    let chord = page.chord(from: start, along: frame.along, slack: .infinity) ?? 0...0
    return SIMD2(chord.lowerBound, chord.upperBound)
  }

  /// The shares of the profile's length at which the page's corners lie; none if the rulings are
  /// parallel to its edges.
  var corners: [Double] {
    guard tilt != 0 else { return [] }
    return page.corners.map { min(max(frame.local($0).x / frame.breadth, 0), 1) }
  }

  /// Returns the place of a point of the paper in page space.
  package func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    let local = frame.local(paper)
    let point = profile.point(at: local.x / frame.breadth)
    return frame.page(SIMD3(point.x * frame.breadth, local.y, point.z * frame.breadth))
  }

  /// Returns the unit normal of the front side at a point of the paper.
  package func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    let angle = profile.point(at: frame.local(paper).x / frame.breadth).angle
    return frame.page(direction: SIMD3(-sin(angle), 0, cos(angle)))
  }

  /// Returns the points of the page on a line of sight, nearest to the viewer first.
  ///
  /// - Parameters:
  ///   - point: Where the line meets the page plane, in page pixels.
  ///   - eye: The viewer's place in page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page.
  package func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint] {
    try eye?.checkEye(above: highest)
    let foot = frame.local(point)
    let way = eye.map { frame.local($0) - SIMD3(foot.x, foot.y, 0) } ?? SIMD3(0, 0, 1)
    let direction = atan2(way.z, way.x)
    let found = profile.crossings(x: foot.x / frame.breadth, along: direction).compactMap {
      s -> PaperPoint? in
      let place = profile.point(at: s)
      let height = place.z * frame.breadth
      let along = foot.y + height / way.z * way.y
      let ends = ends(at: s * frame.breadth)
      guard along >= ends.x - 1e-9, along <= ends.y + 1e-9 else { return nil }
      return PaperPoint(
        paper: frame.page(SIMD2(s * frame.breadth, along)),
        position: frame.page(SIMD3(place.x * frame.breadth, along, height)),
        side: sin(direction - place.angle) >= 0 ? .front : .back)
    }
    return found.sorted { $0.position.z > $1.position.z }
  }
}
