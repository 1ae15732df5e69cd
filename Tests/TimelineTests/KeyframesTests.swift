import Testing
import Timeline

@Suite struct KeyframesTests {
  @Test func popInFollowsItsKeyTimes() throws {
    // The pop-in of alert views: 0.6, 1.1, 0.9, 1.0 at 0, 0.6, 0.8, 1.0 over 0.2555 s.
    let scale = try Keyframes(values: [0.6, 1.1, 0.9, 1.0], times: [0, 0.6, 0.8, 1.0])
    let step = try Step<Double>.animate(\.self, scale, over: 0.2555)
    #expect(step.duration == 0.2555)
    for (value, time) in zip([0.6, 1.1, 0.9, 1.0], [0, 0.6, 0.8, 1.0]) {
      #expect(abs(step.state(at: time * 0.2555, from: 5) - value) < 1e-12)
    }
    // Half way between two key times a linear stretch is half way between their values.
    #expect(abs(step.state(at: 0.3 * 0.2555, from: 5) - 0.85) < 1e-12)
    #expect(abs(step.state(at: 0.7 * 0.2555, from: 5) - 1.0) < 1e-12)
    #expect(step.state(at: 9, from: 5) == 1.0)
    #expect(step.state(at: -1, from: 5) == 5)
  }

  @Test func jumpsAndHeldEnds() throws {
    let frames = try Keyframes([
      Keyframe(1.0, at: 0.25), Keyframe(2.0, at: 0.5), Keyframe(7.0, at: 0.5),
      Keyframe(9.0, at: 0.75),
    ])
    #expect(frames.value(at: 0) == 1)
    #expect(frames.value(at: 0.25) == 1)
    #expect(frames.value(at: 0.375) == 1.5)
    #expect(frames.value(at: 0.5) == 7)
    #expect(frames.value(at: 0.625) == 8)
    #expect(frames.value(at: 1) == 9)
    #expect(frames.value(at: .nan) == 1)
  }

  @Test func eachStretchHasItsOwnEasing() throws {
    let frames = try Keyframes([
      Keyframe(0.0, at: 0, easing: .easeIn), Keyframe(1.0, at: 0.5, easing: .easeOut),
      Keyframe(2.0, at: 1),
    ])
    #expect(frames.value(at: 0.25) == Easing.easeIn.value(at: 0.5))
    #expect(
      frames.value(at: 0.75) == 1 * (1 - Easing.easeOut.value(at: 0.5)) + 2
        * Easing.easeOut.value(at: 0.5))
  }

  @Test func vectorsAreInterpolatedByComponent() {
    let frames = Keyframes(from: SIMD2(0.0, 10.0), to: SIMD2(4.0, 20.0))
    #expect(frames.value(at: 0.25) == SIMD2(1, 12.5))
    let small = Keyframes(from: SIMD3<Float>(0, 1, 2), to: SIMD3(1, 2, 3))
    #expect(small.value(at: 0.5) == SIMD3(0.5, 1.5, 2.5))
    #expect(Keyframes(from: Float(1), to: 3).value(at: 0.5) == 2)
    #expect(Keyframes(from: SIMD4(repeating: 1.0), to: SIMD4(repeating: 3)).value(at: 1)[3] == 3)
  }

  @Test func badKeyTimesAreRefused() {
    #expect(throws: TimelineError.noKeyframes) { try Keyframes<Double>([]) }
    #expect(throws: TimelineError.counts(values: 2, times: 1)) {
      try Keyframes(values: [1.0, 2.0], times: [0])
    }
    #expect(throws: TimelineError.keyTime(0.2, index: 1)) {
      try Keyframes(values: [1.0, 2.0], times: [0.5, 0.2])
    }
    for bad in [-0.1, 1.1, .nan] {
      #expect(throws: TimelineError.self) { try Keyframes([Keyframe(1.0, at: bad)]) }
    }
    #expect((try? Keyframes(values: [4.0]))?.value(at: 0.7) == 4)
  }
}
