import GLES
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// Draws the moments of a book, one after the other, into the same memory. It has a context of its
/// own and belongs to the thread that made it.
final class TurnPainter {
  private let book: BookPlan
  private let spans: PipelineTimings?
  private let offscreen: OffscreenContext
  private let renderer: PageCurlRenderer
  /// Draws what is not seen from straight above; made when it is needed.
  private var scene: CurlScene?
  private let target: Framebuffer
  private var pages: [Int: CurlPage] = [:]

  /// Makes a frame to draw to.
  ///
  /// - Parameter offscreen: The context, which is current and stays so while frames are drawn.
  init(
    _ book: BookPlan, in offscreen: OffscreenContext, spans: PipelineTimings?
  ) throws(RecordingError) {
    self.book = book
    self.spans = spans
    self.offscreen = offscreen
    do throws(GLESError) {
      renderer = try PageCurlRenderer(offscreen.gl)
      target = try Framebuffer(
        offscreen.gl, width: book.stage.frame.width, height: book.stage.frame.height)
    } catch {
      throw .gles(error)
    }
  }

  /// Draws a moment into `frame`, which is of the frame's size.
  ///
  /// - Parameters:
  ///   - onlyMoving: Whether pixels that are as at one of the turn's ends may be left out.
  ///   - page: Loads a page, of the pages' size.
  /// - Returns: Which pixels are not left out, and what the others are; `nil` where all are drawn.
  @discardableResult
  func paint(
    _ moment: Moment, into frame: inout Image, onlyMoving: Bool = false,
    loading page: (Int) throws -> LoadedPage
  ) throws -> MovingRows? {
    let turns = Array(book.turns[moment.turns])
    let setting = book.settings[moment.turn]
    try load(turns.flatMap(\.pages), with: page)
    let shapes = try zip(book.settings[moment.turns], moment.times)
      .map { try $0.schedule.shape(at: $1) }
    // A page before its turn, and a leaf that has landed.
    let ends = (try setting.schedule.shape(at: 0), try setting.schedule.shape(at: 1))
    let result: Result<MovingRows?, GLESError> = frame.pixels.withUnsafeMutableBytes { memory in
      Result { () throws(GLESError) in
        let moving = try spans.measure(.render) { () throws(GLESError) in
          target.bind()
          offscreen.gl.apply(RenderState())
          if !fills(turns, setting) {
            let background = SIMD4<Float>(book.background.premultiplied)
            offscreen.gl.clear(color: background / 255)
          }
          try lay(turns[0], setting, flat: ends.0, landed: ends.1)
          let moving = try draw(turns, shapes, setting, onlyMoving: onlyMoving)
          // Drivers put off drawing until it is asked for.
          if spans != nil { offscreen.gl.finish() }
          return moving
        }
        try spans.measure(.readback) { () throws(GLESError) in
          for region in moving?.regions ?? [target.bounds] { try read(region, into: memory) }
        }
        return moving
      }
    }
    do { return try result.get() } catch { throw RecordingError.gles(error) }
  }

  /// A moment as a picture of its own, for which nothing is drawn where a page is all that is seen.
  ///
  /// - Parameter page: Loads a page, of the pages' size.
  func picture(of moment: Moment, loading page: (Int) throws -> LoadedPage) throws -> Image {
    let turns = Array(book.turns[moment.turns])
    let setting = book.settings[moment.turn]
    try load(turns.flatMap(\.pages), with: page)
    if fills(turns, setting),
      case .cylinder(let curl) = try setting.schedule.shape(at: moment.times[0])
    {
      let isPlain = turns[0].manner.style.look.frontTint == SIMD3(repeating: 1)
      if curl.isFlat, isPlain { return try page(turns[0].front).image }
      if curl.isGone, let below = turns[0].below { return try page(below).image }
    }
    var image = Image(width: book.stage.frame.width, height: book.stage.frame.height)
    try paint(moment, into: &image, loading: page)
    return image
  }

