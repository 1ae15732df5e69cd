import GLES
import Imaging
import Offscreen
import PageCurl

/// Draws and encodes the pictures of a job, and decodes its pages, in a context of its own.
final class FrameWorker: Worker {
  private let plan: FramePlan
  private let memory: FrameMemory
  private let encoder: FrameEncoder
  private let sheet: BookContactSheet?
  private let times: StageTimes?
  private var painter: TurnPainter?
  private var clips: [Int: ClipFrames] = [:]
  private var frame: Image
  /// Whether `frame` shows what was last painted.
  private var isKept = false
  private var bytes: [UInt8] = []
  /// Frames for a GPU that are not drawn yet, oldest first, and their slots.
  private var ahead: [(scene: TurnPainter.Scene, slot: Int)] = []
  /// The slots of frames that a GPU draws, oldest first.
  private var started: [Int] = []
  /// Whether others encode what this worker draws.
  private var drawsForOthers: Bool { answer == .hardware || drawsWithOne }
  private var answer = Answer.software
  private let drawsWithOne: Bool

  /// What a reply to ``FrameTask/open`` says.
  enum Answer: Int {
    /// The driver renders in software.
    case software
    /// The driver uses a GPU.
    case hardware
  }

  init(
    _ plan: FramePlan, memory: FrameMemory, encoder: @escaping FrameEncoder,
    sheet: BookContactSheet?, isMeasured: Bool, drawsWithOne: Bool
  ) {
    self.drawsWithOne = drawsWithOne
    (self.plan, self.memory, self.encoder) = (plan, memory, encoder)
    self.sheet = sheet
    times = isMeasured ? StageTimes() : nil
    frame = Image(width: plan.stage.frame.width, height: plan.stage.frame.height)
  }

  func perform(_ task: [Int]) throws(RecordingError) -> [WorkerMessage] {
    do throws(RecordingError) { return try replies(to: task) } catch {
      throw error.naming(theLargePageOf: plan)
    }
  }

  private func replies(to task: [Int]) throws(RecordingError) -> [WorkerMessage] {
    times?.endWaiting()
    if case .frame(let index, let slot, _, let pages) = FrameTask(task) {
      let painter = try openedPainter()
      if drawsForOthers {
        let moment = plan.pictures[index].moment
        var replies = painter.replacesFrames(at: moment) ? try drawAhead(butFor: 0) : []
        ahead.append((try painter.sceneAhead(at: moment, loading: loader(of: pages)), slot))
        replies += try drawAhead(butFor: TurnPainter.mostAhead)
        replies += try taken(waits: started.count > TurnPainter.mostUnderWay)
        return measured(replies)
      }
    }
    let replies = try allTaken()
    let reply =
      switch FrameTask(task) {
      case .open: try open()
      case .page(let page, let slot): try decode(page, into: slot)
      case .references(let turn, let slot, let pages):
        try drawEnds(of: turn, into: slot, pages)
      case .compress(let end, let slot): compress(end, slot)
      case .frame(let index, let slot, let references, let pages):
        try draw(index, into: slot, references, pages)
      case .encode(let index, let slot, let references): try encode(index, slot, references)
      }
    return measured(replies + [reply])
  }

  func finish() throws(RecordingError) -> [WorkerMessage] {
    guard !ahead.isEmpty || !started.isEmpty else { return [] }
    times?.endWaiting()
    return measured(try allTaken())
  }

  /// Draws frames that are ahead but for the last ones, and returns the replies that are due.
  private func drawAhead(butFor rest: Int) throws(RecordingError) -> [WorkerMessage] {
    var replies: [WorkerMessage] = []
    while ahead.count > rest {
      if started.count > TurnPainter.mostUnderWay { replies += try taken(waits: true) }
      let (scene, slot) = ahead.removeFirst()
      try openedPainter().start(scene)
      started.append(slot)
    }
    return replies
  }

  /// Draws all frames, and returns the replies to all that a GPU has drawn.
  private func allTaken() throws(RecordingError) -> [WorkerMessage] {
    var replies = try drawAhead(butFor: 0)
    while !started.isEmpty { replies += try taken(waits: true) }
    return replies
  }

  /// Replies with the number of their numbers first, and the times behind them.
  private func measured(_ replies: [WorkerMessage]) -> [WorkerMessage] {
    replies.map { reply in
      WorkerMessage([reply.numbers.count] + reply.numbers + (times?.take() ?? []), reply.text)
    }
  }

  /// The reply to the oldest frame that a GPU has drawn, if it is there.
  private func taken(waits: Bool) throws(RecordingError) -> [WorkerMessage] {
    guard let slot = started.first else { return [] }
    let memory = memory.pixels(of: slot, plan.stage.frame)
    guard try painter?.takeFrame(waits: waits, into: memory) == true else { return [] }
    started.removeFirst()
    return [WorkerMessage([])]
  }

  private func open() throws(RecordingError) -> WorkerMessage {
    let driver = try openedPainter().driver
    return WorkerMessage([answer.rawValue], "\(driver.renderer), \(driver.version)")
  }

  /// The painter. A worker that does the tasks of one that died makes it with the first of them.
  private func openedPainter() throws(RecordingError) -> TurnPainter {
    if let painter { return painter }
    let made = try times.measure(.open) { () throws(RecordingError) in
      try TurnPainter(plan, times: times)
    }
    painter = made
    answer = made.isHardware ? .hardware : .software
    return made
  }

