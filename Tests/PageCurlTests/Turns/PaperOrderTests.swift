import GLMath
import TestSupport
import Testing

@testable import PageCurl

/// Pages that turn at the same time.
@Suite struct PaperOrderTests {
  private static let width = 400.0

  private func points(_ page: PaperGeometry) -> [SIMD2<Double>] {
    (0...128).map {
      let point = page.profile.point(at: Double($0) / 128)
      return SIMD2(point.x, point.z)
    }
  }

  /// Returns how far a page reaches beyond one that lies above it, in page widths: to the left of
  /// the way along it from the spine.
  private func overlap(_ below: [SIMD2<Double>], _ above: [SIMD2<Double>]) -> Double {
    below.dropFirst().map { point -> Double in
      var (nearest, depth) = (Double.infinity, 0.0)
      for index in 1..<above.count {
        let (start, way) = (above[index - 1], above[index] - above[index - 1])
        let share = (point - start).dot(way) / way.dot(way)
        let apart = point - start - min(max(share, 0), 1) * way
        guard apart.length < nearest else { continue }
        nearest = apart.length
        // Points beside the ends of the page are on neither side.
        let isBeside = index == 1 && share < 0 || index == above.count - 1 && share > 1
        depth = !isBeside && way.x * apart.y > way.y * apart.x ? nearest : 0
      }
      return depth
    }.max() ?? 0
  }

  @Test(arguments: PaperMaterial.named.map(\.name))
  func pagesInTheAirDoNotCross(material: String) throws {
    let paper = try #require(PaperMaterial.named.first { $0.name == material }).material
    let turn = try PaperTurn(width: Self.width, height: 560, paper: paper)
    var (alone, together, lowest, pairs) = (0.0, 0.0, 0.0, 0)
    for delay in [0.1, 0.4] {
      for frame in 1..<48 {
        let times = (0..<6).map { Double(frame) / 24 - Double($0) * delay }
          .filter { $0 > 0 && $0 < 1 }
        let shapes = try times.map { CurlShape.paper(try turn.geometry(at: $0)) }
        func pages(_ shapes: [CurlShape]) -> [[SIMD2<Double>]] {
          shapes.compactMap { if case .paper(let page) = $0 { points(page) } else { nil } }
        }
        let (before, after) = (pages(shapes), pages(CurlShape.following(shapes)))
        lowest = min(lowest, after.joined().map(\.y).min() ?? 0)
        for above in before.indices {
          for below in before.indices.dropFirst(above + 1) {
            pairs += 1
            alone = max(alone, overlap(before[below], before[above]))
            together = max(together, overlap(after[below], after[above]))
          }
        }
      }
    }
    #expect(pairs > 100)
    // Boards are as good as plane. All others would cross.
    #expect(paper == .cover || alone > 0.002, "\(alone)")
    #expect(together < 5e-4, "\(together)")
    #expect(lowest > -5e-4, "\(lowest)")
  }

  /// Returns the page in a plane across the spine, in page widths.
  private func section(_ leaf: PaperGeometry, at y: Double) -> [SIMD2<Double>] {
    (0...128).compactMap { step in
      let s = Double(step) / 128
      let (point, ends) = (leaf.profile.point(at: s), leaf.ends(at: s * leaf.frame.breadth))
      let foot = leaf.frame.page(SIMD2(point.x * leaf.frame.breadth, 0))
      let along = (y - foot.y) / leaf.frame.along.y
      guard ends.x <= along, along <= ends.y else { return nil }
      let place = foot + along * leaf.frame.along
      return SIMD2(place.x, point.z * leaf.frame.breadth) / Self.width
    }
  }

  /// Neither do pages whose corners lead, and whose rulings cross.
  @Test(.long, arguments: [0.1, 0.5, -0.9]) func tiltedPagesDoNotCross(tilt: Double) throws {
    var random = SeededGenerator(seed: 9)
    var (alone, together, lowest) = (0.0, 0.0, 0.0)
    for index in 0..<20 {
      let other = PaperMaterial(droop: .random(in: 4...25, using: &random))
      let turn = try PaperTurn(
        width: Self.width, height: 560, paper: index % 2 == 0 ? .office : other, tilt: tilt)
      let last = Double.random(in: 0.01...0.2, using: &random)
      let shapes = try [0.3, 0.2, 0.1, 0].map { CurlShape.paper(try turn.geometry(at: last + $0)) }
      for y in [4.0, 280, 556] {
        func sections(_ shapes: [CurlShape]) -> [[SIMD2<Double>]] {
          shapes.compactMap { if case .paper(let page) = $0 { section(page, at: y) } else { nil } }
        }
        let (before, after) = (sections(shapes), sections(CurlShape.following(shapes)))
        lowest = min(lowest, after.joined().map(\.y).min() ?? 0)
        for above in before.indices {
          for below in before.indices.dropFirst(above + 1) {
            alone = max(alone, overlap(before[below], before[above]))
            together = max(together, overlap(after[below], after[above]))
          }
        }
      }
    }
    #expect(alone > 5e-4, "\(alone)")
    #expect(together < 5e-4, "\(together)")
    #expect(lowest > -5e-4, "\(lowest)")
  }

  /// Following another page changes neither the length of a page nor one that is out of reach.
  @Test func pagesKeepTheirLength() throws {
    let turn = try PaperTurn(width: Self.width, height: 560, paper: .card)
    let shapes = try [0.3, 0.2].map { CurlShape.paper(try turn.geometry(at: $0)) }
    guard case .paper(let page) = CurlShape.following(shapes)[1] else { return }
    #expect(CurlShape.following(shapes)[0] == shapes[0])
    #expect(CurlShape.following(shapes)[1] != shapes[1])
    #expect(abs(page.profile.length - 1) < 1e-7)
    let apart = try [0.8, 0.1].map { CurlShape.paper(try turn.geometry(at: $0)) }
    #expect(CurlShape.following(apart) == apart)
  }
}
