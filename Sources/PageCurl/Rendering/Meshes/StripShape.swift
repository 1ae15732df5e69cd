/// What strips of paper end at: a convex part of the page, which may be a little larger than the page where an
/// edge needs room, or a little smaller.
///
/// Lines are distances beyond the contact line; places on them are coordinates along the cylinder.
protocol StripShape {
  /// The stretch of a line that lies inside the shape; `nil` where the line misses it.
  func chord(_ line: Double) -> ClosedRange<Double>?
  /// The shape's four corners near a line.
  func corners(near line: Double) -> [(line: Double, along: Double)]
}

extension StripShape {
  /// The stretch of `whole` on a line that lies inside the shape. Before and beyond the shape it is the place
  /// of its outermost corner, so that what lies on either side of it meets there.
  func part(of whole: ClosedRange<Double>, on line: Double) -> ClosedRange<Double> {
    if let chord = chord(line) { return chord.clamped(to: whole) }
    let corners = corners(near: line).sorted { $0.line < $1.line }
    let meeting = line < corners[1].line ? corners[0].along : corners[3].along
    let place = min(max(meeting, whole.lowerBound), whole.upperBound)
    return place...place
  }
}

/// The page, its edges moved inwards by an inset, or outwards by a negative one.
struct InsetPage: StripShape {
  let curl: CurlGeometry
  /// By the line, page pixels; constant but for a few steps.
  let inset: (Double) -> Double

  init(_ curl: CurlGeometry, inset: @escaping (Double) -> Double) {
    self.curl = curl
    self.inset = inset
  }

  func chord(_ line: Double) -> ClosedRange<Double>? {
    curl.chord(at: curl.contactOffset + line, margin: -inset(line))
  }

  func corners(near line: Double) -> [(line: Double, along: Double)] {
    corners(inset: inset(line))
  }

  /// The lines of the corners that insets of the given sizes make, each where its inset holds.
  func cornerLines(_ insets: [Double]) -> [Double] {
    insets.flatMap { size in
      corners(inset: size).map(\.line).filter { abs(inset($0) - size) < 1e-9 }
    }
  }

  private func corners(inset: Double) -> [(line: Double, along: Double)] {
    curl.corners(margin: -inset).map { (curl.distance(of: $0), ($0 * curl.axis).sum()) }
  }
}

/// What the back hides of the rising front: for each line the paper that lies above it.
struct HiddenPaper: StripShape {
  private let curl: CurlGeometry
  private let inset: Double

  /// - Parameter inset: how far inside its edges the back surely covers pixels, page pixels.
  init(_ curl: CurlGeometry, inset: Double) {
    self.curl = curl
    self.inset = inset
  }

  func chord(_ line: Double) -> ClosedRange<Double>? {
    curl.chord(at: curl.contactOffset + .pi * curl.radius - line, margin: -inset)
  }

  func corners(near _: Double) -> [(line: Double, along: Double)] {
    curl.corners(margin: -inset).map {
      (.pi * curl.radius - curl.distance(of: $0), ($0 * curl.axis).sum())
    }
  }
}
