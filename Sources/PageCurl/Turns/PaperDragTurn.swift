/// A complete drag of a page that bends like paper: a finger lifts a point of the page, moves along
/// a path, and may let go at its end. The page then falls back, or on to the other side.
package struct PaperDragTurn: Hashable, Sendable {
  private let turn: PaperTurn
  private let path: DragPath
  /// The fall after the path; `nil` if the finger does not let go.
  private let fall: PaperRelease?

  /// The edge at which the page is bound.
  package var binding: Binding { turn.binding }

  /// Makes a drag along `path` at a constant speed.
  ///
  /// - Parameters:
  ///   - turn: The page.
  ///   - path: The points that the finger goes through, in page pixels. It touches the page at the
  ///     first point, moved to the nearest point of the page.
  ///   - releases: Whether the finger lets go at the path's end, at three fifths of the turn.
  /// - Throws: ``PageCurlError/path`` for an empty path, and ``PageCurlError/position`` for a point
  ///   that is not finite.
  package init(
    _ turn: PaperTurn, path: [SIMD2<Double>], releases: Bool = false
  ) throws(PageCurlError) {
    self.turn = turn
    self.path = try DragPath(path, releases: releases)
    fall = releases ? try turn.release(holding: self.path.first, at: self.path.last) : nil
  }

  /// Returns the page at `time`, clamped to 0…1: 0 is the touch, 1 the end.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  package func geometry(at time: Double) throws(PageCurlError) -> PaperGeometry {
    let time = try time.clampedTime()
    guard let fall, time > path.share else {
      return try turn.geometry(
        holding: path.first, at: path.point(at: min(time / path.share, 1)))
    }
    return fall.geometry(atFraction: (time - path.share) / (1 - path.share))
  }

  /// Returns 0 if the page lies flat at a time, 1 if it has landed, and otherwise `nil`.
  package func rest(at time: Double) -> Double? {
    if time <= 0 { return 0 }
    guard time >= 1, let fall else { return nil }
    return fall.finishes ? 1 : 0
  }

  /// Returns how far the page has turned at a time, by the way of its free edge: 0 (flat) … 1
  /// (landed).
  package func progress(at time: Double) -> Double {
    guard let leaf = try? geometry(at: time) else { return 0 }
    return min(max((1 - leaf.profile.point(at: 1).x) / 2, 0), 1)
  }
}
