import GLESKitFrameKernels
import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// Uncompressed frames, one after the other, in a file or a pipe.
final class StreamSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  private var file: AtomicFile?
  /// The header of each frame.
  private let mark: [UInt8]

  /// - Parameter format: ``VideoFormat/y4m`` or ``VideoFormat/raw``.
  init(path: String, format: VideoFormat, _ settings: VideoSettings) throws(RecordingError) {
    let header: String
    if format == .y4m {
      let (size, rate) = (settings.size, settings.rate)
      // Progressive, square pixels; "420jpeg" puts each chroma sample in the middle of its pixels.
      header =
        "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
        + "C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED\n"
      mark = Array("FRAME\n".utf8)
      encoder = { image, bytes throws(RecordingError) in I420.convert(image, into: &bytes) }
    } else {
      (header, mark) = ("", [])
      encoder = { image, bytes throws(RecordingError) in image.copyStraightPixels(into: &bytes) }
    }
    do throws(FileError) {
      let file = try AtomicFile(path)
      Pipes.grow(file.descriptor)
      self.file = consume file
    } catch {
      throw .file(error)
    }
    try write(Array(header.utf8))
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    for _ in frames {
      try write(mark)
      do throws(FileError) { try file?.write(bytes) } catch { throw .file(error) }
    }
    isEmpty = false
  }

  func finish() throws(RecordingError) {
    guard let file = file.take() else { return }
    do { try file.commit() } catch { throw .file(error) }
  }

  func cancel() { file = nil }

  private func write(_ bytes: [UInt8]) throws(RecordingError) {
    do throws(FileError) { try file?.write(bytes) } catch { throw .file(error) }
  }
}

/// Planar 4:2:0 pictures (I420).
enum I420 {
  /// Converts an opaque picture with even sides. The memory of the array is reused.
  static func convert(_ image: Image, into bytes: inout [UInt8]) {
    let count = image.width * image.height * 3 / 2
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    image.pixels.withUnsafeBufferPointer { pixels in
      bytes.withUnsafeMutableBufferPointer { planes in
        frame_kernels_i420(pixels.baseAddress, image.width, image.height, planes.baseAddress)
      }
    }
  }
}
