import GLESKitSupport
import Imaging
import Offscreen
import Profiling

/// Lets workers draw and encode pictures, and hands them over in order.
///
/// It runs on one thread, and neither draws nor decodes: it tells workers which pages to decode,
/// which ends of turns to compress, and which pictures to draw from them, all in memory that they
/// share. A picture's bytes don't depend on which worker draws it.
final class FramePipeline {
  /// An encoded picture, valid until the call that gets it returns.
  struct Encoded {
    var bytes: UnsafeRawBufferPointer
    /// A small copy, if the contact sheet shows the picture.
    var thumbnail: Image?
  }

  /// What a worker may do.
  private enum Role {
    case draws
    /// It decodes pages and encodes what another one draws, and has no context.
    case helps
  }

  private let plan: FramePlan
  private let pool: WorkerPool
  private let memory: FrameMemory
  private let profiler: Profiler?
  private var resources: FrameResources
  private var roles: [Role]
  /// The next picture to draw, and the next one to write.
  private var (next, written) = (0, 0)
  /// Encoded pictures that wait for those before them: their slots, and the replies.
  private var done: [Int: (slot: Int, reply: [Int])] = [:]
  /// Pictures that a GPU has drawn, and others encode.
  private var drawn: [(index: Int, slot: Int, references: Int?)] = []
  /// The worker that decodes a page that is a video.
  private var clipOwners: [Int: Int] = [:]

  /// What draws, known once the first picture is there.
  private(set) var drawing: FrameDrawing
  /// Whether one worker draws with any driver, as with a GPU's.
  private let drawsWithOne: Bool

  /// The most tasks of a worker: one to do, and one that comes next. With a GPU, the next ones are
  /// prepared while frames are drawn and read back.
  private func mostTasks(of worker: Int) -> Int {
    drawing.isHardware && roles[worker] == .draws ? Self.mostTasks : 2
  }

  private static let mostTasks = TurnPainter.mostAhead + TurnPainter.mostUnderWay + 2

  /// - Parameters:
  ///   - needs: What the whole film needs; `nil` if that is not known yet.
  ///   - workers: The number of workers.
  ///   - host: Where they run.
  ///   - encoder: Encodes pictures.
  ///   - takesReferences: Whether pictures may be encoded with references.
  ///   - sheet: The contact sheet to make small copies for.
  ///   - profiler: Measures the stages.
  init(
    _ plan: FramePlan, needs: FrameNeeds? = nil, workers: Int, in host: WorkerHost,
    encoder: @escaping FrameEncoder, takesReferences: Bool, sheet: BookContactSheet?,
    profiler: Profiler?, drawsWithOne: Bool = false
  ) throws(RecordingError) {
    let turns = takesReferences ? TurnsWithReferences.all(of: plan) : []
    let (count, memory) = try Self.memory(
      for: plan.stage.frame, needs ?? FrameNeeds(of: plan),
      workers: max(min(workers, plan.pictures.count), 1), hasReferences: !turns.isEmpty)
    (self.plan, self.memory, self.profiler) = (plan, memory, profiler)
    resources = FrameResources(plan, memory, turnsWithReferences: turns)
    roles = [Role](repeating: .helps, count: count)
    drawing = FrameDrawing(driver: "", isHardware: false, workers: count)
    self.drawsWithOne = drawsWithOne
    let isMeasured = profiler?.isOn == true
    pool = try WorkerPool(
      count, in: host, memory: Self.memoryLimit(plan), name: { Self.name($0, in: plan) }
    ) { _ in
      FrameWorker(
        plan, memory: memory, encoder: encoder, sheet: sheet, isMeasured: isMeasured,
        drawsWithOne: drawsWithOne)
    }
  }

  /// The memory for as many workers as the system allows, such as under `ulimit -v`.
  private static func memory(
    for frame: PixelSize, _ needs: FrameNeeds, workers: Int, hasReferences: Bool
  ) throws(RecordingError) -> (workers: Int, memory: FrameMemory) {
    do throws(RecordingError) {
      let memory = try FrameMemory(
        frame, largestPage: needs.largestPage, workers: workers, hasReferences: hasReferences)
      return (workers, memory)
    } catch {
      guard workers > 1 else { throw error }
      return try self.memory(for: frame, needs, workers: workers / 2, hasReferences: hasReferences)
    }
  }

  /// The most memory for data of a worker process: several times what drivers take, so that only a
  /// process that runs away meets it.
  private static func memoryLimit(_ plan: FramePlan) -> Int {
    let frame = plan.stage.frame
    return 4 << 30 + 64 * 4 * frame.width * frame.height
  }

  private static func name(_ task: [Int], in plan: FramePlan) -> String {
    switch FrameTask(task) {
    case .open: "the first frame"
    case .page(let page, _): "page \(page.page + 1)"
    case .references(let turn, _, _): "the ends of turn \(turn + 1)"
    case .compress: "the end of a turn"
    case .frame(let index, _, _, _), .encode(let index, _, _):
      "frame \(plan.pictures[index].first)"
    }
  }

