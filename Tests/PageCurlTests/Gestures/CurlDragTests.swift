import Glibc
import PageCurl
import TestSupport
import Testing

@Suite struct CurlDragTests {
  @Test func theGrabbedPointStaysUnderTheFinger() throws {
    var make = RandomCurls(seed: 61)
    var worst = Worst()
    var pinned = 0
    let sweep = Sweep(sample: 1_000, full: 100_000)
    for index in sweep.numbers {
      let (width, height) = (make.side(), make.side())
      let bindings: [Binding?] = Binding.allCases + [nil]
      var drag = try CurlDrag(
        width: width, height: height, at: SIMD2(make.number(0...width), make.number(0...height)),
        timestamp: 0, radius: make.radius(width), binding: bindings[index % 5], fold: .cylinder)
      let finger = SIMD2(make.number(-width...(2 * width)), make.number(-height...(2 * height)))
      try drag.move(to: finger, timestamp: 1)
      let (curl, isPinned) = try drag.shape()
      let place = curl.position(of: drag.grabbed)
      if isPinned {
        pinned += 1
        worst.include(length(SIMD2(place.x, place.y) - finger))
      }
      if let binding = drag.binding {
        // The spine never moves.
        let ends = binding.spineEnds(width: width, height: height)
        let p = ends.0 + (ends.1 - ends.0) * make.number(0...1)
        worst.include(length(curl.position(of: p) - SIMD3(p.x, p.y, 0)))
      }
    }
    #expect(worst.value < 0.5)
    #expect(worst.value < 1e-4)
    #expect(pinned > sweep.count / 4)
  }

  @Test func nothingJumpsWhenTheFingerComesDown() throws {
    var make = RandomCurls(seed: 62)
    var worst = Worst()
    for _ in Sweep(sample: 2_000, full: 20_000).numbers {
      let (width, height) = (make.side(), make.side())
      var drag = try CurlDrag(
        width: width, height: height,
        at: SIMD2(make.number(0...width), make.number(0...height)), timestamp: 0,
        radius: make.radius(width), fold: .cylinder)
      let start = try drag.shape().curl
      let way = make.number(0...(2 * .pi))
      try drag.move(to: drag.grabbed + 1e-2 * SIMD2(cos(way), sin(way)), timestamp: 0.01)
      let curl = try drag.shape().curl
      for corner in [SIMD2(0, 0), SIMD2(width, 0), SIMD2(0, height), SIMD2(width, height)] {
        let (a, b) = (start.position(of: corner), curl.position(of: corner))
        worst.include(length(SIMD2(a.x, a.y) - SIMD2(b.x, b.y)))
      }
    }
    // The free edge moves at most eight times as far as the finger.
    #expect(worst.value <= 0.0801)
  }

  @Test func aPulledLeafStaysBehindTheFingerWithoutAJump() throws {
    var drag = try CurlDrag(
      width: 400, height: 600, at: SIMD2(400, 300), timestamp: 0, radius: 50, binding: .left,
      fold: .cylinder)
    var last = SIMD3(400.0, 300, 0)
    for step in 1...2000 {
      try drag.move(to: SIMD2(400 - Double(step), 300), timestamp: Double(step))
      let (curl, isPinned) = try drag.shape()
      let place = curl.position(of: drag.grabbed)
      #expect(length(SIMD2(place.x, place.y) - SIMD2(last.x, last.y)) < 1.001)
      #expect(isPinned == (step <= 800))
      last = place
    }
    #expect(length(last - SIMD3(-400, 300, 0)) < 1e-9)
  }

  @Test func aFlickFinishesAndAHesitationFallsBack() throws {
    for binding in [Binding.left, nil] {
      var drag = try CurlDrag(
        width: 400, height: 600, at: SIMD2(390, 300), timestamp: 0, radius: 40, binding: binding,
        fold: .cylinder)
      try drag.move(to: SIMD2(300, 310), timestamp: 0.2)
      try drag.move(to: SIMD2(299, 310), timestamp: 0.4)
      let back = try drag.release(timestamp: 0.4)
      #expect(!back.finishes)
      #expect(try back.geometry(at: back.duration).isFlat)
      #expect(try back.geometry(at: 0) == drag.shape().curl)
      try drag.move(to: SIMD2(150, 310), timestamp: 0.45)
      // The move is as fast, but then the finger rests before it lets go.
      #expect(try !drag.release(timestamp: 0.6).finishes)
      let on = try drag.release(timestamp: 0.46)
      #expect(on.finishes)
      let end = try on.geometry(at: on.duration + 1)
      if binding == nil {
        #expect(end.isGone)
      } else {
        #expect(length(end.position(of: SIMD2(390, 300)) - SIMD3(-390, 300, 0)) < 1e-6)
        #expect(end.radius < 1e-6)
      }
      #expect(throws: PageCurlError.time) { try on.geometry(at: .nan) }
    }
  }

  @Test func aThumbThatPassesAThirdOfAPageTurnsIt() throws {
    var drag = try CurlDrag(
      width: 400, height: 600, at: SIMD2(390, 300), timestamp: 0, radius: 40, binding: .left,
      fold: .cylinder)
    for step in 1...8 {
      let seconds = 0.025 * Double(step)
      try drag.move(to: SIMD2(390 - 800 * seconds, 300), timestamp: seconds)
    }
    #expect(try drag.release(timestamp: 0.2).finishes)
  }

  @Test func impossibleFingersAreRefused() throws {
    #expect(throws: PageCurlError.position) {
      try CurlDrag(
        width: 9, height: 9, at: SIMD2(.nan, 0), timestamp: 0, radius: 1, fold: .cylinder)
    }
    var drag = try CurlDrag(
      width: 9, height: 9, at: SIMD2(99, -5), timestamp: 0, radius: 1, fold: .cylinder)
    #expect(drag.grabbed == SIMD2(9, 0))
    #expect(throws: PageCurlError.position) { try drag.move(to: SIMD2(.infinity, 0), timestamp: 1) }
    #expect(drag.finger == SIMD2(9, 0))
  }
}
