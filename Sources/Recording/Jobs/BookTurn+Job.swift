import Imaging
import PageCurl

extension BookTurn {
  /// The turns of a job: those that it lists, or one for each sheet.
  static func all(
    of job: BookJob, _ selected: PageSource.Selected, pages count: Int
  ) throws(RecordingError) -> [BookTurn] {
    guard job.turns.isEmpty else {
      return try scripted(job.turns, pages: count, layout: job.layout)
    }
    var settings = TurnSettings()
    settings.direction = job.direction
    settings.timing = job.timing
    settings.style = job.style
    let startsOpen = job.startsOpen(pages: count, beginsOpening: selected.beginsOpening)
    var turns = all(
      pages: count, layout: job.layout, first: startsOpen ? 1 : 0, isEndless: job.isEndless,
      settings: settings)
    let isHard = job.cover == .hard || job.cover == .auto && job.hasStacks == true
    // A leaflet has no boards, and neither has an endless book, in which the cover follows a page.
    if isHard, !job.isEndless, job.layout == .spread, job.style.profile == .paper, !turns.isEmpty,
      turns.count > 1 || selected.bookCount > 3
    {
      settings.style.paper = .cover
      // An excerpt from the middle of a book has no cover.
      let begins = !startsOpen && (selected.beginsBook || job.cover == .hard)
      if begins {
        settings.style.look.board = CoverBoard(outside: .front)
        turns[0].settings = settings
      }
      // After an even number of pages the last one lies alone too. Web pages have both boards or
      // none.
      if turns[turns.count - 1].below == nil, selected.endsBook || job.cover == .hard,
        begins ? turns.count > 1 : !job.isWebPage
      {
        settings.style.look.board = CoverBoard(outside: .back)
        turns[turns.count - 1].settings = settings
      }
    }
    // A path drags one page only.
    guard case .drag = job.style.motion else { return turns }
    return Array(turns.prefix(1))
  }
}

extension HardCover {
  /// Returns the boards of a book, `nil` if its cover is not hard, and why they are white because
  /// the cover cannot be read, which an excerpt does not show.
  static func bound(
    _ job: BookJob, _ selected: PageSource.Selected, _ turns: [BookTurn], _ pages: [PageSource],
    _ page: PixelSize, isLevel: Bool
  ) throws(RecordingError) -> (cover: HardCover?, problem: RecordingError?) {
    guard let first = turns.first, let last = turns.last else { return (nil, nil) }
    var front = first.settings.style.look.board?.outside == .front ? pages[first.front] : nil
    let isBack = last.settings.style.look.board?.outside == .back
    let back = isBack ? last.back.map { pages[$0] } : nil
    var problem: RecordingError?
    // The leaves of an excerpt lie in the boards of the book. Web pages have them with both covers.
    if front == nil, !job.isWebPage, job.hasBoards(pages: selected.bookCount) {
      front = try selected.openedCover()
      problem = front?.problem
      if problem != nil { front = .blank() }
    }
    guard front != nil || back != nil else { return (nil, nil) }
    let cover = try HardCover(
      front: front, back: back, page: page, job.style.look, isLevel: isLevel,
      sheets: job.hasStacks == true ? selected.bookCount / 2 : nil)
    return (cover, problem)
  }
}
