/// The pages and references that pictures need, soon or now: where they are, and what is to be done
/// to get them.
///
/// It holds those of the turns under way and of the next one, but no more, however long the book
/// is.
struct FrameResources {
  private enum Page {
    case underWay(slot: Int)
    case ready(slot: Int)

    var slot: Int {
      switch self {
      case .underWay(let slot), .ready(let slot): slot
      }
    }
  }

  /// The references of a turn.
  private enum References {
    /// A worker draws the two pictures.
    case drawing(slot: Int)
    /// How many pictures are being compressed or have been, how many have been, and whether all of
    /// those can be references.
    case compressing(slot: Int, begun: Int, done: Int, isPossible: Bool)
    case ready(slot: Int)
    /// There are none, because a picture is not opaque or would become much larger.
    case none
  }

  private let plan: FramePlan
  private let memory: FrameMemory
  private let turnsWithReferences: Set<Int>
  private var pages: [ShownPage: Page] = [:]
  private var references: [Int: References] = [:]
  /// What is needed, in the order in which it is.
  private var neededPages: [ShownPage] = []
  private var neededTurns: Range<Int> = 0..<0
  private var window: Window?
  /// The number of tasks that workers have got from here and not done.
  private(set) var underWay = 0

  /// What decides about what is needed.
  private struct Window: Equatable {
    var turns: Range<Int>
    /// The pictures from which frames of videos, or pages in several sizes, are needed; empty
    /// without any.
    var pictures: Range<Int>
  }

  init(_ plan: FramePlan, _ memory: FrameMemory, turnsWithReferences: Set<Int>) {
    (self.plan, self.memory) = (plan, memory)
    hasVideos = plan.pages.contains { $0.video != nil }
    hasCamera = plan.pictures.contains { !$0.moment.view.isWhole }
    // Frames of an earlier run are not drawn again.
    self.turnsWithReferences = turnsWithReferences.intersection(plan.pictures.map(\.moment.turn))
  }

  private let hasVideos: Bool
  private let hasCamera: Bool

  // MARK: What is needed

  /// Frees what is not needed any more.
  ///
  /// - Parameters:
  ///   - first: The first picture that is not written.
  ///   - next: The next picture to draw.
  mutating func update(from first: Int, next: Int) {
    let latest = plan.pictures[next].moment.turns.upperBound
    let turns =
      plan.pictures[first].moment.turns.lowerBound..<min(latest + 1, plan.turns.count)
    let end = min(next + memory.frames.count, plan.pictures.count)
    let window = Window(turns: turns, pictures: hasVideos || hasCamera ? first..<end : 0..<0)
    guard window != self.window else { return }
    self.window = window
    neededTurns = turns
    var needed = Set<ShownPage>()
    neededPages = []
    func add(_ page: ShownPage) {
      if needed.insert(page).inserted { neededPages.append(page) }
    }
    for turn in turns where !hasCamera {
      for page in plan.turns[turn].pages where plan.pages[page].video == nil {
        add(ShownPage(page: page, frame: 0, columns: plan.stage.page.width))
      }
    }
    for index in window.pictures {
      for page in Self.pages(of: plan.pictures[index], in: plan)
      where hasCamera || plan.pages[page.page].video != nil { add(page) }
    }
    for (page, state) in pages where !needed.contains(page) {
      guard case .ready(let slot) = state else { continue }
      memory.pages.giveBack(slot, isKept: hasVideos)
      pages[page] = nil
    }
    for (turn, state) in references where turn < turns.lowerBound {
      switch state {
      case .ready(let slot): memory.references?.giveBack(slot, isKept: true)
      case .none: break
      case .drawing, .compressing: continue
      }
      references[turn] = nil
    }
  }

  private static func pages(of picture: HeldFrame, in plan: FramePlan) -> [ShownPage] {
    picture.moment.turns.flatMap { plan.turns[$0].pages }.map {
      plan.shown($0, at: picture.moment)
    }
  }

