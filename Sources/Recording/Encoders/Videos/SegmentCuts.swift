import GLESKitSupport

/// Where a video is cut into segments, which are encoded independently.
///
/// The first frame of a segment is a key frame, which repeats nothing of the frame before: where a
/// picture rests, all its pixels change by a fraction of a level. In the middle of a turn this
/// cannot be told from the movement, so segments begin there.
struct SegmentCuts: Sendable {
  /// The first frame of each segment, and the end of the video.
  private let cuts: [Int]

  /// In a rest, a segment goes on until it has so many lengths.
  private static let mostLengths = 4
  /// No segment has more lengths: one that begins a little after a multiple goes on past the fourth
  /// one behind it, and may end after the fifth.
  static let mostLengthsInAll = 5.375

  /// Cuts a video near the multiples of a length, at most three eighths of it away.
  ///
  /// - Parameters:
  ///   - pictures: The pictures of the whole video.
  ///   - length: The usual number of frames per segment, at least 1.
  init(_ pictures: [HeldFrame], length: Int) {
    let end = pictures.last?.end ?? 0
    var cuts = [0]
    var rest = pictures[...]
    for multiple in stride(from: length, to: max(end, length), by: length) {
      let reach = length * 3 / 8
      rest = rest.drop { $0.first < multiple - reach }
      let near = rest.prefix { $0.first <= multiple + reach }
      rest = rest.dropFirst(near.count)
      let best = near.max { one, other in
        (one.movement, abs(other.first - multiple)) < (other.movement, abs(one.first - multiple))
      }
      if let best, best.movement > 0 {
        cuts.append(best.first)
      } else if multiple - cuts[cuts.count - 1] >= length * Self.mostLengths {
        cuts.append(multiple)
      }
    }
    self.cuts = cuts + (end > 0 ? [end] : [])
  }

  /// The number of segments.
  var count: Int { cuts.count - 1 }

  /// The frames of a segment, counted from 0.
  subscript(number: Int) -> Range<Int> { cuts[number]..<cuts[number + 1] }

  /// The segments that contain some frames, which are not empty.
  func numbers(of frames: Range<Int>) -> ClosedRange<Int> {
    number(of: frames.lowerBound)...number(of: frames.upperBound - 1)
  }

  /// The segment that contains a frame.
  func number(of frame: Int) -> Int {
    min(max(cuts.partitioningIndex { $0 > frame } - 1, 0), max(count - 1, 0))
  }

  /// The frames of one of several parts of the video, which consist of whole segments.
  func frames(of shard: Shard) -> Range<Int> {
    let numbers = shard.range(of: count)
    return cuts[numbers.lowerBound]..<cuts[numbers.upperBound]
  }
}

extension HeldFrame {
  /// How much a key frame is hidden by movement: most in the middle of a turn, less where only the
  /// camera or a video moves, and 0 at rest.
  fileprivate var movement: Double {
    guard count == 1 else { return 0 }
    return moment.times.map { 0.1 + min($0, 1 - $0) }.max() ?? 0
  }
}
