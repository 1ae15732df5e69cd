import GLES
import GLESKitShaders

/// The macros of the shaders of strips.
struct PaperVariant: ShaderMacros {
  static let names = ["FINE", "BORDER", "ASKEW", "THROUGH"]
  let rawValue: Int
  /// `FINE`: pixels that lie askew over the texels are composed of smaller samples.
  static let fine = PaperVariant(rawValue: 1)
  /// `BORDER`: the page's edges may cross the pixels.
  static let border = PaperVariant(rawValue: 2)
  /// `ASKEW`: the texels' rows and columns are not parallel to the pixels'.
  static let askew = PaperVariant(rawValue: 4)
  /// `THROUGH`: paper through which the print on its other side shines.
  static let through = PaperVariant(rawValue: 8)

  /// What a surface needs.
  init(_ surface: PaperSurface) { self = surface.other == nil ? [] : .through }

  init(rawValue: Int) { self.rawValue = rawValue }
}

/// The programs that draw strips of paper, each compiled when it is first needed.
struct PaperPrograms {
  private let context: Context
  private let vertices: Buffer
  private var papers = VariantCache<PaperVariant, CurlProgram>()
  private var edges = VariantCache<PaperVariant, EdgeProgram>()
  private var folds = VariantCache<FoldKey, FoldProgram>()

  private struct FoldKey: Hashable {
    var fold: CurlFold
    var variant: PaperVariant
  }

  init(_ context: Context, vertices: Buffer) {
    self.context = context
    self.vertices = vertices
  }

  /// Draws strips with one sample per pixel: `paper.frag`.
  ///
  /// - Parameter side: See ``CurlProgram/draw(_:_:clip:filter:side:)``.
  mutating func draw(
    _ strip: Range<Int>, _ surface: PaperSurface, clip: SIMD4<Float>,
    filter: Texture.Sampling.Filter = .linear, side: SIMD2<Float>? = nil
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let variant = PaperVariant(surface).union(side == nil ? [] : .askew)
    let paper = try papers.value(for: variant) { [context, vertices] () throws(GLESError) in
      try CurlProgram(
        context, vertex: Shaders.paperVertex, fragment: Shaders.paperFragment,
        macros: variant.names, label: "paper", vertices: vertices)
    }
    try paper.draw(strip, surface, clip: clip, filter: filter, side: side)
  }

  /// Returns the program for level paper.
  mutating func edge(_ variant: PaperVariant) throws(GLESError) -> EdgeProgram {
    try edges.value(for: variant) { [context, vertices] () throws(GLESError) in
      try EdgeProgram(context, vertices: vertices, variant: variant)
    }
  }

  /// Returns the program for paper in a fold.
  mutating func paper(
    in fold: CurlFold, _ variant: PaperVariant
  ) throws(GLESError) -> FoldProgram {
    let key = FoldKey(fold: fold, variant: variant)
    return try folds.value(for: key) { [context, vertices] () throws(GLESError) in
      try FoldProgram(context, vertices: vertices, macros: variant.names + fold.macros)
    }
  }
}
