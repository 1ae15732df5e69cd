import GLES
import GLMath

/// Draws turning pages into a framebuffer of the current context, from straight above or in
/// perspective.
///
/// ```swift
/// let renderer = try PageRenderer(gl)
/// let turn = try PaperTurn(width: 600, height: 800)
/// let leaf = CurlLeaf(
///   .paper(try turn.geometry(at: 0.4)), pages: CurlPages(front: front, back: back, below: next))
/// try renderer.draw([leaf], eye: SIMD3(0, 400, 3000), into: target)
/// ```
///
/// All colors are premultiplied. Nothing is cleared: the target keeps its content outside the
/// pages.
public final class PageRenderer {
  /// The context that the renderer draws in.
  package let context: Context
  /// Whether the targets are opaque. Shadows on them are then drawn faster.
  package var isTargetOpaque = false {
    didSet { folds.isTargetOpaque = isTargetOpaque }
  }
  private let folds: FoldRenderer
  /// Draws shadows that are known on a grid.
  let shade: ShadowGridProgram
  /// Draws pages that bend like paper.
  private let ruled: LeafProgram
  /// Draws cones, and folds in perspective; made when needed.
  private var layer: RaisedLayer?

  /// Makes a renderer. Its programs are compiled when they are first needed.
  ///
  /// - Parameter context: The context, which is current.
  /// - Throws: The driver's errors.
  public init(_ context: Context) throws(GLESError) {
    self.context = context
    folds = try FoldRenderer(context)
    shade = try ShadowGridProgram(context)
    ruled = try LeafProgram(context, shade)
  }

  /// Draws one moment of a turn, or of several simultaneous turns.
  ///
  /// Flat paper is exact and looks the same from every viewpoint. At the start of a turn the target
  /// shows exactly the front, and once the sheet is gone exactly the page below: bit for bit if the
  /// view's scale is 1 and the images have the page's size. From straight above, a fold is exact
  /// for each pixel.
  ///
  /// Paper casts its shadow on the ground, a fold also on its own rising part, a cone on its own
  /// front, and pages that bend like paper, or turn on cones, on each other. Where the target is
  /// transparent, a shadow covers it if it has ``CurlShadow/bounds`` or is that of pages that bend
  /// like paper. Pages of different shapes cast no shadows on each other; cones and folds in
  /// perspective are drawn above pages that bend like paper.
  ///
  /// - Parameters:
  ///   - leaves: The turning pages, all of one size, in the order in which they started. Only the
  ///     last one's page below is drawn. The first one's quality applies to all. The sampling of
  ///     their textures changes as needed.
  ///   - eye: The viewer's position in page pixels, raised to 1.5 times the height of the paper if
  ///     it is lower. The page plane fills the target as it does from straight above. Default:
  ///     `nil`, straight above.
  ///   - view: The part of page space that the target shows.
  ///   - target: The target, which is bound when this returns.
  /// - Throws: The driver's errors.
  public func draw(
    _ leaves: [CurlLeaf], eye: SIMD3<Double>? = nil, view: CurlView = CurlView(),
    into target: Framebuffer
  ) throws(GLESError) {
    var leaves = leaves
    for index in leaves.indices { leaves[index].look.quality = leaves[0].look.quality }
    let paper = Self.preparation(of: leaves, eye: eye, view: view)
    try drawMoving(leaves, eye: eye, view: view, paper: paper?(), into: target)
  }

  /// Returns what makes the picture of the leaves that bend like paper, on any thread; `nil` if
  /// there are none.
  package static func preparation(
    of leaves: [CurlLeaf], eye: SIMD3<Double>?, view: CurlView
  ) -> (@Sendable () -> PaperPicture)? {
    let paper = leaves.compactMap(PaperPicture.Leaf.init)
    guard !paper.isEmpty else { return nil }
    let eye = lifted(eye, over: leaves)
    return { PaperPicture(paper, from: eye, scale: view.scale) }
  }

  /// Returns an eye that is high enough: for `nil` so high that nothing moves by 1/1000 of a pixel.
  private static func lifted(_ eye: SIMD3<Double>?, over leaves: [CurlLeaf]) -> SIMD3<Double> {
    guard let eye else {
      let page = leaves.first?.shape.page ?? .zero
      return SIMD3(page.x / 2, page.y / 2, 1e3 * page.length * page.length)
    }
    return SIMD3(eye.x, eye.y, max(eye.z, leaves.map(\.shape.lowestEye).max() ?? 0))
  }

