import Timeline

/// The frame rate, and how many frames a turn and the pauses take.
public struct Timing: Hashable, Sendable {
  /// Frames per second. Default: 30.
  public var rate = FrameRate(30)
  /// The number of frames of one turn, including its first and last moment; at least 1. A single
  /// frame shows the first moment. Default: 30.
  public var turnFrames = 30
  /// The number of frames for which the book rests before the first turn, between two turns, and
  /// after the last. Default: 0.
  public var holdFrames = 0
  /// How the progress of a turn depends on time. Default: slow start and end.
  public var easing = Easing.easeInOut
  /// The fraction of the previous turn that overlaps with this one, 0…0.9. Above 0, the book
  /// doesn't rest between the two. Default: 0, one turn after the other.
  public var overlap = 0.0

  /// The defaults above.
  public init() {}
}
