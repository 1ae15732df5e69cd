import Pixels

/// Where frames go. ``encoder`` works on any thread, the rest on one.
protocol FrameSink: AnyObject {
  /// Turns a picture into the bytes that ``append(_:count:)`` takes; what the array held is replaced.
  var encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void { get }

  /// Takes the next picture, which is seen for `count` frames.
  func append(_ bytes: [UInt8], count: Int) throws(RecordingError)

  /// Ends the recording; what was appended is there under its final name.
  func finish() throws(RecordingError)

  /// Gives up and takes away what was added.
  func cancel()
}
