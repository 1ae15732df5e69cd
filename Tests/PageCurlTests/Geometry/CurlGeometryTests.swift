import Glibc
import PageCurl
import TestSupport
import Testing

@Suite struct CurlGeometryTests {
  private static let rounds = Sweep(sample: 20_000, full: 100_000).count

  @Test func unrollingIsAnIsometry() throws {
    var make = RandomCurls(seed: 11)
    var worst = Worst()
    for _ in 0..<Self.rounds {
      let curl = try make.curl()
      let p = make.point(on: curl)
      let s = curl.distance(of: p)
      let step = min(max(curl.radius * 1e-3, 1e-3), 1)
      // Off the two lines where the curvature jumps, and not on a cylinder smaller than the step.
      guard abs(s) > 2 * step, abs(s - .pi * curl.radius) > 2 * step,
        curl.radius > 0.5 || s < 0 || s > 4
      else { continue }
      // Central differences: their error is (step/R)²/6, below 2e−7 here.
      func derivative(_ way: SIMD2<Double>) -> SIMD3<Double> {
        (curl.position(of: p + step * way) - curl.position(of: p - step * way)) / (2 * step)
      }
      let (x, y) = (derivative(SIMD2(1, 0)), derivative(SIMD2(0, 1)))
      worst.include(abs((x * x).sum() - 1))
      worst.include(abs((y * y).sum() - 1))
      worst.include(abs((x * y).sum()))
      // The normal is perpendicular to both.
      let normal = curl.normal(at: p)
      worst.include(abs((x * normal).sum()))
      worst.include(abs((y * normal).sum()))
      worst.include(abs(length(normal) - 1))
    }
    #expect(worst.value < 1e-6)
  }

  @Test func arcLengthIsKept() throws {
    var make = RandomCurls(seed: 12)
    var measured = 0
    for _ in 0..<60 {
      let curl = try make.curl()
      let ends = (make.point(on: curl), make.point(on: curl))
      let steps = 20_000
      let whole = length(ends.1 - ends.0)
      // The chords fall short of their arcs by (step/R)²/24 of their length: 4e−8 from here on.
      guard curl.radius > 1000 * whole / Double(steps) else { continue }
      var sum = 0.0
      var last = curl.position(of: ends.0)
      for index in 1...steps {
        let next = curl.position(of: ends.0 + (ends.1 - ends.0) * (Double(index) / Double(steps)))
        sum += length(next - last)
        last = next
      }
      measured += 1
      #expect(abs(sum - whole) / whole < 1e-6)
    }
    #expect(measured > 20)
  }

  @Test func positionAndNormalAreContinuous() throws {
    var make = RandomCurls(seed: 13)
    var worst = Worst()
    for _ in 0..<Self.rounds {
      let curl = try make.curl()
      guard curl.radius >= 1 else { continue }
      for line in [0, curl.turn] {
        // The map also holds beyond the page's border.
        let base = (curl.contactOffset + line) * curl.lift + make.number(-500...500) * curl.axis
        let (before, after) = (base - 1e-7 * curl.lift, base + 1e-7 * curl.lift)
        worst.include(length(curl.position(of: after) - curl.position(of: before)) - 2e-7)
        worst.include(length(curl.normal(at: after) - curl.normal(at: before)) - 1e-7)
      }
    }
    #expect(worst.value < 1e-8)
  }

  @Test func timeZeroIsFlatAndTimeOneIsGone() throws {
    var make = RandomCurls(seed: 14)
    var worst = Worst()
    var seen = 0
    for _ in 0..<Self.rounds {
      let outside = make.number(0...3)
      let start = try make.curl(time: -outside...(-outside))
      let p = make.point(on: start)
      let place = start.position(of: p)
      worst.include(length(place - SIMD3(p.x, p.y, 0)))
      let under = start.intersections(at: p)
      if under.count != 1 || under[0].side != .front { seen += 1 }
      let end = try make.curl(time: (1 + outside)...(1 + outside))
      // The plain map itself leaves no paper over the page, without `isGone`.
      let last = end.position(of: make.point(on: end))
      let u = last.x * end.lift.x + last.y * end.lift.y
      worst.include(max(0, u - end.extent.lowerBound))
      if !end.isGone || !end.intersections(at: p).isEmpty { seen += 1 }
    }
    #expect(worst.value < 1e-9)
    #expect(seen == 0)
  }

  @Test func contactIsMonotoneAndTheCoveredAreaNeverGrows() throws {
    var make = RandomCurls(seed: 15)
    var broken = 0
    for _ in 0..<Self.rounds {
      let (width, height, angle) = (make.side(), make.side(), make.angle())
      let radius = make.radius(width)
      let times = [make.number(0...1), make.number(0...1)].sorted()
      guard times[1] - times[0] > 1e-9 else { continue }
      let early = try CurlGeometry(
        width: width, height: height, time: times[0], angle: angle, radius: radius, fold: .cylinder)
      let late = try CurlGeometry(
        width: width, height: height, time: times[1], angle: angle, radius: radius, fold: .cylinder)
      if late.contactOffset >= early.contactOffset { broken += 1 }
      let p = make.point(on: early)
      if !late.intersections(at: p).isEmpty && early.intersections(at: p).isEmpty { broken += 1 }
    }
    #expect(broken == 0)
  }

