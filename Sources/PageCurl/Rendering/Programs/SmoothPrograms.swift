import GLES
import GLESKitShaders

/// The programs for anti-aliased paper, each compiled when it is first asked for.
struct SmoothPrograms {
  private let context: Context
  private let vertices: Buffer
  private var edges: [PaperVariant: EdgeProgram] = [:]
  private var folds: [PaperVariant: FoldProgram] = [:]

  init(_ context: Context, vertices: Buffer) {
    self.context = context
    self.vertices = vertices
  }

  /// The program for level paper.
  mutating func edge(_ variant: PaperVariant) throws(GLESError) -> EdgeProgram {
    if let known = edges[variant] { return known }
    let made = try EdgeProgram(context, vertices: vertices, variant: variant)
    edges[variant] = made
    return made
  }

  /// The program for paper on the cylinder.
  mutating func fold(_ variant: PaperVariant) throws(GLESError) -> FoldProgram {
    if let known = folds[variant] { return known }
    let made = try FoldProgram(context, vertices: vertices, variant: variant)
    folds[variant] = made
    return made
  }
}

/// `edge.frag`: level paper with anti-aliased edges.
struct EdgeProgram {
  private let base: CurlProgram
  private let size: Uniform<SIMD2<Float>>
  private let change: Uniform<SIMD4<Float>>
  private let line: Uniform<SIMD3<Float>>
  private let end: Uniform<SIMD3<Float>>
  private let texels: Uniform<SIMD2<Float>>?

  init(_ context: Context, vertices: Buffer, variant: PaperVariant) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.edgeVertex, fragment: Shaders.edgeFragment, variant: variant,
      label: "edge", vertices: vertices)
    size = try base.uniform("u_size")
    change = try base.uniform("u_change")
    line = try base.uniform("u_line")
    end = try base.uniform("u_end")
    texels = try base.uniformIfUsed("u_texels")
  }

  /// Draws level paper: the flat part, or the part that lies upside down.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, turned: Bool, _ surface: PaperSurface,
    view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    let n = curl.lift
    // The turned part is the page mirrored about the fold: the changes of its x and y are mirrored, too.
    let change =
      turned
      ? SIMD4(1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.y, 1 - 2 * n.y * n.y)
      : SIMD4(1, 0, 0, 1)
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    self.change.set(SIMD4<Float>(pixel * change))
    line.set(curl.line)
    // Only a fold that is sharper than a pixel ends here; a rounder one goes on in fold.frag.
    let end = turned && curl.radius < pixel ? curl.radius : 1e4
    self.end.set(SIMD3<Float>(SIMD3(end, pixel * n.x, pixel * n.y)))
    texels?.set(surface.page.texels)
    for strip in strips { try base.draw(strip, surface, view: clip, sampling: .linear) }
  }
}

/// `fold.frag`: paper on the cylinder, put in its place pixel by pixel.
struct FoldProgram {
  private let base: CurlProgram
  /// Only where the page's edges may cross a pixel.
  private let size: Uniform<SIMD2<Float>>?
  private let line: Uniform<SIMD3<Float>>
  private let radius: Uniform<Float>
  private let roll: Uniform<SIMD2<Float>>
  private let step: Uniform<SIMD2<Float>>
  private let texels: Uniform<SIMD2<Float>>?

  init(_ context: Context, vertices: Buffer, variant: PaperVariant) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.foldVertex, fragment: Shaders.foldFragment, variant: variant,
      label: "fold", vertices: vertices)
    size = try base.uniformIfUsed("u_size")
    line = try base.uniform("u_line")
    radius = try base.uniform("u_radius")
    roll = try base.uniform("u_roll")
    step = try base.uniform("u_step")
    texels = try base.uniformIfUsed("u_texels")
  }

  /// Draws strips of one quarter of the cylinder.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, side: PaperSide, _ surface: PaperSurface,
    view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    size?.set(SIMD2(Float(curl.width), Float(curl.height)))
    line.set(curl.line)
    radius.set(Float(curl.radius))
    let (reach, pixel) = (side == .back ? curl.radius : -curl.radius, 1 / view.scale)
    roll.set(SIMD2<Float>(SIMD2(0.5 * pixel / curl.radius, reach)))
    step.set(SIMD2<Float>(curl.lift) * surface.mapping.lowHalf)
    texels?.set(surface.page.texels)
    for strip in strips { try base.draw(strip, surface, view: clip, sampling: .linear) }
  }
}

extension CurlGeometry {
  /// The contact line for a shader: the lift, and the coordinate along it.
  fileprivate var line: SIMD3<Float> { SIMD3<Float>(SIMD3(lift.x, lift.y, contactOffset)) }
}
