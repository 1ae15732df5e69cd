import GLESKitSupport
import Glibc
import Imaging

/// Where frames go. ``encoder`` works on any thread, the rest on one.
protocol FrameSink: AnyObject {
  /// Turns a picture into the bytes that ``append(_:for:)`` takes; what the array held is replaced.
  var encoder: FrameEncoder { get }

  /// Whether pictures may be encoded by ``PNGReferences`` as well as by ``encoder``.
  var takesReferences: Bool { get }

  /// Whether nothing has been appended.
  var isEmpty: Bool { get }

  /// Whether all of these frames are there already, from an earlier run of the same job.
  func has(_ frames: Range<Int>) -> Bool

  /// Is told what draws, in words, before the first picture comes.
  ///
  /// - Throws: ``RecordingError/resume(_:)`` where something else drew what is there.
  func begin(drawnBy driver: String) throws(RecordingError)

  /// Takes the next picture and the frames that show it.
  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError)

  /// Ends the recording; what was appended is there under its final name.
  func finish() throws(RecordingError)

  /// Ends the recording before its time; what was appended stays as far as it is of use.
  func interrupt() throws(RecordingError)

  /// Gives up and takes away what was added.
  func cancel()

  /// Gives up after `error`; returns what is to be said.
  func fail(_ error: RecordingError) -> RecordingError
}

/// Turns a picture of the frame's size into bytes, on any thread; what the array held is replaced. A
/// format without transparency is given opaque pictures only.
typealias FrameEncoder = @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void

extension FrameSink {
  /// A file plays as far as it goes.
  func interrupt() throws(RecordingError) {
    if isEmpty { cancel() } else { try finish() }
  }

  var takesReferences: Bool { false }

  func has(_ frames: Range<Int>) -> Bool { false }

  func begin(drawnBy driver: String) {}

  func fail(_ error: RecordingError) -> RecordingError {
    cancel()
    return error
  }
}

/// What a file that holds all frames is made by.
struct VideoSettings: Hashable, Sendable {
  /// The frames' size, of even sides where the format needs that.
  var size: PixelSize
  var rate: FrameRate
  /// How much trouble encoders take.
  var compression = Compression.normal
  /// How often an animation is played, 0 for ever.
  var plays = 0
  /// Whether every picture is known to be opaque.
  var isOpaque = false
  /// What is noted in a video.
  var comment: String?
}

extension VideoFormat {
  /// Opens a file for frames.
  ///
  /// - Parameter path: Where it will be; `-` is standard output.
  /// - Throws: ``RecordingError/format(_:)`` for what the format cannot hold and for a terminal,
  ///   ``RecordingError/program(_:)`` where `ffmpeg` is needed and missing, ``RecordingError/file(_:)``.
  func sink(
    at path: String, _ settings: VideoSettings
  ) throws(RecordingError) -> any FrameSink {
    try Self.refuseTerminal(path)
    return switch self {
    case .mp4, .webm: try VideoSink(path: path, format: self, settings)
    case .gif: try GIFSink(path: path, settings)
    case .apng: try APNGSink(path: path, settings)
    case .webp: try WebPSink(path: path, settings)
    case .y4m, .raw: try StreamSink(path: path, format: self, settings)
    }
  }

  /// Bytes of pictures on a terminal help nobody, and may command it.
  static func refuseTerminal(_ path: String) throws(RecordingError) {
    if path == "-" && isatty(STDOUT_FILENO) == 1 {
      throw .format(
        "standard output is a terminal; send it to a file or another program, as with > or |")
    }
  }
}
