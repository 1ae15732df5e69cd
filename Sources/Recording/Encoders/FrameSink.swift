import Glibc
import Imaging

/// A destination of frames. ``encoder`` may be called on any thread, everything else on one.
protocol FrameSink: AnyObject {
  /// Encodes a picture to the bytes that ``append(_:for:)`` takes.
  var encoder: FrameEncoder { get }

  /// Whether pictures may also be encoded by ``PNGReferences``.
  var takesReferences: Bool { get }

  /// Whether nothing has been appended.
  var isEmpty: Bool { get }

  /// Whether all of these frames exist already, from an earlier run of the same job.
  func has(_ frames: Range<Int>) -> Bool

  /// Notes the tool and driver that draw, before the first picture arrives.
  ///
  /// - Throws: ``RecordingError/otherMaker(_:maker:now:)`` if something else drew the existing
  ///   frames.
  func begin(drawnBy driver: String) throws(RecordingError)

  /// Writes the next picture and the frames that show it.
  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError)

  /// Completes the output under its final name.
  func finish() throws(RecordingError)

  /// Ends the recording early, keeping what is useful of it.
  ///
  /// - Parameter playable: Whether to write a file that plays up to here.
  func interrupt(playable: Bool) throws(RecordingError)

  /// Removes everything that was added.
  func cancel()

  /// Ends the recording after `error`. Returns the error to report.
  func fail(_ error: RecordingError) -> RecordingError
}

/// Encodes a picture of the frame's size on any thread, replacing the contents of the array.
/// Formats without transparency get opaque pictures only.
typealias FrameEncoder = @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void

extension FrameSink {
  /// Writes the next picture and the frames that show it.
  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    try bytes.withUnsafeBufferPointer { buffer throws(RecordingError) in
      try append(UnsafeRawBufferPointer(buffer), for: frames)
    }
  }

  func interrupt(playable: Bool) throws(RecordingError) {
    if isEmpty || !playable { cancel() } else { try finish() }
  }

  var takesReferences: Bool { false }

  func has(_ frames: Range<Int>) -> Bool { false }

  func begin(drawnBy driver: String) {}

  func fail(_ error: RecordingError) -> RecordingError {
    cancel()
    return error
  }
}

/// The settings of a file that holds all frames.
struct VideoSettings: Hashable, Sendable {
  /// The frames' size, with even sides if the format needs them.
  var size: PixelSize
  var rate: FrameRate
  /// Encoding speed or file size.
  var compression = Compression.balanced
  /// How often an animation plays; 0 is endless.
  var plays = 0
  /// Whether every picture is known to be opaque.
  var isOpaque = false
  /// The quality of a lossy encoder, 1…100; `nil` is the usual one.
  var quality: Int?
  /// The arguments of `ffmpeg` for the colors of frames that come from a video in 4:2:0; `nil` if
  /// frames are drawn.
  var clipTags: [String]?
  /// What encodes an MP4 instead of the processor.
  var hardware: HardwareEncoder?
  /// Further arguments of `ffmpeg` for the encoder of an MP4.
  var encoderOptions: [String] = []
  /// The number of frames, if only the first one is to be a key frame, unless there are very many;
  /// `nil` leaves those to the encoder.
  var frameCount: Int?
  /// A comment to store in a video.
  var comment: String?
}

/// Refuses to write binary data to a terminal, which would interpret it as commands.
func refuseTerminal(_ path: String) throws(RecordingError) {
  if path == "-" && isatty(STDOUT_FILENO) == 1 {
    throw .format(
      "standard output is a terminal; redirect it to a file or another program with > or |")
  }
}
