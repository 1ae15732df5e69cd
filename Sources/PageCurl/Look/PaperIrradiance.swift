import GLMath
import Glibc

/// The light that reaches a bent page from the sky and the lamp: directly, through the page, and by
/// one reflection from the page itself or from the pages below it.
///
/// It is computed in the plane across the rulings, as if these and the pages below were infinitely
/// long. Half the difference between the components of two directions along a surface is the share
/// of its light that comes from between them, if all directions are equally bright. The page and
/// the pages below are divided at nodes. Between these their brightness is linear, so no directions
/// have to be sampled. Lengths are in page widths.
struct PaperIrradiance {
  /// The share of light that pages reflect which lie on other pages.
  static let pages = 0.8
  /// The share of the light on one side of a page that leaves the other side, diffused: about that
  /// of book paper of 120 g/m².
  static let transmittance = 0.08
  /// The share of light that a page reflects by itself. On other pages, the light that passes it
  /// twice adds up to ``pages``.
  static let reflectance = pages * (1 - transmittance * transmittance)

  /// The light on the front and the back at each node.
  let sides: [SIMD2<Double>]
  /// The light on the edge at the free end.
  let edge: Double
  /// The brightness of a page that lies flat everywhere, so that nothing changes as it begins to
  /// rise; `nil` for another.
  private let level: Double?

  /// The least height of paper above the pages that it lies on.
  private static let lowest = 1e-4
  /// The distance of the first and the last place from the page's ends: at the ends themselves, the
  /// light would jump as soon as the page rises.
  private static let inset = 1.0 / 128

  /// - Parameters:
  ///   - profile: The page, whose length is 1.
  ///   - count: The number of nodes, at even distances.
  init(on profile: CrossSection, count: Int, from source: Source) {
    func place(_ point: CrossSection.Point) -> SIMD2<Double> {
      SIMD2(point.x, max(point.z, Self.lowest))
    }
    let nodes = (0..<count).map { Double($0) / Double(count - 1) }
    let page = nodes.map { place(profile.point(at: $0)) }
    let views = nodes.indices.map { node -> (front: View, back: View) in
      let point = profile.point(at: min(max(nodes[node], Self.inset), 1 - Self.inset))
      let along = SIMD2(cos(point.angle), sin(point.angle))
      var front = View(from: place(point), along: along)
      front.hide(behind: page, node + 1..<count, isForward: true, end: 1)
      front.hide(behind: page, 0..<node, isForward: false, end: -1)
      var back = View(from: place(point), along: -along)
      back.hide(behind: page, 0..<node, isForward: false, end: 1)
      back.hide(behind: page, node + 1..<count, isForward: true, end: -1)
      return (front, back)
    }
    /// Returns the sum of both sides' light from what they see of the page: `value` is what leaves
    /// a side of a node.
    func exchanged(_ value: (_ node: Int, _ side: Int, _ other: Int) -> Double) -> [SIMD2<Double>] {
      views.map { view in
        SIMD2(
          view.front.paper.reduce(0) { $0 + $1.share * value($1.node, 0, 1) },
          view.back.paper.reduce(0) { $0 + $1.share * value($1.node, 1, 0) })
      }
    }
    let (reflectance, transmittance) = (Self.reflectance, Self.transmittance)
    let direct = views.map { SIMD2($0.front.light(from: source), $0.back.light(from: source)) }
    let ground = Ground(under: page, direct, source)
    let below = views.map {
      (front: $0.front.light(from: ground), back: $0.back.light(from: ground))
    }
    // Light that was reflected once, but passed no page.
    let reflected = zip(exchanged { node, side, _ in reflectance * direct[node][side] }, below).map
    {
      $0 + SIMD2($1.front.direct, $1.back.direct)
    }
    // Light that passed the page once, but was not reflected.
    let passed = exchanged { node, _, other in transmittance * direct[node][other] }
    let others = exchanged { node, side, other in
      reflectance * (direct[node][side] + passed[node][side])
        + transmittance * (direct[node][other] + reflected[node][other])
    }
    sides = views.indices.map {
      direct[$0] + SIMD2(below[$0].front.all, below[$0].back.all) + others[$0]
    }
    // The edge faces the way in which the paper ends.
    let end = profile.point(at: profile.length)
    let view = View(from: place(end), along: SIMD2(sin(end.angle), -cos(end.angle)))
    edge = view.light(from: source) + view.light(from: ground).all
    level = page.allSatisfy { $0.y <= Self.lowest } ? source.level : nil
  }

