/// The fall of a page that bends like paper after a hand lets go of it: back, or on to the other
/// side, wherever its weight pulls it.
public struct PaperRelease: Hashable, Sendable {
  /// Whether the page falls on to the other side; otherwise it falls back flat.
  public let finishes: Bool
  /// The seconds until the page is at rest.
  public let duration: Double
  private let turn: PaperTurn
  private let motion: TurnMotion
  private let tilt: Double

  fileprivate init(_ turn: PaperTurn, time: Double, tilt: Double, turnDuration: Double) {
    self.turn = turn
    self.tilt = tilt
    motion = TurnMotion(turn.paper, fallingFrom: turn.motion.profile(at: time))
    finishes = motion.profile(at: 1).point(at: 1).x < 0
    duration = turnDuration * motion.turns
  }

  /// Returns the page `seconds` after the hand let go, clamped to 0…``duration``.
  ///
  /// - Throws: ``PageCurlError/time`` if `seconds` is NaN.
  public func geometry(at seconds: Double) throws(PageCurlError) -> PaperGeometry {
    geometry(atFraction: try (seconds / duration).clampedTime())
  }

  /// Returns the page at a fraction of the fall, 0…1.
  func geometry(atFraction fraction: Double) -> PaperGeometry {
    turn.geometry(
      motion.profile(at: fraction), motion.fallingTilt(of: tilt, at: fraction))
  }
}

extension PaperTurn {
  /// Returns the fall of the page that ``geometry(holding:at:)`` returns, once the finger lets go.
  ///
  /// - Parameters:
  ///   - point: The point of the page that the finger holds, in page pixels.
  ///   - finger: The finger's place above the page plane, in page pixels.
  ///   - turnDuration: The seconds that a whole turn would take, above 0. The fall is as fast as in
  ///     such a turn. Default: 1.
  /// - Throws: ``PageCurlError/position`` for points that are not finite, ``PageCurlError/path``
  ///   for an impossible duration.
  public func release(
    holding point: SIMD2<Double>, at finger: SIMD2<Double>, turnDuration: Double = 1
  ) throws(PageCurlError) -> PaperRelease {
    guard turnDuration > 0, turnDuration.isFinite else { throw .path }
    let moment = try moment(holding: point, at: finger)
    return PaperRelease(
      self, time: moment.time, tilt: moment.tilt, turnDuration: turnDuration)
  }
}
