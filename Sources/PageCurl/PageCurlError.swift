/// Why a page curl cannot be computed or drawn.
public enum PageCurlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The page is not at least a positive, finite number of page pixels wide and high.
  case pageSize(width: Double, height: Double)
  /// The time is not a number. Times outside 0…1 are no error: they are clamped.
  case time
  /// The angle is not finite. Give radians, counter-clockwise from +x; any finite angle will do.
  case angle(Double)
  /// The radius is negative or not finite. Give page pixels; 0 is a sharp fold.
  case radius(Double)
  /// The contact line is not a number, or a point of the page is not finite.
  case position
  /// The eye is not above everything that it should see. Put it higher than `lowest` page pixels.
  case eye(height: Double, lowest: Double)
  /// The cone is impossible: its half-angle must lie in 0…π/2 (0 excluded), its apex at or beyond
  /// the end of the spine, its swing must be finite.
  case cone(halfAngle: Double, apex: Double, swing: Double)
  /// The page is so large, or the cone so narrow, that the paper winds `turns` times around it and
  /// would run through itself. Widen the half-angle or lower the apex.
  case coneWound(turns: Double)

  /// One sentence: what was asked for, and what to do instead.
  public var description: String {
    switch self {
    case .pageSize(let width, let height):
      "the page size \(width) × \(height) is impossible: both must be finite and above 0"
    case .time: "the time is not a number: give 0 (flat) to 1 (gone)"
    case .angle(let angle): "the angle \(angle) is not finite: give radians"
    case .radius(let radius):
      "the radius \(radius) is impossible: give page pixels, 0 or more (0 is a sharp fold)"
    case .position: "a position on the page is not finite: give page pixels"
    case .eye(let height, let lowest):
      "the eye at height \(height) is too low: raise it above \(lowest) page pixels"
    case .cone(let halfAngle, let apex, let swing):
      "a cone of half-angle \(halfAngle), apex \(apex) and swing \(swing) is impossible: "
        + "the half-angle lies in 0…π/2 (not 0), the apex at 0 or below, the swing is finite"
    case .coneWound(let turns):
      "the page would wind \(turns) times around the cone: widen its half-angle or lower its apex"
    }
  }
}