  /// Returns the share of the light from one side of a page that came through it, 0…1.
  ///
  /// - Parameters:
  ///   - transmittance: The share of the light on the other side that comes through.
  ///   - sides: The light on this side and on the other.
  static func share(of transmittance: Double, _ sides: SIMD2<Double>) -> Double {
    let passed = transmittance * sides.y
    return passed > 0 ? passed / (reflectance * sides.x + passed) : 0
  }

  /// Returns how bright the front and the back are at a node: 1 is the brightness of level pages in
  /// light of the strength 1.
  func brightness(at node: Int) -> SIMD2<Double> {
    if let level { return SIMD2(level, level) }
    let (own, other) = (sides[node], SIMD2(sides[node].y, sides[node].x))
    return (Self.reflectance * own + Self.transmittance * other) / Self.pages
  }
}

extension PaperIrradiance {
  /// What a surface sees across the rulings. Directions are given by their components along it.
  private struct View {
    let place: SIMD2<Double>
    let along: SIMD2<Double>
    let normal: SIMD2<Double>
    /// The directions between which it doesn't see the page.
    var (low, high) = (-1.0, 1.0)
    /// The nodes of the page that it sees, and the shares of the directions that show them.
    var paper: [(node: Int, share: Double)] = []

    init(from place: SIMD2<Double>, along: SIMD2<Double>) {
      (self.place, self.along, normal) = (place, along, SIMD2(-along.y, along.x))
    }

    /// Hides what is behind a part of the page that begins at this place.
    ///
    /// - Parameter end: The direction in which it begins, 1 or −1.
    mutating func hide(
      behind page: [SIMD2<Double>], _ nodes: Range<Int>, isForward: Bool, end: Double
    ) {
      var bound = 1.0
      var last = isForward ? nodes.lowerBound : nodes.upperBound - 1
      for step in 0..<nodes.count {
        let node = isForward ? nodes.lowerBound + step : nodes.upperBound - 1 - step
        let way = page[node] - place
        if way.dot(normal) > 0 {
          let seen = end * way.dot(along) / way.length
          if seen < bound {
            let share = (bound - seen) / 4
            paper.append((last, share))
            paper.append((node, share))
            bound = seen
          }
        }
        last = node
      }
      if end > 0 { high = bound } else { low = -bound }
    }

    /// Returns the light from the sky and the lamp.
    func light(from source: Source) -> Double {
      // The sky begins at the ground, and at whatever paper rises above it.
      let first = along.y >= 0 ? max(low, -along.x) : low
      let last = along.y >= 0 ? high : min(high, along.x)
      guard first < last else { return 0 }
      func way(_ component: Double) -> SIMD2<Double> {
        component * along + max(1 - component * component, 0).squareRoot() * normal
      }
      return source.light(
        on: normal, at: place, share: (last - first) / 2, from: way(last), to: way(first))
    }

    /// Returns the light that the ground reflects: what reached it directly, and all of it.
    func light(from ground: Ground) -> (direct: Double, all: Double) {
      // The ground is seen below the horizon, at one end of the directions. If that is the right
      // end, everything is mirrored.
      let isLeft = self.along.y >= 0
      let side = isLeft ? 1.0 : -1
      let along = SIMD2(self.along.x, side * self.along.y)
      let normal = SIMD2(-along.y, along.x)
      let (low, high) = isLeft ? (low, high) : (-high, -low)
      // From the horizon to the foot of the surface, or to the page.
      var bound = min(high, -along.x)
      guard low < bound else { return (0, 0) }
      let count = ground.places.count
      var last = ground.light[isLeft ? 0 : count - 1]
      var sum = SIMD2<Double>.zero
      for step in 0..<count {
        let node = isLeft ? step : count - 1 - step
        let way = SIMD2(side * (ground.places[node] - place.x), -place.y)
        guard way.dot(normal) > 0, bound > low else { break }
        let seen = max(way.dot(along) / way.length, low)
        if seen < bound {
          sum += (bound - seen) / 4 * (last + ground.light[node])
          bound = seen
        }
        last = ground.light[node]
      }
      sum = PaperIrradiance.pages * (sum + (bound - low) / 2 * last)
      return (sum.x, sum.y)
    }
  }

  /// The pages below.
  private struct Ground {
    /// The places at which their light is known, from left to right.
    let places: [Double]
    /// The light that reaches these places directly, and with that which passes the page.
    let light: [SIMD2<Double>]

