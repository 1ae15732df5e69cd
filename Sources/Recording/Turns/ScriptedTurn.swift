/// How and when one page turns.
public struct TurnManner: Hashable, Sendable {
  /// Where the page travels. In a spread it decides, too, which of the two pages turns.
  public var direction = ReadingDirection.ltr
  /// How many frames it takes, and along which easing. ``Timing/holdFrames`` is the rest before it;
  /// ``Timing/rate`` is the job's.
  public var timing = Timing()
  /// How the page looks and bends. ``TurnStyle/background`` is the job's.
  public var style = TurnStyle()
  /// Whether it is shown from its end to its beginning: a page that is turned back.
  public var isReversed = false

  /// The defaults above.
  public init() {}
}

/// One turn of a job that says itself which pages turn, and how (``BookJob/turns``).
public struct ScriptedTurn: Hashable, Sendable {
  /// What one side of a sheet, or what lies beside it, shows.
  public enum Side: Hashable, Sendable {
    /// What the book has there: the page that follows.
    case asBound
    /// Nothing.
    case empty
    /// A page, counted from 1.
    case page(Int)
  }

  /// The page that turns, counted from 1; `nil` is the one that the turn before brought to light, or
  /// the first.
  public var front: Int?
  /// Its back.
  public var back = Side.asBound
  /// What comes to light below it.
  public var below = Side.asBound
  /// In a spread: what lies on the other side, where the page lands.
  public var facing = Side.asBound
  /// How it turns.
  public var manner: TurnManner

  /// A turn of the page that comes next.
  public init(_ manner: TurnManner) { self.manner = manner }
}

extension BookPlan {
  /// The turns of a script as they will be shown, with all their pages named; none where the job has no
  /// script.
  public var scriptedTurns: [ScriptedTurn] {
    guard !job.turns.isEmpty else { return [] }
    func side(_ page: Int?) -> ScriptedTurn.Side { page.map { .page($0 + 1) } ?? .empty }
    return turns.map { turn in
      var scripted = ScriptedTurn(turn.manner)
      scripted.front = turn.front + 1
      scripted.back = side(turn.back)
      scripted.below = side(turn.below)
      scripted.facing = side(turn.facing)
      return scripted
    }
  }
}

extension BookTurn {
  /// The turns of a script, through a book of `count` pages.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a page that is not there.
  static func scripted(
    _ script: [ScriptedTurn], pages count: Int, layout: BookLayout
  ) throws(RecordingError) -> [BookTurn] {
    var turns: [BookTurn] = []
    var next: Int? = 0
    for (index, scripted) in script.enumerated() {
      func check(_ page: Int) throws(RecordingError) -> Int {
        guard (1...count).contains(page) else {
          throw .pages(
            "turn \(index + 1) of the script shows page \(page), but there are \(count); name a page "
              + "from 1 to \(count)")
        }
        return page - 1
      }
      func choose(_ side: ScriptedTurn.Side, bound: Int?) throws(RecordingError) -> Int? {
        switch side {
        case .asBound: bound
        case .empty: nil
        case .page(let page): try check(page)
        }
      }
      guard let front = try scripted.front.map(check) ?? next else {
        throw .pages(
          "turn \(index + 1) of the script goes on after the last of \(count) pages; name its "
            + "\"front\", or leave it out")
      }
      var turn = BookTurn.bound(
        front: front, pages: count, layout: layout, manner: scripted.manner)
      turn.back = try choose(scripted.back, bound: turn.back)
      turn.below = try choose(scripted.below, bound: turn.below)
      if layout == .spread { turn.facing = try choose(scripted.facing, bound: turn.facing) }
      turns.append(turn)
      next = turn.manner.isReversed ? turn.front : turn.below
    }
    return turns
  }
}
