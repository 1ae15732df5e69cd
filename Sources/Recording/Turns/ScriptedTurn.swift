import GLESKitSupport

/// One turn of a job that lists its turns: which pages turn, and how (``BookJob/turns``).
public struct ScriptedTurn: Hashable, Sendable, SharingSettings {
  /// What the back of a sheet, or a place beside it, shows.
  public enum Side: Hashable, Sendable {
    /// The page that the book has there.
    case asBound
    /// Nothing.
    case empty
    /// A page, counted from 1.
    case page(Int)
  }

  /// The page that turns, counted from 1; `nil` is the page that the turn before revealed, or the
  /// first.
  public var front: Int?
  /// The back of the page that turns.
  public var back = Side.asBound
  /// What the turn reveals.
  public var below = Side.asBound
  /// In a spread, what lies on the other side, where the page lands.
  public var facing = Side.asBound
  /// How and when it turns.
  public var settings: TurnSettings {
    get { shared.value }
    set { shared = SharedSettings(newValue) }
  }
  var shared: SharedSettings

  /// A turn of the next page. Copies of it share the memory of its settings.
  public init(_ settings: TurnSettings) { shared = SharedSettings(settings) }
}

extension BookTurn {
  /// What it shows, in words.
  var summary: String {
    let sides = [("back", back), ("below", below), ("facing", facing)].compactMap { name, page in
      page.map { ", \(name) \($0 + 1)" }
    }
    let frames = counted(settings.timing.turnFrames, "frame")
    return "page \(front + 1)\(sides.joined()); \(frames)"
      + (settings.isReversed ? ", reversed" : "")
  }

  /// The turns of a script, in a book of `count` pages.
  ///
  /// - Throws: ``RecordingError/noPage(_:of:count:)``, ``RecordingError/pages(_:)`` for a turn that
  ///   has no page.
  static func scripted(
    _ script: [ScriptedTurn], pages count: Int, layout: BookLayout
  ) throws(RecordingError) -> [BookTurn] {
    var turns: [BookTurn] = []
    var next: Int? = 0
    for (index, scripted) in script.enumerated() {
      func check(_ page: Int) throws(RecordingError) -> Int {
        guard (1...count).contains(page) else {
          throw .noPage(page, of: "turn \(index + 1) of the script", count: count)
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
        let cause =
          script[index - 1].below == .asBound
          ? "turns the last page of the book" : "reveals nothing"
        throw .pages(
          "turn \(index + 1) of the script has no page to turn, because turn \(index) \(cause); "
            + "remove the turn, or set its front page")
      }
      var turn = BookTurn.bound(front: front, pages: count, layout: layout, scripted.shared)
      turn.back = try choose(scripted.back, bound: turn.back)
      turn.below = try choose(scripted.below, bound: turn.below)
      if layout == .spread { turn.facing = try choose(scripted.facing, bound: turn.facing) }
      turns.append(turn)
      next = turn.settings.isReversed ? turn.front : turn.below
    }
    return turns
  }
}
