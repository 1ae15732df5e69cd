import GLMath
import Glibc

/// A bound page that bends like paper: along lines parallel to its spine, with the cross-section of
/// a heavy elastic sheet.
///
/// Page space is that of ``CurlGeometry``. The mapping preserves distances on the paper, and the
/// spine never moves.
public struct PaperGeometry: Hashable, Sendable {
  /// The page's width in page pixels.
  package let width: Double
  /// The page's height in page pixels.
  package let height: Double
  /// The edge at which the page is bound.
  package let binding: Binding
  /// The cross-section from the spine to the free edge, in page widths.
  package let profile: PageProfile
  /// The coordinates of the cross-section: x away from the spine.
  let frame: SpineFrame

  /// Makes a page with a cross-section of length 1.
  init(width: Double, height: Double, binding: Binding, profile: PageProfile) {
    self.width = width
    self.height = height
    self.binding = binding
    self.profile = profile
    frame = SpineFrame(binding, .first, width: width, height: height)
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

  /// The greatest height of the paper in page pixels.
  var highest: Double { profile.highest * frame.breadth }

  /// Returns the points of the page on a line of sight, nearest to the viewer first.
  ///
  /// - Parameters:
  ///   - point: Where the line meets the page plane, in page pixels.
  ///   - eye: The viewer's place in page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page.
  package func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint] {
    if let eye, !(eye.z > highest && (eye.x + eye.y + eye.z).isFinite) {
      throw .eye(height: eye.z, lowest: highest)
    }
    let foot = frame.local(point)
    let way = eye.map { frame.local($0) - SIMD3(foot.x, foot.y, 0) } ?? SIMD3(0, 0, 1)
    let direction = atan2(way.z, way.x)
    let found = profile.crossings(x: foot.x / frame.breadth, along: direction).compactMap {
      s -> PaperPoint? in
      let place = profile.point(at: s)
      let height = place.z * frame.breadth
      let along = foot.y + height / way.z * way.y
      guard along >= -1e-9, along <= frame.length + 1e-9 else { return nil }
      return PaperPoint(
        paper: frame.page(SIMD2(s * frame.breadth, along)),
        position: frame.page(SIMD3(place.x * frame.breadth, along, height)),
        side: sin(direction - place.angle) >= 0 ? .front : .back)
    }
    return found.sorted { $0.position.z > $1.position.z }
  }
}
