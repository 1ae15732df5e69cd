import Timeline

/// Frames a second, as a fraction of whole numbers, so that no duration is rounded on its way into a
/// video.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// Frames …
  public let frames: Int
  /// … in so many seconds.
  public let seconds: Int

  /// A whole number of frames a second, at least 1.
  public init(_ frames: Int) {
    precondition(frames > 0, "a rate is above 0")
    self.frames = frames
    seconds = 1
  }

  /// Reads `30`, `12.5` or `30000/1001`, from 1 to 240; the rounded rates of broadcasting, `23.976`,
  /// `29.97`, `47.952` and `59.94`, stand for their exact fractions. `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if let exact = Self.broadcast[text] {
      (frames, seconds) = (exact, 1001)
    } else if parts.count == 2, let frames = Self.whole(parts[0]),
      let seconds = Self.whole(parts[1])
    {
      (self.frames, self.seconds) = (frames, seconds)
    } else if let (frames, seconds) = Self.decimal(text) {
      (self.frames, self.seconds) = (frames, seconds)
    } else {
      return nil
    }
    guard seconds > 0, frames >= seconds, frames <= 240 * seconds else { return nil }
  }

  /// `30` or `30000/1001`, as `ffmpeg` reads it, too.
  public var description: String { seconds == 1 ? String(frames) : "\(frames)/\(seconds)" }

  /// Frames a second.
  public var value: Double { Double(frames) / Double(seconds) }

  private static let broadcast = [
    "23.976": 24_000, "29.97": 30_000, "47.952": 48_000, "59.94": 60_000,
  ]

  private static func whole(_ text: Substring) -> Int? {
    guard (1...6).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// A decimal number of at most three places, as thousandths where it has any.
  private static func decimal(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = whole(parts[0]) else { return nil }
    if parts.count == 1 { return (whole, 1) }
    guard parts.count == 2, parts[1].count <= 3, let rest = self.whole(parts[1]) else { return nil }
    let scale = [1, 10, 100, 1000][parts[1].count]
    return (whole * scale + rest, scale)
  }
}

/// When what is shown.
public struct Timing: Hashable, Sendable {
  /// Frames a second. Default: 30.
  public var rate = FrameRate(30)
  /// The frames of one turn, its first and last moment included, at least 1; a single one shows its
  /// first moment. Default: 30.
  public var turnFrames = 30
  /// The frames for which the book rests before the first turn, between two, and after the last.
  /// Default: none.
  public var holdFrames = 0
  /// How the turn depends on time. Default: slow start and end.
  public var easing = Easing.easeInOut

  /// The defaults above.
  public init() {}
}

extension [BookTurn] {
  /// The pictures of a book, in order, each with the number of frames for which it is seen.
  ///
  /// - Parameter rest: The frames for which the book rests in the end.
  func pictures(layout: BookLayout, rest: Int) -> [Picture] {
    var pictures: [Picture] = []
    func show(_ moment: Moment, _ count: Int) {
      guard count > 0 else { return }
      if pictures.last?.moment == moment {
        pictures[pictures.count - 1].count += count
      } else {
        pictures.append(Picture(moment: moment, first: pictures.last?.end ?? 0, count: count))
      }
    }
    for (index, turn) in enumerated() {
      let timing = turn.manner.timing
      // A turn that has ended mostly looks as the next one that has not begun: one picture is enough.
      let next = index + 1 < count ? self[index + 1] : nil
      let flows =
        next.map { $0.rest(at: $0.start, layout: layout) }
        == turn.rest(at: turn.end, layout: layout)
      show(Moment(turn: index, time: turn.start), timing.holdFrames)
      for frame in 0..<timing.turnFrames {
        let share =
          timing.turnFrames == 1 ? 0 : Double(frame) / Double(timing.turnFrames - 1)
        let done = timing.easing.value(at: share)
        let time = turn.manner.isReversed ? 1 - done : done
        if let next, flows, time == turn.end {
          show(Moment(turn: index + 1, time: next.start), 1)
        } else {
          show(Moment(turn: index, time: time), 1)
        }
      }
    }
    show(Moment(turn: count - 1, time: last?.end ?? 1), rest)
    return pictures
  }
}

/// A moment of a book: so much of a turn is done.
struct Moment: Hashable, Sendable {
  /// The turn, counted from 0.
  var turn: Int
  /// 0 (flat) … 1 (gone, or landed).
  var time: Double
}

/// A picture that is seen for one frame or for several.
struct Picture: Hashable, Sendable {
  var moment: Moment
  /// The number of the first frame that shows it.
  var first: Int
  /// For how many frames it is seen.
  var count: Int
  /// The number of the frame after.
  var end: Int { first + count }
  /// The frames that show it.
  var frames: Range<Int> { first..<end }

  /// As much of it as lies in `range`; `nil` for nothing.
  func clamped(to range: Range<Int>) -> Picture? {
    let frames = frames.clamped(to: range)
    guard !frames.isEmpty else { return nil }
    return Picture(moment: moment, first: frames.lowerBound, count: frames.count)
  }
}
