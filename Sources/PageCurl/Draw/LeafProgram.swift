import GLES
import GLESKitShaders
import GLMath

/// `ruled.vert`: draws ``VisiblePages`` with `paper.frag`, or with `ruled.frag` where edges cross
/// pixels or pixels cover more than two texels.
final class LeafProgram {
  private let context: Context
  private let buffer: Buffer
  private var variants = VariantCache<Macros, Variant>()
  private let shade: ShadowGridProgram

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD4<Float>](), usage: .stream)
    shade = try ShadowGridProgram(context)
  }

  /// Draws pages that bend like paper, with their shadows, into the bound target.
  ///
  /// - Parameters:
  ///   - leaves: The pages, all of this shape, in the order in which they started.
  ///   - picture: What `eye` sees of them.
  ///   - isOpaque: Whether the target is opaque.
  func draw(
    _ leaves: [CurlLeaf], _ picture: PaperPicture, from eye: SIMD3<Double>, view: CurlView,
    into target: Framebuffer, isOpaque: Bool
  ) throws(GLESError) {
    guard let quality = leaves.first?.look.quality else { return }
    let matrix = view.matrix(from: eye, width: target.width, height: target.height)
    try buffer.replace(picture.seen.vertices)
    try shade.upload(picture.shades)
    try shade.draw(picture.ground, view, into: target, isOpaque: isOpaque)
    for (part, shadows) in zip(picture.seen.parts, picture.parts) {
      let leaf = leaves[part.leaf]
      guard case .paper(let geometry) = leaf.shape else { continue }
      let frame = geometry.frame
      let own =
        part.isEdge
        ? PaperSurface.edge(leaf.pages, leaf.look)
        : PaperSurface.of(part.side, leaf.shape, leaf.pages, leaf.look)
      guard let surface = own else { continue }
      let isInside = surface.board != nil
      let isTinted = leaf.look.shading != nil
      // In draft quality there are no other parts, and through a page that is not opaque the board
      // is seen.
      let isPlain = !isInside || surface.page.isOpaque && quality != .draft
      let through: Macros = surface.other == nil ? [] : .through
      let smooth: Macros = [
        .smooth, .curved, isInside ? .board : [], isTinted ? .tint : [], through,
      ]
      let plain = through.union(isTinted ? .tint : surface.isBare ? .bare : [])
      let single = isPlain ? plain.union([.narrow, .curved]) : smooth
      let board = leaf.look.board
      let breadth = board.map { abs($0.page.dot(frame.away)) } ?? geometry.spine.breadth
      let dip =
        part.isEdge
        ? nil
        : Gutter(depth: leaf.look.gutter, leaf.look, away: geometry.binding.away)?
          .uniform(part.side, geometry.spine, breadth: breadth)
      func draw(_ triangles: Range<Int>, _ macros: Macros) throws(GLESError) {
        guard !triangles.isEmpty else { return }
        let variant = try variants.value(for: macros) { [context, buffer] () throws(GLESError) in
          try Variant(context, buffer, macros)
        }
        try variant.draw(triangles, surface, frame, matrix, dip: dip ?? .zero)
      }
      let triangles = part.triangles
      // Edges of the inside cover pixels in part in every quality.
      context.apply(.strips(blending: !surface.page.isOpaque || !isPlain))
      try draw(triangles.plain, isPlain ? plain : smooth)
      try draw(triangles.single, single)
      try draw(triangles.pairs, isPlain ? single.union(.pairs) : smooth)
      context.apply(.strips(blending: true))
      try draw(triangles.smooth, smooth)
      try shade.draw(shadows, view, into: target)
    }
  }

  /// The macros of `ruled.vert`, and of `ruled.frag` or `paper.frag`.
  private struct Macros: ShaderMacros {
    static let names = ["SMOOTH", "PAIRS", "BARE", "BOARD", "NARROW", "CURVED", "TINT", "THROUGH"]
    let rawValue: Int
    /// `SMOOTH`: `ruled.frag` instead of `paper.frag`.
    static let smooth = Macros(rawValue: 1)
    /// `PAIRS`: two samples per pixel.
    static let pairs = Macros(rawValue: 2)
    /// `BARE`: opaque pages in their own color.
    static let bare = Macros(rawValue: 4)
    /// `BOARD`: the inside of a cover's board.
    static let board = Macros(rawValue: 8)
    /// `NARROW`: pixels that cover more or less than a texel.
    static let narrow = Macros(rawValue: 16)
    /// `CURVED`: strips of paper that is not as good as plane.
    static let curved = Macros(rawValue: 32)
    /// `TINT`: a look with a shading.
    static let tint = Macros(rawValue: 64)
    /// `THROUGH`: paper through which the print on its other side shines.
    static let through = Macros(rawValue: 128)
  }

  /// The shaders with some of their macros.
  private struct Variant {
    private let array: VertexInput
    private let matrix: Uniform<Matrix4>
    private let page: Uniform<Int32>
    private let sheet: Uniform<SIMD4<Float>>
    private let ink: Uniform<SIMD3<Float>>
    private let wash: Uniform<SIMD3<Float>>?
    private let bend: Uniform<SIMD4<Float>>?
    private let board: Uniform<SIMD4<Float>>?
    private let square: Uniform<Float>?
    private let dip: Uniform<SIMD4<Float>>?
    private let other: OtherSideUniforms?
    private var drawsCloth: Bool { board != nil }

    init(
      _ context: Context, _ buffer: Buffer, _ macros: Macros
    ) throws(GLESError) {
      let program = try Program(
        context, vertex: Shaders.ruledVertex,
        fragment: macros.contains(.smooth) ? Shaders.ruledFragment : Shaders.paperFragment,
        macros: macros.names, label: "ruled")
      array = try program.input(
        of: VisiblePages.Vertex.self, in: buffer,
        [
          ("a_place", 4, \.place), ("a_paper", 4, \.paper), ("a_inside", 4, \.inside),
          ("a_extra", 4, \.extra), ("a_curve", 4, \.curve), ("a_tint", 3, \.tint),
        ])
      matrix = try program.uniform("u_matrix")
      page = try program.uniform("u_page")
      sheet = try program.uniform("u_sheet")
      ink = try program.uniform("u_ink")
      wash = try program.uniformIfUsed("u_wash")
      bend = try program.uniformIfUsed("u_bend")
      board = try program.uniformIfUsed("u_board")
      square = try program.uniformIfUsed("u_square")
      dip = try program.uniformIfUsed("u_dip")
      other = macros.contains(.through) ? try OtherSideUniforms(program) : nil
    }

    func draw(
      _ triangles: Range<Int>, _ surface: PaperSurface, _ frame: SpineFrame, _ matrix: Matrix4,
      dip: SIMD4<Float>
    ) throws(GLESError) {
      try other?.set(surface)
      self.dip?.set(dip)
      try surface.page.texture.bind(filter: .linear)
      page.set(0)
      self.matrix.set(matrix)
      sheet.set(surface.mapping)
      ink.set(surface.ink)
      // The middle of a page on a board is nothing but page.
      wash?.set(surface.board != nil && !drawsCloth ? .zero : surface.wash)
      bend?.set(SIMD4(lowHalf: SIMD2<Float>(frame.away), highHalf: surface.page.texels))
      if let own = surface.board {
        let page = VisiblePages.Leaf.Inside(own.outside == .front ? .back : .front, of: own, frame)
        // The spine is where the page begins.
        let spine = frame.away.x + frame.away.y < 0 ? -page.breadth : 0
        board?.set(
          SIMD4<Float>(
            SIMD4(page.breadth, frame.length - 2 * page.square, spine, frame.length)))
        square?.set(Float(page.square))
      }
      try array.draw(.triangles, first: triangles.lowerBound, count: triangles.count)
    }
  }
}

