import GLESKitFrameKernels
import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// An animated PNG (PNG specification, third edition, W3C 2025). It consists of the chunks that the
/// PNG encoder makes for each picture.
final class APNGSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  private var writer: APNGWriter
  private var target: AtomicFile?

  init(path: String, _ settings: VideoSettings) throws(RecordingError) {
    encoder = APNGWriter.encoder(settings)
    do throws(FileError) {
      let file = try AtomicFile(path)
      if file.isSeekable {
        writer = APNGWriter(into: file, settings)
      } else {
        // The header holds the number of pictures, which is only known at the end.
        writer = APNGWriter(into: try Spool.open(), settings)
        target = consume file
      }
    } catch {
      throw .file(error)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    try filing { () throws(FileError) in try writer.append(Array(bytes), for: frames) }
    isEmpty = false
  }

  func finish() throws(RecordingError) {
    do throws(FileError) {
      guard let file = try writer.finish() else { return }
      if let target = target.take() {
        try Spool.copy(file, to: target)
      } else {
        try file.commit()
      }
    } catch {
      throw .file(error)
    }
  }

  func cancel() {
    writer.cancel()
    target = nil
  }
}
