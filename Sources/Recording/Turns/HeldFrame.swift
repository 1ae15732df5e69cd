/// A moment of a book: the progress of the turns under way.
struct Moment: Hashable, Sendable {
  /// The index of the first turn under way.
  var turn: Int
  /// The progress of that turn and of those after it: 0 (flat) … 1 (gone, or landed). Not empty.
  var times: [Double]
  /// The frames of the video pages that are seen; empty while none has started.
  var clips: [ClipFrame] = []
  /// What the camera shows.
  var view = CameraView.whole

  /// The indices of the turns under way.
  var turns: Range<Int> { turn..<(turn + times.count) }
}

/// One picture, which one or more frames show.
struct HeldFrame: Hashable, Sendable {
  var moment: Moment
  /// The number of the first frame that shows it.
  var first: Int
  /// How many frames show it.
  var count: Int
  /// The number of the first frame after it.
  var end: Int { first + count }
  /// The frames that show it.
  var frames: Range<Int> { first..<end }

  /// The part of it that lies in `range`; `nil` if that is empty.
  func clamped(to range: Range<Int>) -> HeldFrame? {
    let frames = frames.clamped(to: range)
    guard !frames.isEmpty else { return nil }
    return HeldFrame(moment: moment, first: frames.lowerBound, count: frames.count)
  }
}

extension [BookTurn] {
  /// The pictures of a book in order. Consecutive frames that show the same moment are one picture.
  /// Where nothing is left to see, such as after a single page has been lifted off, there is no
  /// rest.
  ///
  /// - Parameters:
  ///   - rest: The number of frames for which the book rests after the last turn.
  ///   - clips: The number of frames of each page that is a video. The book rests until those that
  ///     are seen have ended.
  func pictures(layout: BookLayout, rest: Int, clips: [Int: Int] = [:]) -> [HeldFrame] {
    var pictures: [HeldFrame] = []
    var clock = ClipClock(clips)
    func show(_ moment: Moment, _ count: Int, isRest: Bool = false) {
      let seen = clips.isEmpty ? [] : pages(seenAt: moment, layout: layout)
      var next = pictures.last?.end ?? 0
      if isRest, self[moment.turn].isGone(at: moment.times[0], layout: layout) { return }
      let end = next + (isRest ? Swift.max(count, clock.rest(of: seen, at: next)) : count)
      while next < end {
        var moment = moment
        let (clips, areOver) = clock.frames(of: seen, at: next)
        moment.clips = clips
        let count = areOver ? end - next : 1
        if pictures.last?.moment == moment {
          pictures[pictures.count - 1].count += count
        } else {
          pictures.append(HeldFrame(moment: moment, first: next, count: count))
        }
        next += count
      }
    }
    var first = 0
    while first < count {
      let starts = starts(from: first, layout: layout, clips)
      let last = first + starts.count - 1
      show(
        Moment(turn: first, times: [self[first].start]), self[first].settings.timing.holdFrames,
        isRest: true)
      let frames =
        zip(starts, self[first...last])
        .map { $0 + $1.settings.timing.turnFrames }.max() ?? 0
      for frame in 0..<frames {
        let moment = moment(at: frame, first: first, starts: starts)
        // The end of a turn usually looks like the start of the next one: draw it once.
        if moment == Moment(turn: last, times: [self[last].end]), flows(after: last, layout) {
          show(Moment(turn: last + 1, times: [self[last + 1].start]), 1)
        } else {
          show(moment, 1)
        }
      }
      first = last + 1
    }
    show(Moment(turn: count - 1, times: [last?.end ?? 1]), rest, isRest: true)
    return pictures
  }

  /// Whether the turn after `index` starts with the picture with which this one ends.
  private func flows(after index: Int, _ layout: BookLayout) -> Bool {
    guard index + 1 < count else { return false }
    let (turn, next) = (self[index], self[index + 1])
    return next.rest(at: next.start, layout: layout) == turn.rest(at: turn.end, layout: layout)
  }

  /// The frames in which a group of overlapping turns start, counted from the start of the first.
  private func starts(from first: Int, layout: BookLayout, _ clips: [Int: Int]) -> [Int] {
    var starts = [0]
    for index in (first + 1)..<Swift.max(count, first + 1) {
      let (turn, next) = (self[index - 1].settings, self[index].settings)
      // Pages can be in the air together only if they lie on one another and turn the same way.
      guard next.timing.overlap > 0, flows(after: index - 1, layout), !turn.isReversed,
        !next.isReversed, turn.spine(in: layout) == next.spine(in: layout),
        // A video plays to its end before its page turns.
        clips.isEmpty
          || !pages(seenAt: Moment(turn: index, times: [0]), layout: layout)
            .contains(where: { clips[$0] != nil })
      else { break }
      let early = Double(turn.timing.turnFrames) * (1 - next.timing.overlap)
      // A turn doesn't overtake the one before.
      let soonest = Swift.max(1, turn.timing.turnFrames - next.timing.turnFrames)
      starts.append(starts[starts.count - 1] + Swift.max(Int(early.rounded()), soonest))
    }
    return starts
  }

  /// What a frame shows of the turns that start at `starts`.
  private func moment(at frame: Int, first: Int, starts: [Int]) -> Moment {
    var moment = Moment(turn: first, times: [])
    for (turn, start) in zip(first..., starts) where start <= frame {
      let settings = self[turn].settings
      let frames = settings.timing.turnFrames
      guard frame - start < frames || turn == first + starts.count - 1 else { continue }
      let share = frames == 1 ? 0 : Double(frame - start) / Double(frames - 1)
      let done = settings.timing.easing.value(at: Swift.min(share, 1))
      if moment.times.isEmpty { moment.turn = turn }
      moment.times.append(settings.isReversed ? 1 - done : done)
    }
    // A page that has landed looks like the next one before it starts, and vice versa.
    while moment.times.count > 1, moment.times[0] == 1 {
      moment.turn += 1
      moment.times.removeFirst()
    }
    while moment.times.count > 1, moment.times.last == 0 { moment.times.removeLast() }
    return moment
  }
}
