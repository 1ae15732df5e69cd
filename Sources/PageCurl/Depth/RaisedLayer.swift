import GLES
import GLESKitShaders
import GLMath

/// Draws pages on cones, and folds in perspective: their raised paper into a layer with a depth
/// buffer and twice the target's resolution in each direction (the same in draft, four times in
/// best quality), which is then scaled down, and its shadow on the ground. A fold also casts a
/// shadow on its own rising part, and cones on their own fronts and on each other.
final class RaisedLayer {
  private let context: Context
  private var mesh: RuledMesh
  private var layers: PaperPrograms<SIMD2<Float>>
  private var foldShadow: ShadowProgram
  private let shade: ShadowGridProgram
  private var paper: Framebuffer?

  /// Whether the targets are opaque.
  var isTargetOpaque = false

  init(_ context: Context, _ shade: ShadowGridProgram) throws(GLESError) {
    (self.context, self.shade) = (context, shade)
    mesh = try RuledMesh(context)
    layers = try PaperPrograms(context, [("a_corner", 2, \.self)])
    try layers.upload([SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)])
    foldShadow = try ShadowProgram(context)
  }

  /// Draws the raised paper of leaves of one quality, in the order in which they started.
  func draw(
    _ raised: [CurlLeaf], eye: SIMD3<Double>, view: CurlView, into target: Framebuffer
  ) throws(GLESError) {
    guard let first = raised.first else { return }
    var casts: [ConeShadow?] = []
    for leaf in raised {
      casts.append(nil)
      guard let cast = leaf.look.cast else { continue }
      switch leaf.shape {
      case .fold(let curl):
        try foldShadow.drawGround(
          curl, cast, view: view, into: target, isOpaque: isTargetOpaque,
          hasFront: leaf.look.drawsFront)
      case .cone(let cone):
        let shadow = ConeShadow(cone, cast, pixel: 1 / view.scale)
        try drawGround(shadow, view: view, into: target)
        casts[casts.count - 1] = shadow
      case .flat, .paper: break
      }
    }
    let samples = samples(first.look.quality)
    let grid = RaisedRun.Grid(eye: eye, texel: 1 / (view.scale * Double(samples)))
    let sides = try cut(raised, casts, view, samples > 1 ? grid : nil)
    let side = min(Self.layerSide, context.limits.textureSize) / samples
    // Samples of a pixel lie beside its center.
    guard let extent = mesh.extent(from: eye)?.padded(by: 1 / view.scale) else { return }
    for tile in view.region(of: extent, in: target).tiles(side: side) {
      try draw(
        raised, sides, tile, samples: samples, side: side, eye: eye, view: view, into: target)
    }
  }

  /// Cuts the leaves, and returns the fronts and the backs of all.
  ///
  /// - Parameters:
  ///   - casts: The shadows of those that are cones.
  ///   - grid: The layer's texels, if edges cover them in part.
  private func cut(
    _ leaves: [CurlLeaf], _ casts: [ConeShadow?], _ view: CurlView, _ grid: RaisedRun.Grid?
  ) throws(GLESError) -> [(front: RuledMesh.Side, back: RuledMesh.Side)] {
    mesh.removeAll()
    let sides = leaves.enumerated().map { index, leaf in
      func cut(
        _ side: PaperSide, _ casts: ArraySlice<ConeShadow?>, _ isDrawn: Bool
      ) -> RuledMesh.Side {
        var shade: ConeShade?
        if case .cone(let cone) = leaf.shape, isDrawn {
          shade = ConeShade(on: cone, casts.compactMap(\.self), pixel: 1 / view.scale)
        }
        // Three hundredths of a pixel: less than the 0.1 px that the tests allow.
        return mesh.cut(
          side, of: leaf.shape, leaf.look, tolerance: 0.03 / view.scale, isRaised: true, shade,
          on: grid)
      }
      // Leaves that started earlier lie over a leaf's front, and later ones over its back.
      return (
        front: cut(.front, casts[...index], leaf.look.drawsFront),
        back: cut(.back, casts[(index + 1)...], leaf.look.drawsBack)
      )
    }
    try mesh.upload()
    return sides
  }

  /// The layer's longest side in texels. All drivers allow 2048 in practice, and it bounds the
  /// memory to 32 MiB with depth.
  private static let layerSide = 2048

  /// Draws the shadow of a page on a cone on the ground: first into the layer, where the narrow
  /// triangles that rounding puts on each other darken a pixel once.
  private func drawGround(
    _ shadow: ConeShadow, view: CurlView, into target: Framebuffer
  ) throws(GLESError) {
    let (cone, cast) = (shadow.cone, shadow.look)
    let bounds = cast.bounds ?? PageRect(width: cone.width, height: cone.height)
    var mesh = ShadowGrid()
    let vertices = shadow.add(to: &mesh, within: bounds)
    try shade.upload(mesh)
    // The part of the bounds on which the shadow falls, and a pixel around it.
    guard let all = PageRect(around: mesh.vertices.lazy.map { SIMD2(Double($0.x), Double($0.y)) })
    else { return }
    let near = all.padded(by: 1 / view.scale)
    let seen = PageRect(
      low: pointwiseMax(near.low, bounds.low), high: pointwiseMin(near.high, bounds.high))
    let side = min(Self.layerSide, context.limits.textureSize)
    for tile in view.region(of: seen, in: target).tiles(side: side) {
      let layer = try paperLayer(side: side)
      layer.bind()
      let state = RenderState.strips(
        blending: false, scissor: PixelRegion(width: tile.width, height: tile.height))
      context.apply(state)
      context.clear(color: .zero)
      try shade.draw(
        vertices, tint: cast.color, clip: view.part(from: tile).clip(of: layer), state)
      target.bind()
      context.apply(.shadow(scissor: tile, coversGround: cast.bounds != nil && !isTargetOpaque))
      try copy(layer.color, to: tile, of: target, samples: 1)
    }
  }

  private func samples(_ quality: CurlQuality) -> Int {
    switch quality {
    case .draft: 1
    case .standard: 2
    case .best: 4
    }
  }

  /// Draws one tile of the raised paper and copies it to the target.
  private func draw(
    _ leaves: [CurlLeaf], _ sides: [(front: RuledMesh.Side, back: RuledMesh.Side)],
    _ tile: PixelRegion, samples: Int, side: Int, eye: SIMD3<Double>, view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) {
    let paper = try paperLayer(side: side * samples)
    paper.bind()
    context.apply(RenderState())
    context.clear(color: .zero, depth: 1)
    let part = view.part(from: tile)
    let matrix = part.matrix(from: eye, width: side, height: side)
    // Where pages touch, the front of the one that started first and the back of the one that
    // started last are on top.
    for (leaf, sides) in zip(leaves, sides).reversed() {
      try draw(leaf, .front, sides.front, matrix, view, samples: samples)
    }
    for leaf in leaves {
      guard case .fold(let curl) = leaf.shape, leaf.look.drawsFront, let cast = leaf.look.cast
      else { continue }
      // The backs are drawn later, so the shadow cannot fall on them.
      try foldShadow.prepare(curl, cast, hiddenBy: .nothing, part)
      try foldShadow.drawRaised(curl, cast, matrix: matrix)
    }
    for (leaf, sides) in zip(leaves, sides) {
      try draw(leaf, .back, sides.back, matrix, view, samples: samples)
    }
    target.bind()
    context.apply(.strips(blending: true))
    try copy(paper.color, to: tile, of: target, samples: samples)
  }

  /// Draws the lower left part of the layer on a tile of the bound target, scaled down.
  private func copy(
    _ texture: Texture, to tile: PixelRegion, of target: Framebuffer, samples: Int
  ) throws(GLESError) {
    let layer = try layers.program(
      "layer", vertex: Shaders.layerVertex, fragment: Shaders.layerFragment,
      samples == 4 ? ["FOUR"] : [])
    try texture.bind(sampling: Texture.Sampling(.linear))
    try layer.set("u_layer", 0 as Int32)
    let unit = 2 / SIMD2<Float>(Float(target.width), Float(target.height))
    let size = SIMD2(Float(tile.width), Float(tile.height))
    let place = SIMD2(Float(tile.x), Float(tile.y)) * unit - 1
    try layer.set("u_frame", SIMD4(lowHalf: place, highHalf: size * unit))
    let texel = 1 / SIMD2<Float>(Float(texture.width), Float(texture.height))
    try layer.set("u_part", SIMD4(lowHalf: .zero, highHalf: size * Float(samples) * texel))
    // Each sample lies between texels, so bilinear filtering makes it the mean of four.
    try layer.setIfUsed("u_reach", texel)
    try layer.draw(.triangleStrip, 0..<4)
  }

  /// Draws a side of the raised paper.
  private func draw(
    _ leaf: CurlLeaf, _ side: PaperSide, _ triangles: RuledMesh.Side, _ matrix: Matrix4,
    _ view: CurlView, samples: Int
  ) throws(GLESError) {
    guard let surface = PaperSurface.of(side, leaf.shape, leaf.pages, leaf.look) else { return }
    context.apply(.mesh(side, isOpaque: surface.page.isOpaque))
    let scale = view.scale * leaf.shape.page / SIMD2<Double>(surface.page.texels)
    let sample = samples > 1 ? Self.sample(samples, scale: scale) : nil
    try mesh.draw(triangles, surface, matrix: matrix, sample: sample)
    guard !triangles.edges.isEmpty else { return }
    context.apply(.edges)
    try mesh.draw(triangles, surface, matrix: matrix, sample: sample, edges: true)
  }

  /// Returns the size in texels of each of `count` samples across a pixel that together are as
  /// sharp as the one sample of paper on the ground, which is a texel wide. So the focus does not
  /// change when paper leaves the ground or lands.
  ///
  /// - Parameter scale: Pixels per texel.
  private static func sample(_ count: Int, scale: SIMD2<Double>) -> SIMD2<Float> {
    // n samples of width w at intervals d have the variance (w² + (n² − 1) d²) / 12.
    let least = 1 / Double(count * count)
    let square = 1 - (1 - least) / (scale * scale)
    return SIMD2<Float>(pointwiseMax(square, SIMD2(repeating: least)).squareRoot())
  }

  private func paperLayer(side: Int) throws(GLESError) -> Framebuffer {
    if let paper, paper.width == side { return paper }
    let made = try Framebuffer(context, width: side, height: side, depth: true)
    paper = made
    return made
  }
}

extension RenderState {
  /// The state for edges that cover texels in part. They write no depth, so that a page that is
  /// drawn later and lies behind them fills what they leave free.
  fileprivate static var edges: RenderState {
    var state = strips(blending: true)
    state.depthTest = .lessOrEqual
    state.writesDepth = false
    return state
  }
}

extension PixelRegion {
  /// Returns the parts of the region of at most `side` pixels in each direction.
  fileprivate func tiles(side: Int) -> [PixelRegion] {
    stride(from: y, to: y + height, by: side).flatMap { row in
      stride(from: x, to: x + width, by: side).map { column in
        PixelRegion(
          x: column, y: row, width: min(side, x + width - column),
          height: min(side, y + height - row))
      }
    }
  }
}

extension CurlView {
  /// Returns the view of a part of a target that begins at a tile's lower left corner.
  fileprivate func part(from tile: PixelRegion) -> CurlView {
    CurlView(origin: origin + SIMD2(Double(tile.x), Double(tile.y)) / scale, scale: scale)
  }
}
