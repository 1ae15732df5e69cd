import GLES
import ImageCoding
import Imaging
import Offscreen
import PageCurl
import Profiling

/// Draws moments of a book in a context of its own, which is only current while it draws: others
/// may have to wait for its display. It belongs to the thread that made it.
final class TurnPainter {
  let plan: FramePlan
  let times: StageTimes?
  let offscreen: OffscreenContext
  private let renderer: PageRenderer
  /// Draws the stacks of open books; made when needed.
  private var body: BookBodyProgram?
  let target: Framebuffer
  /// Reads frames back while the next ones are drawn; made when needed.
  var ring: ReadbackRing?
  private var groundPicture = GroundPicture()
  /// Draws frames with several samples per pixel; made when needed.
  private var finer: FinerTarget?
  private var pages: [Int: CurlPage] = [:]
  /// What each of them shows.
  private var shown: [Int: ShownPage] = [:]
  private var shaded = ShadedPages()
  /// The picture behind the pages.
  private var backdrop: CurlLeaf?

  /// What draws.
  var driver: Context.Driver { offscreen.gl.driver }
  /// Whether EGL says that the driver uses a GPU.
  var isHardware: Bool { offscreen.egl.isSoftware == false }

  /// Makes the context and the framebuffer to draw to.
  init(_ plan: FramePlan, times: StageTimes?) throws(RecordingError) {
    (self.plan, self.times) = (plan, times)
    do { offscreen = try OffscreenContext() } catch { throw .offscreen(error) }
    do throws(GLESError) {
      renderer = try PageRenderer(offscreen.gl)
      target = try Framebuffer(
        offscreen.gl, width: plan.stage.frame.width, height: plan.stage.frame.height)
    } catch {
      throw .gles(error)
    }
    backdrop = try plan.backdrop.map { picture throws(RecordingError) in
      try Self.backdrop(picture, in: offscreen)
    }
    renderer.isTargetOpaque = backdrop != nil || plan.background.w == 255
    offscreen.releaseCurrent()
  }

  private static func backdrop(
    _ picture: Image, in offscreen: OffscreenContext
  ) throws(RecordingError) -> CurlLeaf {
    let texture: Texture
    do { texture = try Texture(offscreen.gl, picture) } catch { throw .gles(error) }
    return try .flat(CurlPage(texture, isOpaque: true))
  }

  /// What a moment shows, in textures of this painter's context.
  struct Scene {
    var moment: Moment
    var turns: [BookTurn]
    var placed: PlacedTurn
    /// The pages by their numbers.
    var pages: [Int: CurlPage]
    /// The leaves in the air.
    var leaves: [CurlLeaf]
    /// The shade of pages toward the spine.
    var gutters: Gutters?
    /// Whether the page below the leaves belongs to the ground.
    var isBelowDone: Bool
    /// What is seen of leaves that bend like paper.
    var paper: Ahead<PaperPicture>?
    /// The part of the frame that is drawn.
    var view: CurlView
    /// Whether it is drawn into a target of its own first.
    var isFiner: Bool
    /// Where it is seen from in page space; `nil` is straight above.
    var eye: SIMD3<Double>?

    /// The part of page space that is drawn of a page with this lower left corner.
    func view(_ corner: SIMD2<Double>) -> CurlView {
      CurlView(origin: view.origin - corner, scale: view.scale)
    }

    func page(_ number: Int?) -> CurlPage? { number.flatMap { pages[$0] } }

    /// Returns the look of the pages of a turn that lie flat, in a direction from the spine. The
    /// edges of cones cover pixels in part at the spine, too.
    func look(_ turn: BookTurn, _ side: Double) -> CurlLook {
      var look = turn.settings.style.look
      if case .cone = placed.turn.profile { return look }
      look.spine = placed.spine.map { side * $0.away }
      return look
    }
  }

