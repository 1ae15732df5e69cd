import GLES
import Shaders

/// The programs for anti-aliased paper, each compiled when it is first asked for.
struct SmoothPrograms {
  private let context: Context
  private let vertices: Buffer
  private var tapped: [TappedProgram.Taps: TappedProgram] = [:]
  private var edges: [PaperVariant: EdgeProgram] = [:]
  private var folds: [PaperVariant: FoldProgram] = [:]

  init(_ context: Context, vertices: Buffer) {
    self.context = context
    self.vertices = vertices
  }

  /// The program for level paper.
  ///
  /// - Parameter fine: whether pixels lie askew over the texels and are sampled as such.
  mutating func edge(fine: Bool) throws(GLESError) -> EdgeProgram {
    let variant: PaperVariant = fine ? .fine : []
    if let known = edges[variant] { return known }
    let made = try EdgeProgram(context, vertices: vertices, variant: variant)
    edges[variant] = made
    return made
  }

  /// The program for paper on the cylinder that a few samples a pixel are enough for.
  mutating func paper(_ taps: TappedProgram.Taps) throws(GLESError) -> TappedProgram {
    if let known = tapped[taps] { return known }
    let made = try TappedProgram(context, vertices: vertices, taps)
    tapped[taps] = made
    return made
  }

  /// The program for paper on the cylinder, however steep.
  ///
  /// - Parameters:
  ///   - fine: whether pixels that lie askew over the texels are sampled as such.
  ///   - border: whether the page's edges may cross the pixels.
  mutating func fold(fine: Bool, border: Bool) throws(GLESError) -> FoldProgram {
    var variant: PaperVariant = fine ? .fine : []
    if border { variant.insert(.border) }
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
      context, vertex: Shaders.sheetVertex, fragment: Shaders.edgeFragment, variant: variant,
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

/// `paper.frag` with a few samples a pixel: paper on the cylinder that is not steep.
struct TappedProgram {
  /// How many samples.
  enum Taps: Double {
    case two = 2
    case four = 4
  }

  private let base: CurlProgram
  private let taps: Taps
  private let line: Uniform<SIMD3<Float>>
  private let radius: Uniform<Float>
  private let stride: Uniform<SIMD2<Float>>

  init(_ context: Context, vertices: Buffer, _ taps: Taps) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.paperVertex, fragment: Shaders.paperFragment,
      variant: taps == .two ? .twoTaps : .fourTaps, label: "paper", vertices: vertices)
    self.taps = taps
    line = try base.uniform("u_line")
    radius = try base.uniform("u_radius")
    stride = try base.uniform("u_stride")
  }

  /// Draws strips of one quarter of the cylinder, inside the paper's edges.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, _ surface: PaperSurface, view: CurlView,
    clip: SIMD4<Float>
  ) throws(GLESError) {
    line.set(curl.line)
    radius.set(Float(curl.radius))
    // Where the paper is bent by the angle b, a pixel covers 1 / cos b pixels of it. So wide are n samples, each
    // itself a pixel wide, that are tan b / sqrt(n² - 1) apart.
    let count = taps.rawValue
    stride.set(SIMD2<Float>(curl.lift / (view.scale * (count * count - 1).squareRoot())))
    for strip in strips { try base.draw(strip, surface, view: clip, sampling: .linear) }
  }
}

/// `fold.frag`: paper on the cylinder, however steep.
struct FoldProgram {
  private let base: CurlProgram
  /// Only where the page's edges may cross a pixel.
  private let size: Uniform<SIMD2<Float>>?
  private let lift: Uniform<SIMD2<Float>>
  private let line: Uniform<SIMD3<Float>>
  private let radius: Uniform<Float>
  private let side: Uniform<Float>
  private let pixel: Uniform<Float>
  private let texels: Uniform<SIMD2<Float>>?

  init(_ context: Context, vertices: Buffer, variant: PaperVariant) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.sheetVertex, fragment: Shaders.foldFragment, variant: variant,
      label: "fold", vertices: vertices)
    size = try base.uniformIfUsed("u_size")
    lift = try base.uniform("u_lift")
    line = try base.uniform("u_line")
    radius = try base.uniform("u_radius")
    side = try base.uniform("u_side")
    pixel = try base.uniform("u_pixel")
    texels = try base.uniformIfUsed("u_texels")
  }

  /// Draws strips of one quarter of the cylinder.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, side: PaperSide, _ surface: PaperSurface,
    view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    size?.set(SIMD2(Float(curl.width), Float(curl.height)))
    lift.set(SIMD2<Float>(curl.lift))
    line.set(curl.line)
    radius.set(Float(curl.radius))
    self.side.set(side == .back ? 1 : -1)
    pixel.set(Float(1 / view.scale))
    texels?.set(surface.page.texels)
    for strip in strips { try base.draw(strip, surface, view: clip, sampling: .linear) }
  }
}

extension CurlGeometry {
  /// The contact line for a shader: the lift, and the coordinate along it.
  fileprivate var line: SIMD3<Float> { SIMD3<Float>(SIMD3(lift.x, lift.y, contact)) }
}
