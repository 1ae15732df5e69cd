import GLES
import GLMath

/// Draws one or several turning pages in perspective, with shadows and anti-aliased edges.
///
/// ``PageCurlRenderer`` draws what lies on the ground, so flat paper is exact and looks the same
/// from every viewpoint. Pages that bend like paper are cut into their visible parts. Raised paper
/// on cylinders and cones is drawn with a depth buffer into a layer with twice the target's
/// resolution in each direction (the same in draft, four times in best quality), which is then
/// scaled down. Raised paper casts its shadow on the ground. A roll also casts a shadow on its own
/// rising part, and pages that bend like paper cast shadows on each other.
public final class CurlScene {
  private let renderer: PageCurlRenderer
  private let context: Context
  private let buffer: Buffer
  private var programs: MeshPrograms
  private let layer: LayerProgram
  private var shadow: CastShadow
  private var selfShadow: ShadowProgram
  private var rolled = RuledPaper()
  private var paper: Framebuffer?
  private let shade: ShadeProgram
  /// Draws pages that bend like paper; made when needed.
  private var ruled: RuledProgram?

  /// Makes a scene.
  ///
  /// - Parameter renderer: The renderer of what lies flat; its context is current.
  /// - Throws: The driver's errors.
  public init(_ renderer: PageCurlRenderer) throws(GLESError) {
    self.renderer = renderer
    context = renderer.context
    buffer = try Buffer(context, [SIMD2<Float>](), usage: .stream)
    programs = MeshPrograms(context, points: buffer)
    layer = try LayerProgram(context)
    shadow = CastShadow(context, layer)
    selfShadow = try ShadowProgram(context)
    shade = try ShadeProgram(context)
  }

  /// Draws one moment of a turn, or of several simultaneous turns.
  ///
  /// - Parameters:
  ///   - leaves: The turning pages, all of one size, in the order in which they started. Only the
  ///     last one's page below is drawn. The first one's quality applies to all.
  ///   - eye: The viewer's position in page pixels, raised to 1.5 times the height of the paper if
  ///     it is lower. The page plane fills the target as it does from straight above.
  ///   - view: The part of page space that the target shows.
  ///   - target: The target, which is bound when this returns.
  /// - Throws: The driver's errors.
  public func draw(
    _ leaves: [CurlLeaf], eye: SIMD3<Double>, view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    let paper = Self.preparation(of: leaves, eye: eye, view: view)
    try drawMoving(leaves, eye: eye, view: view, paper: paper?(), into: target)
  }

  /// Returns what makes the picture of the leaves that bend like paper, on any thread; `nil` if
  /// there are none.
  package static func preparation(
    of leaves: [CurlLeaf], eye: SIMD3<Double>, view: CurlView
  ) -> (@Sendable () -> PaperPicture)? {
    let paper = leaves.compactMap(SeenPaper.Leaf.init)
    guard !paper.isEmpty else { return nil }
    let eye = lifted(eye, over: leaves)
    return { PaperPicture(paper, from: eye, scale: view.scale) }
  }

  private static func lifted(_ eye: SIMD3<Double>, over leaves: [CurlLeaf]) -> SIMD3<Double> {
    SIMD3(eye.x, eye.y, max(eye.z, leaves.map { lowestEye(over: $0.shape) }.max() ?? 0))
  }