  /// Returns what a moment shows, in the current context.
  ///
  /// - Parameters:
  ///   - isAhead: Whether to start a thread for what can be computed before the scene is drawn.
  ///   - page: As of ``paint(_:into:isKept:onlyMoving:loading:)``.
  func scene(
    at moment: Moment, isAhead: Bool = false,
    loading page: (_ page: Int, _ frame: Int) throws(RecordingError) -> PageView
  ) throws(RecordingError) -> Scene {
    let turns = Array(plan.turns[moment.turns])
    let placed = plan.placed(at: moment)
    try load(turns.flatMap(\.pages), at: moment, with: page)
    let shapes = try plan.shapes(at: moment)
    let gutters = Gutters(turns, placed, in: plan, at: plan.progress(at: moment))
    // A leaf in the air covers the gutter, and a board is larger than the page below it.
    let isBelowDone = gutters?.isAtRest == false || Self.isBoard(turns, shapes)
    let samples = plan.samples(at: moment)
    let isFiner = samples > 1 || moment.view.lens != nil
    if isFiner, finer?.samples != samples {
      finer = try FinerTarget(offscreen.gl, plan.stage.frame, samples: samples)
    }
    let view = CurlView(
      origin: moment.view.origin, scale: moment.view.zoom * Double(samples))
    var scene = Scene(
      moment: moment, turns: turns, placed: placed, pages: pages, leaves: [],
      gutters: gutters, isBelowDone: isBelowDone, view: view, isFiner: isFiner,
      eye: moment.view.lens.map { $0.eye - SIMD3(placed.corner, 0) } ?? placed.eye)
    scene.leaves = try leaves(of: scene, shapes)
    scene.paper = PageRenderer.preparation(
      of: scene.leaves, eye: scene.eye, view: scene.view(placed.corner)
    ).map { Ahead(isThreaded: isAhead, $0) }
    return scene
  }

  /// Draws a scene into ``target``, in the current context.
  ///
  /// - Parameters: As of ``paint(_:into:isKept:onlyMoving:loading:)``.
  func render(
    _ scene: Scene, isKept: Bool = false, onlyMoving: Bool = false
  ) throws(RecordingError) -> PageRenderer.Drawn {
    do {
      return try times.measure(.render) { () throws(GLESError) -> PageRenderer.Drawn in
        var picture = groundPicture
        // Exclusive, and not drawn on again if this fails.
        groundPicture = GroundPicture()
        let drawn: PageRenderer.Drawn
        if scene.isFiner, let finer {
          _ = try draw(scene, on: &finer.ground, into: finer.target)
          try finer.shrink(through: scene.moment.view.lens, into: target, with: renderer)
          picture.covered = nil
          drawn = .all
        } else {
          drawn = try draw(
            scene, on: &picture, isKept: isKept, onlyMoving: onlyMoving, into: target)
        }
        groundPicture = picture
        // Drivers defer drawing, which would then be measured as readback.
        if times != nil, ring == nil { offscreen.gl.finish() }
        return drawn
      }
    } catch {
      throw .gles(error)
    }
  }

  private func draw(
    _ scene: Scene, on picture: inout GroundPicture, isKept: Bool = false,
    onlyMoving: Bool = false, into target: Framebuffer
  ) throws(GLESError) -> PageRenderer.Drawn {
    let restored = try picture.draw(ground(scene), in: offscreen.gl, into: target) {
      ground, target throws(GLESError) in
      try draw(ground, scene, into: target)
    }
    let drawn = try drawLeaves(of: scene, onlyMoving: onlyMoving, into: target)
    if let gutters = scene.gutters, gutters.isAtRest {
      try shade(gutters, scene.view, into: target)
      return .all
    }
    guard case .region(let region) = drawn else { return drawn }
    picture.covered = region
    return isKept ? .region(region.union(restored)) : .all
  }

  /// Whether the pages cover the whole frame, so that it needn't be cleared.
  private func fills(_ scene: Scene) -> Bool {
    let turn = scene.turns[0]
    guard scene.turns.count == 1, plan.stage.page == plan.stage.frame,
      scene.moment.view.isWhole, scene.placed.facing == nil,
      scene.placed.eye == nil, turn.settings.style.look.drawsFront,
      let front = scene.page(turn.front), let below = scene.page(turn.below)
    else { return false }
    return front.isOpaque && below.isOpaque
  }

  private func ground(_ scene: Scene) -> BookGround {
    let (first, last) = (scene.turns[0], scene.turns[scene.turns.count - 1])
    let pages = [first.facing, first.facingFront, last.below].compactMap(\.self)
    return BookGround(
      turns: scene.moment.turns, corner: scene.placed.corner, view: scene.moment.view,
      shown: pages.map { plan.shown($0, at: scene.moment) }, stacks: plan.body(at: scene.moment),
      showsBelow: scene.isBelowDone,
      gutters: scene.gutters?.isAtRest == false ? scene.gutters : nil)
  }

