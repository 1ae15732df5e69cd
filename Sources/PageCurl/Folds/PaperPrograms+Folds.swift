import GLES
import GLESKitShaders
import GLMath

/// The macros of the shaders below:
///
/// - `FINE`: pixels that lie askew over the texels are composed of smaller samples.
/// - `BORDER`: the page's edges may cross the pixels.
/// - `ASKEW`: the texels' rows and columns are not parallel to the pixels'.
/// - `THROUGH`: paper through which the print on its other side shines.
extension PaperPrograms<CurlVertex> {
  /// Draws strips with one sample per pixel: `paper.frag`.
  ///
  /// - Parameters:
  ///   - filter: How the surface's picture is sampled.
  ///   - side: The width and the height of a side of a pixel on the paper, if its sides are not
  ///     parallel to the texels'; the side is 1 long.
  mutating func draw(
    _ strip: Range<Int>, _ surface: PaperSurface, clip: SIMD4<Float>,
    filter: Texture.Sampling.Filter = .linear, side: SIMD2<Float>? = nil
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let paper = try program(
      "paper", vertex: Shaders.paperVertex, fragment: Shaders.paperFragment,
      surface.macros + (side == nil ? [] : ["ASKEW"]))
    try paper.set("u_matrix", Matrix4(flat: clip))
    try paper.set(surface, filter: filter)
    if let side { try paper.set("u_side", side) }
    try paper.draw(.triangleStrip, strip)
  }

  /// Draws level paper with anti-aliased edges, the flat part or the part that is upside down:
  /// `edge.vert` and `edge.frag`.
  mutating func drawLevel(
    _ strips: [Range<Int>], of curl: CurlGeometry, turned: Bool, _ surface: PaperSurface,
    _ macros: [String], view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    let edge = try program(
      "edge", vertex: Shaders.edgeVertex, fragment: Shaders.edgeFragment, macros)
    let pixel = 1 / view.scale
    let n = curl.lift
    // The part that is upside down is the page mirrored about the fold, and so are the changes of
    // its x and y.
    let change =
      turned
      ? SIMD4(1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.y, 1 - 2 * n.y * n.y)
      : SIMD4(1, 0, 0, 1)
    try edge.set("u_view", clip)
    try edge.set(surface)
    try edge.set("u_size", SIMD2(Float(curl.width), Float(curl.height)))
    try edge.set("u_change", SIMD4<Float>(pixel * change))
    try edge.set("u_line", curl.line)
    // Paper ends here only at a fold sharper than a pixel; a rounder one continues in fold.frag,
    // and a landed page ends at its own edge.
    let isFolded = curl.radius < pixel && curl.contactOffset > curl.extent.lowerBound
    let end = turned && isFolded ? curl.reach : 1e4
    try edge.set("u_end", SIMD3<Float>(SIMD3(end, pixel * n.x, pixel * n.y)))
    try edge.setIfUsed("u_side", curl.turnedSide)
    for strip in strips { try edge.draw(.triangleStrip, strip) }
  }

  /// Draws strips of one half of the fold, placed pixel by pixel: `fold.vert` and `fold.frag`.
  mutating func drawFold(
    _ strips: [Range<Int>], of curl: CurlGeometry, side: PaperSide, _ surface: PaperSurface,
    _ macros: [String], view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    let fold = try program(
      "fold", vertex: Shaders.foldVertex, fragment: Shaders.foldFragment,
      macros + curl.fold.macros)
    try fold.set("u_view", clip)
    try fold.set(surface)
    try fold.setIfUsed("u_size", SIMD2(Float(curl.width), Float(curl.height)))
    try fold.set("u_line", curl.line)
    let (reach, pixel) = (side == .back ? curl.reach : -curl.reach, 1 / view.scale)
    try fold.set("u_roll", SIMD2<Float>(SIMD2(0.5 * pixel / curl.reach, reach)))
    try fold.set("u_step", SIMD2<Float>(curl.lift) * surface.mapping.lowHalf)
    for strip in strips { try fold.draw(.triangleStrip, strip) }
  }
}

extension PaperSurface {
  /// The macros that it needs.
  var macros: [String] { other == nil ? [] : ["THROUGH"] }
}

extension CurlGeometry {
  /// The width and the height, on the paper, of a side of a pixel that shows level paper upside
  /// down; the side is 1 long.
  var turnedSide: SIMD2<Float> {
    SIMD2<Float>(SIMD2(abs(1 - 2 * lift.x * lift.x), abs(2 * lift.x * lift.y)))
  }

  /// The contact line for a shader: the lift, and the coordinate along it.
  fileprivate var line: SIMD3<Float> { SIMD3<Float>(SIMD3(lift.x, lift.y, contactOffset)) }
}
