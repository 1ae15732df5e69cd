import GLES
import GLESKitShaders
import GLMath

/// Shadows whose darkness is known on a grid of lines, each as a triangle strip for `shade.vert`.
struct ShadowGrid: Sendable {
  /// The places, and the shadow's darkness of 0…1.
  private(set) var vertices: [SIMD3<Float>] = []

  /// A shadow to draw.
  struct Shadow {
    /// Its part of ``vertices``.
    var vertices: Range<Int>
    var color: SIMD3<Double>
    /// The part of the page plane on which it falls; `nil` if it ends by itself.
    var bounds: PageRect?
    /// Whether it covers the page plane where the target is transparent.
    var coversGround = false
  }

  /// Half a step of 8-bit color: where the shadow is paler, it is not drawn.
  private static let palest: Float = 1.0 / 512

  /// A line of the grid: its coordinate, and the darkness at each row.
  typealias Column = (place: Double, shades: [Float])

  /// Removes all shadows.
  mutating func removeAll() { vertices.removeAll(keepingCapacity: true) }

  /// Adds a shadow, and returns its part of ``vertices``.
  ///
  /// - Parameters:
  ///   - rows: The coordinates of the rows.
  ///   - hidden: The parts on which the shadow is not seen. Cells inside them are left out.
  ///   - place: Returns the place of a column and a row.
  @discardableResult
  mutating func add(
    rows: [Double], _ columns: [Column], hiddenBy hidden: [PageRect] = [],
    place: (Double, Double) -> SIMD2<Double>
  ) -> Range<Int> {
    let first = vertices.count
    for (left, right) in zip(columns, columns.dropFirst()) {
      let covers = hidden.filter { $0.low.x <= left.place && right.place <= $0.high.x }
      var end = -1
      for row in rows.indices.dropLast() {
        let dark = max(
          max(left.shades[row], right.shades[row]), max(left.shades[row + 1], right.shades[row + 1])
        )
        guard dark > Self.palest,
          !covers.contains(where: { $0.low.y <= rows[row] && rows[row + 1] <= $0.high.y })
        else { continue }
        for line in (end == row ? row + 1 : row)...row + 1 {
          let pair = [left, right].map {
            SIMD3(SIMD2<Float>(place($0.place, rows[line])), $0.shades[line])
          }
          // Repeated vertices connect the parts of the strip.
          if end != row, line == row, vertices.count > first {
            vertices += [vertices[vertices.count - 1], pair[0]]
          }
          vertices += pair
        }
        end = row + 1
      }
    }
    return first..<vertices.count
  }
}

/// Where the columns and the rows of a ``ShadowGrid`` lie: so close that the shadow is as good as
/// linear between them.
struct ShadowLines {
  /// The size of a target pixel in page pixels.
  var pixel: Double
  /// The middle of the light's slopes along the columns, and their spread.
  var slope: Double
  var spread: Double
  /// The extent of the paper along the columns, from 0, and its greatest height, in page pixels.
  var length: Double
  var highest: Double
  /// The number of such extents, one after the other: layers of paper may end elsewhere.
  var parts = 1
  /// The largest distance of two rows, for paper whose shadow begins and ends elsewhere than at 0
  /// and ``length``.
  var most = Double.infinity

  /// Returns the columns of a mesh, so close that the shadow is as good as linear between them.
  ///
  /// - Parameters:
  ///   - more: Coordinates of further columns, as far as they lie between the ends.
  ///   - shades: Returns the darkness at the rows of a column; NaN where it is not seen.
  func columns(
    from low: Double, to high: Double, and more: [Double] = [], shades: (Double) -> [Float]
  ) -> [ShadowGrid.Column] {
    /// Whether a shadow between two columns is as good as linear: to a step of 8-bit color.
    func isLinear(_ one: [Float], _ middle: [Float], _ other: [Float]) -> Bool {
      !middle.indices.contains { abs((one[$0] + other[$0]) / 2 - middle[$0]) >= 0.003 }
    }
    func column(_ x: Double) -> ShadowGrid.Column { (x, shades(x)) }
    var columns: [ShadowGrid.Column] = []
    func add(_ left: ShadowGrid.Column, _ right: ShadowGrid.Column) {
      let middle = column((left.place + right.place) / 2)
      if right.place - left.place > pixel, !isLinear(left.shades, middle.shades, right.shades) {
        add(left, middle)
        add(middle, right)
      } else {
        columns.append(left)
      }
    }
    let count = 24
    let places = (0...count).map { low + (high - low) * Double($0) / Double(count) }
    let even = (places + more.filter { $0 > low && $0 < high }).sorted().map(column)
    for (left, right) in zip(even, even.dropFirst()) { add(left, right) }
    columns.append(even[even.count - 1])
    return columns
  }