  @Test func symmetriesHold() throws {
    var make = RandomCurls(seed: 16)
    var worst = Worst()
    for _ in 0..<Self.rounds {
      let (width, height, time, angle) = (
        make.side(), make.side(), make.number(0...1), make.angle()
      )
      let radius = make.radius(width)
      func curl(_ angle: Double, _ width: Double = width, _ height: Double = height) throws
        -> CurlGeometry
      {
        try CurlGeometry(
          width: width, height: height, time: time, angle: angle, radius: radius, fold: .cylinder)
      }
      let original = try curl(angle)
      let p = make.point(on: original)
      let place = original.position(of: p)
      let again = try curl(angle + 2 * .pi).position(of: p)
      worst.include(length(again - place))
      let mirrored = try curl(.pi - angle).position(of: SIMD2(width - p.x, p.y))
      worst.include(length(SIMD3(width - mirrored.x, mirrored.y, mirrored.z) - place))
      let flipped = try curl(-angle).position(of: SIMD2(p.x, height - p.y))
      worst.include(length(SIMD3(flipped.x, height - flipped.y, flipped.z) - place))
      // A quarter turn counterclockwise takes (x, y) to (height − y, x).
      let turned = try curl(angle + .pi / 2, height, width).position(of: SIMD2(height - p.y, p.x))
      worst.include(length(SIMD3(turned.y, height - turned.x, turned.z) - place))
    }
    // Angles of up to 20 radians lose 3.6e−15 in the sum, times a page of thousands of pixels.
    #expect(worst.value < 1e-9)
  }

  @Test func inverseUndoesForward() throws {
    var make = RandomCurls(seed: 17)
    var worst = Worst()
    for _ in 0..<(2 * Self.rounds) {
      let curl = try make.curl(time: 0...0.999)
      let p = make.point(on: curl)
      let place = curl.position(of: p)
      let found = curl.intersections(at: SIMD2(place.x, place.y))
      let side: PaperSide = curl.bend(at: curl.distance(of: p)) > .pi / 2 ? .back : .front
      // Below the silhouette the inverse is as steep as a square root.
      let tolerance = abs(abs(curl.bend(at: curl.distance(of: p))) - .pi / 2) < 1e-4
      let nearest =
        found.filter { tolerance || $0.side == side }
        .map { max(length($0.paper - p), length($0.position - place)) }.min() ?? .infinity
      worst.include(tolerance ? nearest / 1e4 : nearest)
      if found.count == 2 && found[0].position.z < found[1].position.z { worst.include(.infinity) }
    }
    #expect(worst.value < 1e-8)
  }

  @Test func perspectiveInverseUndoesForward() throws {
    var make = RandomCurls(seed: 18)
    var worst = Worst()
    for _ in 0..<Self.rounds {
      let curl = try make.curl(time: 0...0.999)
      let high = (curl.width + curl.height + 2 * curl.radius) * make.number(1.1...5)
      let eye = SIMD3(
        make.number(-curl.width...(2 * curl.width)), make.number(-curl.height...(2 * curl.height)),
        high)
      let p = make.point(on: curl)
      let place = curl.position(of: p)
      // Where the line of sight through the point meets the page plane.
      let target = eye + (place - eye) * (eye.z / (eye.z - place.z))
      let found = try curl.intersections(at: SIMD2(target.x, target.y), from: eye)
      let toEye = eye - place
      let facing = (curl.normal(at: p) * toEye).sum() / length(toEye)
      guard abs(facing) > 1e-3 else { continue }
      let matching = found.filter { $0.side == (facing > 0 ? .front : .back) }
      worst.include(matching.map { length($0.paper - p) }.min() ?? .infinity)
      let depths = found.map { length(eye - $0.position) }
      if depths != depths.sorted() { worst.include(.infinity) }
    }
    #expect(worst.value < 1e-6)
  }

  @Test func aFarEyeSeesWhatStraightAboveSees() throws {
    var make = RandomCurls(seed: 19)
    var compared = 0
    for _ in 0..<5000 {
      let curl = try make.curl(time: 0.1...0.9)
      guard curl.radius > 1 else { continue }
      let p = make.point(on: curl)
      let d = curl.distance(of: p)
      guard abs(d) > 1, abs(d - curl.radius) > 1 else { continue }
      let above = curl.intersections(at: p)
      let seen = try curl.intersections(at: p, from: SIMD3(p.x, p.y, 1e6))
      // Along the same vertical line the two must agree; only edges may round apart.
      guard above.count == seen.count else { continue }
      compared += 1
      for (a, b) in zip(above, seen) {
        #expect(a.side == b.side)
        #expect(length(a.paper - b.paper) < 1e-3)
      }
    }
    #expect(compared > 3000)
  }