  /// Does the same as ``draw(_:eye:view:into:)``.
  ///
  /// - Parameter paper: What ``preparation(of:eye:view:)`` makes.
  /// - Returns: A rectangle that contains all pixels that were drawn; `nil` if it is not known.
  @discardableResult
  package func drawMoving(
    _ leaves: [CurlLeaf], eye: SIMD3<Double>, view: CurlView, paper: PaperPicture?,
    into target: Framebuffer
  ) throws(GLESError) -> PixelRegion? {
    let eye = Self.lifted(eye, over: leaves)
    try drawGround(leaves, view: view, into: target)
    if let paper { try draw(paper, of: leaves, eye: eye, view: view, into: target) }
    let isOnlyPaper = leaves.allSatisfy {
      if case .paper = $0.shape { $0.pages.below == nil } else { false }
    }
    let raised = leaves.filter { Self.isRaised($0.shape, view) }
    // Paper that is less than a pixel high looks the same from every eye.
    for leaf in leaves {
      guard case .cylinder(let curl) = leaf.shape, !Self.isRaised(leaf.shape, view) else {
        continue
      }
      try renderer.draw(
        curl, .raised, pages: leaf.pages, look: leaf.look, view: view, into: target)
    }
    guard let first = raised.first else {
      return isOnlyPaper ? paper?.extent.map { view.region(of: $0, in: target) } : nil
    }
    for leaf in raised {
      guard let cast = leaf.look.shadow, leaf.look.quality != .draft else { continue }
      // The shadow's texels are coarse: close to the contact line they would also darken the flat
      // paper in front of it.
      let texel = CastShadow.coarseness(of: leaf.shape.page * view.scale) / view.scale
      var look = CurlLook()
      look.light = nil
      let (program, figure) = try place(leaf.shape, look, view, from: 6 * texel)
      var surface = PaperSurface.plain(leaf.pages.front, leaf.shape.page, tint: .zero)
      surface.wash = SIMD3(repeating: 1)
      try shadow.draw(leaf.shape, cast, view: view, into: target) { matrix throws(GLESError) in
        try program.draw(surface, side: .front, matrix: matrix, figure)
      }
    }
    let samples = samples(first.look.quality)
    let side = min(Self.layerSide, context.limits.textureSize) / samples
    let whole = Self.region(of: raised.map(\.shape), eye: eye, view: view, in: target)
    for y in stride(from: whole.y, to: whole.y + whole.height, by: side) {
      for x in stride(from: whole.x, to: whole.x + whole.width, by: side) {
        let tile = PixelRegion(
          x: x, y: y, width: min(side, whole.x + whole.width - x),
          height: min(side, whole.y + whole.height - y))
        try draw(
          raised, tile, samples: samples, side: side, eye: eye, view: view, into: target)
      }
    }
    return nil
  }

  /// Returns the least height of the eye in page pixels: 1.5 times that of the paper.
  package static func lowestEye(over shape: CurlShape) -> Double { 1.5 * shape.highest }

  /// The layer's longest side in texels. All drivers allow 2048 in practice, and it bounds the
  /// memory to 32 MiB with depth.
  private static let layerSide = 2048

  private func samples(_ quality: CurlQuality) -> Int {
    switch quality {
    case .draft: 1
    case .standard: 2
    case .best: 4
    }
  }

  /// Draws the page below and all flat paper; the page that started first lies on top.
  private func drawGround(
    _ leaves: [CurlLeaf], view: CurlView, into target: Framebuffer
  ) throws(GLESError) {
    for (index, leaf) in leaves.enumerated().reversed() {
      var pages = leaf.pages
      if index < leaves.count - 1 { pages.below = nil }
      switch leaf.shape {
      case .cylinder(let curl):
        let flat = Self.isRaised(leaf.shape, view) ? Self.ground(curl, view) : curl
        try renderer.draw(flat, .ground, pages: pages, look: leaf.look, view: view, into: target)
      case .cone, .paper:
        guard let below = pages.below, case .cylinder(let flat) = leaf.shape.flat else { continue }
        try renderer.draw(
          flat, .ground, pages: CurlPages(front: below), look: CurlLook(), view: view, into: target)
      }
    }
  }

  /// Draws pages that bend like paper, with their shadows.
  private func draw(
    _ picture: PaperPicture, of leaves: [CurlLeaf], eye: SIMD3<Double>, view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) {
    let ruled: RuledProgram
    if let known = self.ruled { ruled = known } else { ruled = try RuledProgram(context) }
    self.ruled = ruled
    let clip = view.clip(of: target)
    try shade.upload(picture.shades)
    func draw(_ shadow: PaperPicture.Shadow) throws(GLESError) {
      let isBlack = shadow.color == .zero
      let scissor = shadow.bounds.map { view.region(of: $0, in: target) }
      try shade.draw(
        shadow.vertices, tint: isBlack ? nil : shadow.color, clip: clip,
        isBlack ? .blackShadow(scissor: scissor) : .shadow(scissor: scissor))
    }
    for shadow in picture.ground { try draw(shadow) }
    let paper = leaves.filter { if case .paper = $0.shape { true } else { false } }
    try ruled.draw(
      paper, picture, view.matrix(from: eye, width: target.width, height: target.height),
      shade: draw)
  }

