import Glibc

extension CurlGeometry {
  /// How far beyond the contact line a point of the paper must be to have travelled `travel` pixels: the
  /// finger holds it there.
  ///
  /// From `travel = πR` on the point is upside down, `s = (travel + πR)/2`; before that it is on
  /// the cylinder, `R(ψ − sin ψ) = travel`, solved by Newton's method from `ψ₀ = ∛(6 travel/R)`.
  ///
  /// - Precondition: `travel` and `radius` are finite and not negative.
  public static func pinnedDistance(travel: Double, radius: Double) -> Double {
    precondition(travel >= 0 && travel.isFinite, "a finger travels a finite way")
    precondition(radius >= 0 && radius.isFinite, "a radius is finite and not negative")
    guard travel < .pi * radius else { return (travel + .pi * radius) / 2 }
    guard travel > 0 else { return 0 }
    return radius * bend(excess: travel / radius)
  }

  /// Solves ψ − sin ψ = `excess` for ψ in 0…π.
  static func bend(excess: Double) -> Double {
    var bend = min(cbrt(6 * excess), .pi)
    // Newton from above on a convex function: monotone. Three steps reach 1e−9, the rest is the last bits.
    for _ in 0..<6 {
      // ψ − sin ψ cancels for small ψ: its series is exact there.
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

  /// The largest radius at which a point `room` pixels from the spine (along the lift) can have travelled
  /// `travel` pixels without the contact line crossing the spine; 0 if even a sharp fold is only just
  /// enough, `nil` if the paper would tear.
  public static func largestRadius(travel: Double, room: Double) -> Double? {
    guard travel <= 2 * room else { return nil }
    guard travel > 0 else { return .infinity }
    // Upside down: (travel + πR)/2 = room, if then travel ≥ πR.
    let turned = (2 * room - travel) / .pi
    if travel >= .pi * turned { return turned }
    // On the cylinder: R(ψ − sin ψ) = travel with Rψ = room, so 1 − sin ψ/ψ = travel/room.
    var low = 0.0
    var high = Double.pi
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 1 - sin(middle) / middle > travel / room { high = middle } else { low = middle }
    }
    return room / high
  }
}
