import GLES
import GLESKitShaders
import GLMath

/// `ruled.vert`: draws ``SeenPaper`` with `paper.frag`, or with `ruled.frag` where edges cross
/// pixels or pixels cover several texels.
final class RuledProgram {
  private let context: Context
  private let buffer: Buffer
  private let plain: Variant
  private let smooth: Variant
  private var seen = SeenPaper()

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD4<Float>](), usage: .stream)
    plain = try Variant(context, buffer, isSmooth: false)
    smooth = try Variant(context, buffer, isSmooth: true)
  }

  /// Draws pages that bend like paper into the bound target.
  ///
  /// - Parameters:
  ///   - leaves: The pages, all of this shape, in the order in which they started.
  ///   - pages: The same pages with their light.
  ///   - matrix: The matrix from page space to clip space, as seen from `eye`.
  ///   - scale: Target pixels per page pixel.
  ///   - shade: Draws the shadows on a part that has just been drawn.
  func draw(
    _ leaves: [CurlLeaf], _ pages: [SeenPaper.Leaf], from eye: SIMD3<Double>, _ matrix: Matrix4,
    scale: Double, shade: (SeenPaper.Part) throws(GLESError) -> Void
  ) throws(GLESError) {
    guard let quality = leaves.first?.look.quality else { return }
    seen.cut(pages, from: eye, scale: scale, isSmooth: quality != .draft)
    try buffer.replace(seen.vertices)
    for part in seen.parts {
      let (leaf, frame) = (leaves[part.leaf], pages[part.leaf].geometry.frame)
      let own =
        part.isEdge
        ? PaperSurface.edge(leaf.shape, leaf.pages, leaf.look)
        : PaperSurface.of(part.side, leaf.shape, leaf.pages, leaf.look)
      guard let surface = own else { continue }
      context.apply(.strips(blending: !surface.page.isOpaque))
      try plain.draw(part.plain, surface, frame, matrix)
      context.apply(.strips(blending: true))
      try smooth.draw(part.smooth, surface, frame, matrix)
      try shade(part)
    }
  }

  /// One of the two fragment shaders.
  private struct Variant {
    private let array: VertexInput
    private let matrix: Uniform<Matrix4>
    private let page: Uniform<Int32>
    private let sheet: Uniform<SIMD4<Float>>
    private let ink: Uniform<SIMD3<Float>>
    private let wash: Uniform<SIMD3<Float>>
    private let bend: Uniform<SIMD4<Float>>?

    init(_ context: Context, _ buffer: Buffer, isSmooth: Bool) throws(GLESError) {
      let program = try Program(
        context, vertex: Shaders.ruledVertex,
        fragment: isSmooth ? Shaders.ruledFragment : Shaders.paperFragment,
        macros: isSmooth ? ["SMOOTH"] : [], label: "ruled")
      func attribute(
        _ name: String, _ count: Int, _ field: PartialKeyPath<SeenPaper.Vertex>
      ) -> VertexAttribute {
        VertexAttribute(
          name, in: buffer, count: count, stride: MemoryLayout<SeenPaper.Vertex>.stride,
          offset: MemoryLayout<SeenPaper.Vertex>.offset(of: field) ?? 0)
      }
      let attributes = [
        attribute("a_place", 4, \.place), attribute("a_paper", 3, \.paper),
        attribute("a_inside", 4, \.inside), attribute("a_slopes", 2, \.slopes),
      ]
      array = try VertexInput(program, isSmooth ? attributes : Array(attributes[..<2]))
      matrix = try program.uniform("u_matrix")
      page = try program.uniform("u_page")
      sheet = try program.uniform("u_sheet")
      ink = try program.uniform("u_ink")
      wash = try program.uniform("u_wash")
      bend = try program.uniformIfUsed("u_bend")
    }

    func draw(
      _ triangles: Range<Int>, _ surface: PaperSurface, _ frame: SpineFrame, _ matrix: Matrix4
    ) throws(GLESError) {
      guard !triangles.isEmpty else { return }
      try surface.page.texture.bind(sampling: Texture.Sampling(.linear))
      page.set(0)
      self.matrix.set(matrix)
      sheet.set(surface.mapping)
      ink.set(surface.ink)
      wash.set(surface.wash)
      bend?.set(SIMD4(lowHalf: SIMD2<Float>(frame.away), highHalf: surface.page.texels))
      try array.draw(.triangles, first: triangles.lowerBound, count: triangles.count)
    }
  }
}

extension SeenPaper.Leaf {
  /// The thickness of a page in page widths: twice that of office paper on pages 148 mm wide, so
  /// that its edge is seen. A cover's board is 2.2 mm thick.
  static func thickness(isBoard: Bool) -> Double { isBoard ? 0.015 : 0.0014 }

  /// `nil` unless the page bends like paper.
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
    self.init(
      geometry: geometry, light: PaperLight(geometry, leaf.look),
      density: (density(front), density(back)),
      isOpaque: [front, back].allSatisfy { $0?.page.isOpaque == true },
      thickness: Self.thickness(isBoard: leaf.look.isBoard) * geometry.frame.breadth)
  }
}
