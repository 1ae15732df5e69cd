import GLES
import Glibc
import Imaging
import Offscreen
import PageCurl
import Pixels

/// Draws the moments of a book, one after the other, into the same memory. It has a context of its
/// own and belongs to the thread that made it.
final class TurnPainter {
  private let stage: FrameStage
  private let turns: [BookTurn]
  private let spans: Spans?
  private let offscreen: OffscreenContext
  private let renderer: PageCurlRenderer
  private let target: Framebuffer
  /// A page before its turn.
  private let flat: CurlGeometry
  private var pages: [Int: CurlPage] = [:]

  /// Makes a frame to draw to, and compiles the programs.
  ///
  /// - Parameter offscreen: The context, which is current and stays so while frames are drawn.
  init(
    _ book: BookPlan, in offscreen: OffscreenContext, spans: Spans?
  ) throws(RecordingError) {
    stage = book.stage
    turns = book.turns
    self.spans = spans
    self.offscreen = offscreen
    flat = try stage.curl(at: 0, turns[0].manner)
    do throws(GLESError) {
      renderer = try PageCurlRenderer(offscreen.gl)
      target = try Framebuffer(
        offscreen.gl, width: stage.frame.width, height: stage.frame.height)
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
    let turn = turns[moment.turn]
    try load(turn.pages, with: picture)
    let curl = try stage.curl(at: moment.time, turn.manner)
    let result: Result<Void, GLESError> = frame.pixels.withUnsafeMutableBytes { memory in
      Result { () throws(GLESError) in
        try spans.measure(.render) { () throws(GLESError) in
          try render(turn, curl, landed: moment.time == 1)
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

  private func render(
    _ turn: BookTurn, _ curl: CurlGeometry, landed: Bool
  ) throws(GLESError) {
    target.bind()
    offscreen.gl.apply(RenderState())
    let background = SIMD4<Float>(turn.manner.style.background.premultiplied)
    offscreen.gl.clear(color: background / 255)
    if let facing = stage.facing(turn.manner.direction) {
      try paint(turn, curl, landed: landed, facing: facing)
    } else if let front = pages[turn.front] {
      try draw(curl, front: front, turn)
    }
  }

  /// Draws a spread: the page that is landed on, then the one that turns.
  private func paint(
    _ turn: BookTurn, _ curl: CurlGeometry, landed: Bool, facing: SIMD2<Int>
  ) throws(GLESError) {
    if let page = (landed ? turn.back : turn.facing).flatMap({ pages[$0] }) {
      try lay(page, at: facing, turn)
    }
    if landed {
      if let below = turn.below.flatMap({ pages[$0] }) {
        try lay(below, at: stage.corner(turn.manner.direction), turn)
      }
    } else if let front = pages[turn.front] {
      try draw(curl, front: front, turn)
    }
  }

  private func draw(
    _ curl: CurlGeometry, front: CurlPage, _ turn: BookTurn
  ) throws(GLESError) {
    let sheet = CurlPages(
      front: front, back: turn.back.flatMap { pages[$0] }, below: turn.below.flatMap { pages[$0] })
    try renderer.draw(
      curl, pages: sheet, look: turn.manner.style.look,
      view: Self.view(stage.corner(turn.manner.direction)), into: target)
  }

  /// Draws a page that lies flat.
  private func lay(
    _ page: CurlPage, at corner: SIMD2<Int>, _ turn: BookTurn
  ) throws(GLESError) {
    try renderer.draw(
      flat, pages: CurlPages(front: page), look: turn.manner.style.look, view: Self.view(corner),
      into: target)
  }

  private static func view(_ corner: SIMD2<Int>) -> CurlView {
    CurlView(origin: SIMD2(-Double(corner.x), -Double(corner.y)))
  }

  /// Keeps the pages of one turn in the driver's memory, and no others.
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

extension FrameStage {
  /// The sheet's shape.
  ///
  /// - Throws: ``RecordingError/curl(_:)`` for a shape that cannot be.
  func curl(at time: Double, _ manner: TurnManner) throws(RecordingError) -> CurlGeometry {
    let (style, direction) = (manner.style, manner.direction)
    let (width, height) = (Double(page.width), Double(page.height))
    let radius = style.radius ?? min(width, height) / 10
    let straight = direction == .ltr ? Double.pi : 0
    let angle = style.angle ?? straight
    do throws(PageCurlError) {
      guard facing(direction) != nil else {
        return try CurlGeometry(
          width: width, height: height, time: time, angle: angle, radius: radius)
      }
      // In −π … π, whatever way round the angle was given.
      let tilt = remainder(angle - straight, 2 * .pi)
      return try LeafTurn(
        width: width, height: height, binding: direction == .ltr ? .left : .right, radius: radius,
        tilt: tilt
      ).geometry(at: time)
    } catch {
      throw .curl(error)
    }
  }
}