  /// Returns the rows of the mesh. The penumbra at the rulings' ends is as wide as the paper is
  /// high, so the rows' distances from them grow in proportion. On the side that the light's slope
  /// moves it to, it is narrower: as wide as its distance times the light's size per slope.
  func rows(from low: Double, to high: Double) -> [Double] {
    let tall = highest * (abs(slope) + 4 * spread)
    func away(growth: Double) -> [Double] {
      var (away, step) = ([Self.brink * pixel], pixel)
      while step < high - low {
        away.append(step)
        let more = (step < tall ? growth : Self.growth) * step
        step += min(max(more, Self.growth * pixel), most)
      }
      return away
    }
    let narrow = Self.growth * min(1.4 * spread / max(abs(slope), spread), 1)
    let sides = [
      away(growth: slope > 0 ? narrow : Self.growth).map { -$0 },
      away(growth: slope < 0 ? narrow : Self.growth),
    ]
    let ends = (0...parts).map { Double($0) * length }
    let places = ends + ends.flatMap { end in sides.joined().map { end + $0 } }
    var rows = [low]
    for row in places.sorted() where row < high && row - rows[rows.count - 1] > 0 {
      rows.append(row)
    }
    return rows + [high]
  }

  /// Returns the place of a row on a column on which the extents begin and end at some places.
  func along(_ row: Double, _ ends: [Double]) -> Double {
    if row <= 0 { return ends[0] + row }
    let whole = Double(parts) * length
    if row >= whole { return ends[parts] + (row - whole) }
    let part = min(Int(row / length), parts - 1)
    return ends[part] + (row / length - Double(part)) * (ends[part + 1] - ends[part])
  }

  /// By how much of it the distance of a row from an end of the rulings grows to the next one.
  private static let growth = 0.7

  /// The distance from an edge of paper, in pixels, at which the ground under it and beside it is
  /// looked at.
  static let brink = 0.01
}

/// `shade.vert` and `shadow.frag`: draws a ``ShadowGrid``.
final class ShadowGridProgram {
  private var programs: PaperPrograms<SIMD3<Float>>

  init(_ context: Context) throws(GLESError) {
    programs = try PaperPrograms(context, [("a_shade", 3, \.self)])
  }

  /// Uploads the shadows that ``draw(_:tint:clip:_:)`` draws.
  func upload(_ mesh: ShadowGrid) throws(GLESError) { try programs.upload(mesh.vertices) }

  /// Draws shadows of the mesh that was uploaded on what the bound target shows.
  ///
  /// - Parameter isOpaque: Whether the target is opaque.
  func draw(
    _ shadows: [ShadowGrid.Shadow], _ view: CurlView, into target: Framebuffer,
    isOpaque: Bool = false
  ) throws(GLESError) {
    for shadow in shadows {
      let coversGround = shadow.coversGround && !isOpaque
      let isBlack = shadow.color == .zero && !coversGround
      let scissor = shadow.bounds.map { view.region(of: $0, in: target) }
      try draw(
        shadow.vertices, tint: isBlack ? nil : shadow.color, clip: view.clip(of: target),
        .shadow(scissor: scissor, coversGround: coversGround, isBlack: isBlack))
    }
  }

  /// Draws a shadow on what the bound target shows.
  ///
  /// - Parameters:
  ///   - vertices: Its part of the mesh that was uploaded.
  ///   - tint: The shadow's color, drawn premultiplied; `nil` draws the share of light that is
  ///     left.
  ///   - filter: The color of the light that is left where the shadow is darkest; `nil` is black.
  ///   - clip: The map from the mesh's places to clip space.
  ///   - state: The blending that suits `tint`.
  func draw(
    _ vertices: Range<Int>, tint: SIMD3<Double>?, filter: SIMD3<Double>? = nil,
    clip: SIMD4<Float>, _ state: RenderState
  ) throws(GLESError) {
    guard !vertices.isEmpty else { return }
    let shade = try programs.program(
      "shade", vertex: Shaders.shadeVertex, fragment: Shaders.shadowFragment,
      tint != nil ? ["TINT"] : filter != nil ? ["FILTER"] : [])
    programs.context.apply(state)
    try shade.set("u_view", clip)
    try shade.setIfUsed("u_tint", SIMD3<Float>(tint ?? .zero))
    try shade.setIfUsed("u_filter", SIMD3<Float>(filter ?? .zero))
    try shade.draw(.triangleStrip, vertices)
  }
}
