import Glibc
import TestSupport
import Testing
import Timeline

@Suite struct EasingTests {
  private static let all: [Easing] = {
    var easings: [Easing] = [.linear, .easeIn, .easeOut, .easeInOut]
    if let curve = try? CubicBezier(0.68, -0.55, 0.27, 1.55) { easings.append(.cubicBezier(curve)) }
    for damping in [2.0, 10, 20, 60] {
      if let spring = try? Spring(damping: damping) { easings.append(.spring(spring)) }
    }
    return easings
  }()

  @Test func everyEasingMeetsBothEndsAndIsClampedOutside() {
    #expect(Self.all.count == 9)
    for easing in Self.all {
      #expect(easing.value(at: 0) == 0)
      #expect(easing.value(at: 1) == 1)
      #expect(easing.value(at: -3) == 0)
      #expect(easing.value(at: 7) == 1)
      #expect(easing.value(at: .nan) == 0)
      // No jump at either end.
      #expect(abs(easing.value(at: 1e-9)) < 1e-6)
      #expect(abs(easing.value(at: 1 - 1e-9) - 1) < 1e-6)
    }
  }

  @Test func bezierLiesOnItsCurve() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let c = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      let curve = try CubicBezier(c[0], c[1] * 4 - 2, c[2], c[3] * 4 - 2)
      // The expected value follows the curve by its parameter (de Casteljau) instead of solving for
      // it.
      let s = Double.random(in: 0.02...0.98, using: &random)
      func along(_ a: Double, _ b: Double) -> Double {
        func mix(_ p: Double, _ q: Double) -> Double { p + (q - p) * s }
        let (p, q, r) = (mix(0, a), mix(a, b), mix(b, 1))
        return mix(mix(p, q), mix(q, r))
      }
      // Where the curve is nearly vertical, rounding x changes y considerably.
      let rise =
        3 * (1 - s) * (1 - s) * c[0] + 6 * (1 - s) * s * (c[2] - c[0])
        + 3 * s * s * (1 - c[2])
      guard rise > 0.05 else { continue }
      let expected = along(c[1] * 4 - 2, c[3] * 4 - 2)
      #expect(abs(curve.value(at: along(c[0], c[2])) - expected) < 1e-9)
    }
  }

  @Test func verticalBezierIsSolvedToo() throws {
    let curve = try CubicBezier(1, 0, 0, 1)
    #expect(abs(curve.value(at: 0.5) - 0.5) < 1e-4)
    #expect(curve.value(at: 0.499) < curve.value(at: 0.501))
  }

  @Test func bezierControlPointsOutsideTimeAreRefused() {
    for bad in [-0.1, 1.1, .nan, .infinity] {
      #expect(throws: TimelineError.self) { try CubicBezier(bad, 0, 1, 1) }
      #expect(throws: TimelineError.self) { try CubicBezier(0, 0, bad, 1) }
    }
    #expect(throws: TimelineError.self) { try CubicBezier(0, .nan, 1, 1) }
  }

  @Test(arguments: [0.5, 5, 19.999, 20, 20.001, 80])
  func springObeysItsEquationOfMotion(damping: Double) throws {
    // The expected value integrates m·x″ + d·x′ + k·x = 0 step by step.
    let spring = try Spring(mass: 1, stiffness: 100, damping: damping, initialVelocity: 3)
    var (x, v) = (1.0, -3.0)
    let step = 1e-5
    for index in 1...100_000 {
      let middle = v + (-100 * x - damping * v) * step / 2
      x += middle * step
      v = middle + (-100 * x - damping * middle) * step / 2
      if index % 10_000 == 0 {
        #expect(abs(spring.value(at: Double(index) * step) - (1 - x)) < 1e-4)
      }
    }
  }

  @Test func springSettlesWhenItSays() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let spring = try Spring(
        mass: .random(in: 0.2...3, using: &random),
        stiffness: .random(in: 10...400, using: &random),
        damping: .random(in: 1...80, using: &random),
        initialVelocity: .random(in: -20...20, using: &random))
      let end = spring.settlingDuration(tolerance: 0.01)
      for later in 0..<50 {
        let value = spring.value(at: end * (1 + Double(later) / 10))
        #expect(abs(value - 1) <= 0.01 + 1e-12)
      }
    }
    let spring = try Spring()
    for tolerance in [0, -1, Double.nan] {
      #expect(spring.settlingDuration(tolerance: tolerance) == .infinity)
    }
    for tolerance in [1, 2, 1e9] {
      #expect((0...1).contains(spring.settlingDuration(tolerance: tolerance)))
    }
    #expect(throws: TimelineError.self) { try Spring(damping: 0) }
    #expect(throws: TimelineError.self) { try Spring(mass: -1) }
    #expect(throws: TimelineError.self) { try Spring(initialVelocity: .nan) }
  }

  @Test func onlyWeakSpringsOvershoot() throws {
    let weak = try Spring(damping: 4)
    let strong = try Spring(damping: 30)
    #expect(weak.dampingRatio < 1 && strong.dampingRatio > 1)
    let times = (0..<1000).map { Double($0) / 300 }
    #expect(times.contains { weak.value(at: $0) > 1.2 })
    #expect(!times.contains { strong.value(at: $0) > 1 })
  }
}
