import Glibc

/// A vertex of a piece of paper: where it is, which point of the paper it is, and its light.
struct CurlVertex: BitwiseCopyable {
  var place: SIMD2<Float>
  var paper: SIMD2<Float>
  var light: SIMD4<Float>
}

/// The sheet as triangle strips, cut by lines parallel to the cylinder's axis.
///
/// The surface is ruled: along such a line nothing bends, so strips between lines that are near enough
/// are as good as any mesh, with far fewer vertices. Drawn from the flat part to the turned part they also
/// hide one another rightly without a depth buffer.
struct CurlStrips {
  private(set) var vertices: [CurlVertex] = []
  /// The whole page, flat.
  private(set) var page = 0..<0
  /// The flat part of the front.
  private(set) var flat = 0..<0
  /// The front on the cylinder's lower quarter, as far as its silhouette.
  private(set) var rising = 0..<0
  /// The back: the cylinder's upper quarter and the turned part.
  private(set) var back = 0..<0

  private var lines: [Double] = []

  /// Cuts the sheet anew, reusing memory.
  ///
  /// - Parameters:
  ///   - tolerance: how far a strip may stray from the cylinder, page pixels.
  ///   - light: the light on paper with a unit normal of its visible side.
  mutating func cut(
    _ curl: CurlGeometry, tolerance: Double, light: (SIMD3<Double>) -> SIMD4<Float>
  ) {
    vertices.removeAll(keepingCapacity: true)
    let level = light(SIMD3(0, 0, 1))
    for corner in curl.corners {
      let place = SIMD2<Float>(corner)
      vertices.append(CurlVertex(place: place, paper: place, light: level))
    }
    page = 0..<4
    let quarter = .pi / 2 * curl.radius
    let end = curl.extent.upperBound - curl.contact
    flat = strip(curl, from: curl.extent.lowerBound - curl.contact, to: min(end, 0), [], 1, light)
    let steps = Self.steps(radius: curl.radius, tolerance: tolerance)
    let arc = (0...steps).map { quarter * Double($0) / Double(steps) }
    rising = strip(curl, from: 0, to: min(end, quarter), arc, 1, light)
    back = strip(curl, from: quarter, to: end, arc.map { $0 + quarter }, -1, light)
  }

  /// Strips for a quarter of the cylinder: a chord over the angle 2a strays by R(1 − cos a).
  static func steps(radius: Double, tolerance: Double) -> Int {
    guard radius > tolerance else { return 2 }
    return max(2, Int((.pi / 4 / acos(1 - tolerance / radius)).rounded(.up)))
  }

  /// One strip of quads from distance `start` to `end` beyond the contact line, cut at `cuts` and at the
  /// page's corners; `side` is 1 for the front and −1 for the back.
  private mutating func strip(
    _ curl: CurlGeometry, from start: Double, to end: Double, _ cuts: [Double], _ side: Double,
    _ light: (SIMD3<Double>) -> SIMD4<Float>
  ) -> Range<Int> {
    let first = vertices.count
    let low = max(start, curl.extent.lowerBound - curl.contact)
    guard end > low else { return first..<first }
    lines.removeAll(keepingCapacity: true)
    lines += [low, end]
    for corner in curl.corners { lines.append(curl.distance(of: corner)) }
    lines += cuts
    lines.sort()
    var last = -Double.infinity
    for line in lines where line >= low && line <= end && line > last {
      last = line
      guard let chord = curl.chord(at: curl.contact + line) else { continue }
      let normal = side * curl.normal(at: (curl.contact + line) * curl.lift)
      let shade = light(normal)
      for along in [chord.lowerBound, chord.upperBound] {
        let paper = (curl.contact + line) * curl.lift + along * curl.axis
        let place = curl.position(of: paper)
        vertices.append(
          CurlVertex(
            place: SIMD2(Float(place.x), Float(place.y)),
            paper: SIMD2(Float(paper.x), Float(paper.y)), light: shade))
      }
    }
    return first..<vertices.count
  }
}

extension CurlGeometry {
  /// The page's four corners, page pixels.
  var corners: [SIMD2<Double>] {
    [SIMD2(0, 0), SIMD2(width, 0), SIMD2(0, height), SIMD2(width, height)]
  }
}
