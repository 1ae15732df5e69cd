import Glibc
import PageCurl
import TestSupport
import Testing

@Suite struct ConeGeometryTests {
  private func randomCone(_ make: inout RandomCurls) throws -> ConeGeometry {
    let (width, height) = (make.side(), make.side())
    let apexDepth = make.number(10...4000)
    let binding = try #require(Binding.allCases.randomElement(using: &make.random))
    let end = try #require(SpineEnd.allCases.randomElement(using: &make.random))
    let isUpright = binding == .left || binding == .right
    let span = atan2(isUpright ? width : height, apexDepth)
    // From flat to almost once around.
    let wound = make.number(span...(1.9 * .pi))
    return try ConeGeometry(
      width: width, height: height, halfAngle: min(asin(span / wound), .pi / 2),
      apexDepth: apexDepth,
      swing: make.number(-4...4), binding: binding, end: end)
  }

  private func point(on cone: ConeGeometry, _ make: inout RandomCurls) -> SIMD2<Double> {
    SIMD2(make.number(1...(cone.width - 1)), make.number(1...(cone.height - 1)))
  }

  @Test func unrollingIsAnIsometryWithItsNormal() throws {
    var make = RandomCurls(seed: 51)
    var worst = Worst()
    for _ in Sweep(sample: 1_000, full: 100_000).numbers {
      let cone = try randomCone(&make)
      let p = point(on: cone, &make)
      // The distance from the apex, or less: the curvature's radius grows with it.
      let reach =
        cone.binding.away * (p - cone.binding.spineEnds(width: cone.width, height: cone.height).0)
      let step = 1e-4 * max(cone.apexDepth, reach.sum()) * sin(cone.halfAngle)
      func derivative(_ way: SIMD2<Double>) -> SIMD3<Double> {
        (cone.position(of: p + step * way) - cone.position(of: p - step * way)) / (2 * step)
      }
      let (x, y) = (derivative(SIMD2(1, 0)), derivative(SIMD2(0, 1)))
      let normal = cone.normal(at: p)
      for error in [
        (x * x).sum() - 1, (y * y).sum() - 1, (x * y).sum(), (x * normal).sum(),
        (y * normal).sum(), length(normal) - 1,
      ] { worst.include(abs(error)) }
    }
    #expect(worst.value < 1e-6)
  }

  @Test func inverseUndoesForward() throws {
    var make = RandomCurls(seed: 52)
    var worst = Worst()
    for _ in Sweep(sample: 1_000, full: 100_000).numbers {
      let cone = try randomCone(&make)
      // A nearly flat cone meets its own quadric twice in almost one place.
      guard cone.halfAngle < 1.5 || cone.halfAngle == .pi / 2 else { continue }
      let p = point(on: cone, &make)
      let place = cone.position(of: p)
      let normal = cone.normal(at: p)
      let seen = try cone.intersections(at: SIMD2(place.x, place.y))
      if abs(normal.z) > 1e-2 {
        let matching = seen.filter { $0.side == (normal.z > 0 ? .front : .back) }
        worst.include(matching.map { length($0.paper - p) }.min() ?? .infinity)
      }
      let eye = SIMD3(cone.width / 2, cone.height / 2, 4 * (cone.width + cone.height))
      guard place.z > 0 else { continue }
      let facing = (normal * (eye - place)).sum() / length(eye - place)
      guard abs(facing) > 1e-2 else { continue }
      let target = eye + (place - eye) * (eye.z / (eye.z - place.z))
      let matching = try cone.intersections(at: SIMD2(target.x, target.y), from: eye)
        .filter { $0.side == (facing > 0 ? .front : .back) }
      worst.include(matching.map { length($0.paper - p) }.min() ?? .infinity)
    }
    #expect(worst.value < 1e-4)
  }

