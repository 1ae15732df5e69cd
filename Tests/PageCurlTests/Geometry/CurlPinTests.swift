import Glibc
import PageCurl
import TestSupport
import Testing

@Suite struct CurlPinTests {
  @Test(arguments: CurlFold.allCases)
  func thePinnedPointStaysUnderTheFinger(_ fold: CurlFold) throws {
    var make = RandomCurls(seed: 31)
    var worst = Worst()
    for _ in Sweep(sample: 1_000, full: 100_000).numbers {
      let (width, height, angle) = (make.side(), make.side(), make.angle())
      let radius = make.radius(width)
      let travel = make.number(0...(2 * width))
      let flat = try CurlGeometry(
        width: width, height: height, time: 0, angle: angle, radius: radius, fold: fold)
      let grabbed = make.point(on: flat)
      let u = grabbed.x * flat.lift.x + grabbed.y * flat.lift.y
      let s = fold.pinnedDistance(travel: travel, radius: radius)
      let curl = try CurlGeometry(
        width: width, height: height, contactOffset: u - s, angle: angle, radius: radius,
        fold: fold)
      let place = curl.position(of: grabbed)
      let finger = grabbed - travel * flat.lift
      worst.include(length(SIMD2(place.x, place.y) - finger))
    }
    #expect(worst.value < 1e-6)
  }

  @Test(arguments: CurlFold.allCases)
  func pinnedDistanceGrowsWithTheTravelAndStartsAtZero(_ fold: CurlFold) {
    for radius in [0, 1e-6, 3, 500] {
      #expect(fold.pinnedDistance(travel: 0, radius: radius) == 0)
      var last = 0.0
      for step in 1...2000 {
        let next = fold.pinnedDistance(travel: Double(step), radius: radius)
        #expect(next > last)
        last = next
      }
    }
  }

  @Test(arguments: CurlFold.allCases)
  func theLargestRadiusJustReachesTheSpine(_ fold: CurlFold) {
    var make = RandomCurls(seed: 32)
    var worst = Worst()
    for _ in Sweep(sample: 2_000, full: 20_000).numbers {
      let room = make.number(1...3000)
      let travel = make.number(1e-3...(2 * room))
      guard let radius = fold.largestRadius(travel: travel, room: room) else {
        worst.include(.infinity)
        continue
      }
      let s = fold.pinnedDistance(travel: travel, radius: radius)
      worst.include(abs(s - room) / room)
    }
    #expect(worst.value < 1e-6)
    #expect(fold.largestRadius(travel: 10.1, room: 5) == nil)
    #expect(fold.largestRadius(travel: 10, room: 5) == 0)
    #expect(fold.largestRadius(travel: 0, room: 5) == .infinity)
  }
}
