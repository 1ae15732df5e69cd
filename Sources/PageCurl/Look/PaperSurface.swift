import GLES

/// How a page's picture becomes the color of a side of the paper.
struct PaperSurface {
  /// The picture.
  var page: CurlPage
  /// The texture coordinates of a point of the paper: `xy · paper + zw`.
  var mapping: SIMD4<Float>
  /// The share of the picture's color that is kept.
  var ink: SIMD3<Float>
  /// The paper's color, added where the page is.
  var wash: SIMD3<Float>
  /// The board of which this is the inside: the picture is a page on it. ``wash`` is then the color
  /// of the cloth around the page.
  var board: CoverBoard?
  /// The front's picture, if this is a back through which it shines, and the share of the light
  /// that comes through: see `through.glsl`. A page that bends like paper has one for each vertex.
  var other: (page: CurlPage, share: Float)?

  /// Makes a picture that fills a page of `size`.
  static func plain(
    _ page: CurlPage, _ size: SIMD2<Double>, tint: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> PaperSurface {
    PaperSurface(
      page: page, mapping: SIMD4(1 / Float(size.x), 1 / Float(size.y), 0, 0),
      ink: SIMD3<Float>(tint), wash: .zero)
  }

  /// Makes a side of a page of any shape; `nil` if the look leaves that side out.
  static func of(
    _ side: PaperSide, _ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook
  ) -> PaperSurface? {
    var surface: PaperSurface
    switch side {
    case .front:
      guard look.drawsFront else { return nil }
      surface = plain(pages.front, shape.page, tint: look.frontTint)
    case .back:
      guard look.drawsBack else { return nil }
      surface = back(shape, pages, look)
    }
    if let board = look.board, case .paper(let leaf) = shape {
      // Of a board that is as large as the page on it nothing is seen.
      let page = PageRect(low: .zero, high: board.page)
      let isInside = side != board.outside && page != leaf.page
      surface.fill(isInside ? page : leaf.page)
      if isInside, side == .front || pages.back != nil {
        surface.board = board
        surface.wash = SIMD3<Float>(board.cloth)
      }
    }
    return surface
  }

  /// Makes the picture fill a rectangle of the paper.
  private mutating func fill(_ rect: PageRect) {
    let size = SIMD2<Float>(rect.high - rect.low)
    // Where the picture is flipped, its coordinate falls from 1.
    let unit = (SIMD2(1, 1) - 2 * mapping.highHalf) / size
    mapping = SIMD4(lowHalf: unit, highHalf: mapping.highHalf - unit * SIMD2<Float>(rect.low))
  }

  /// Makes the edge of a page, plain paper where the front's picture is opaque, or of a board.
  static func edge(_ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    var surface = plain(pages.front, SIMD2(1, 1), tint: .zero)
    surface.wash = SIMD3<Float>(look.board?.cloth ?? look.paperColor)
    surface.mapping = SIMD4(0, 0, 0.5, 0.5)
    return surface
  }

  /// Makes the back of a page: its own picture, laid so that it reads unmirrored on the turned
  /// page, or paper through which the front shows.
  static func back(_ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    guard let back = pages.back else {
      let share = min(max(look.showThrough, 0), 1)
      var surface = plain(pages.front, shape.page, tint: share * look.backTint)
      surface.wash = SIMD3<Float>((1 - share) * look.paperColor * look.backTint)
      return surface
    }
    var surface = plain(back, shape.page, tint: look.backTint)
    let unit = surface.mapping
    let flip = look.flip(of: shape)
    surface.mapping =
      switch flip {
      case .sideways: SIMD4(-unit.x, unit.y, 1, 0)
      case .upwards: SIMD4(unit.x, -unit.y, 0, 1)
      }
    let share = PaperIrradiance.share(of: look.lightThrough, SIMD2(1, shape.lightBelow))
    if share > 0 { surface.other = (pages.front, Float(flip == .sideways ? share : -share)) }
    return surface
  }
}

/// A buffer of vertices, and the programs that draw them, each compiled when it is first needed. A
/// software driver executes both branches of an `if`, so each set of macros makes a program of its
/// own.
struct PaperPrograms<Vertex: BitwiseCopyable> {
  let context: Context
  private let buffer: Buffer
  private let attributes: [VertexAttribute]
  private var programs = VariantCache<[String], VertexInput>()

  /// - Parameter attributes: The vertices' attributes: the name, the number of components, and the
  ///   field of the vertex. Not every program uses all.
  init(
    _ context: Context, _ attributes: [(String, Int, PartialKeyPath<Vertex>)]
  ) throws(GLESError) {
    self.context = context
    let buffer = try Buffer(context, [Vertex](), usage: .stream)
    self.buffer = buffer
    self.attributes = attributes.map { name, count, field in
      VertexAttribute(
        name, in: buffer, components: count, stride: MemoryLayout<Vertex>.stride,
        offset: MemoryLayout<Vertex>.offset(of: field) ?? 0)
    }
  }

  /// Replaces the vertices.
  func upload(_ vertices: [Vertex]) throws(GLESError) { try buffer.replace(vertices) }

  /// Returns a program with the vertices.
  ///
  /// - Parameters:
  ///   - label: The program's name, the same for the same shaders.
  ///   - macros: The macros that are defined, each a name or a name and a value.
  mutating func program(
    _ label: String, vertex: String, fragment: String, _ macros: [String] = []
  ) throws(GLESError) -> VertexInput {
    try programs.value(for: [label] + macros) { [context, attributes] () throws(GLESError) in
      let program = try Program(
        context, vertex: vertex, fragment: fragment, macros: macros, label: label)
      let active = program.attributes
      return try VertexInput(program, attributes.filter { active[$0.name] != nil })
    }
  }
}

extension VertexInput {
  /// Whether the program has a uniform.
  func has(_ uniform: String) -> Bool { program.uniforms[uniform] != nil }

  /// Sets a uniform.
  func set(_ uniform: String, _ value: some UniformValue) throws(GLESError) {
    try program.set(uniform, to: value)
  }

  /// Sets a uniform that only some variants of the program have.
  func setIfUsed(_ uniform: String, _ value: some UniformValue) throws(GLESError) {
    if has(uniform) { try program.set(uniform, to: value) }
  }

  /// Sets what a side of the paper is drawn with, and binds its pictures.
  func set(
    _ surface: PaperSurface, filter: Texture.Sampling.Filter = .linear
  ) throws(GLESError) {
    if let other = surface.other, has("u_other") {
      // Without a filter, web pages would take other texels of some pixels than this driver.
      try other.page.texture.bind(filter: .linear)
      other.page.texture.bind(to: 1)
      try set("u_other", 1 as Int32)
      try setIfUsed("u_through", other.share)
    }
    try surface.page.texture.bind(filter: filter)
    try set("u_page", 0 as Int32)
    try set("u_sheet", surface.mapping)
    try set("u_ink", surface.ink)
    try setIfUsed("u_wash", surface.wash)
    try setIfUsed("u_texels", surface.page.texels)
  }

  /// Draws a part of the buffer.
  func draw(_ mode: Primitive, _ vertices: Range<Int>) throws(GLESError) {
    guard !vertices.isEmpty else { return }
    try draw(mode, first: vertices.lowerBound, count: vertices.count)
  }
}
