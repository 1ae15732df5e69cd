import GLES
import Imaging
import Offscreen
import PageCurl
import Pixels

/// Draws the moments of a book, one after the other, into the same memory. It has a context of its
/// own and belongs to the thread that made it.
final class TurnPainter {
  private let book: BookPlan
  private let spans: Spans?
  private let offscreen: OffscreenContext
  private let renderer: PageCurlRenderer
  /// Draws what is not seen from straight above; made when it is needed.
  private var scene: CurlScene?
  private let target: Framebuffer
  private var pages: [Int: CurlPage] = [:]

  /// Makes a frame to draw to, and compiles the programs.
  ///
  /// - Parameter offscreen: The context, which is current and stays so while frames are drawn.
  init(
    _ book: BookPlan, in offscreen: OffscreenContext, spans: Spans?
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
  /// - Parameter picture: Loads a page's picture, of the page's size.
  func paint(
    _ moment: Moment, into frame: inout Image,
    loading picture: (Int) throws -> Image
  ) throws {
    let turns = Array(book.turns[moment.turns])
    let setting = book.settings[moment.turn]
    try load(turns.flatMap(\.pages), with: picture)
    let shapes = try zip(book.settings[moment.turns], moment.times)
      .map { try $0.schedule.shape(at: $1) }
    // A page before its turn, and a leaf that has landed.
    let ends = (try setting.schedule.shape(at: 0), try setting.schedule.shape(at: 1))
    let result: Result<Void, GLESError> = frame.pixels.withUnsafeMutableBytes { memory in
      Result { () throws(GLESError) in
        try spans.measure(.render) { () throws(GLESError) in
          target.bind()
          offscreen.gl.apply(RenderState())
          if !fills(turns, setting) {
            let background = SIMD4<Float>(book.background.premultiplied)
            offscreen.gl.clear(color: background / 255)
          }
          try lay(turns[0], setting, flat: ends.0, landed: ends.1)
          try draw(turns, shapes, setting)
          // Drivers put off drawing until it is asked for.
          if spans != nil { offscreen.gl.finish() }
        }
        try spans.measure(.readback) { () throws(GLESError) in
          try target.readPixels(into: memory)
        }
      }
    }
    do { try result.get() } catch { throw RecordingError.gles(error) }
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

  /// Draws the pages that turn, and what comes to light below them.
  private func draw(
    _ turns: [BookTurn], _ shapes: [CurlShape], _ setting: TurnSetting
  ) throws(GLESError) {
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
    guard let eye = setting.eye else { return try draw(leaves, at: setting.corner) }
    let scene: CurlScene
    if let known = self.scene { scene = known } else { scene = try CurlScene(renderer) }
    self.scene = scene
    try scene.draw(leaves, eye: eye, view: Self.view(setting.corner), into: target)
  }

  private func draw(_ leaves: [CurlLeaf], at corner: SIMD2<Int>) throws(GLESError) {
    try renderer.draw(leaves, view: Self.view(corner), into: target)
  }

  private static func view(_ corner: SIMD2<Int>) -> CurlView {
    CurlView(origin: SIMD2(-Double(corner.x), -Double(corner.y)))
  }

  /// Keeps the pages of some turns in the driver's memory, and no others.
  private func load(
    _ wanted: [Int], with picture: (Int) throws -> Image
  ) throws {
    pages = pages.filter { wanted.contains($0.key) }
    for page in wanted where pages[page] == nil {
      let image = try picture(page)
      do throws(GLESError) {
        pages[page] = try spans.measure(.upload) { () throws(GLESError) in
          CurlPage(try Texture(offscreen.gl, image), isOpaque: image.isOpaque)
        }
      } catch {
        throw RecordingError.gles(error)
      }
    }
  }
}
