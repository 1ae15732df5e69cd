import GLES
import Imaging
import PageCurl

/// A target with several samples per pixel of the frame, whose means are the pixels.
///
/// While the camera moves, pages lie anywhere between pixels. With one bilinear sample per pixel,
/// text would be sharp and soft by turns.
final class FinerTarget {
  let target: Framebuffer
  /// The ground that was drawn into it last.
  var ground = GroundPicture()
  private let context: Context
  private let sheet: CurlLeaf
  private let samples: Int

  /// - Parameters:
  ///   - frame: The frame's size.
  ///   - samples: The samples per pixel along a side: 2, because a bilinear sample between four
  ///     texels is their mean.
  init(_ context: Context, _ frame: PixelSize, samples: Int) throws(RecordingError) {
    (self.context, self.samples) = (context, samples)
    do throws(GLESError) {
      target = try Framebuffer(
        context, width: samples * frame.width, height: samples * frame.height)
    } catch {
      throw .gles(error)
    }
    sheet = try CurlLeaf.flat(CurlPage(target.color))
  }

  /// Draws the means into a target of the frame's size.
  func shrink(into frame: Framebuffer, with renderer: PageRenderer) throws(GLESError) {
    frame.bind()
    context.apply(RenderState())
    context.clear(color: .zero)
    try renderer.draw([sheet], view: CurlView(scale: 1 / Double(samples)), into: frame)
  }
}

extension CurlLeaf {
  /// A page of its picture's size that lies flat, in its own colors.
  ///
  /// - Throws: ``RecordingError/curl(_:)``.
  static func flat(_ page: CurlPage) throws(RecordingError) -> CurlLeaf {
    var look = CurlLook()
    (look.light, look.shadow) = (nil, nil)
    do {
      let turn = try SheetTurn(
        width: Double(page.texture.width), height: Double(page.texture.height), radius: 1,
        angle: .pi)
      return CurlLeaf(
        .fold(try turn.geometry(at: 0)), pages: CurlPages(front: page), look: look)
    } catch {
      throw .curl(error)
    }
  }
}
