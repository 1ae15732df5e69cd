import GLES
import GLESKitShaders
import GLMath

/// The macros of `shadow.vert` and `shadow.frag`.
private struct ShadowVariant: ShaderMacros {
  static let names = ["RAISED", "TINT"]
  let rawValue: Int
  /// `RAISED`: on the sheet's own rising part instead of on the ground.
  static let raised = ShadowVariant(rawValue: 1)
  /// `TINT`: a color other than black.
  static let tint = ShadowVariant(rawValue: 2)
}

/// The shadow on the ground and on the sheet itself: one mesh, drawn by several programs.
struct ShadowProgram {
  private let context: Context
  private let buffer: Buffer
  private let indices: IndexBuffer
  private var programs = VariantCache<Key, Variant>()
  private var mesh = CurlShadowMesh()
  private var hasFront = false
  /// Whether the shadow covers the target where it is transparent. Then that on the rising paper
  /// does, too: at the paper's edges its pixels are in part ground.
  private var coversGround = false

  private struct Key: Hashable {
    var fold: CurlFold
    var variant: ShadowVariant
  }

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD4<Float>](), usage: .stream)
    indices = try IndexBuffer(context, CurlShadowMesh.indices)
  }

  /// Computes the mesh of a curl's shadow for a view.
  ///
  /// - Parameter coversGround: Whether the shadow covers the target where it is transparent.
  mutating func prepare(
    _ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy cover: CurlShadowMesh.Cover,
    _ view: CurlView, coversGround: Bool = false
  ) throws(GLESError) {
    self.coversGround = coversGround
    mesh.build(curl, shadow, hiddenBy: cover, pixel: 1 / view.scale)
    hasFront = cover.hasFront
    if !mesh.vertices.isEmpty { try buffer.replace(mesh.vertices) }
  }

  /// Returns the target's pixels that the shadow may fall on.
  func region(
    of shadow: CurlShadow, _ curl: CurlGeometry, _ view: CurlView, in target: Framebuffer
  ) -> PixelRegion {
    view.region(of: shadow.bounds ?? curl.page(margin: 0), in: target)
  }

  /// Returns the prepared shadow as a strip of quads in page space: the ends of its lines along the
  /// fold.
  func outline(_ curl: CurlGeometry) -> [SIMD2<Double>] {
    mesh.ground.rows.flatMap { row in
      [row * ShadowColumns.count, (row + 1) * ShadowColumns.count - 1].map {
        let vertex = SIMD2<Double>(mesh.vertices[$0].lowHalf)
        return (curl.contactOffset + vertex.x) * curl.lift + vertex.y * curl.axis
      }
    }
  }

  /// Draws a part of the prepared shadow on the target, inside the shadow's bounds.
  ///
  /// Draw ``Ground/beyond`` before the flat and the rising paper, and ``Ground/before`` after them
  /// with ``drawRaised(_:_:clip:)``. Then every pixel of the contact line is darkened once, no
  /// matter whether flat or rising paper covers it.
  mutating func draw(
    _ part: Ground, _ curl: CurlGeometry, _ shadow: CurlShadow, view: CurlView, clip: SIMD4<Float>,
    target: Framebuffer
  ) throws(GLESError) {
    let scissor = region(of: shadow, curl, view, in: target)
    guard scissor.width > 0, scissor.height > 0 else { return }
    let grid = part == .before ? mesh.ground.before : mesh.ground.beyond
    try draw([], grid, curl, shadow, Matrix4(flat: clip), scissor, front: hasFront)
    guard part == .beyond else { return }
    try draw([], mesh.under, curl, shadow, Matrix4(flat: clip), scissor)
  }

  /// The ground on either side of the contact line.
  enum Ground {
    /// Under flat paper.
    case before
    /// Under paper in the air, and beside it.
    case beyond
  }

  /// Draws the prepared shadow on the sheet's own rising part.
  mutating func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, clip: SIMD4<Float>
  ) throws(GLESError) {
    try draw(.raised, mesh.raised, curl, shadow, Matrix4(flat: clip), nil)
  }

  /// Prepares the shadow and draws it on the sheet's own rising part, seen from anywhere.
  mutating func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ view: CurlView, from matrix: Matrix4
  ) throws(GLESError) {
    try prepare(curl, shadow, hiddenBy: .nothing, view)
    try draw(.raised, mesh.raised, curl, shadow, matrix, nil)
  }

  /// Prepares the shadow and draws all of it on the ground, over flat paper.
  mutating func drawGround(
    _ curl: CurlGeometry, _ shadow: CurlShadow, view: CurlView, into target: Framebuffer,
    isOpaque: Bool
  ) throws(GLESError) {
    try prepare(
      curl, shadow, hiddenBy: .nothing, view, coversGround: shadow.bounds != nil && !isOpaque)
    let clip = view.clip(of: target)
    for part in [Ground.beyond, .before] {
      try draw(part, curl, shadow, view: view, clip: clip, target: target)
    }
  }

  private mutating func draw(
    _ variant: ShadowVariant, _ grid: CurlShadowMesh.Grid, _ curl: CurlGeometry,
    _ shadow: CurlShadow, _ matrix: Matrix4, _ scissor: PixelRegion?, front: Bool = false
  ) throws(GLESError) {
    let cells = mesh.cells(grid)
    guard !cells.isEmpty else { return }
    var variant = variant
    let isBlack = shadow.color == .zero && !coversGround
    if !isBlack { variant.insert(.tint) }
    let program = try program(Key(fold: curl.fold, variant: variant))
    program.set(curl, shadow, matrix, front: front)
    context.apply(.shadow(scissor: scissor, coversGround: coversGround, isBlack: isBlack))
    for cells in cells {
      try program.array.draw(
        .triangles, indices: indices, first: cells.lowerBound, count: cells.count)
    }
  }

  private mutating func program(_ key: Key) throws(GLESError) -> Variant {
    try programs.value(for: key) { [context, buffer] () throws(GLESError) in
      try Variant(context, key.variant.names + key.fold.macros, vertices: buffer)
    }
  }
}