  /// Draws one tile of the raised paper and copies it to the target.
  private func draw(
    _ leaves: [CurlLeaf], _ tile: PixelRegion, samples: Int, side: Int, eye: SIMD3<Double>,
    view: CurlView, into target: Framebuffer
  ) throws(GLESError) {
    let paper = try paperLayer(side: side * samples)
    paper.bind()
    context.apply(RenderState())
    context.clear(color: .zero, depth: 1)
    let part = CurlView(
      origin: view.origin + SIMD2(Double(tile.x), Double(tile.y)) / view.scale, scale: view.scale)
    let matrix = part.matrix(from: eye, width: side, height: side)
    // Where pages touch, the front of the one that started first and the back of the one that
    // started last are on top.
    for leaf in leaves.reversed() { try draw(leaf, .front, matrix, view, samples: samples) }
    for leaf in leaves {
      guard case .cylinder(let curl) = leaf.shape, leaf.look.drawsFront,
        leaf.look.quality != .draft, let cast = leaf.look.shadow
      else { continue }
      // The backs are drawn later, so the shadow cannot fall on them.
      try selfShadow.drawRaised(curl, cast, part, from: matrix)
    }
    for leaf in leaves { try draw(leaf, .back, matrix, view, samples: samples) }
    target.bind()
    var state = RenderState()
    state.dithers = false
    state.blending = .premultiplied
    context.apply(state)
    try layer.draw(
      paper.color, size: SIMD2(tile.width, tile.height) &* samples, to: tile,
      of: SIMD2(target.width, target.height), samples: samples, channels: .identity)
  }

  /// Draws a side of the raised paper.
  private func draw(
    _ leaf: CurlLeaf, _ side: PaperSide, _ matrix: Matrix4, _ view: CurlView, samples: Int
  ) throws(GLESError) {
    guard let surface = PaperSurface.of(side, leaf.shape, leaf.pages, leaf.look) else { return }
    let (program, figure) = try place(leaf.shape, leaf.look, view, isNarrow: samples > 1)
    context.apply(.mesh(side, isOpaque: surface.page.isOpaque))
    let scale = view.scale * leaf.shape.page / SIMD2<Double>(surface.page.texels)
    try program.draw(
      surface, side: side, matrix: matrix, figure,
      sample: samples > 1 ? Self.sample(samples, scale: scale) : nil)
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

  /// Uploads a page's raised paper, and returns what draws it.
  private func place(
    _ shape: CurlShape, _ look: CurlLook, _ view: CurlView, from start: Double = 0,
    isNarrow: Bool = false
  ) throws(GLESError) -> (MeshProgram, MeshFigure) {
    // Three hundredths of a pixel: less than the 0.1 px that the tests allow.
    rolled.cut(shape, tolerance: 0.03 / view.scale, from: start)
    try buffer.replace(rolled.points)
    return (
      try programs.program(for: shape, look, isNarrow: isNarrow), .strip(count: rolled.points.count)
    )
  }
}

extension CurlScene {
  /// Returns whether a roll rises far enough from the ground for the eye's place to matter.
  private static func isRaised(_ shape: CurlShape, _ view: CurlView) -> Bool {
    switch shape {
    case .cylinder(let curl): !curl.isFlat && !curl.isGone && curl.radius * view.scale >= 0.5
    case .cone: true
    case .paper: false
    }
  }

  /// Returns a curl whose flat part extends slightly under the raised part of `curl`.
  private static func ground(_ curl: CurlGeometry, _ view: CurlView) -> CurlGeometry {
    // The layer's edge covers a pixel only in part, so the ground must continue below it. There the
    // paper is hardly higher than the ground, or the radius is less than a pixel.
    let more = min(1 / view.scale, curl.radius / 2)
    let ground = try? CurlGeometry(
      width: curl.width, height: curl.height, contactOffset: curl.contactOffset + more,
      angle: curl.angle, radius: curl.radius, fold: curl.fold)
    return ground ?? curl
  }

  /// Returns the target's pixels that raised paper may cover.
  private static func region(
    of shapes: [CurlShape], eye: SIMD3<Double>, view: CurlView, in target: Framebuffer
  ) -> PixelRegion {
    let cells = 24
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    for shape in shapes {
      let size = shape.page
      let cell = max(size.x, size.y) / Double(cells)
      for index in 0..<((cells + 1) * (cells + 1)) {
        let paper =
          size * SIMD2(Double(index % (cells + 1)), Double(index / (cells + 1))) / Double(cells)
        if case .cylinder(let curl) = shape, curl.distance(of: paper) < -2 * cell { continue }
        let place = shape.position(of: paper)
        // Projected from the eye to the page plane.
        let share = eye.z / (eye.z - place.z)
        let seen = SIMD2(
          eye.x + (place.x - eye.x) * share, eye.y + (place.y - eye.y) * share)
        // Between two points the paper may bulge, by less than its length.
        low = pointwiseMin(low, seen - cell * share)
        high = pointwiseMax(high, seen + cell * share)
      }
    }
    return view.region(of: PageRect(low: low, high: high), in: target)
  }
}