    /// - Parameter direct: The direct light on the front and the back of the page's nodes.
    init(under page: [SIMD2<Double>], _ direct: [SIMD2<Double>], _ source: Source) {
      let tip = page[page.count - 1]
      places = (Self.places + Self.steps.map { tip.x + $0 * tip.y }).sorted()
      light = places.map { x in
        // The page hides the directions between these two. It begins at the spine.
        var low = x > 0 ? -1.0 : 1
        var high = low
        var (passed, last) = (0.0, 0)
        for node in page.indices {
          let way = page[node] - SIMD2(x, 0)
          let seen = way.x / way.length
          if seen > high {
            passed += (seen - high) / 4 * (direct[last].x + direct[node].x)
            high = seen
          } else if seen < low {
            passed += (low - seen) / 4 * (direct[last].y + direct[node].y)
            low = seen
          }
          last = node
        }
        let open = source.light(hiddenFrom: high, to: low)
        return SIMD2(open, open + PaperIrradiance.transmittance * passed)
      }
    }

    /// Distances from the spine, closest where the page leaves the ground.
    private static let distances =
      [1e-6, 0.004, 0.01, 0.02] + (1...32).map { Double($0) / 32 } + [1.08, 1.2, 1.5, 2.5, 5]
    private static let places = distances.map { -$0 } + distances
    /// Distances from the place below the free end, in heights of that end.
    private static let steps = [-4, -2, -1, -0.5, 0, 0.5, 1, 2, 4]
  }
}

extension PaperIrradiance {
  /// The sky and the lamp, seen across the rulings.
  struct Source {
    private let ambient: Double
    private let lamp: SIMD3<Double>
    /// The middle of the slopes of the lamp's directions across the rulings, and their spread.
    private let slope: Double
    private let spread: Double
    /// The light on level paper.
    let level: Double

    /// The distance of the lamp from the spine, in page widths: that of a lamp on a desk. Raised
    /// paper is nearer to it and therefore brighter than the pages below.
    private static let distance = 3.0

    /// - Parameter frame: The coordinates whose first axis is across the rulings.
    init(_ light: CurlLight, _ shadow: CurlShadow?, in frame: SpineFrame) {
      lamp = frame.local(direction: light.unitDirection)
      (ambient, level) = (light.ambientShare, light.level)
      slope = lamp.x / max(lamp.z, 0.05)
      spread = max(shadow?.softness ?? 0.35, 0.01)
    }

    /// Returns the light on a surface.
    ///
    /// - Parameters:
    ///   - share: The share of its light that the sky would be if it were even.
    ///   - right: The direction of the sky's right end.
    ///   - left: The direction of the sky's left end.
    func light(
      on normal: SIMD2<Double>, at place: SIMD2<Double>, share: Double, from right: SIMD2<Double>,
      to left: SIMD2<Double>
    ) -> Double {
      guard ambient < 1 else { return share }
      let visible = max(below(right) - below(left), 0)
      return ambient * share + (1 - ambient) * visible * shine(on: normal, at: place)
    }

    /// Returns the light on the ground where paper hides the directions between two, given by their
    /// components to the right.
    func light(hiddenFrom right: Double, to left: Double) -> Double {
      let share = 1 - (right - left) / 2
      guard ambient < 1 else { return share }
      func way(_ x: Double) -> SIMD2<Double> { SIMD2(x, max(1 - x * x, 0).squareRoot()) }
      let hidden = max(below(way(right)) - below(way(left)), 0)
      return ambient * share + (1 - ambient) * (1 - hidden) * max(lamp.z, 0)
    }

    /// Returns the share of the lamp that is to the left of a direction.
    private func below(_ way: SIMD2<Double>) -> Double {
      let slope = way.y > 1e-3 ? way.x / way.y : way.x > 0 ? 1e3 : -1e3
      return NormalDistribution.below((slope - self.slope) / spread)
    }

    /// Returns the light of the whole lamp on a surface, relative to that on one that faces it from
    /// the ground.
    private func shine(on normal: SIMD2<Double>, at place: SIMD2<Double>) -> Double {
      let far = Self.distance * lamp - SIMD3(place.x, 0, 0)
      let near = far - SIMD3(0, 0, place.y)
      guard near.z > 0 else { return max(normal.dot(SIMD2(lamp.x, lamp.z)), 0) }
      let ratio = far.length / near.length
      let facing = max(normal.dot(SIMD2(near.x, near.z)), 0) / far.z
      return facing * ratio * ratio * ratio * lamp.z
    }
  }
}