  /// What has been drawn of a frame.
  package enum Drawn {
    case all
    /// These rows; the others look as at one of the turn's ends.
    case rows(MovingRows)
    /// What lies outside is as it was.
    case region(PixelRegion)
  }

  /// Does the same as ``draw(_:eye:view:into:)``.
  ///
  /// - Parameters:
  ///   - paper: What ``preparation(of:eye:view:)`` makes.
  ///   - skipsFlat: Whether flat pixels may be left out that look as at one of the turn's ends.
  ///   - landing: The rectangle of page space where the page lands; `nil` for a loose sheet.
  @discardableResult
  package func drawMoving(
    _ leaves: [CurlLeaf], eye: SIMD3<Double>?, view: CurlView, paper: PaperPicture?,
    skipsFlat: Bool = false, landing: PageRect? = nil, into target: Framebuffer
  ) throws(GLESError) -> Drawn {
    if eye == nil, leaves.count == 1, let curl = leaves[0].shape.curl {
      let rows = try folds.draw(
        curl, pages: leaves[0].pages, look: leaves[0].look, view: view, into: target,
        onlyMoving: skipsFlat, landing: landing)
      return rows.map { .rows($0) } ?? .all
    }
    func isRaised(_ leaf: CurlLeaf) -> Bool { Self.isRaised(leaf.shape, view, from: eye) }
    try drawGround(leaves, view: view, into: target, isRaised)
    let high = Self.lifted(eye, over: leaves)
    if let paper {
      let bent = leaves.filter { if case .paper = $0.shape { true } else { false } }
      try ruled.draw(
        bent, paper, from: high, view: view, into: target, isOpaque: isTargetOpaque)
    }
    for leaf in leaves {
      guard case .fold(let curl) = leaf.shape, !isRaised(leaf) else { continue }
      try folds.draw(
        curl, ground: false, pages: leaf.pages, look: leaf.look, view: view, into: target)
    }
    let raised = leaves.filter(isRaised)
    guard raised.isEmpty else {
      let layer: RaisedLayer
      if let known = self.layer { layer = known } else { layer = try RaisedLayer(context, shade) }
      layer.isTargetOpaque = isTargetOpaque
      self.layer = layer
      try layer.draw(raised, eye: high, view: view, into: target)
      return .all
    }
    let isOnlyPaper = leaves.allSatisfy {
      if case .paper = $0.shape { $0.pages.below == nil } else { false }
    }
    let region = isOnlyPaper ? paper?.extent.map { view.region(of: $0, in: target) } : nil
    return region.map { .region($0) } ?? .all
  }

  /// Draws the page below and all flat paper. The page that started first lies on top.
  private func drawGround(
    _ leaves: [CurlLeaf], view: CurlView, into target: Framebuffer, _ isRaised: (CurlLeaf) -> Bool
  ) throws(GLESError) {
    for (index, leaf) in leaves.enumerated().reversed() {
      var pages = leaf.pages
      if index < leaves.count - 1 { pages.below = nil }
      switch leaf.shape {
      case .flat(let page):
        try folds.draw(page.curl, pages: pages, look: leaf.look, view: view, into: target)
      case .fold(let curl):
        let flat = isRaised(leaf) ? Self.ground(curl, view) : curl
        try folds.draw(
          flat, raised: false, pages: pages, look: leaf.look, view: view, into: target)
      case .cone, .paper:
        guard let below = pages.below else { continue }
        var look = CurlLook()
        look.spine = leaf.look.spine
        try folds.draw(
          leaf.shape.flat.curl, raised: false, pages: CurlPages(front: below), look: look,
          view: view, into: target)
      }
    }
  }

  /// Returns whether a roll rises far enough from the ground for the eye's place to matter.
  private static func isRaised(
    _ shape: CurlShape, _ view: CurlView, from eye: SIMD3<Double>?
  ) -> Bool {
    switch shape {
    case .flat, .paper: false
    case .fold(let curl):
      eye != nil && !curl.isFlat && !curl.isGone && curl.radius * view.scale >= 0.5
    case .cone: true
    }
  }

  /// Returns a curl whose flat part extends slightly under the raised part of `curl`.
  private static func ground(_ curl: CurlGeometry, _ view: CurlView) -> CurlGeometry {
    // The layer's edge covers a pixel only in part, so the ground must continue below it. There the
    // paper is hardly higher than the ground, or the radius is less than a pixel.
    let more = min(1 / view.scale, curl.radius / 2)
    return (try? curl.moved(to: curl.contactOffset + more)) ?? curl
  }
}
