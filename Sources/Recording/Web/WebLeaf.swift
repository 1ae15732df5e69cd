import GLESKitSupport
import Glibc
import PageCurl

/// The leaves of a spread that bend like paper, as the tables from which the web page draws them.
struct WebLeaf {
  private let style: TurnStyle
  private let binding: Binding
  /// The height of a leaf whose width is ``width``.
  private let height: Double
  private let isBoard: Bool

  /// The width of a leaf. The tables suit leaves of any size of this shape.
  private static let width = 1000.0
  /// The times at which the light and the shadow are known, besides the start. Between them they
  /// are interpolated.
  private static let times = (light: 128, shadow: 64)
  /// What the numbers of the light are multiples of. Level paper has exactly 1.
  private static let lightUnit = 1.0 / 16_384

  /// - Parameters:
  ///   - shape: The width of the leaf divided by its height.
  ///   - isBoard: Whether the leaf is the board of a cover.
  init(_ style: TurnStyle, _ binding: Binding, shape: Double, isBoard: Bool = false) {
    self.style = style
    self.binding = binding
    height = Self.width / shape
    self.isBoard = isBoard
  }

  /// What `Leaves` in `motion.js` reads at the start.
  ///
  /// - Parameters:
  ///   - overhang: How far raised leaves are seen beyond the pages.
  ///   - depth: How far pages bend down to the spine, 0…1.
  ///   - cover: The boards; `nil` is a book without a hard cover.
  func settings(overhang: Overhang, _ depth: Double, cover: HardCover?) -> JSON {
    var gutter = JSON.null
    if let shade = Gutter(depth, style.look, cover, away: binding.away) {
      gutter = [
        "places": numbers(Gutter.places), "front": numbers(shade.factors.map(\.x)),
        "back": numbers(shade.factors.map(\.y)), "dip": .number(shade.dips.x),
        "gap": numbers([shade.gap.x, shade.gap.y, shade.gap.z]),
      ]
    }
    return [
      "eye": .number(style.distance(over: Self.width, height, boundAt: binding) ?? 5),
      "overhang": ["along": .number(overhang.along), "beyond": .number(overhang.beyond)],
      "gutter": gutter,
      "cover": cover.map { cover -> JSON in
        return [
          "squares": [
            "along": .number(cover.squares.along), "beyond": .number(cover.squares.beyond),
          ],
          "cloth": numbers([cover.cloth.x, cover.cloth.y, cover.cloth.z]),
        ]
      } ?? .null,
    ]
  }