  /// Draws what lies below the leaves.
  private func draw(
    _ ground: BookGround, _ scene: Scene, into target: Framebuffer
  ) throws(GLESError) {
    target.bind()
    offscreen.gl.apply(RenderState())
    if let backdrop {
      try renderer.draw([backdrop], view: scene.view, into: target)
    } else if !fills(scene) {
      offscreen.gl.clear(color: SIMD4<Float>(plan.background.premultiplied) / 255)
    }
    if let stacks = ground.stacks { try draw(stacks, scene, into: target) }
    try drawFacing(scene, into: target)
    let last = scene.turns[scene.turns.count - 1]
    if ground.showsBelow, let below = scene.page(last.below) {
      let leaf = CurlLeaf(
        .flat(scene.placed.turn.flat), pages: CurlPages(front: below), look: scene.look(last, 1))
      try renderer.draw([leaf], view: scene.view(scene.placed.corner), into: target)
    }
    if let gutters = ground.gutters { try shade(gutters, scene.view, into: target) }
  }

  /// Draws what an open book shows around its pages.
  private func draw(
    _ stacks: BookBody, _ scene: Scene, into target: Framebuffer
  ) throws(GLESError) {
    let program = try bodyProgram()
    func top(_ stack: BookBody.Stack, _ page: Int?, resting leaf: Int?) -> Int? {
      page ?? (stack.board?.isThere == true ? leaf : nil)
    }
    let (first, last) = (scene.turns[0], scene.turns[scene.turns.count - 1])
    let facing = first.facing ?? first.facingFront
    let tops = [
      (stacks.first.page, top(stacks.first, last.below, resting: last.front)),
      (stacks.last.page, top(stacks.last, facing, resting: first.back)),
    ]
    // A page that covers pixels in part, because the book or the camera moves, hides nothing.
    let corner = scene.placed.corner
    let hides = corner == corner.rounded(.toNearestOrEven) && scene.moment.view.isWhole
    try program.draw(
      stacks, first.settings.style.look,
      hiddenBy: tops.filter { hides && scene.page($0.1)?.isOpaque == true }.map(\.0),
      empty: tops.filter { $0.1 == nil }.map(\.0), view: scene.view, into: target)
  }

  /// Whether the last leaf is a larger board: the page below it has another size.
  private static func isBoard(_ turns: [BookTurn], _ shapes: [CurlShape]) -> Bool {
    guard case .paper = shapes[shapes.count - 1] else { return false }
    return turns[turns.count - 1].settings.style.look.board != nil
  }

  /// Shades the pages that lie flat.
  private func shade(
    _ gutters: Gutters, _ view: CurlView, into target: Framebuffer
  ) throws(GLESError) {
    let program = try bodyProgram()
    for shaded in gutters.pages {
      try program.shade(
        shaded.page, shaded.out, square: shaded.square, by: gutters.light, shaded.side, view: view,
        into: target)
    }
  }

  private func bodyProgram() throws(GLESError) -> BookBodyProgram {
    if let body { return body }
    let made = try BookBodyProgram(renderer)
    body = made
    return made
  }

  /// Draws the page on the other side of the spine.
  private func drawFacing(_ scene: Scene, into target: Framebuffer) throws(GLESError) {
    guard let facing = scene.placed.facing else { return }
    let turn = scene.turns[0]
    let look = scene.look(turn, -1)
    if let back = scene.page(turn.facing) {
      let leaf = CurlLeaf(
        .flat(scene.placed.turn.flat), pages: CurlPages(front: back), look: look)
      try renderer.draw([leaf], view: scene.view(facing), into: target)
    } else if let front = scene.page(turn.facingFront), let landed = scene.placed.turn.landed {
      let leaf = CurlLeaf(.flat(landed), pages: CurlPages(front: front), look: look)
      try renderer.draw([leaf], view: scene.view(scene.placed.corner), into: target)
    }
  }

