import ImageCoding
import Imaging

/// The references of the turns that are being drawn, which painters share, and make together. Painters hold them; when
/// the last has gone on to another turn they are let go.
final class TurnReferences: Sendable {
  private enum Entry {
    /// Its pictures are being drawn.
    case underWay
    /// How many of its two pictures somebody compresses, or has compressed, and how many are done.
    case compressing(PNGReferences, begun: Int, done: Int)
    case made(Held)
    /// It has none, as pictures are not opaque, or would become much larger.
    case none
    /// Whoever was to draw its pictures could not, or was stopped.
    case abandoned
  }

  /// Another painter gave up; it knows why.
  private struct Abandoned: Error {}

  private struct Held {
    weak var references: PNGReferences?
  }

  /// What a painter does next.
  private enum Task {
    case draw
    case compress(PNGReferences, Int)
    case use(PNGReferences?)
    case stop
  }

  /// Of fewer pictures it takes longer to make references than they save.
  private static let fewestPictures = 24

  /// The turns of which enough is seen: in all parts of a job the same ones, so that its files are, too.
  private let turns: Set<Int>
  private let spans: PipelineTimings?
  private let entries = Monitor<[Int: Entry]>([:])

  init(_ plan: BookPlan, spans: PipelineTimings?) {
    self.spans = spans
    var counts: [Int: Int] = [:]
    for picture in plan.allPictures where picture.moment.times.count == 1 {
      counts[picture.moment.turn, default: 0] += 1
    }
    turns = Set(counts.filter { $0.value >= Self.fewestPictures }.keys)
  }

  /// The turn by whose references the picture of a moment is encoded, as far as is known; `nil` where it is not.
  func turn(of moment: Moment) -> Int? {
    guard moment.times.count == 1, turns.contains(moment.turn) else { return nil }
    if case Entry.none? = entries.update({ $0[moment.turn] }) { return nil }
    return moment.turn
  }

  /// The references of a turn; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - other: What else will be seen, besides the turn's first and last picture.
  ///   - draw: Draws another moment.
  /// - Throws: What `other` and `draw` throw, and an error of no further meaning where they did for another painter.
  func references(
    of turn: Int, other: () throws -> Image?, draw: (Moment) throws -> Image
  ) throws -> PNGReferences? {
    while true {
      switch task(for: turn) {
      case .use(let references): return references
      case .stop: throw Abandoned()
      case .draw:
        var entry = Entry.abandoned
        // Also where drawing fails, as others wait.
        defer { entries.update { $0[turn] = entry } }
        let first = try draw(Moment(turn: turn, times: [0]))
        guard first.isOpaque else {
          entry = Entry.none
          continue
        }
        let last = try draw(Moment(turn: turn, times: [1]))
        let picture = try other()
        let references = spans.measure(.encode) {
          PNGReferences(first: first, last: last, other: picture)
        }
        entry = references.map { .compressing($0, begun: 0, done: 0) } ?? Entry.none
      case .compress(let references, let number):
        let fits = spans.measure(.encode) { references.compress(number) }
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
        // Now nobody else holds them.
        if isLast { return references }
      }
    }
  }

  /// The next thing to do for a turn; waits while others do all there is.
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
