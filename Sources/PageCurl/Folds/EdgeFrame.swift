import GLMath

/// A convex shape that strips of paper fill: the page with its edges moved inwards by an inset, or
/// outwards by a negative one.
///
/// Lines are distances beyond the contact line; places on them are coordinates along the cylinder.
struct InsetPage {
  let curl: CurlGeometry
  /// Whether lines are those of the rising front below the back: for each, the paper above it.
  var isAbove = false
  /// The inset on a line in page pixels; constant except for a few steps.
  let inset: (Double) -> Double

  /// Returns the range of a line that lies inside the shape, or `nil` if the line misses it.
  func chord(_ line: Double) -> ClosedRange<Double>? {
    curl.chord(at: curl.contactOffset + own(line), margin: -inset(line))
  }

  /// Returns the line of the paper on a line, and the other way around.
  private func own(_ line: Double) -> Double { isAbove ? curl.turn - line : line }

  /// Returns the lines of the corners for insets of the given sizes, each where its inset applies.
  func cornerLines(_ insets: [Double]) -> [Double] {
    insets.flatMap { size in
      corners(inset: size).map(\.line).filter { abs(inset($0) - size) < 1e-9 }
    }
  }

  private func corners(inset: Double) -> [(line: Double, along: Double)] {
    curl.corners(margin: -inset).map { (own(curl.distance(of: $0)), $0.dot(curl.axis)) }
  }

  /// Returns the part of `whole` on a line that lies inside the shape. Before and beyond the shape
  /// it is the place of the outermost corner, at which the parts on either side meet.
  func part(of whole: ClosedRange<Double>, on line: Double) -> ClosedRange<Double> {
    if let chord = chord(line) { return chord.clamped(to: whole) }
    let corners = corners(inset: inset(line)).sorted { $0.line < $1.line }
    let meeting = line < corners[1].line ? corners[0].along : corners[3].along
    let place = min(max(meeting, whole.lowerBound), whole.upperBound)
    return place...place
  }
}

/// The pixels that the paper's edges may cross: a band around the edges, as wide outside as inside.
struct EdgeFrame {
  let outer: InsetPage
  let inner: InsetPage
  let cornerLines: [Double]

  /// - Parameters:
  ///   - sizes: All sizes that occur.
  ///   - size: The size on a line.
  init(_ curl: CurlGeometry, sizes: [Double], _ size: @escaping (Double) -> Double) {
    outer = InsetPage(curl: curl) { -size($0) }
    inner = InsetPage(curl: curl, inset: size)
    cornerLines = outer.cornerLines(sizes.map(-)) + inner.cornerLines(sizes)
  }

  /// Returns the range of a line that no edge's pixels reach or, if they reach all of it, the place
  /// at which the two sides of the frame meet.
  func inside(_ line: Double) -> ClosedRange<Double>? {
    outer.chord(line).map { inner.part(of: $0, on: line) }
  }
}
