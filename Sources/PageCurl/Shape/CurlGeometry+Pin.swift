import Glibc

extension CurlFold {
  /// Returns how far beyond the contact line a point of the paper lies that has traveled `travel`
  /// pixels: a drag holds the grabbed point there.
  ///
  /// Upside down the point is at `s = (travel + length)/2`; before that it is in the fold.
  ///
  /// - Parameters:
  ///   - travel: Page pixels, finite, 0 or more.
  ///   - radius: Page pixels, finite, 0 or more.
  package func pinnedDistance(travel: Double, radius: Double) -> Double {
    precondition(travel >= 0 && travel.isFinite, "the travel is finite and not negative")
    precondition(radius >= 0 && radius.isFinite, "the radius is finite and not negative")
    guard travel < length * radius else { return (travel + length * radius) / 2 }
    guard travel > 0 else { return 0 }
    return radius * distance(travel: travel / radius)
  }

  /// Returns the largest radius at which a point can have traveled `travel` pixels without the
  /// contact line crossing the spine.
  ///
  /// - Parameters:
  ///   - travel: Page pixels.
  ///   - room: The point's distance from the spine along the lift, in page pixels.
  /// - Returns: 0 if only a sharp fold reaches that far, `nil` if even that does not.
  package func largestRadius(travel: Double, room: Double) -> Double? {
    guard travel <= 2 * room else { return nil }
    guard travel > 0 else { return .infinity }
    // Upside down, (travel + length · R)/2 = room, if that gives travel ≥ length · R.
    let turned = (2 * room - travel) / length
    if travel >= length * turned { return turned }
    // In the fold, where s − x is travel/R and s is room/R.
    return room
      / root(between: 0, length) { s in (1 - point(at: s).across / s - travel / room, 0) }
  }

  /// Returns the radius of a curl that a finger has only just begun to pull.
  ///
  /// A pull moves paper at the distance S beyond the contact line by S²ⁿ⁺¹ / 2(2n + 1)(reach R)²ⁿ.
  /// With this radius the held point starts at S, where the paper is flat, and the page does not
  /// jump. It shrinks to `radius` as the finger moves on.
  ///
  /// - Parameters:
  ///   - reach: S, page pixels.
  ///   - pulled: How far the finger has moved, page pixels, above 0.
  func easedRadius(_ radius: Double, reach: Double, pulled: Double) -> Double {
    let order = 2 * power
    let start = pow(reach / self.reach, order) * reach / (2 * (order + 1) * pulled)
    return pow(pow(radius, order) + start, 1 / order)
  }
}