  @Test func aFarNarrowConeTendsToTheCylinder() throws {
    // Half the page's width of paper per radian, the apex far below: a cylinder along the spine.
    // The cylinder of CurlGeometry lies with its line of contact on the spine, like the unswung
    // cone.
    let (width, height, radius) = (300.0, 400.0, 150.0)
    let cylinder = try CurlGeometry(
      width: width, height: height, contactOffset: 0, angle: .pi, radius: radius, fold: .cylinder)
    var last = Double.infinity
    for apexDepth in [1e4, 1e5, 1e6, 1e7] {
      let cone = try ConeGeometry(
        width: width, height: height, halfAngle: atan(radius / (height / 2 + apexDepth)),
        apexDepth: apexDepth, swing: 0)
      var worst = Worst()
      for x in stride(from: 0.0, through: width, by: 20) {
        for y in stride(from: 0.0, through: height, by: 20) {
          let p = SIMD2(x, y)
          worst.include(length(cone.position(of: p) - cylinder.position(of: p)))
        }
      }
      #expect(worst.value < last / 5)
      last = worst.value
    }
    #expect(last < 0.01)
  }

  @Test func theTurnIsFlatAtBothEndsAndAboveTheTableInBetween() throws {
    var make = RandomCurls(seed: 53)
    var lowest = Worst()
    var ends = Worst()
    for index in Sweep(sample: 1_000, full: 100_000).numbers {
      let (width, height) = (make.side(), make.side())
      let binding = Binding.allCases[index % 4]
      let turn = try ConeTurn(
        width: width, height: height, apexDepth: make.number(10...5000), curl: make.number(0...3.1),
        binding: binding, end: index % 8 < 4 ? .first : .last)
      let cone = try turn.geometry(at: make.number(-0.1...1.1))
      let p = SIMD2(make.number(0...width), make.number(0...height))
      let place = cone.position(of: p)
      lowest.include(max(-place.z, 0))
      let corners = binding.spineEnds(width: width, height: height)
      let spine = corners.0 + (corners.1 - corners.0) * make.number(0...1)
      ends.include(length(cone.position(of: spine) - SIMD3(spine.x, spine.y, 0)))
      ends.include(length(try turn.geometry(at: 0).position(of: p) - SIMD3(p.x, p.y, 0)))
      let landed = p - 2 * (binding.away * (p - corners.0)).sum() * binding.away
      ends.include(
        length(try turn.geometry(at: 1).position(of: p) - SIMD3(landed.x, landed.y, 0)))
    }
    #expect(lowest.value < 1e-8)
    #expect(ends.value < 1e-8)
  }

  @Test func twinsAreMirrorImages() throws {
    var make = RandomCurls(seed: 54)
    var worst = Worst()
    for _ in Sweep(sample: 2_000, full: 20_000).numbers {
      let (width, height) = (make.side(), make.side())
      let (depth, time) = (make.number(10...5000), make.number(0...1))
      func cone(
        _ binding: Binding, _ end: SpineEnd, _ width: Double, _ height: Double
      ) throws -> ConeGeometry {
        try ConeTurn(width: width, height: height, apexDepth: depth, binding: binding, end: end)
          .geometry(at: time)
      }
      let original = try cone(.left, .first, width, height)
      let p = SIMD2(make.number(0...width), make.number(0...height))
      let place = original.position(of: p)
      let right = try cone(.right, .first, width, height)
        .position(of: SIMD2(width - p.x, p.y))
      worst.include(length(SIMD3(width - right.x, right.y, right.z) - place))
      let upper = try cone(.left, .last, width, height).position(of: SIMD2(p.x, height - p.y))
      worst.include(length(SIMD3(upper.x, height - upper.y, upper.z) - place))
      // A quarter turn clockwise takes (x, y) to (y, width − x).
      let top = try cone(.top, .first, height, width).position(of: SIMD2(p.y, width - p.x))
      worst.include(length(SIMD3(width - top.y, top.x, top.z) - place))
      let bottom = try cone(.bottom, .first, height, width).position(of: SIMD2(p.y, p.x))
      worst.include(length(SIMD3(bottom.y, bottom.x, bottom.z) - place))
    }
    #expect(worst.value < 1e-8)
  }

  @Test func impossibleConesAreRefused() {
    // The error names the values that were given.
    for (apexDepth, curl) in [(0.0, 2.0), (1, .pi), (1, -1)] {
      #expect(throws: PageCurlError.coneTurn(apexDepth: apexDepth, curl: curl)) {
        try ConeTurn(width: 1, height: 1, apexDepth: apexDepth, curl: curl)
      }
    }
    #expect(throws: PageCurlError.time) {
      try ConeTurn(width: 1, height: 1, apexDepth: 1).geometry(at: .nan)
    }
  }
}
