import GLESKitSupport
import PageCurl
import Testing

@testable import Recording

@Suite struct ScriptedTurnTests {
  private func turns(
    _ script: [ScriptedTurn], pages: Int = 6, layout: BookLayout = .sheets
  ) throws -> [[Int?]] {
    try BookTurn.scripted(script, pages: pages, layout: layout)
      .map { [$0.front, $0.back, $0.below, $0.facing] }
  }

  private func turn(_ change: (inout ScriptedTurn) -> Void = { _ in }) -> ScriptedTurn {
    var turn = ScriptedTurn(TurnSettings())
    change(&turn)
    return turn
  }

  @Test(arguments: BookLayout.allCases)
  func turnsThatSayNothingLeafThroughTheBook(_ layout: BookLayout) throws {
    let expected = BookTurn.all(pages: 6, layout: layout)
    #expect(
      try BookTurn.scripted(expected.map { _ in turn() }, pages: 6, layout: layout) == expected)
  }

  @Test func pagesAreChosen() throws {
    #expect(
      try turns([turn { $0.front = 4 }, turn()]) == [[3, 4, 5, nil], [5, nil, nil, nil]])
    #expect(
      try turns([turn { ($0.back, $0.below) = (.empty, .page(2)) }, turn()]) == [
        [0, nil, 1, nil], [1, 2, 3, nil],
      ])
    // What a turn back brings to light is its front.
    #expect(
      try turns([turn(), turn { ($0.front, $0.settings.isReversed) = (1, true) }, turn()]) == [
        [0, 1, 2, nil], [0, 1, 2, nil], [0, 1, 2, nil],
      ])
    #expect(
      try turns([turn { ($0.front, $0.facing) = (3, .empty) }], layout: .spread) == [
        [2, 3, 4, nil]
      ])
    // Where one page is shown, there is nothing beside it.
    #expect(try turns([turn { ($0.front, $0.facing) = (3, .page(1)) }]) == [[2, 3, 4, nil]])
  }

  /// A script may have a million turns.
  @Test func turnsThatShareSettingsStillDoInAPlan() throws {
    let shelf = try Shelf(pages: 6)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.turns = Array(repeating: turn(), count: 2) + [turn { $0.settings.isReversed = true }]
    let turns = try job.plan().frames.turns
    #expect(turns[0].shared === turns[1].shared && turns[1].shared !== turns[2].shared)
    #expect(turns.map(\.settings.style.profile) == Array(repeating: .paper, count: 3))
    #expect(turns.map(\.settings.isReversed) == [false, false, true])
  }

  /// Only the pages of a spread have to be bound alike.
  @Test func pagesMayBeBoundAnywhere() throws {
    let script = [Binding.left, .top].map { binding in
      turn { $0.settings.style.binding = binding }
    }
    for layout in [BookLayout.sheets, .pages] {
      let turns = try BookTurn.scripted(script, pages: 3, layout: layout)
      #expect(try !turns.isLevel(in: layout))
    }
    let turns = try BookTurn.scripted(script, pages: 6, layout: .spread)
    #expect(throws: RecordingError.self) { try turns.isLevel(in: .spread) }
  }

  @Test func pagesThatAreNotThere() {
    for page in [0, 7, -1] {
      for change in [
        { (turn: inout ScriptedTurn) in turn.front = page }, { $0.back = .page(page) },
        { $0.below = .page(page) },
      ] {
        #expect {
          try turns([turn(), turn(change)])
        } throws: { "\($0)".contains("turn 2 of the script shows page \(page)") }
      }
    }
    #expect {
      try turns([turn { $0.front = 2 }], pages: 1)
    } throws: { "\($0)".contains("page 2, but the book has 1 page; use a page from 1 to 1") }
    #expect {
      try turns([turn(), turn()], pages: 2)
    } throws: {
      "\($0)".contains("because turn 1 turns the last page of the book; remove the turn")
    }
    #expect {
      try turns([turn { $0.below = .empty }, turn()])
    } throws: { "\($0)".contains("because turn 1 reveals nothing; remove the turn") }
  }

  /// A page that is turned back shows the same frames as when it was turned, from the last to the
  /// first.
  @Test(arguments: BookLayout.allCases)
  func aPageIsTurnedBack(_ layout: BookLayout) throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = layout
    job.turns = [
      turn { $0.settings.timing.turnFrames = 5 },
      turn {
        $0.front = 1
        $0.settings.isReversed = true
        $0.settings.timing.turnFrames = 5
        $0.settings.timing.holdFrames = 2
      },
    ]
    job.timing.holdFrames = 1
    for index in job.turns.indices { job.turns[index].settings.timing.easing = .linear }
    let plan = try job.plan()
    #expect(plan.frameCount == 5 + 2 + 5 + 1)
    // The rest between looks like the end of the first turn and the start of the second: one
    // picture.
    #expect(plan.frames.pictures.map(\.count) == [1, 1, 1, 1, 4, 1, 1, 1, 2])
    try plan.run { _ in }
    let frames = try Files.list(shelf.out).map { try Files.read("\(shelf.out)/\($0)") }
    #expect(frames.count == 13)
    #expect(Array(frames[0..<5]) == frames[7..<12].reversed())
    #expect(frames[12] == frames[0] && frames[2] != frames[0])
  }

  /// Each turn has its own shape and time; a book whose turns all have the job's is the plain one.
  @Test func turnsDifferInManner() throws {
    let shelf = try Shelf(pages: 5)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 4
    try job.plan().run { _ in }
    let plain = try Files.list(shelf.out).map { try Files.read("\(shelf.out)/\($0)") }
    var settings = TurnSettings()
    settings.timing.turnFrames = 4
    job.turns = [ScriptedTurn(settings), ScriptedTurn(settings)]
    job.output = .frames(folder: "\(shelf.path)/same", name: "%02d.png")
    try job.plan().run { _ in }
    let same = try Files.list("\(shelf.path)/same").map {
      try Files.read("\(shelf.path)/same/\($0)")
    }
    #expect(same == plain)

    job.turns[1].settings.style.motion = .angle(2)
    job.turns[1].settings.timing.turnFrames = 6
    job.output = .frames(folder: "\(shelf.path)/other", name: "%02d.png")
    try job.plan().run { _ in }
    let other = try Files.list("\(shelf.path)/other").map {
      try Files.read("\(shelf.path)/other/\($0)")
    }
    #expect(other.count == 10 && other[..<5] == plain[..<5] && other[9] == plain[7])
    #expect(other[6] != plain[5] && other[6] != plain[6])
  }

  /// Where a turn does not begin as the one before ended, both are shown.
  @Test func aJumpShowsBothEnds() throws {
    let shelf = try Shelf(pages: 6)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    var settings = TurnSettings()
    settings.timing.turnFrames = 2
    job.turns = [ScriptedTurn(settings), ScriptedTurn(settings)]
    job.turns[1].front = 4
    try job.plan().run { _ in }
    #expect(try (0..<4).map { try shelf.frame($0) } == [0, 2, 3, 5].map { shelf.pages[$0] })
  }
}
