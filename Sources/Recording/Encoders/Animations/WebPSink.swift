import GLESKitCWebPMux
import GLESKitSupport
import ImageCoding
import Imaging

/// An animated WebP, assembled by libwebp's muxer.
///
/// Every picture is stored completely. libwebp's animation encoder stores differences instead, but
/// works on one core, which takes several times as long, and a curl changes most of the page
/// anyway.
final class WebPSink: FrameSink {
  let encoder: FrameEncoder
  var isEmpty: Bool { pictures == 0 }
  private var pictures = 0
  private let settings: VideoSettings
  private let clock: FrameClock
  private let muxer: OpaquePointer
  private var file: AtomicFile?

  init(path: String, _ settings: VideoSettings) throws(RecordingError) {
    encoder = PictureSink.encoder(.webp, settings.compression, quality: settings.quality)
    self.settings = settings
    clock = FrameClock(rate: settings.rate, unitsPerSecond: 1000)
    let file = try filing { () throws(FileError) in try AtomicFile(path) }
    guard let muxer = WebPMuxNew() else { throw Self.failure(path) }
    self.muxer = muxer
    self.file = consume file
  }

  deinit { WebPMuxDelete(muxer) }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    // Durations are milliseconds in 24 bits: at most four and a half hours.
    for piece in settings.rate.pieces(of: frames, seconds: 3600) {
      var frame = WebPMuxFrameInfo()
      frame.bitstream = WebPData(
        bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
      frame.duration = Int32(clock.duration(of: piece))
      frame.id = WEBP_CHUNK_ANMF
      frame.dispose_method = WEBP_MUX_DISPOSE_NONE
      frame.blend_method = WEBP_MUX_NO_BLEND
      guard WebPMuxPushFrame(muxer, &frame, 1) == WEBP_MUX_OK else {
        throw Self.failure(file?.path ?? "")
      }
      pictures += 1
    }
  }

  func finish() throws(RecordingError) {
    guard let file = file.take() else { return }
    var parameters = WebPMuxAnimParams(bgcolor: 0, loop_count: Int32(settings.plays))
    var data = WebPData()
    WebPDataInit(&data)
    defer { WebPDataClear(&data) }
    guard WebPMuxSetAnimationParams(muxer, &parameters) == WEBP_MUX_OK,
      WebPMuxAssemble(muxer, &data) == WEBP_MUX_OK
    else { throw Self.failure(file.path) }
    do throws(FileError) {
      try file.write(UnsafeRawBufferPointer(start: data.bytes, count: data.size))
      try file.commit()
    } catch {
      throw .file(error)
    }
  }

  func cancel() { file = nil }

  /// The pictures come from libwebp, so the muxer only fails for lack of memory.
  private static func failure(_ path: String) -> RecordingError {
    .format("cannot write '\(path)': not enough memory for an animation of this length")
  }
}
