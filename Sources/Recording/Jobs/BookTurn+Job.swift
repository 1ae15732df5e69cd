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
    let isHard = job.cover == .hard || job.cover == .auto && job.style.hasStacks
    // A leaflet has no boards.
    if isHard, job.layout == .spread, job.style.profile == .paper, !turns.isEmpty,
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