  // MARK: What there is

  /// The number of pages that are held or being decoded.
  var held: Int { pages.count }

  /// Whether a picture needs something that is not there.
  func isMissing(for picture: HeldFrame) -> Bool { ready(for: picture) == nil }

  /// Where a picture's references and pages are; `nil` if something is missing.
  func ready(for picture: HeldFrame) -> (references: Int?, pages: [FrameTask.PageSlot])? {
    var slot: Int?
    if picture.moment.times.count == 1, turnsWithReferences.contains(picture.moment.turn) {
      switch references[picture.moment.turn] {
      case .ready(let ready): slot = ready
      case Optional.some(.none): break
      case nil, .drawing, .compressing: return nil
      }
    }
    return slots(Self.pages(of: picture, in: plan)).map { (slot, $0) }
  }

  private func slots(_ wanted: [ShownPage]) -> [FrameTask.PageSlot]? {
    var found: [FrameTask.PageSlot] = []
    for page in wanted {
      guard case .ready(let slot) = pages[page] else { return nil }
      found.append(FrameTask.PageSlot(page: page, slot: slot))
    }
    return found
  }

  // MARK: Tasks

  /// The next task to do for what is needed; `nil` if there is none, or no memory for it.
  ///
  /// - Parameters:
  ///   - canDraw: Whether the worker can draw the ends of turns.
  ///   - onlyDraws: Whether others decode and compress.
  mutating func nextTask(canDraw: Bool, onlyDraws: Bool = false) -> FrameTask? {
    for (turn, state) in references where !onlyDraws {
      guard case .compressing(let slot, let begun, let done, let isPossible) = state, begun < 2
      else { continue }
      references[turn] = .compressing(
        slot: slot, begun: begun + 1, done: done, isPossible: isPossible)
      underWay += 1
      return .compress(begun, slot: slot)
    }
    if canDraw {
      for turn in neededTurns
      where turnsWithReferences.contains(turn) && references[turn] == nil {
        let wanted = plan.turns[turn].pages.map {
          ShownPage(page: $0, frame: 0, columns: plan.stage.page.width)
        }
        guard let pages = slots(wanted), let slot = memory.references?.take() else { break }
        references[turn] = .drawing(slot: slot)
        underWay += 1
        return .references(turn: turn, slot: slot, pages: pages)
      }
    }
    for page in neededPages where pages[page] == nil && !onlyDraws {
      guard let slot = memory.pages.take() else { return nil }
      pages[page] = .underWay(slot: slot)
      underWay += 1
      return .page(page, slot: slot)
    }
    return nil
  }

  mutating func noteDecoded(_ page: ShownPage) {
    underWay -= 1
    if let slot = pages[page]?.slot { pages[page] = .ready(slot: slot) }
    // It may not be needed any more, which the next update finds.
    window = nil
  }

  mutating func noteDrawn(_ turn: Int, isPossible: Bool) {
    underWay -= 1
    guard case .drawing(let slot) = references[turn] else { return }
    if isPossible {
      references[turn] = .compressing(slot: slot, begun: 0, done: 0, isPossible: true)
    } else {
      drop(turn, slot)
    }
  }

  mutating func noteCompressed(_ slot: Int, isPossible: Bool) {
    underWay -= 1
    for (turn, state) in references {
      guard case .compressing(slot, let begun, let done, let wasPossible) = state else { continue }
      if done == 0 {
        references[turn] = .compressing(
          slot: slot, begun: begun, done: 1, isPossible: isPossible)
      } else if wasPossible && isPossible {
        references[turn] = .ready(slot: slot)
      } else {
        drop(turn, slot)
      }
    }
  }

  private mutating func drop(_ turn: Int, _ slot: Int) {
    references[turn] = References.none
    memory.references?.giveBack(slot, isKept: true)
  }
}
