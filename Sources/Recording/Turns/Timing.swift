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

  /// The share of the turn before in which this one sets out already, 0 … 0.9. Above 0 the book does not
  /// rest between the two. Default: 0, one after the other.
  public var overlap = 0.0

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
    var first = 0
    while first < count {
      let starts = starts(from: first, layout: layout)
      let last = first + starts.count - 1
      show(Moment(turn: first, times: [self[first].start]), self[first].manner.timing.holdFrames)
      let frames =
        zip(starts, self[first...last])
        .map { $0 + $1.manner.timing.turnFrames }.max() ?? 0
      for frame in 0..<frames {
        let moment = moment(at: frame, first: first, starts: starts)
        // A turn that has ended mostly looks as the next one that has not begun: one picture is enough.
        if moment == Moment(turn: last, times: [self[last].end]), flows(after: last, layout) {
          show(Moment(turn: last + 1, times: [self[last + 1].start]), 1)
        } else {
          show(moment, 1)
        }
      }
      first = last + 1
    }
    show(Moment(turn: count - 1, times: [last?.end ?? 1]), rest)
    return pictures
  }

  /// Whether the turn after one begins as that ends.
  private func flows(after index: Int, _ layout: BookLayout) -> Bool {
    guard index + 1 < count else { return false }
    let (turn, next) = (self[index], self[index + 1])
    return next.rest(at: next.start, layout: layout) == turn.rest(at: turn.end, layout: layout)
  }

  /// The frames, counted from the first of them, in which turns set out that overlap.
  private func starts(from first: Int, layout: BookLayout) -> [Int] {
    var starts = [0]
    for index in (first + 1)..<Swift.max(count, first + 1) {
      let (turn, next) = (self[index - 1].manner, self[index].manner)
      // Only pages that lie on one another and turn the same way can be in the air together.
      guard next.timing.overlap > 0, flows(after: index - 1, layout), !turn.isReversed,
        !next.isReversed, turn.spine(in: layout) == next.spine(in: layout)
      else { break }
      let early = Double(turn.timing.turnFrames) * (1 - next.timing.overlap)
      // Nobody overtakes the one before.
      let soonest = Swift.max(1, turn.timing.turnFrames - next.timing.turnFrames)
      starts.append(starts[starts.count - 1] + Swift.max(Int(early.rounded()), soonest))
    }
    return starts
  }

  /// What is seen in a frame of turns that set out at `starts`.
  private func moment(at frame: Int, first: Int, starts: [Int]) -> Moment {
    var moment = Moment(turn: first, times: [])
    for (turn, start) in zip(first..., starts) where start <= frame {
      let manner = self[turn].manner
      let frames = manner.timing.turnFrames
      guard frame - start < frames || turn == first + starts.count - 1 else { continue }
      let share = frames == 1 ? 0 : Double(frame - start) / Double(frames - 1)
      let done = manner.timing.easing.value(at: Swift.min(share, 1))
      if moment.times.isEmpty { moment.turn = turn }
      moment.times.append(manner.isReversed ? 1 - done : done)
    }
    // A page that has landed looks as the next one that has not set out, and the other way round.
    while moment.times.count > 1, moment.times[0] == 1 {
      moment.turn += 1
      moment.times.removeFirst()
    }
    while moment.times.count > 1, moment.times.last == 0 { moment.times.removeLast() }
    return moment
  }
}

/// A moment of a book: so much of some turns is done.
struct Moment: Hashable, Sendable {
  /// The first turn that is under way, counted from 0.
  var turn: Int
  /// How much of it is done, and of those that follow it: 0 (flat) … 1 (gone, or landed). At least one.
  var times: [Double]

  /// The turns that are under way.
  var turns: Range<Int> { turn..<(turn + times.count) }
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