  /// Returns the pages that turn and what they reveal.
  private func leaves(
    of scene: Scene, _ shapes: [CurlShape]
  ) throws(RecordingError) -> [CurlLeaf] {
    let placed = scene.placed
    var leaves: [CurlLeaf] = []
    for (turn, shape) in zip(scene.turns, shapes) {
      guard let front = try page(turn.front, .front, of: turn, shape, scene) else { continue }
      var look = scene.look(turn, 1)
      look.backFlip = placed.turn.flip
      look.shadow?.bounds = placed.shade
      look.gutter = scene.gutters?.depth(of: turn) ?? .zero
      look.cloth = plan.cover?.cloth
      if let outside = look.board?.outside, let cover = plan.cover {
        let size = SIMD2(plan.stage.page.width, plan.stage.page.height)
        look.board = CoverBoard(
          outside: outside, page: SIMD2<Double>(size), cloth: cover.cloth)
      }
      let sheet = CurlPages(
        front: front, back: try page(turn.back, .back, of: turn, shape, scene),
        below: scene.isBelowDone ? nil : scene.page(turn.below))
      leaves.append(CurlLeaf(shape, pages: sheet, look: look))
    }
    return leaves
  }

  /// Returns the picture of a side of a leaf. If it doesn't bend like paper, its shade is in it.
  private func page(
    _ number: Int?, _ side: PaperSide, of turn: BookTurn, _ shape: CurlShape, _ scene: Scene
  ) throws(RecordingError) -> CurlPage? {
    guard let number, let page = scene.page(number) else { return nil }
    if case .paper = shape { return page }
    guard let gutters = scene.gutters, !gutters.isAtRest, let shown = shown[number],
      let away = scene.placed.spine?.away
    else { return page }
    let depth = gutters.depth(of: turn)
    guard (side == .front ? depth.x : depth.y) > 0 else { return page }
    let program: BookBodyProgram
    do { program = try bodyProgram() } catch { throw .gles(error) }
    return try shaded.page(
      page, showing: shown, side, side == .front ? away : -away, by: gutters.light,
      with: renderer, program)
  }

  /// Draws the leaves of a scene.
  private func drawLeaves(
    of scene: Scene, onlyMoving: Bool, into target: Framebuffer
  ) throws(GLESError) -> PageRenderer.Drawn {
    let placed = scene.placed
    return try renderer.drawMoving(
      scene.leaves, eye: scene.eye, view: scene.view(placed.corner), paper: scene.paper?.take(),
      skipsFlat: onlyMoving && placed.turn.isWhole
        && !plan.hasStacks,
      landing: placed.landing, into: target)
  }

  /// Whether the pages of a moment replace frames of videos in the textures of an earlier scene.
  func replacesFrames(at moment: Moment) -> Bool {
    plan.turns[moment.turns].flatMap(\.pages).contains {
      pages[$0] != nil && shown[$0]?.frame != moment.clipFrame(of: $0)
    }
  }

  /// Uploads the given pages as textures and forgets all others. Of a video, each frame replaces
  /// the one before.
  func load(
    _ wanted: [Int], at moment: Moment,
    with load: (_ page: Int, _ frame: Int) throws(RecordingError) -> PageView
  ) throws(RecordingError) {
    pages = pages.filter { wanted.contains($0.key) }
    shaded.keep(only: wanted)
    for page in wanted {
      let now = plan.shown(page, at: moment)
      guard pages[page] == nil || shown[page] != now else { continue }
      let loaded = try load(page, now.frame)
      shown[page] = now
      do throws(GLESError) {
        pages[page] = try times.measure(.upload) { () throws(GLESError) in
          CurlPage(try texture(of: loaded, for: page), isOpaque: loaded.isOpaque)
        }
      } catch {
        guard case .textureTooLarge(_, _, let limit) = error, !moment.view.isWhole else {
          throw RecordingError.gles(error)
        }
        throw RecordingError.turn(
          "the camera enlarges page \(page + 1) to \(loaded.size.width)×\(loaded.size.height) "
            + "pixels, but the driver's textures have at most \(limit) × \(limit); use a smaller "
            + "frame, or show a larger part of the page")
      }
    }
  }

  /// A texture of a page: that of the page's frame before, if it has the same size.
  private func texture(of view: PageView, for page: Int) throws(GLESError) -> Texture {
    let (width, height) = (view.size.width, view.size.height)
    let texture: Texture
    if let known = pages[page]?.texture, PixelSize(known.width, known.height) == view.size {
      texture = known
    } else {
      texture = try Texture(offscreen.gl, width: width, height: height)
    }
    try texture.update(
      view.pixels, region: PixelRegion(width: width, height: height), bytesPerRow: 4 * width)
    return texture
  }
}
