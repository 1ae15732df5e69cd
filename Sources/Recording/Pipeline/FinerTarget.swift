import GLES
import Imaging
import PageCurl

/// A target with several samples per pixel of the frame, whose means are the pixels, or which a
/// lens turns.
///
/// While the camera moves, pages lie anywhere between pixels. With one bilinear sample per pixel,
/// text would be sharp and soft by turns.
final class FinerTarget {
  let target: Framebuffer
  /// The ground that was drawn into it last.
  var ground = GroundPicture()
  private let context: Context
  private let sheet: CurlLeaf
  /// The samples per pixel along a side.
  let samples: Int
  /// Made when needed.
  private var lens: LensProgram?

  /// - Parameters:
  ///   - frame: The frame's size.
  ///   - samples: The samples per pixel along a side: 2, because a bilinear sample between four
  ///     texels is their mean; or 1 for a lens alone.
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

  /// Draws what a lens makes of it, or else the means, into a target of the frame's size.
  func shrink(
    through lens: CameraLens?, into frame: Framebuffer, with renderer: PageRenderer
  ) throws(GLESError) {
    if let lens {
      let program: LensProgram
      if let known = self.lens { program = known } else { program = try LensProgram(context) }
      self.lens = program
      return try program.draw(target.color, through: lens, into: frame)
    }
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
      let flat = try FlatPage(
        width: Double(page.texture.width), height: Double(page.texture.height))
      return CurlLeaf(.flat(flat), pages: CurlPages(front: page), look: look)
    } catch {
      throw .curl(error)
    }
  }
}
