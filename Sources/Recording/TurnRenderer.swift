import GLES
import PageCurl
import Pixels

/// Draws the frames of one page turn, one after the other, into the same memory.
public final class TurnRenderer {
  private let turn: PageTurn
  private let page: PixelSize
  private let radius: Double
  private let context: Context
  private let renderer: PageCurlRenderer
  private let pages: CurlPages
  private let view: CurlView
  private let target: Framebuffer

  /// Puts the pages on the GPU and makes a frame to draw to.
  ///
  /// Back and next page are brought to the front's size: stretched where their shape differs by less
  /// than 2 %, else fitted in the middle of white paper.
  ///
  /// - Parameters:
  ///   - turn: What to draw.
  ///   - context: The context, which is current and stays so while frames are drawn.
  /// - Throws: ``RecordingError/size(_:)``, ``RecordingError/curl(_:)``, ``RecordingError/gles(_:)``.
  public init(_ turn: PageTurn, context: Context) throws(RecordingError) {
    self.turn = turn
    self.context = context
    let page = try turn.pageSize()
    let frame = turn.frameSize
    self.page = page
    radius = turn.radius ?? Double(min(page.width, page.height)) / 10
    // Whole pixels, so that the flat page is not resampled.
    view = CurlView(
      origin: -SIMD2(
        Double((frame.width - page.width) / 2), Double((frame.height - page.height) / 2)))
    do throws(GLESError) {
      func curlPage(_ image: Image) throws(GLESError) -> CurlPage {
        let image = image.laid(on: page)
        return CurlPage(try Texture(context, image), isOpaque: image.isOpaque)
      }
      var pages = CurlPages(front: try curlPage(turn.front))
      if let back = turn.back { pages.back = try curlPage(back) }
      if let next = turn.next { pages.below = try curlPage(next) }
      self.pages = pages
      renderer = try PageCurlRenderer(context)
      target = try Framebuffer(context, width: frame.width, height: frame.height)
    } catch {
      throw .gles(error)
    }
    // Whatever the time: a shape that cannot be is found before the first frame.
    _ = try geometry(at: 0)
  }

  /// A frame's memory, to be drawn into again and again.
  public func makeFrame() -> Image {
    Image(width: turn.frameSize.width, height: turn.frameSize.height)
  }

  /// Draws the moment `time`, 0 (flat) … 1 (gone), into `frame`, which is of the frame's size.
  ///
  /// - Throws: ``RecordingError/curl(_:)`` for a time that is not a number,
  ///   ``RecordingError/gles(_:)``.
  public func render(at time: Double, into frame: inout Image) throws(RecordingError) {
    let curl = try geometry(at: time)
    let result: Result<Void, GLESError> = frame.pixels.withUnsafeMutableBytes { memory in
      Result { () throws(GLESError) in
        target.bind()
        context.apply(RenderState())
        context.clear(color: SIMD4<Float>(turn.background) / 255)
        try renderer.draw(curl, pages: pages, look: turn.look, view: view, into: target)
        try target.readPixels(into: memory)
      }
    }
    do { try result.get() } catch { throw .gles(error) }
  }

  private func geometry(at time: Double) throws(RecordingError) -> CurlGeometry {
    do {
      return try CurlGeometry(
        width: Double(page.width), height: Double(page.height), time: time, angle: turn.angle,
        radius: radius)
    } catch {
      throw .curl(error)
    }
  }
}
