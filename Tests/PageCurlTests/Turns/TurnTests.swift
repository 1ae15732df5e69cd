import Glibc
import PageCurl
import TestSupport
import Testing
import Timeline

/// Complete turns: loose sheets with room around them, leaves whose angle changes, drags.
@Suite struct TurnTests {
  private func angles(_ make: inout RandomCurls) throws -> Keyframes<Double> {
    try Keyframes([
      Keyframe(make.angle(), at: 0), Keyframe(make.angle(), at: make.number(0...1)),
    ])
  }

  @Test func aSheetIsFlatAtFirstAndGoneWithItsRoomAtLast() throws {
    var make = RandomCurls(seed: 81)
    var worst = Worst()
    var seen = 0
    for _ in Sweep(sample: 1_000, full: 100_000).numbers {
      let (width, height) = (make.side(), make.side())
      let room = PageRect(
        low: SIMD2(-make.number(0...300), -make.number(0...300)),
        high: SIMD2(width + make.number(0...300), height + make.number(0...300)))
      let turn = try SheetTurn(
        width: width, height: height, radius: make.radius(width), angles: try angles(&make),
        room: room)
      if try !turn.geometry(at: 0).isFlat || !turn.geometry(at: 1).isGone { seen += 1 }
      // Just before the end no part of it is left in the room, except for its last movement.
      let late = try turn.geometry(at: 1 - 1e-9)
      let p = make.point(on: late)
      let place = late.position(of: p)
      let u = place.x * late.lift.x + place.y * late.lift.y
      let end =
        min(late.lift.x * room.low.x, late.lift.x * room.high.x)
        + min(late.lift.y * room.low.y, late.lift.y * room.high.y)
      worst.include(max(u - end, 0))
    }
    #expect(seen == 0)
    #expect(worst.value < 1e-4)
  }

  @Test func aSheetTakesAPlainAngle() throws {
    let plain = try SheetTurn(width: 400, height: 600, radius: 40)
    #expect(try plain.geometry(at: 0.5).angle == .pi)
    let askew = try SheetTurn(width: 400, height: 600, radius: 40, angle: 2.5)
    #expect(
      try askew.geometry(at: 0.5)
        == CurlGeometry(
          width: 400, height: 600, time: 0.5, angle: 2.5, radius: 40, fold: .elastica))
  }

  @Test(arguments: CurlFold.allCases)
  func withoutRoomASheetIsThePlainCurl(_ fold: CurlFold) throws {
    var make = RandomCurls(seed: 82)
    for _ in 0..<10_000 {
      let (width, height, angle) = (make.side(), make.side(), make.angle())
      let (radius, time) = (make.radius(width), make.number(-0.2...1.2))
      let turn = try SheetTurn(
        width: width, height: height, radius: radius, angles: Keyframes(constant: angle),
        fold: fold)
      let plain = try CurlGeometry(
        width: width, height: height, time: time, angle: angle, radius: radius, fold: fold)
      #expect(try turn.geometry(at: time) == plain)
    }
  }

  @Test func aLeafGoesThroughItsAnglesAndLandsStraight() throws {
    let frames = try Keyframes([
      Keyframe(Double.pi - 0.5, at: 0), Keyframe(.pi + 0.3, at: 0.4),
    ])
    let turn = try LeafTurn(
      width: 400, height: 600, binding: .left, radius: 40, angles: frames, fold: .cylinder)
    #expect(abs(try turn.geometry(at: 0).angle - (.pi - 0.5)) < 1e-12)
    #expect(abs(try turn.geometry(at: 0.4).angle - (.pi + 0.3)) < 1e-12)
    #expect(abs(try turn.geometry(at: 0.7).angle - (.pi + 0.15)) < 1e-12)
    let end = try turn.geometry(at: 1)
    #expect(length(end.position(of: SIMD2(300, 100)) - SIMD3(-300, 100, 0)) < 1e-9)
    for bad in [1.5, -2] {
      #expect(throws: PageCurlError.self) {
        try LeafTurn(
          width: 400, height: 600, binding: .left, radius: 40,
          angles: Keyframes(from: .pi, to: bad), fold: .cylinder)
      }
    }
    // A leaf that ends oblique would not land.
    #expect(throws: PageCurlError.self) {
      try LeafTurn(
        width: 400, height: 600, binding: .left, radius: 40, angles: Keyframes(from: .pi, to: 2.9),
        fold: .cylinder)
    }
  }

  @Test func aFingersWayHoldsThePaperAndLetsGo() throws {
    let path = [SIMD2(390.0, 30.0), SIMD2(200, 120), SIMD2(60, 100)]
    let held = try DragTurn(
      width: 400, height: 600, path: path, radius: 40, binding: .left, fold: .cylinder)
    for (time, finger) in [(0.0, path[0]), (1, path[2])] {
      let place = try held.geometry(at: time).position(of: path[0])
      #expect(length(SIMD2(place.x, place.y) - finger) < 1e-6)
    }
    let flicked = try DragTurn(
      width: 400, height: 600, path: path, radius: 40, binding: .left, releases: true,
      fold: .cylinder)
    #expect(
      length(try flicked.geometry(at: 1).position(of: path[0]) - SIMD3(-390, 30, 0)) < 1e-6)
    let slow = try DragTurn(
      width: 400, height: 600, path: [path[0], SIMD2(330, 40)], radius: 40, binding: nil,
      duration: 20, releases: true, fold: .cylinder)
    #expect(try slow.geometry(at: 1).isFlat)
    #expect(try !slow.geometry(at: 0.6).isFlat)
    let quick = try DragTurn(
      width: 400, height: 600, path: [path[0], SIMD2(330, 40)], radius: 40, binding: nil,
      duration: 0.02, releases: true, fold: .cylinder)
    #expect(try quick.geometry(at: 1).isGone)
    #expect(throws: PageCurlError.path) {
      try DragTurn(width: 9, height: 9, path: [], radius: 1, binding: nil, fold: .cylinder)
    }
  }
}
