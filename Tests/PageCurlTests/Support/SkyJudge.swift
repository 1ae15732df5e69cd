import GLMath
import Glibc
import TestSupport

@testable import PageCurl

/// A bent white page over white pages under an even sky: its brightness, by following light back
/// along random paths in space.
///
/// A path ends in the sky, after at most one reflection and at most one passage through the page.
/// With what it judges, it shares the cross-section and the paper's constants only. The rulings and
/// the pages below are infinitely long, unless the page has a length.
struct SkyJudge {
  /// The ends of the cross-section's chords, from the spine.
  private let chain: [SIMD2<Double>]
  /// The arc length of a chord.
  private let step: Double
  /// The page's extent along the rulings; `nil` is infinite.
  private let length: Double?
  private let reflectance: Double
  private let transmittance: Double
  /// The share of light that the pages below reflect.
  private let ground: Double
  /// The number of the path, and of the next of its random numbers.
  private var (path, coordinate) = (0, 0)
  private let shift: [Double]

  /// The distance that a path leaves the paper by, so that it doesn't meet it again at once.
  private static let gap = 1e-5

  init(_ profile: CrossSection, chords: Int = 64, length: Double? = nil, seed: UInt64 = 1) {
    step = profile.length / Double(chords)
    chain = (0...chords).map {
      let point = profile.point(at: Double($0) * profile.length / Double(chords))
      return SIMD2(point.x, max(point.z, Self.gap))
    }
    self.length = length
    reflectance = PaperIrradiance.reflectance
    transmittance = PaperIrradiance.transmittance
    ground = PaperIrradiance.pages
    var random = SeededGenerator(seed: seed)
    shift = Self.steps.map { _ in Double.random(in: 0..<1, using: &random) }
  }

  /// Returns the brightness of a side at an arc length, as a share of that of level pages.
  ///
  /// - Parameter paths: The number of paths on each side.
  mutating func brightness(_ side: PaperSide, at s: Double, paths: Int) -> Double {
    let own = light(side, at: s, paths),
      other = light(side == .front ? .back : .front, at: s, paths)
    return (reflectance * own + transmittance * other) / ground
  }

  /// Returns the brightness of a surface like the pages at the free end, that faces away from it.
  mutating func edge(paths: Int) -> Double {
    let (end, before) = (chain[chain.count - 1], chain[chain.count - 2])
    let out = (end - before) / (end - before).length
    return light(at: end + Self.gap * out, normal: out, paths)
  }

  private mutating func light(_ side: PaperSide, at s: Double, _ paths: Int) -> Double {
    let place = min(max(s / step, 0), Double(chain.count - 1) - 1e-9)
    let index = Int(place)
    let way = chain[index + 1] - chain[index]
    let normal = SIMD2(-way.y, way.x) / way.length * (side == .front ? 1 : -1)
    return light(
      at: chain[index] + (place - Double(index)) * way + Self.gap * normal, normal: normal, paths)
  }

  private mutating func light(
    at place: SIMD2<Double>, normal: SIMD2<Double>, _ paths: Int
  ) -> Double {
    let start = SIMD3(place.x, (length ?? 0) / 2, place.y)
    var sum = 0.0
    for index in 0..<paths {
      (path, coordinate) = (index, 0)
      sum += radiance(
        from: start, direction(normal, uniform(), uniform()), reflections: 1, passages: 1)
    }
    return sum / Double(paths)
  }

  /// Returns a direction as diffuse surfaces scatter light, from two numbers in 0…1.
  private func direction(_ normal: SIMD2<Double>, _ u: Double, _ v: Double) -> SIMD3<Double> {
    let (radius, up, turn) = (u.squareRoot(), (1 - u).squareRoot(), 2 * Double.pi * v)
    let (across, along) = (radius * cos(turn), radius * sin(turn))
    return SIMD3(up * normal.x + across * normal.y, along, up * normal.y - across * normal.x)
  }

  /// Returns the path's next random number. Those of all paths together fill a cube evenly: the
  /// noise is a fraction of that of independent numbers.
  private mutating func uniform() -> Double {
    let number = shift[coordinate] + Double(path) * Self.steps[coordinate]
    coordinate += 1
    return number - number.rounded(.down)
  }

  /// The negative powers of the root of x⁹ = x + 1 (Roberts's sequence in eight dimensions).
  private static let steps: [Double] = {
    var root = 2.0
    for _ in 0..<60 { root = pow(1 + root, 1.0 / 9) }
    return (1...8).map { pow(root, -Double($0)) }
  }()

  /// Returns the light that comes from a direction, as a share of that of the sky.
  private mutating func radiance(
    from start: SIMD3<Double>, _ way: SIMD3<Double>, reflections: Int, passages: Int
  ) -> Double {
    // In numbers of their own: vectors are slow in debug builds.
    let (x, z, dx, dz) = (start.x, start.z, way.x, way.z)
    var (nearest, met) = (Double.infinity, 0)
    for index in 1..<chain.count {
      let (from, to) = (chain[index - 1], chain[index])
      let (cx, cz, fx, fz) = (to.x - from.x, to.y - from.y, from.x - x, from.y - z)
      let area = dx * cz - dz * cx
      let across = fx * dz - fz * dx
      // Whether the ray's line crosses the chord.
      guard area > 0 ? across >= 0 && across <= area : across <= 0 && across >= area, area != 0
      else { continue }
      let distance = (fx * cz - fz * cx) / area
      guard distance > 0, distance < nearest else { continue }
      if let length, !(0...length).contains(start.y + distance * way.y) { continue }
      (nearest, met) = (distance, index)
    }
    func next(_ normal: SIMD2<Double>, at distance: Double) -> SIMD3<Double> {
      let gap = Self.gap * normal
      return start + distance * way + SIMD3(gap.x, 0, gap.y)
    }
    let toGround = way.z < 0 ? -start.z / way.z : .infinity
    if toGround < nearest {
      guard reflections > 0 else { return 0 }
      let up = SIMD2(0.0, 1)
      return ground
        * radiance(
          from: next(0.01 * up, at: toGround), direction(up, uniform(), uniform()),
          reflections: reflections - 1, passages: passages)
    }
    guard nearest < .infinity else { return way.z > 0 ? 1 : 0 }
    let chord = chain[met] - chain[met - 1]
    var normal = SIMD2(-chord.y, chord.x) / chord.length
    if normal.x * dx + normal.y * dz > 0 { normal = -normal }
    guard reflections + passages > 0 else { return 0 }
    // If both are possible, half of the paths are reflected.
    let isReflected = passages == 0 || reflections > 0 && uniform() < 0.5
    let share = reflections > 0 && passages > 0 ? 2.0 : 1
    if !isReflected { normal = -normal }
    return share * (isReflected ? reflectance : transmittance)
      * radiance(
        from: next(normal, at: nearest), direction(normal, uniform(), uniform()),
        reflections: reflections - (isReflected ? 1 : 0),
        passages: passages - (isReflected ? 0 : 1))
  }
}
