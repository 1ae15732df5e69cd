import GLES
import GLESKitShaders
import GLMath

/// `ruled.vert`: draws ``PaperPicture`` with `paper.frag`, or with `ruled.frag` (`SMOOTH`) where
/// edges cross pixels or pixels cover more than two texels.
///
/// Other macros: `PAIRS` takes two samples per pixel, `BARE` is for opaque pages in their own
/// color, `BOARD` for the inside of a cover's board, `NARROW` for pixels that cover more or less
/// than a texel, `CURVED` for strips of paper that is not as good as plane, `TINT` for a look
/// with a shading, and `THROUGH` for paper through which the print on its other side shines.
final class LeafProgram {
  private let context: Context
  private var programs: PaperPrograms<PaperPicture.Vertex>
  private let shade: ShadowGridProgram

  init(_ context: Context, _ shade: ShadowGridProgram) throws(GLESError) {
    (self.context, self.shade) = (context, shade)
    programs = try PaperPrograms(
      context,
      [
        ("a_place", 4, \.place), ("a_paper", 4, \.paper), ("a_inside", 4, \.inside),
        ("a_extra", 4, \.extra), ("a_curve", 4, \.curve), ("a_tint", 3, \.tint),
      ])
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
    try programs.upload(picture.vertices)
    try shade.upload(picture.shades)
    try shade.draw(picture.ground, view, into: target, isOpaque: isOpaque)
    for part in picture.parts {
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
      let smooth =
        ["SMOOTH", "CURVED"] + (isInside ? ["BOARD"] : []) + (isTinted ? ["TINT"] : [])
        + surface.macros
      let plain = surface.macros + (isTinted ? ["TINT"] : surface.isBare ? ["BARE"] : [])
      let single = isPlain ? plain + ["NARROW", "CURVED"] : smooth
      let breadth = leaf.look.board.map { abs($0.page.dot(frame.away)) } ?? geometry.spine.breadth
      let gutter =
        part.isEdge
        ? nil : Gutter(depth: leaf.look.gutter, leaf.look, away: geometry.binding.away)
      let dip = gutter?.uniform(part.side, geometry.spine, breadth: breadth)
      func draw(_ kind: RunTriangles.Kind, _ macros: [String]) throws(GLESError) {
        guard let triangles = part.triangles[kind] else { return }
        let program = try programs.program(
          "ruled", vertex: Shaders.ruledVertex,
          fragment: macros.contains("SMOOTH") ? Shaders.ruledFragment : Shaders.paperFragment,
          macros)
        try program.set("u_matrix", matrix)
        try program.setIfUsed("u_dip", dip ?? .zero)
        try program.setIfUsed("u_gap", SIMD3<Float>(gutter?.gap ?? .zero))
        try Self.set(surface, frame, in: program)
        try program.draw(.triangles, triangles)
      }
      // Edges of the inside cover pixels in part in every quality.
      context.apply(.strips(blending: !surface.page.isOpaque || !isPlain))
      try draw(.plain, isPlain ? plain : smooth)
      try draw(.single, single)
      try draw(.pairs, isPlain ? single + ["PAIRS"] : smooth)
      context.apply(.strips(blending: true))
      try draw(.smooth, smooth)
      try shade.draw(part.shadows, view, into: target)
    }
  }

  /// Sets what a side of a page is drawn with.
  private static func set(
    _ surface: PaperSurface, _ frame: SpineFrame, in program: VertexInput
  ) throws(GLESError) {
    try program.set(surface)
    try program.setIfUsed(
      "u_bend", SIMD4(lowHalf: SIMD2<Float>(frame.away), highHalf: surface.page.texels))
    if let own = surface.board {
      if program.has("u_board") {
        let page = PaperPicture.Leaf.Inside(own.outside == .front ? .back : .front, of: own, frame)
        // The spine is where the page begins.
        let spine = frame.away.x + frame.away.y < 0 ? -page.breadth : 0
        try program.set(
          "u_board",
          SIMD4<Float>(
            SIMD4(page.breadth, frame.length - 2 * page.square, spine, frame.length)))
        try program.setIfUsed("u_square", Float(page.square))
      } else {
        // The middle of a page on a board is nothing but page.
        try program.setIfUsed("u_wash", SIMD3<Float>.zero)
      }
    }
  }
}

extension PaperSurface {
  /// Whether the paper has its picture's colors, but for their brightness.
  fileprivate var isBare: Bool {
    page.isOpaque && wash == .zero && ink == SIMD3(repeating: ink.x)
  }
}
