import Glibc
import Timeline

/// From where a camera looks at the middle of what it shows, and what is sharp.
package struct CameraPose: Hashable, Sendable {
  /// The angle from the vertical in degrees, 0…25: the camera comes down toward the lower edge of
  /// the picture.
  package var tilt = 0.0
  /// How far the camera has gone around the middle, in degrees counterclockwise, −45…45. It turns
  /// the picture, also without a tilt.
  package var orbit = 0.0
  /// How much is blurred that is nearer or farther than the focus, 0…1. With 1 and a tilt of 10°,
  /// the upper edge of the picture is blurred over 2 % of its height.
  package var blur = 0.0
  /// What is sharp, from the lower edge of the picture, −1, to the upper edge, 1.
  package var focus = 0.0

  package init(tilt: Double = 0, orbit: Double = 0, blur: Double = 0, focus: Double = 0) {
    (self.tilt, self.orbit, self.blur, self.focus) = (tilt, orbit, blur, focus)
  }

  /// Whether the picture is the one from above.
  var isVertical: Bool { tilt == 0 && orbit == 0 }
}

extension CameraPose: Interpolatable {
  package static func interpolated(
    from start: CameraPose, to end: CameraPose, fraction: Double
  ) -> CameraPose {
    func between(_ value: KeyPath<CameraPose, Double>) -> Double {
      start[keyPath: value] + (end[keyPath: value] - start[keyPath: value]) * fraction
    }
    return CameraPose(
      tilt: between(\.tilt), orbit: between(\.orbit), blur: between(\.blur), focus: between(\.focus)
    )
  }
}
