import GLMath

/// The shape that strips of paper fill: a convex part of the page, which may be slightly larger
/// than the page where an edge needs room, or slightly smaller.
///
/// Lines are distances beyond the contact line; places on them are coordinates along the cylinder.
protocol StripShape {
  /// Returns the range of a line that lies inside the shape, or `nil` if the line misses it.
  func chord(_ line: Double) -> ClosedRange<Double>?
  /// Returns the shape's four corners near a line.
  func corners(near line: Double) -> [(line: Double, along: Double)]
}

extension StripShape {
  /// Returns the part of `whole` on a line that lies inside the shape. Before and beyond the shape
  /// it is the place of the outermost corner, at which the parts on either side meet.
  func part(of whole: ClosedRange<Double>, on line: Double) -> ClosedRange<Double> {
    if let chord = chord(line) { return chord.clamped(to: whole) }
    let corners = corners(near: line).sorted { $0.line < $1.line }
    let meeting = line < corners[1].line ? corners[0].along : corners[3].along
    let place = min(max(meeting, whole.lowerBound), whole.upperBound)
    return place...place
  }
}

/// The page with its edges moved inwards by an inset, or outwards by a negative one.
struct InsetPage: StripShape {
  let curl: CurlGeometry
  /// The inset on a line in page pixels; constant except for a few steps.
  let inset: (Double) -> Double

  func chord(_ line: Double) -> ClosedRange<Double>? {
    curl.chord(at: curl.contactOffset + line, margin: -inset(line))
  }

  func corners(near line: Double) -> [(line: Double, along: Double)] {
    corners(inset: inset(line))
  }

  /// Returns the lines of the corners for insets of the given sizes, each where its inset applies.
  func cornerLines(_ insets: [Double]) -> [Double] {
    insets.flatMap { size in
      corners(inset: size).map(\.line).filter { abs(inset($0) - size) < 1e-9 }
    }
  }

  private func corners(inset: Double) -> [(line: Double, along: Double)] {
    curl.corners(margin: -inset).map { (curl.distance(of: $0), $0.dot(curl.axis)) }
  }
}

/// The part of the rising front that the back hides: for each line, the paper above it.
struct HiddenPaper: StripShape {
  let curl: CurlGeometry
  /// How far inside its edges the back certainly covers pixels, in page pixels.
  let inset: Double

  func chord(_ line: Double) -> ClosedRange<Double>? {
    curl.chord(at: curl.contactOffset + curl.turn - line, margin: -inset)
  }

  func corners(near _: Double) -> [(line: Double, along: Double)] {
    curl.corners(margin: -inset).map {
      (curl.turn - curl.distance(of: $0), $0.dot(curl.axis))
    }
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
