import Glibc

extension CurlGeometry {
  /// The stretch of the page along the line at `u`, as coordinates along ``axis``; `nil` where the line
  /// misses the page.
  public func chord(at u: Double) -> ClosedRange<Double>? {
    chord(at: u, margin: 0)
  }

  /// As ``chord(at:)``, for a page that is larger by `margin` on every side; `nil` if nothing is left of it.
  func chord(at u: Double, margin: Double) -> ClosedRange<Double>? {
    guard min(width, height) + 2 * margin >= 0 else { return nil }
    var low = -Double.infinity
    var high = Double.infinity
    for (start, step, limit) in [
      (u * lift.x, axis.x, width), (u * lift.y, axis.y, height),
    ] {
      let ends = (-margin - start, limit + margin - start)
      if step == 0 {
        guard ends.0 <= slack, ends.1 >= -slack else { return nil }
      } else {
        low = max(low, min(ends.0 / step, ends.1 / step))
        high = min(high, max(ends.0 / step, ends.1 / step))
      }
    }
    // A line through a corner may miss it by a rounding error: it touches.
    return low <= high + slack ? min(low, high)...high : nil
  }

  /// The share of the page's own area that the sheet still covers, 0…1, seen from straight above.
  ///
  /// Before the contact line all of the page is covered; beyond it, at distance d, what the cylinder's
  /// lower front covers is where both the point and the paper at `s = R asin(d/R)` are on the page (the
  /// page is convex, so its back never covers more). Integrated along u; right to about 1e−4.
  public var coveredShare: Double {
    guard !isGone else { return 0 }
    let range = extent
    let end = min(contact, range.upperBound)
    var area = integral(from: range.lowerBound, to: end) { u in
      chord(at: u).map { $0.upperBound - $0.lowerBound } ?? 0
    }
    area += integral(
      from: max(contact, range.lowerBound), to: min(contact + radius, range.upperBound)
    ) {
      u in
      guard let here = chord(at: u) else { return 0 }
      let bend = asin(min(max((u - contact) / radius, 0), 1))
      guard let paper = chord(at: contact + radius * bend) else { return 0 }
      return max(
        min(here.upperBound, paper.upperBound) - max(here.lowerBound, paper.lowerBound), 0)
    }
    return min(max(area / (width * height), 0), 1)
  }

  /// The midpoint rule; the chords are piecewise linear, so that it loses only at their corners.
  private func integral(
    from start: Double, to end: Double, _ value: (Double) -> Double
  ) -> Double {
    guard end > start else { return 0 }
    let steps = 512
    let width = (end - start) / Double(steps)
    var sum = 0.0
    for step in 0..<steps { sum += value(start + (Double(step) + 0.5) * width) }
    return sum * width
  }

  /// The smallest box around the sheet as it lies now, seen from straight above, in page pixels: how much
  /// room a picture of it needs.
  public var bounds: (low: SIMD2<Double>, high: SIMD2<Double>) {
    var low = SIMD2(Double.infinity, .infinity)
    var high = SIMD2(-Double.infinity, -.infinity)
    func include(_ u: Double) {
      guard let chord = chord(at: u) else { return }
      for along in [chord.lowerBound, chord.upperBound] {
        let place = position(of: u * lift + along * axis)
        let flat = SIMD2(place.x, place.y)
        low = pointwiseMin(low, flat)
        high = pointwiseMax(high, flat)
      }
    }
    let range = extent
    let corners = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(0, height), SIMD2(width, height)]
    for corner in corners { include(lift.x * corner.x + lift.y * corner.y) }
    // The outline bulges on the cylinder only; steps of 3° miss its tip by less than R/1400.
    for step in 0...60 {
      let u = contact + radius * .pi * Double(step) / 60
      if range.contains(u) { include(u) }
    }
    return (low, high)
  }
}
