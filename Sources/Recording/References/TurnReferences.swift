import GLESKitSupport
import ImageCoding
import Imaging
import Profiling

/// The references of the turns that are being drawn, which painter threads make and share. They are
/// freed when the last painter has moved on to another turn.
final class TurnReferences: Sendable {
  private enum Entry {
    /// A painter draws the two pictures.
    case underWay
    /// The numbers of pictures whose compression has begun, and is done.
    case compressing(PNGReferences, begun: Int, done: Int)
    case made(Held)
    /// There are none, because a picture is not opaque or would become much larger.
    case none
    /// The painter that drew the pictures failed, or was stopped.
    case abandoned
  }

  /// Another painter failed and reports why.
  private struct Abandoned: Error {}

  private struct Held {
    weak var references: PNGReferences?
  }

  /// The next step of a painter.
  private enum Task {
    case draw
    case compress(PNGReferences, Int)
    case use(PNGReferences?)
    case stop
  }

  /// The fewest pictures of a turn with references. For drafts at 1080p, making references costs as
  /// much processor time as they save in 10 pictures; if they turn out too large, that is lost, so
  /// the limit is more than twice as high.
  private static let fewestPictures = 24

  /// The turns with enough pictures, of pages that are not videos. They are the same in all parts
  /// of a job, so that its files are, too.
  private let turns: Set<Int>
  private let profiler: Profiler?
  private let entries = Monitor<[Int: Entry]>([:])

  init(_ plan: FramePlan, profiler: Profiler?) {
    self.profiler = profiler
    var counts: [Int: Int] = [:]
    for picture in plan.allPictures where picture.moment.times.count == 1 {
      counts[picture.moment.turn, default: 0] += 1
    }
    turns = Set(
      counts.filter { turn, count in
        count >= Self.fewestPictures
          && plan.turns[turn].pages.allSatisfy { plan.pages[$0].video == nil }
      }.keys)
  }

  /// The turn whose references encode the picture of a moment; `nil` if it is known to have none.
  func turn(of moment: Moment) -> Int? {
    guard moment.times.count == 1, turns.contains(moment.turn) else { return nil }
    if case Entry.none? = entries.update({ $0[moment.turn] }) { return nil }
    return moment.turn
  }

  /// The references of a turn, made if needed; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - other: Returns another picture that frames of the turn will show parts of.
  ///   - draw: Draws a moment.
  /// - Throws: What `other` and `draw` throw, and `Abandoned` if they threw for another painter.
  func references(
    of turn: Int, other: () throws -> Image?, draw: (Moment) throws -> Image
  ) throws -> PNGReferences? {
    while true {
      switch task(for: turn) {
      case .use(let references): return references
      case .stop: throw Abandoned()
      case .draw:
        var entry = Entry.abandoned
        // Also if drawing fails, because others wait.
        defer { entries.update { $0[turn] = entry } }
        let first = try draw(Moment(turn: turn, times: [0]))
        guard first.isOpaque else {
          entry = Entry.none
          continue
        }
        let last = try draw(Moment(turn: turn, times: [1]))
        let picture = try other()
        let references = profiler.measure(.encode) {
          PNGReferences(first: first, last: last, other: picture)
        }
        entry = references.map { .compressing($0, begun: 0, done: 0) } ?? Entry.none
      case .compress(let references, let number):
        let fits = profiler.measure(.encode) { references.compress(number) }
        let isLast = entries.update { entries in
          guard case .compressing(_, let begun, let done) = entries[turn] else { return false }
          entries[turn] =
            !fits
            ? Entry.none
            : done == 1
              ? .made(Held(references: references))
              : .compressing(references, begun: begun, done: done + 1)
          return fits && done == 1
        }
        // Nobody else holds them yet.
        if isLast { return references }
      }
    }
  }

  /// The next step for a turn; waits while there is nothing to do.
  private func task(for turn: Int) -> Task {
    entries.wait { entries in
      switch entries[turn] {
      case .underWay: return nil
      case Entry.none?: return .use(nil)
      case .abandoned: return .stop
      case .made(let held):
        guard let references = held.references else { return begin(turn, &entries) }
        return .use(references)
      case .compressing(let references, let begun, let done):
        guard begun < 2 else { return nil }
        entries[turn] = .compressing(references, begun: begun + 1, done: done)
        return .compress(references, begun)
      case nil: return begin(turn, &entries)
      }
    }
  }

  private func begin(_ turn: Int, _ entries: inout [Int: Entry]) -> Task {
    entries[turn] = .underWay
    return .draw
  }
}
