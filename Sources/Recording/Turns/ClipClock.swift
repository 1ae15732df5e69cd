/// A video page, and which of its frames a picture shows.
struct ClipFrame: Hashable, Sendable {
  /// The page's index.
  var page: Int
  /// The number of the frame at the rate of the job.
  var frame: Int
}

/// What a picture shows of a page.
struct ShownPage: Hashable, Sendable {
  /// The page's index.
  var page: Int
  /// The number of the frame if it is a video; otherwise 0.
  var frame: Int
  /// How many pixels wide it is decoded, if it has the size of most pages.
  var columns: Int
}

extension Moment {
  /// The frame of a page that is seen: 0 for all that are not videos.
  func clipFrame(of page: Int) -> Int { clips.first { $0.page == page }?.frame ?? 0 }
}

/// Decides which frames of video pages the pictures of a book show. A video starts with the first
/// frame that shows its page.
struct ClipClock {
  /// The number of frames of each video page.
  let counts: [Int: Int]
  private var starts: [Int: Int] = [:]

  init(_ counts: [Int: Int]) { self.counts = counts }

  /// The frames of video pages that are seen in a frame of the job.
  ///
  /// - Returns: The frames, and whether they stay the same from then on.
  mutating func frames(of pages: [Int], at frame: Int) -> (clips: [ClipFrame], areOver: Bool) {
    var areOver = true
    let clips = pages.compactMap { page -> ClipFrame? in
      guard let count = counts[page] else { return nil }
      let start = starts[page] ?? frame
      starts[page] = start
      if frame - start < count - 1 { areOver = false }
      return ClipFrame(page: page, frame: min(frame - start, count - 1))
    }
    return (clips, areOver)
  }

  /// For how many frames, from one of the job on, pages have to rest for their videos to end.
  func rest(of pages: [Int], at frame: Int) -> Int {
    pages.compactMap { page in
      counts[page].map { ((starts[page] ?? frame) + $0) - frame }
    }.max() ?? 0
  }
}

extension [BookTurn] {
  /// The pages that are seen at a moment, as far as paper above does not hide all of them.
  func pages(seenAt moment: Moment, layout: BookLayout) -> [Int] {
    var pages: [Int] = []
    for (turn, time) in zip(self[moment.turns], moment.times) {
      let lands = layout == .spread && turn.settings.spine(in: layout) != nil
      if time < 1 { pages.append(turn.front) }
      if time > 0, time < 1 || lands { pages += [turn.back].compactMap(\.self) }
    }
    if let last = self[moment.turns].last, moment.times.last ?? 0 > 0 {
      pages += [last.below].compactMap(\.self)
    }
    if let first = self[moment.turns].first, moment.times[0] < 1, layout == .spread {
      pages += [first.facing, first.facingFront].compactMap(\.self)
    }
    return pages
  }
}