  /// The motion of the leaf, which `LeafMotion` in `motion.js` reads before the first page turns.
  func motion() throws(PageCurlError) -> JSON {
    let turn = try PaperTurn(
      width: Self.width, height: height, binding: binding, paper: isBoard ? .cover : style.paper)
    func samples(
      _ count: Int, at time: (Double) -> Double = { $0 }
    ) throws(PageCurlError) -> [PaperGeometry] {
      var pages: [PaperGeometry] = []
      for step in 0...count {
        pages.append(try turn.geometry(at: time(Double(step) / Double(count))))
      }
      return pages
    }
    var moments = try samples(turn.momentCount - 1).map { page in
      let (profile, pieces) = (page.profile, TurnMotion.pieces)
      return [profile.point(at: 0).angle]
        + (0...pieces).map {
          profile.point(at: profile.length * Double($0) / Double(pieces)).curvature
        }
    }
    // A cubic through four moments needs one before the first and one after the last.
    func beyond(_ end: [Double], _ next: [Double]) -> [Double] {
      zip(end, next).map { 2 * $0 - $1 }
    }
    let last = moments.count - 1
    moments.append(beyond(moments[last], moments[last - 1]))
    moments.insert(beyond(moments[0], moments[1]), at: 0)
    let most = moments.reduce(1e-9) { max($0, $1.dropFirst().map(abs).max() ?? 0) }
    let unit = most / Double(Int16.max)
    let lights = try samples(Self.times.light).map { $0.light(in: style.look) }
    var shadows = JSON.null
    let (across, along) = grid
    if let shadow = style.look.shadow {
      // Near the ground the shadow's edges are sharp.
      let pages = try samples(Self.times.shadow) { (1 - cos(.pi * $0)) / 2 }
      let cells = pages.flatMap { page in
        page.darkness(
          shadow, across: across.map { $0 * Self.width }, along: along.map { $0 * Self.width })
      }
      shadows = .string(base64(cells.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }))
    }
    return [
      "thickness": .number(PaperGeometry.thickness(isBoard: isBoard)), "unit": .number(unit),
      "angles": .array(moments.map { .number(($0[0] * 1e7).rounded() / 1e7) }),
      "curvatures": words(moments.map { $0.dropFirst().map { $0 / unit } }),
      "lights": words(
        lights.map { light in
          (light.factors.map(\.x) + light.factors.map(\.y) + [light.edge])
            .map { Double($0) / Self.lightUnit }
        }),
      "shadows": shadows, "across": numbers(across),
      // In leaf heights: a leaf on the canvas has whole pixels, not exactly this shape.
      "along": numbers(along.map { $0 * Self.width / height }),
    ]
  }

  /// Places at which the shadow is known, as shares of the page's width, of half its height, and of
  /// a shadow's reach beyond both: close to each other where pages begin and end. A page that is
  /// 600 pixels high is then drawn to 2/255.
  private static let shares = (
    inner: [
      0.006, 0.015, 0.03, 0.05, 0.075, 0.105, 0.14, 0.18, 0.23, 0.29, 0.36, 0.43, 0.5, 0.57, 0.64,
      0.71, 0.78, 0.85, 0.91, 0.96,
    ],
    rows: [0.035, 0.09, 0.17, 0.29, 0.45, 0.7, 1],
    outer: [0.006, 0.02, 0.045, 0.08, 0.12, 0.17, 0.25, 0.42, 1]
  )
  /// The distance from an end of the paper, in page widths, at which the light is looked at on both
  /// sides of it.
  private static let brink = 2e-5

  /// The places across the spine and along it, in page widths, at which the shadow is known: as far
  /// as a page that stands upright casts it.
  private var grid: (across: [Double], along: [Double]) {
    guard let shadow = style.look.shadow else { return ([], []) }
    let away = SIMD2(shadow.direction.x, shadow.direction.y) / max(shadow.direction.z, 0.05)
    let slope = away * SIMD2(binding.away.x, 1)
    let (most, spread) = (0.8, 2.7 * max(shadow.softness, 0.01))
    /// Returns places from `low` to `high`, and beyond both as far as a shadow reaches.
    func places(_ low: Double, _ high: Double, _ slope: Double, _ inner: [Double]) -> [Double] {
      let (below, above) = (max(most * (slope + spread), 0), max(most * (spread - slope), 0))
      return Self.shares.outer.reversed().map { low - $0 * min(below, 2) }
        + [low - Self.brink, low + Self.brink] + inner + [high - Self.brink, high + Self.brink]
        + Self.shares.outer.map { high + $0 * min(above, 2) }
    }
    let length = height / Self.width
    let right = [Self.brink] + Self.shares.inner
    let half = Self.shares.rows.map { $0 * length / 2 }
    return (
      places(-1, 1, slope.x, right.reversed().map { -$0 } + right),
      places(0, length, slope.y, half + half.reversed().dropFirst().map { length - $0 })
    )
  }

  private func numbers(_ values: [Double]) -> JSON {
    .array(values.map { .number(($0 * 1e5).rounded() / 1e5) })
  }

  /// Whole numbers as 16-bit words in Base64, low bytes first. Rows are written as how much they
  /// change, and that as how much it changes: servers compress these to half the size.
  private func words(_ rows: [[Double]]) -> JSON {
    var words = rows.map { row in
      row.map { UInt16(bitPattern: Int16(min(max($0.rounded(), -32_767), 32_767))) }
    }
    for _ in 0..<2 {
      for index in words.indices.dropFirst().reversed() {
        words[index] = zip(words[index], words[index - 1]).map { $0 &- $1 }
      }
    }
    return .string(base64(words.joined().flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
  }
}