  /// Reads a part of the frame to its place in the memory of all of it.
  private func read(
    _ region: PixelRegion, into memory: UnsafeMutableRawBufferPointer
  ) throws(GLESError) {
    let bytesPerRow = 4 * target.width
    let top = target.height - region.y - region.height
    let start = top * bytesPerRow + 4 * region.x
    let end = start + (region.height - 1) * bytesPerRow + 4 * region.width
    try target.readPixels(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]), region: region,
      bytesPerRow: bytesPerRow)
  }

  /// Whether the pages cover all of the frame, whatever has been drawn before: clearing a frame takes as long
  /// as a tenth of a draft.
  private func fills(_ turns: [BookTurn], _ setting: TurnSetting) -> Bool {
    guard turns.count == 1, book.stage.page == book.stage.frame, setting.facing == nil,
      setting.eye == nil, turns[0].manner.style.look.drawsFront,
      let front = pages[turns[0].front], let below = turns[0].below.flatMap({ pages[$0] })
    else { return false }
    return front.isOpaque && below.isOpaque
  }

  /// Draws what lies on the other side of the spine.
  private func lay(
    _ turn: BookTurn, _ setting: TurnSetting, flat: CurlShape, landed: CurlShape
  ) throws(GLESError) {
    guard let facing = setting.facing else { return }
    let look = turn.manner.style.look
    if let back = turn.facing.flatMap({ pages[$0] }) {
      try draw([CurlLeaf(flat, pages: CurlPages(front: back), look: look)], at: facing)
    } else if let front = turn.facingFront.flatMap({ pages[$0] }) {
      try draw([CurlLeaf(landed, pages: CurlPages(front: front), look: look)], at: setting.corner)
    }
  }

  /// Draws the pages that turn, and what comes to light below them; see
  /// ``paint(_:into:onlyMoving:loading:)``.
  private func draw(
    _ turns: [BookTurn], _ shapes: [CurlShape], _ setting: TurnSetting, onlyMoving: Bool
  ) throws(GLESError) -> MovingRows? {
    var leaves: [CurlLeaf] = []
    for (index, (turn, shape)) in zip(turns, shapes).enumerated() {
      guard let front = pages[turn.front] else { continue }
      var look = turn.manner.style.look
      look.backFlip = setting.schedule.flip
      // The shadow falls on the other side, too, where there is a page.
      if index > 0 || turn.facing != nil || turn.facingFront != nil {
        look.shadow?.bounds = setting.spread
      }
      let sheet = CurlPages(
        front: front, back: turn.back.flatMap { pages[$0] }, below: turn.below.flatMap { pages[$0] }
      )
      leaves.append(CurlLeaf(shape, pages: sheet, look: look))
    }
    guard let eye = setting.eye else {
      guard onlyMoving, setting.schedule.isWhole, leaves.count == 1,
        case .cylinder(let curl) = leaves[0].shape
      else {
        try draw(leaves, at: setting.corner)
        return nil
      }
      return try renderer.drawMoving(
        curl, pages: leaves[0].pages, look: leaves[0].look, view: Self.view(setting.corner),
        landing: setting.landing, into: target)
    }
    let scene: CurlScene
    if let known = self.scene { scene = known } else { scene = try CurlScene(renderer) }
    self.scene = scene
    try scene.draw(leaves, eye: eye, view: Self.view(setting.corner), into: target)
    return nil
  }

  private func draw(_ leaves: [CurlLeaf], at corner: SIMD2<Int>) throws(GLESError) {
    try renderer.draw(leaves, view: Self.view(corner), into: target)
  }

  private static func view(_ corner: SIMD2<Int>) -> CurlView {
    CurlView(origin: SIMD2(-Double(corner.x), -Double(corner.y)))
  }

  /// Keeps the pages of some turns in the driver's memory, and no others.
  private func load(
    _ wanted: [Int], with load: (Int) throws -> LoadedPage
  ) throws {
    pages = pages.filter { wanted.contains($0.key) }
    for page in wanted where pages[page] == nil {
      let loaded = try load(page)
      do throws(GLESError) {
        pages[page] = try spans.measure(.upload) { () throws(GLESError) in
          CurlPage(try Texture(offscreen.gl, loaded.image), isOpaque: loaded.isOpaque)
        }
      } catch {
        throw RecordingError.gles(error)
      }
    }
  }
}
