import GLESKitCWebP
import GLESKitSupport
import Imaging

/// Decodes an animated WebP with libwebp, one whole frame after the other.
package final class WebPAnimation {
  /// The size of each frame.
  package private(set) var size = PixelSize(0, 0)
  /// When each frame ends, in milliseconds from the start. At least one.
  package private(set) var ends: [Int] = []
  private let name: String
  /// The file, which the decoder reads until the end.
  private let file: UnsafeMutableBufferPointer<UInt8>
  private var profile: ColorProfile?
  private var decoder: OpaquePointer?

  /// Reads the structure of a file.
  ///
  /// - Parameter limit: The most pixels of a frame. The decoder allocates two.
  /// - Throws: ``ImageError`` for a file that is damaged, incomplete or too large.
  package init(
    _ bytes: [UInt8], name: String, maximumPixels limit: Int
  ) throws(ImageError) {
    self.name = name
    file = .allocate(capacity: bytes.count)
    _ = file.initialize(from: bytes)
    var data = WebPData(bytes: file.baseAddress, size: file.count)
    guard let structure = WebPDemux(&data) else { throw failure("its structure is invalid") }
    defer { WebPDemuxDelete(structure) }
    size = PixelSize(
      Int(WebPDemuxGetI(structure, WEBP_FF_CANVAS_WIDTH)),
      Int(WebPDemuxGetI(structure, WEBP_FF_CANVAS_HEIGHT)))
    guard size.width * size.height <= limit else {
      throw .tooLarge(
        name: name, width: size.width, height: size.height, maximumPixels: limit)
    }
    var frame = WebPIterator()
    defer { WebPDemuxReleaseIterator(&frame) }
    var isFound = WebPDemuxGetFrame(structure, 1, &frame) != 0
    while isFound {
      // Browsers show frames of up to 10 ms for 100 ms, as those of GIFs.
      ends.append((ends.last ?? 0) + Int(frame.duration <= 10 ? 100 : frame.duration))
      isFound = WebPDemuxNextFrame(&frame) != 0
    }
    var chunk = WebPChunkIterator()
    defer { WebPDemuxReleaseChunkIterator(&chunk) }
    if WebPDemuxGetChunk(structure, "ICCP", 1, &chunk) != 0,
      chunk.chunk.size <= ColorProfile.maximumBytes
    {
      profile = ColorProfile(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
    }
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw failure("it has no frames") }
    options.color_mode = MODE_RGBA
    decoder = WebPAnimDecoderNew(&data, &options)
    guard decoder != nil, !ends.isEmpty else { throw failure("it has no frames") }
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    file.deallocate()
  }

  /// Decodes the next frame; `nil` at the end.
  package func next() throws(ImageError) -> Image? {
    guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
    var (pixels, time): (UnsafeMutablePointer<UInt8>?, Int32) = (nil, 0)
    guard WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels else {
      throw failure("the compressed data of a frame is invalid")
    }
    var image = Image(
      width: size.width, height: size.height,
      pixels: Array(UnsafeBufferPointer(start: pixels, count: 4 * size.width * size.height)))
    image.pixels.withUnsafeMutableBytes {
      _ = profile?.convert($0, .rgba8)
      Alpha.premultiply($0)
    }
    return image
  }

  private func failure(_ reason: String) -> ImageError {
    .corrupt(name: name, format: .webp, reason: reason)
  }
}
