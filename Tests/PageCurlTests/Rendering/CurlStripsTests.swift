import Glibc
import TestSupport
import Testing

@testable import PageCurl

/// Strips that lie beside each other end at the same corners.
@Suite struct CurlStripsTests {
  /// Drivers round corners to parts of a pixel, SwiftShader to 1/16. A corner in the middle of a
  /// neighbor's side would then lie beside that side.
  @Test(arguments: [CurlFold.cylinder, .elastica])
  func noCornerLiesOnTheSideOfANeighbor(fold: CurlFold) throws {
    var random = SeededGenerator(seed: 77)
    var corners = 0
    for index in 0..<48 {
      let curl = try CurlGeometry(
        width: 210, height: 160, time: .random(in: 0.1...0.9, using: &random),
        angle: index % 8 == 0 ? .pi : .random(in: 0...(2 * .pi), using: &random),
        radius: .random(in: index % 3 == 0 ? 1...4 : 3...40, using: &random), fold: fold)
      var cut = CurlStrips.Cut(tolerance: 0.03, pixel: 1)
      cut.hides = index % 3 > 0
      if index % 4 > 0 {
        (cut.margin, cut.overhang) = (2 + 2 * (curl.radius / fold.sharpest).squareRoot(), 1)
        cut.flatMargin = index % 2 == 0 ? 0 : 1
        cut.mildLength = index % 4 == 1 ? nil : 1.06
      }
      var strips = CurlStrips()
      strips.cut(curl, cut) { _ in SIMD4(repeating: 1) }
      // Neighbors overlap at the silhouette, where a gap shows what lies beside the sheet.
      for part in [
        [strips.flat] + strips.rising.all,
        strips.falling.all + [strips.turned.inside] + strips.turned.borders,
      ] {
        let sides = part.flatMap { Self.sides(of: strips.vertices[$0]) }
        for corner in Set(part.flatMap { strips.vertices[$0] }.map(\.paper)) {
          let point = SIMD2<Double>(corner)
          let split = sides.first { Self.splits(point, $0) }
          #expect(split == nil, "\(point), \(curl), \(cut)")
        }
        corners += sides.count
      }
    }
    #expect(corners > 1_000)
  }

  /// The flat and the rising strips hold all of the page up to the silhouette, also where its
  /// corners lie just beyond the contact line.
  @Test(arguments: [CurlFold.cylinder, .elastica])
  func stripsHoldAllOfThePage(fold: CurlFold) throws {
    var random = SeededGenerator(seed: 2163)
    var held = 0
    for index in 0..<60 {
      let angle = Double.random(in: 0...(2 * .pi), using: &random)
      let radius = pow(10, Double.random(in: 1...2.6, using: &random))
      let flat = try CurlGeometry(
        width: 55, height: 33, time: 0, angle: angle, radius: radius, fold: fold)
      let corner = flat.corners[index % 4].dot(flat.lift)
      let curl = try CurlGeometry(
        width: 55, height: 33, contactOffset: corner - .random(in: 0...20, using: &random),
        angle: angle, radius: radius, fold: fold)
      var cut = CurlStrips.Cut(tolerance: 0.03, pixel: 1)
      (cut.margin, cut.overhang) = (2 + 2 * (radius / fold.sharpest).squareRoot(), 1)
      cut.flatMargin = index % 2 == 0 ? 0 : 1
      cut.mildLength = index % 3 == 0 ? 1.06 : nil
      var strips = CurlStrips()
      strips.cut(curl, cut) { _ in SIMD4(repeating: 1) }
      let triangles = ([strips.flat] + strips.rising.all).flatMap {
        Self.triangles(of: strips.vertices[$0])
      }
      for _ in 0..<200 {
        // Many of them lie close to the edges.
        let share = SIMD2<Double>.random(in: -0.1...1.1, using: &random)
        let inside = share.clamped(
          lowerBound: SIMD2(repeating: 1e-4), upperBound: SIMD2(repeating: 0.9999))
        let point = inside * SIMD2(55, 33)
        guard curl.distance(of: point) < curl.turn / 2 else { continue }
        held += 1
        let isHeld = triangles.contains { triangle in
          let sides = (0..<3).map { index -> Double in
            let (start, end) = (triangle[index], triangle[(index + 1) % 3])
            return (end - start).x * (point - start).y - (end - start).y * (point - start).x
          }
          return sides.allSatisfy { $0 > -1e-3 } || sides.allSatisfy { $0 < 1e-3 }
        }
        #expect(isHeld, "\(point), \(curl), \(cut)")
      }
    }
    #expect(held > 5_000)
  }

  /// Corners lie where every driver can place them, and on the same point of the paper if they lie
  /// at the same place.
  @Test func cornersLieOnTheGrid() throws {
    let curl = try CurlGeometry(
      width: 210, height: 160, time: 0.4, angle: 2.7, radius: 20, fold: .cylinder)
    var cut = CurlStrips.Cut(tolerance: 0.03, pixel: 0.5)
    cut.hides = true
    var exact = CurlStrips()
    exact.cut(curl, cut) { _ in SIMD4(repeating: 1) }
    let origin = SIMD2(0.25, 0.1)
    cut.nearest = { origin + (($0 - origin) * 32).rounded(.toNearestOrEven) / 32 }
    var strips = CurlStrips()
    strips.cut(curl, cut) { _ in SIMD4(repeating: 1) }
    for (corner, old) in zip(strips.vertices, exact.vertices).dropFirst(4) {
      let steps = (corner.place - SIMD2(0.25, 0.1)) * 32
      let off = steps - steps.rounded(.toNearestOrEven)
      #expect(pointwiseMax(off, -off).max() < 0.001)
      let moved = corner.place - old.place
      #expect(pointwiseMax(moved, -moved).max() < 0.016)
    }
    // Flat paper lies where it is.
    for corner in strips.vertices[strips.flat] {
      let off = corner.paper - corner.place
      #expect(pointwiseMax(off, -off).max() < 1e-4)
    }
  }

  /// Returns whether a point lies on a side, but not at its ends.
  private static func splits(
    _ point: SIMD2<Double>, _ side: (start: SIMD2<Double>, end: SIMD2<Double>)
  ) -> Bool {
    let along = side.end - side.start
    let length = (along * along).sum().squareRoot()
    let share = ((point - side.start) * along).sum() / (length * length)
    let off = point - side.start - share * along
    return min(share, 1 - share) * length > 0.01 && (off * off).sum().squareRoot() < 5e-5
  }

  /// Returns the sides of a strip's triangles on the paper, without triangles that have no area.
  private static func sides(
    of strip: ArraySlice<CurlVertex>
  ) -> [(start: SIMD2<Double>, end: SIMD2<Double>)] {
    triangles(of: strip).flatMap { points -> [(start: SIMD2<Double>, end: SIMD2<Double>)] in
      let (a, b, c) = (points[0], points[1], points[2])
      let area = (b - a).x * (c - a).y - (b - a).y * (c - a).x
      return abs(area) < 0.01 ? [] : [(start: a, end: b), (b, c), (c, a)]
    }
  }

  /// Returns a strip's triangles on the paper.
  private static func triangles(of strip: ArraySlice<CurlVertex>) -> [[SIMD2<Double>]] {
    let points = strip.map { SIMD2<Double>($0.paper) }
    return points.indices.dropLast(2).map { Array(points[$0..<$0 + 3]) }
  }
}

extension CurlStrips.Half {
  fileprivate var all: [Range<Int>] { mild + steep + borders }
}
