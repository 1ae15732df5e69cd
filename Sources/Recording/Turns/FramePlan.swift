import Imaging

/// Everything that decides the frames of a job: the book's pages, its turns, where they lie in the
/// frame, and which moments are shown. The pipeline draws it without knowing the job.
struct FramePlan: Sendable {
  var pages: [PageSource]
  /// How pages of another shape than the first lie on their leaves.
  var fit = PageFit.fit
  let turns: [BookTurn]
  /// Whether the first page follows the last one.
  var isEndless = false
  /// The same turns, placed in the frame.
  let placed: [PlacedTurn]
  let stage: FrameStage
  /// Whether a page that lies alone may be a cover.
  var mayClose = true
  /// The turns whose pages a camera's style looks at; `nil` if it looks at all.
  var turnsToRead: ClosedRange<Int>?
  /// The boards; `nil` for a book without a hard cover.
  var cover: HardCover?
  /// Whether the book shows its stacks.
  var hasStacks = false
  /// How strongly pages are shaded toward the spine, 0…1.
  var gutter = 0.0
  /// The frame rate.
  var rate = FrameRate(30)
  /// What lies behind the pages, not premultiplied.
  let background: SIMD4<UInt8>
  /// A picture of the frame's size behind the pages; `nil` if there is only the background.
  var backdrop: Image?
  /// The pictures of the whole job, all parts together.
  var allPictures: [HeldFrame]
  /// The pictures to draw.
  var pictures: [HeldFrame]

  /// The size of a page's picture. The outside of a cover fills the board.
  func size(of page: Int) -> PixelSize {
    guard stage.squares != .zero, let first = turns.first, let last = turns.last,
      let spine = placed.first?.spine
    else { return stage.page }
    let isOutside =
      page == first.front && first.settings.style.look.board?.outside == .front
      || page == last.back && last.settings.style.look.board?.outside == .back
    return isOutside ? stage.boardSize(spine) : stage.page
  }

  /// The number of frames to draw.
  var frameCount: Int { pictures.reduce(0) { $0 + $1.count } }
  /// The number of frames of the whole job, all parts together.
  var wholeCount: Int { allPictures.last?.end ?? 0 }
}
