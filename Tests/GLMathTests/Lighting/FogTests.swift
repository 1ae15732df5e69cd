import GLMath
import Testing

/// The formulas of fog; the pictures are tested with FixedPipeline.
@Suite struct FogTests {
  @Test func linear() {
    let fog = Fog(mode: .linear, start: 1, end: 3)
    #expect(
      [-0.5, 1, 2, -2.5, 3, 9].map { fog.factor(atEyeDepth: $0) } == [1, 1, 0.5, 0.25, 0, 0])
  }

  /// ES 1.1 divides by zero here: the fog is a wall.
  @Test func startThatIsTheEnd() {
    let fog = Fog(mode: .linear, start: 2, end: 2)
    #expect(
      [0, 1.99, -1.99, 2, -2, 2.01].map { fog.factor(atEyeDepth: $0) } == [1, 1, 1, 0, 0, 0])
  }
}
