import Glibc

extension CurlGeometry {
  /// Returns how far beyond the contact line a point of the paper lies that has traveled `travel`
  /// pixels: a drag holds the grabbed point there.
  ///
  /// From `travel = πR` on the point is upside down and `s = (travel + πR)/2`. Before that it is on
  /// the cylinder: `R(ψ − sin ψ) = travel`, solved by Newton's method from `ψ₀ = ∛(6 travel/R)`,
  /// the first term of the series.
  ///
  /// - Parameters:
  ///   - travel: Page pixels, finite, 0 or more.
  ///   - radius: Page pixels, finite, 0 or more.
  package static func pinnedDistance(travel: Double, radius: Double) -> Double {
    precondition(travel >= 0 && travel.isFinite, "the travel is finite and not negative")
    precondition(radius >= 0 && radius.isFinite, "the radius is finite and not negative")
    guard travel < .pi * radius else { return (travel + .pi * radius) / 2 }
    guard travel > 0 else { return 0 }
    return radius * bend(excess: travel / radius)
  }

  /// Solves ψ − sin ψ = `excess` for ψ in 0…π.
  static func bend(excess: Double) -> Double {
    var bend = min(cbrt(6 * excess), .pi)
    // Newton's method from above on a convex function is monotone. Three steps reach 1e−9; six
    // reach the last bits.
    for _ in 0..<6 {
      // ψ − sin ψ cancels for small ψ; there its series is exact.
      let square = bend * bend
      let value =
        bend < 0.1
        ? bend * square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))
        : bend - sin(bend)
      let half = sin(bend / 2)
      guard half > 0 else { break }
      bend = min(bend - (value - excess) / (2 * half * half), .pi)
    }
    return max(bend, 0)
  }

  /// Returns the largest radius at which a point can have traveled `travel` pixels without the
  /// contact line crossing the spine.
  ///
  /// - Parameters:
  ///   - travel: Page pixels.
  ///   - room: The point's distance from the spine along the lift, in page pixels.
  /// - Returns: 0 if only a sharp fold reaches that far, `nil` if even that does not.
  package static func largestRadius(travel: Double, room: Double) -> Double? {
    guard travel <= 2 * room else { return nil }
    guard travel > 0 else { return .infinity }
    // Upside down, (travel + πR)/2 = room, if that gives travel ≥ πR.
    let turned = (2 * room - travel) / .pi
    if travel >= .pi * turned { return turned }
    // On the cylinder, R(ψ − sin ψ) = travel with Rψ = room, so 1 − sin ψ/ψ = travel/room.
    var low = 0.0
    var high = Double.pi
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 1 - sin(middle) / middle > travel / room { high = middle } else { low = middle }
    }
    return room / high
  }
}