extension PaperSurface {
  /// Whether the paper has its picture's colors, but for their brightness.
  fileprivate var isBare: Bool {
    page.isOpaque && wash == .zero && ink == SIMD3(repeating: ink.x)
  }
}

extension VisiblePages.Leaf {
  /// The thickness of a page in page widths: twice that of office paper on pages 148 mm wide, so
  /// that its edge is seen. A cover's board is 2.2 mm thick.
  static func thickness(isBoard: Bool) -> Double { isBoard ? 0.015 : 0.0014 }

  /// `nil` unless the page bends like paper. It is not ``lit()``.
  init?(_ leaf: CurlLeaf) {
    guard case .paper(let geometry) = leaf.shape else { return nil }
    func surface(_ side: PaperSide) -> PaperSurface? {
      PaperSurface.of(side, leaf.shape, leaf.pages, leaf.look)
    }
    func density(_ surface: PaperSurface?) -> Double? {
      guard let surface else { return nil }
      let texels = surface.page.texels * surface.mapping.lowHalf * SIMD2<Float>(geometry.frame.away)
      return Double((texels * texels).sum().squareRoot())
    }
    let (front, back) = (surface(.front), surface(.back))
    var unlit = leaf.look
    (unlit.light, unlit.shading) = (nil, nil)
    self.init(
      geometry: geometry, look: leaf.look, light: PaperLight(geometry, unlit),
      density: (density(front), density(back)),
      isOpaque: [front, back].allSatisfy { $0?.board != nil || $0?.page.isOpaque == true },
      lightThrough: leaf.pages.back == nil ? 0 : leaf.look.lightThrough,
      thickness: Self.thickness(isBoard: leaf.look.board != nil) * geometry.frame.breadth,
      inside: front?.board.map { Inside(.front, of: $0, geometry.frame) }
        ?? back?.board.map { Inside(.back, of: $0, geometry.frame) })
  }

  /// Returns the page in its look's light, which takes a while to compute.
  func lit() -> VisiblePages.Leaf {
    var leaf = self
    leaf.light = PaperLight(geometry, look)
    return leaf
  }

  /// The shadow that it casts, if any.
  var shadow: CurlShadow? {
    guard var shadow = look.shadow, look.quality != .draft else { return nil }
    shadow.strength = shadow.strength(for: .paper(geometry))
    return shadow.strength > 0 ? shadow : nil
  }
}