  @Test func doublingThePageDoublesTheCurl() throws {
    var make = RandomCurls(seed: 20)
    var worst = Worst()
    for _ in 0..<Self.rounds {
      let (width, height, time, angle) = (
        make.side(), make.side(), make.number(0...1), make.angle()
      )
      let radius = make.radius(width)
      let once = try CurlGeometry(
        width: width, height: height, time: time, angle: angle, radius: radius, fold: .cylinder)
      let twice = try CurlGeometry(
        width: 2 * width, height: 2 * height, time: time, angle: angle, radius: 2 * radius,
        fold: .cylinder)
      let p = make.point(on: once)
      worst.include(length(twice.position(of: 2 * p) - 2 * once.position(of: p)))
    }
    #expect(worst.value < 1e-9)
  }

  @Test func extremeRadiiGiveFiniteNumbers() throws {
    var make = RandomCurls(seed: 21)
    var broken = 0
    for index in 0..<Self.rounds {
      let (width, height) = (make.side(), make.side())
      let radius = [0, .leastNonzeroMagnitude, 1e-6, 10 * width, 1e9][index % 5]
      let curl = try CurlGeometry(
        width: width, height: height, time: make.number(0...1), angle: make.angle(), radius: radius,
        fold: .cylinder)
      let p = make.point(on: curl)
      let place = curl.position(of: p)
      let normal = curl.normal(at: p)
      let numbers = [place.x, place.y, place.z, normal.x, normal.y, normal.z, curl.time]
      if !numbers.allSatisfy(\.isFinite) { broken += 1 }
      for hit in curl.intersections(at: p) where !(hit.paper.x.isFinite && hit.paper.y.isFinite) {
        broken += 1
      }
    }
    #expect(broken == 0)
  }

  @Test func aSharpFoldIsTheMirrorImageBeyondTheContactLine() throws {
    let curl = try CurlGeometry(
      width: 100, height: 80, contactOffset: 60, angle: .pi, radius: 0, fold: .cylinder)
    #expect(curl.position(of: SIMD2(90, 10)) == SIMD3(30, 10, 0))
    #expect(curl.normal(at: SIMD2(90, 10)) == SIMD3(0, 0, -1))
    let found = curl.intersections(at: SIMD2(30, 10))
    #expect(found.map(\.side) == [.back, .front])
    #expect(found[0].paper == SIMD2(90, 10))
    #expect(curl.intersections(at: SIMD2(61, 10)).isEmpty)
  }

  @Test func impossibleInputIsRefused() {
    func refused(
      _ expected: PageCurlError, width: Double = 10, height: Double = 10, time: Double = 0.5,
      angle: Double = 1, radius: Double = 1
    ) {
      #expect(throws: expected) {
        try CurlGeometry(
          width: width, height: height, time: time, angle: angle, radius: radius, fold: .cylinder)
      }
    }
    refused(.time, time: .nan)
    refused(.angle(.infinity), angle: .infinity)
    refused(.radius(-1), radius: -1)
    refused(.radius(.infinity), radius: .infinity)
    refused(.pageSize(width: 0, height: 10), width: 0)
    refused(.pageSize(width: 10, height: .infinity), height: .infinity)
    #expect(throws: PageCurlError.position) {
      try CurlGeometry(
        width: 1, height: 1, contactOffset: .nan, angle: 0, radius: 1, fold: .cylinder)
    }
    #expect(throws: PageCurlError.eye(height: 2, lowest: 2)) {
      try CurlGeometry(width: 9, height: 9, time: 0.5, angle: 0, radius: 1, fold: .cylinder)
        .intersections(at: SIMD2(1, 1), from: SIMD3(0, 0, 2))
    }
  }

  @Test func timeIsRecoveredFromTheContactLine() throws {
    var make = RandomCurls(seed: 22)
    var worst = Worst()
    for _ in 0..<10_000 {
      let time = make.number(0...0.999)
      let curl = try make.curl(time: time...time)
      worst.include(abs(curl.time - time))
    }
    #expect(worst.value < 1e-9)
  }

  @Test func boundsHoldTheSheet() throws {
    var make = RandomCurls(seed: 23)
    var worst = Worst()
    for _ in 0..<2000 {
      let curl = try make.curl(time: 0...0.999)
      let (low, high) = (curl.bounds.low, curl.bounds.high)
      for _ in 0..<20 {
        let place = curl.position(of: make.point(on: curl))
        let slack = curl.radius / 1400
        worst.include(
          max(low.x - place.x, place.x - high.x, low.y - place.y, place.y - high.y) - slack)
      }
    }
    #expect(worst.value < 1e-6)
  }
}
