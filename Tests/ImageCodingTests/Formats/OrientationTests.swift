import Imaging
import TestSupport
import Testing

@testable import ImageCoding

@Test func scalingCommutesWithTurning() {
  let image = randomImage(40, 26, isOpaque: true, seed: 10)
  for orientation in Orientation.allCases {
    let size = PixelSize(13, 9)
    let a = image.resized(to: size).upright(from: orientation)
    let b = image.upright(from: orientation)
      .resized(to: orientation.swapsAxes ? size.swapped : size)
    #expect(difference(a, b).largest <= 1, "\(orientation)")
  }
}

@Test func everyOrientationIsFollowedByItsInverse() {
  let image = randomImage(45, 34, isOpaque: false, seed: 11)
  let inverse: [Orientation: Orientation] = [.turned90: .turned270, .turned270: .turned90]
  for orientation in Orientation.allCases {
    let turned = image.upright(from: orientation)
    #expect(turned.width == (orientation.swapsAxes ? 34 : 45))
    #expect(turned.upright(from: inverse[orientation] ?? orientation) == image)
  }
}
