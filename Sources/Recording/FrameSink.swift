import Pixels

/// Where frames go. ``encoder`` works on any thread, the rest on one.
protocol FrameSink: AnyObject {
  /// Turns a picture into the bytes that ``append(_:for:)`` takes; what the array held is replaced.
  var encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void { get }

  /// Takes the next picture and the frames that show it.
  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError)

  /// Ends the recording; what was appended is there under its final name.
  func finish() throws(RecordingError)

  /// Ends the recording before its time; what was appended stays as far as it is of use.
  func interrupt() throws(RecordingError)

  /// Gives up and takes away what was added.
  func cancel()
}