extension ShadowProgram {
  /// `shadow.vert` and `shadow.frag` with some macros.
  private struct Variant {
    let array: VertexInput
    private let matrix: Uniform<Matrix4>
    private let size: Uniform<SIMD2<Float>>
    private let lift: Uniform<SIMD2<Float>>
    private let contact: Uniform<Float>
    private let reach: Uniform<Float>
    private let end: Uniform<Float>
    private let light: Uniform<SIMD2<Float>>
    private let spread: Uniform<Float>
    private let strength: Uniform<Float>
    private let front: Uniform<Float>?
    private let tint: Uniform<SIMD3<Float>>?

    init(_ context: Context, _ macros: [String], vertices: Buffer) throws(GLESError) {
      let program = try Program(
        context, vertex: Shaders.shadowVertex, fragment: Shaders.shadowFragment,
        macros: macros, label: "shadow")
      array = try VertexInput(program, [VertexAttribute("a_place", in: vertices, components: 4)])
      matrix = try program.uniform("u_matrix")
      size = try program.uniform("u_size")
      lift = try program.uniform("u_lift")
      contact = try program.uniform("u_contact")
      reach = try program.uniform("u_reach")
      end = try program.uniform("u_end")
      light = try program.uniform("u_light")
      spread = try program.uniform("u_spread")
      strength = try program.uniform("u_strength")
      front = try program.uniformIfUsed("u_front")
      tint = try program.uniformIfUsed("u_tint")
    }

    func set(_ curl: CurlGeometry, _ shadow: CurlShadow, _ matrix: Matrix4, front: Bool) {
      self.matrix.set(matrix)
      size.set(SIMD2(Float(curl.width), Float(curl.height)))
      lift.set(SIMD2<Float>(curl.lift))
      contact.set(Float(curl.contactOffset))
      reach.set(Float(curl.reach))
      end.set(Float(curl.extent.upperBound - curl.contactOffset))
      let slope = shadow.slope
      light.set(SIMD2(Float(slope.dot(curl.lift)), Float(slope.dot(curl.axis))))
      spread.set(Float(shadow.spread))
      strength.set(Float(shadow.strength(for: curl)))
      self.front?.set(front ? 1 : 0)
      tint?.set(SIMD3<Float>(shadow.color))
    }
  }
}

extension Matrix4 {
  /// Makes the matrix from page space seen from straight above: `xy · place + zw`.
  init(flat clip: SIMD4<Float>) {
    self.init(
      columns: SIMD4(clip.x, 0, 0, 0), SIMD4(0, clip.y, 0, 0), .zero, SIMD4(clip.z, clip.w, 0, 1))
  }
}