  private func decode(_ page: ShownPage, into slot: Int) throws(RecordingError) -> WorkerMessage {
    try times.measure(.decode) { () throws(RecordingError) in
      let size = plan.size(of: page.page, columns: page.columns)
      if let clip = plan.pages[page.page].video {
        let frames =
          clips[page.page]
          ?? ClipFrames(
            clip, size: plan.size(of: page.page, clip), least: plan.size(of: page.page), plan.fit,
            rate: plan.rate)
        clips[page.page] = frames
        let loaded = try frames.frame(page.frame, for: size)
        store(loaded.image, isOpaque: loaded.isOpaque, in: slot)
      } else {
        let image = try plan.pages[page.page].picture(for: size, plan.fit)
        store(image, isOpaque: image.isOpaque, in: slot)
      }
    }
    return WorkerMessage([])
  }

  /// Pages of a book with a body are paper. Through a hole in one, the book's shadow would be seen.
  private func store(_ image: Image, isOpaque: Bool, in slot: Int) {
    let isPaper = plan.hasStacks
    let image = isOpaque || !isPaper ? image : image.flattened(on: SIMD3(repeating: 255))
    memory.store(image, isOpaque: isOpaque || isPaper, in: slot)
  }

  /// The reply says whether the turn can have references.
  private func drawEnds(
    of turn: Int, into slot: Int, _ pages: [FrameTask.PageSlot]
  ) throws(RecordingError) -> WorkerMessage {
    guard let slots = memory.references else { return WorkerMessage([0]) }
    let painter = try openedPainter()
    isKept = false
    let view = ReferencesView(slots[slot], plan.stage.frame)
    let load = loader(of: pages)
    for end in 0..<2 {
      try painter.paint(
        Moment(turn: turn, times: [Double(end)]), into: &frame, loading: load)
      guard end == 1 || frame.isOpaque else { return WorkerMessage([0]) }
      view.set(end, frame)
    }
    let other = try plan.turns[turn].back.map { page throws(RecordingError) in
      try load(page, 0).image
    }
    let isMade = times.measure(.encode) { view.make(other: other) }
    return WorkerMessage([isMade ? 1 : 0])
  }

  /// The reply says whether the picture can be a reference.
  private func compress(_ end: Int, _ slot: Int) -> WorkerMessage {
    guard let slots = memory.references else { return WorkerMessage([0]) }
    let view = ReferencesView(slots[slot], plan.stage.frame)
    let fits = times.measure(.encode) { view.compress(end) }
    return WorkerMessage([fits ? 1 : 0])
  }

  /// Draws and encodes a picture.
  private func draw(
    _ index: Int, into slot: Int, _ references: Int?, _ pages: [FrameTask.PageSlot]
  ) throws(RecordingError) -> WorkerMessage {
    let painter = try openedPainter()
    let picture = plan.pictures[index]
    let load = loader(of: pages)
    let view = view(of: references)
    // A picture is drawn completely if it has no references, or if a small copy is made of it.
    let moving = try painter.paint(
      picture.moment, into: &frame, isKept: isKept,
      onlyMoving: view != nil && sheet?.shows(picture) != true, loading: load)
    // With references, parts of the frame are not painted.
    isKept = view == nil
    if try encode(by: view, moving) == false {
      try painter.paint(picture.moment, into: &frame, loading: load)
      _ = try encode(by: nil, nil)
    }
    return try store(picture, in: slot)
  }

  /// Encodes a picture whose pixels are in a slot.
  private func encode(
    _ index: Int, _ slot: Int, _ references: Int?
  ) throws(RecordingError) -> WorkerMessage {
    let pixels = memory.pixels(of: slot, plan.stage.frame)
    frame.pixels.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(pixels)) }
    _ = try encode(by: view(of: references), nil)
    return try store(plan.pictures[index], in: slot)
  }

  private func view(of references: Int?) -> ReferencesView? {
    guard let references, let slots = memory.references else { return nil }
    return ReferencesView(slots[references], plan.stage.frame)
  }

  /// Encodes the frame.
  ///
  /// - Returns: Whether it is done; if not, the pixels outside of `moving` are needed.
  private func encode(
    by view: ReferencesView?, _ moving: MovingRows?
  ) throws(RecordingError) -> Bool {
    let isEncoded = view.map { view in
      times.measure(.encode) { view.encode(&frame, moving, into: &bytes) }
    }
    if isEncoded == true { return true }
    if moving != nil { return false }
    try times.measure(.encode) { () throws(RecordingError) in try encoder(frame, &bytes) }
    return true
  }

  /// Stores the encoded frame. The reply has its number of bytes, and the size of the small copy
  /// behind it.
  private func store(_ picture: HeldFrame, in slot: Int) throws(RecordingError) -> WorkerMessage {
    let target = memory.frames[slot]
    let thumbnail = sheet?.thumbnail(of: frame, picture)
    guard bytes.count + (thumbnail?.pixels.count ?? 0) <= target.count else {
      throw .program("a frame has \(bytes.count) bytes, more than expected; use another format")
    }
    bytes.withUnsafeBytes { target.copyMemory(from: $0) }
    thumbnail?.pixels.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: target[bytes.count...]).copyMemory(from: $0)
    }
    return WorkerMessage([bytes.count, thumbnail?.width ?? 0, thumbnail?.height ?? 0])
  }

  private func loader(
    of pages: [FrameTask.PageSlot]
  ) -> (_ page: Int, _ frame: Int) throws(RecordingError) -> PageView {
    { [memory] page, frame throws(RecordingError) in
      guard
        let found = pages.first(where: { $0.page.page == page && $0.page.frame == frame })
      else { throw .program("page \(page + 1) was not decoded") }
      return memory.page(in: found.slot)
    }
  }
}