  /// Draws all pictures and calls `take` with each, in order.
  ///
  /// - Parameter onLoss: Is told which process ended, where another one does its tasks again.
  /// - Throws: What drawing or `take` throws, after all workers have ended.
  func run(
    onLoss: @escaping (String) -> Void = { _ in },
    _ take: (_ picture: HeldFrame, _ encoded: Encoded) throws -> Void
  ) throws {
    defer { pool.stop() }
    pool.onLoss = onLoss
    send(.open, to: 0)
    while written < plan.pictures.count {
      while let reply = try pool.receive(waits: false) { try handle(reply) }
      assign()
      if let (slot, reply) = done.removeValue(forKey: written) {
        try take(plan.pictures[written], encoded(in: slot, reply))
        memory.frames.giveBack(slot, isKept: true)
        written += 1
      } else {
        let reply = try profiler.measure(.waitForFrame) { try pool.receive(waits: true) }
        if let reply { try handle(reply) }
      }
    }
  }

  private func encoded(in slot: Int, _ reply: [Int]) -> Encoded {
    let bytes = UnsafeRawBufferPointer(memory.frames[slot])
    let (count, width, height) = (reply[0], reply[1], reply[2])
    let thumbnail =
      width == 0
      ? nil
      : Image(
        width: width, height: height, pixels: Array(bytes[count..<(count + 4 * width * height)]))
    return Encoded(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<count]), thumbnail: thumbnail)
  }

  // MARK: Replies

  private func handle(_ reply: WorkerPool.Reply) throws {
    let message = try reply.result.get()
    let count = message.numbers[0]
    let numbers = Array(message.numbers[1..<(count + 1)])
    if let profiler {
      StageTimes.record(message.numbers[(count + 1)...], of: reply.worker, in: profiler)
    }
    switch FrameTask(reply.task) {
    case .open: try note(numbers[0], message.text, of: reply.worker)
    case .page(let page, _): resources.noteDecoded(page)
    case .references(let turn, _, _): resources.noteDrawn(turn, isPossible: numbers[0] == 1)
    case .compress(_, let slot): resources.noteCompressed(slot, isPossible: numbers[0] == 1)
    case .frame(let index, let slot, let references, _):
      if drawing.isHardware {
        drawn.append((index, slot, references))
      } else {
        done[index] = (slot, numbers)
      }
    case .encode(let index, let slot, _): done[index] = (slot, numbers)
    }
  }

  /// Notes what a worker's context is.
  private func note(_ answer: Int, _ driver: String, of worker: Int) throws(RecordingError) {
    switch FrameWorker.Answer(rawValue: answer) {
    case .software, .hardware:
      if drawing.driver.isEmpty { drawing.driver = driver }
      guard driver == drawing.driver else {
        throw .program("one worker draws with \(drawing.driver), another with \(driver)")
      }
      drawing.isHardware = answer == FrameWorker.Answer.hardware.rawValue || drawsWithOne
      roles[worker] = .draws
      // Contexts of a GPU's driver wait for each other: two are slower than one, and to open
      // sixteen takes six times as long as to open one.
      if worker == 0, !drawing.isHardware {
        for other in roles.indices.dropFirst() { send(.open, to: other) }
      }
    case nil: throw .program("a worker gave an unknown answer")
    }
  }

  // MARK: Tasks

  /// Gives tasks to all workers that have room for one.
  private func assign() {
    resources.update(
      from: min(written, plan.pictures.count - 1), next: min(next, plan.pictures.count - 1))
    // First to workers that have nothing to do.
    for load in 0..<Self.mostTasks {
      for worker in roles.indices where pool.load(of: worker) == load && canTakeMore(worker) {
        guard load < mostTasks(of: worker), let task = task(for: worker) else { continue }
        send(task, to: worker)
      }
    }
  }

  /// Nothing waits behind a page, which may take long.
  private func canTakeMore(_ worker: Int) -> Bool {
    guard let last = pool.lastTask(of: worker) else { return true }
    switch FrameTask(last) {
    case .frame, .encode, .open: return true
    case .page, .references, .compress: return false
    }
  }

  private func send(_ task: FrameTask, to worker: Int) { pool.send(task.numbers, to: worker) }

  /// The most important task that a worker can do now.
  private func task(for worker: Int) -> FrameTask? {
    if roles[worker] == .helps || roles.count == 1, !drawn.isEmpty {
      let (index, slot, references) = drawn.removeFirst()
      return .encode(index, slot: slot, references: references)
    }
    // What the next picture waits for comes first. For later ones, half of the workers work ahead.
    let isBlocked = next < plan.pictures.count && resources.isMissing(for: plan.pictures[next])
    let isAhead = resources.underWay >= max(roles.count / 2, 1)
    let draws = roles[worker] == .draws
    if isBlocked || !isAhead,
      let task = resources.nextTask(
        canDraw: draws, onlyDraws: draws && drawing.isHardware && roles.count > 1)
    {
      guard case .page(let page, _) = task, plan.pages[page.page].video != nil else { return task }
      // One worker decodes a video, in order.
      let owner = clipOwners[page.page] ?? worker
      clipOwners[page.page] = owner
      if owner == worker { return task }
      send(task, to: owner)
      return self.task(for: worker)
    }
    guard draws, next < plan.pictures.count, memory.frames.hasFree,
      let (references, pages) = resources.ready(for: plan.pictures[next]),
      let slot = memory.frames.take()
    else { return nil }
    defer { next += 1 }
    return .frame(next, slot: slot, references: references, pages: pages)
  }
}
