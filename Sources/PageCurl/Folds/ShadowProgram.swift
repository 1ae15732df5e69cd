import GLES
import GLESKitShaders
import GLMath

/// The shadow on the ground and on the sheet itself: one mesh, drawn by `shadow.vert` and
/// `shadow.frag`, with `RAISED` on the sheet's own rising part, and with `TINT` in a color.
struct ShadowProgram {
  private let indices: IndexBuffer
  private var programs: PaperPrograms<SIMD4<Float>>
  private var mesh = CurlShadowMesh()
  private var hasFront = false
  /// Whether the shadow covers the target where it is transparent. Then that on the rising paper
  /// does, too: at the paper's edges its pixels are in part ground.
  private var coversGround = false

  init(_ context: Context) throws(GLESError) {
    programs = try PaperPrograms(context, [("a_place", 4, \.self)])
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
    if !mesh.vertices.isEmpty { try programs.upload(mesh.vertices) }
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
  /// Draw the ground beyond the contact line, under paper in the air and beside it, before the flat
  /// and the rising paper, and the ground before that line, under flat paper, after them with
  /// ``drawRaised(_:_:matrix:)``. Then every pixel of the contact line is darkened once, no matter
  /// whether flat or rising paper covers it.
  mutating func draw(
    beyond isBeyond: Bool, _ curl: CurlGeometry, _ shadow: CurlShadow, view: CurlView,
    target: Framebuffer
  ) throws(GLESError) {
    let matrix = Matrix4(flat: view.clip(of: target))
    let scissor = region(of: shadow, curl, view, in: target)
    guard scissor.width > 0, scissor.height > 0 else { return }
    let grid = isBeyond ? mesh.ground.beyond : mesh.ground.before
    try draw([], grid, curl, shadow, matrix, scissor, front: hasFront)
    guard isBeyond else { return }
    try draw([], mesh.under, curl, shadow, matrix, scissor)
  }

  /// Draws the prepared shadow on the sheet's own rising part.
  ///
  /// - Parameter matrix: The matrix from page space to clip space.
  mutating func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, matrix: Matrix4
  ) throws(GLESError) {
    try draw(["RAISED"], mesh.raised, curl, shadow, matrix, nil)
  }

  /// Prepares the shadow and draws all of it on the ground, over flat paper.
  ///
  /// - Parameter hasFront: Whether the rising paper is drawn over it. At the contact line its edge
  ///   covers pixels in part, so the dark ground under it must not be seen there.
  mutating func drawGround(
    _ curl: CurlGeometry, _ shadow: CurlShadow, view: CurlView, into target: Framebuffer,
    isOpaque: Bool, hasFront: Bool
  ) throws(GLESError) {
    try prepare(
      curl, shadow, hiddenBy: .nothing, view, coversGround: shadow.bounds != nil && !isOpaque)
    self.hasFront = hasFront
    for isBeyond in [true, false] {
      try draw(beyond: isBeyond, curl, shadow, view: view, target: target)
    }
  }

  private mutating func draw(
    _ macros: [String], _ grid: CurlShadowMesh.Grid, _ curl: CurlGeometry,
    _ shadow: CurlShadow, _ matrix: Matrix4, _ scissor: PixelRegion?, front: Bool = false
  ) throws(GLESError) {
    let cells = mesh.cells(grid)
    guard !cells.isEmpty else { return }
    let isBlack = shadow.color == .zero && !coversGround
    let shade = try programs.program(
      "shadow", vertex: Shaders.shadowVertex, fragment: Shaders.shadowFragment,
      macros + (isBlack ? [] : ["TINT"]) + curl.fold.macros)
    let slope = shadow.slope
    try shade.set("u_matrix", matrix)
    try shade.set("u_size", SIMD2(Float(curl.width), Float(curl.height)))
    try shade.set("u_lift", SIMD2<Float>(curl.lift))
    try shade.set("u_contact", Float(curl.contactOffset))
    try shade.set("u_reach", Float(curl.reach))
    try shade.set("u_end", Float(curl.extent.upperBound - curl.contactOffset))
    try shade.set(
      "u_light", SIMD2(Float(slope.dot(curl.lift)), Float(slope.dot(curl.axis))))
    try shade.set("u_spread", Float(shadow.spread))
    try shade.set("u_strength", Float(shadow.strength(for: curl)))
    try shade.setIfUsed("u_front", Float(front ? 1 : 0))
    try shade.setIfUsed("u_tint", SIMD3<Float>(shadow.color))
    programs.context.apply(.shadow(scissor: scissor, coversGround: coversGround, isBlack: isBlack))
    for cells in cells {
      try shade.draw(
        .triangles, indices: indices, first: cells.lowerBound, count: cells.count)
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
