import Files
import FrameKernels
import Glibc
import Pixels

/// Frames as a video, encoded by `ffmpeg` as a process of its own, so that no codec's licence binds
/// this library.
///
/// It writes into a file without a name, which gets its name when the video is whole: however this
/// process ends, no half video is left.
final class VideoSink: FrameSink {
  let encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void
  private let path: String
  private var file: AtomicFile?
  private var program: ChildProcess?
  private var isEmpty = true

  /// Starts the encoder.
  ///
  /// - Parameters:
  ///   - size: The frames' size, of even sides.
  ///   - compression: How much trouble the encoder takes.
  /// - Throws: ``RecordingError/program(_:)`` where `ffmpeg` is missing, ``RecordingError/file(_:)``.
  init(
    path: String, format: VideoFormat, size: PixelSize, rate: FrameRate, compression: Compression
  ) throws(RecordingError) {
    self.path = path
    encoder = { image, bytes throws(RecordingError) in Self.convert(image, into: &bytes) }
    do throws(FileError) {
      file = try AtomicFile(path)
    } catch {
      throw .file(error)
    }
    let descriptor = file?.descriptor ?? -1
    let command =
      ["ffmpeg"]
      + format.arguments(
        size: size, rate: rate, compression: compression, canSeek: file?.isSeekable ?? false)
    do throws(CError) {
      program = try ChildProcess(command, flow: .input, passing: descriptor)
    } catch {
      throw .program(
        error.code == ENOENT
          ? "cannot write '\(path)': ffmpeg is not installed (apt-get install ffmpeg)"
          : "cannot write '\(path)' with ffmpeg: \(error.reason)")
    }
  }

  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    do {
      for _ in frames {
        try bytes.withUnsafeBytes { try program?.write($0) }
      }
      isEmpty = false
    } catch {
      // It reads no more, so it has ended, or is about to, and has said why.
      throw failure(program?.finish())
    }
  }

  /// The video plays as far as it goes.
  func interrupt() throws(RecordingError) {
    if isEmpty { cancel() } else { try finish() }
  }

  func finish() throws(RecordingError) {
    let ending = program?.finish()
    program = nil
    // On a full disk it complains, yet ends with 0; it is told to speak of errors only.
    guard ending?.status == 0, ending?.complaint.isEmpty == true else { throw failure(ending) }
    guard let file = file.take() else { return }
    do { try file.commit() } catch { throw .file(error) }
  }

  func cancel() {
    program = nil
    file = nil
  }

  private func failure(_ ending: ChildProcess.Ending?) -> RecordingError {
    .program("cannot write '\(path)': ffmpeg \(ending?.sentence ?? "has ended")")
  }

  /// Converts a picture to I420 into an array whose memory is reused.
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
