import GLESKitFrameKernels
import Imaging
import Offscreen
import PageCurl
import Timeline

/// A transition's frames: which are drawn, and how.
struct TransitionPlan: Sendable {
  let frames: FramePlan
  /// The number of frames, at least 2: the first shows the first clip, the last the second.
  let count: Int
  let size: PixelSize
  private let easing: Easing
  /// Whether the second clip is turned back over the first.
  let isReversed: Bool

  init(
    _ settings: TurnSettings, frames count: Int, size: PixelSize, rate: FrameRate, isReversed: Bool
  ) throws(RecordingError) {
    let shared = SharedSettings(settings)
    let turns = [BookTurn(front: 0, below: 1, shared: shared)]
    let stage = try FrameStage(
      first: size, layout: .pages, isLevel: false, size: size, margin: 0, isEven: true)
    frames = FramePlan(
      pages: [], turns: turns,
      placed: try PlacedTurn.all(turns, on: stage, layout: .pages, rate: rate), stage: stage,
      background: [0, 0, 0, 255], allPictures: [], pictures: [])
    (self.count, self.size, self.isReversed) = (count, size, isReversed)
    easing = settings.timing.easing
  }

  /// The moment of a frame.
  func moment(of index: Int) -> Moment {
    let done = easing.value(at: Double(index) / Double(count - 1))
    return Moment(
      turn: 0, times: [isReversed ? 1 - done : done],
      clips: (0..<2).map { ClipFrame(page: $0, frame: index) })
  }
}

/// Draws frames of a transition. A task is the number of a frame and a slot, in which there are the
/// frame of the first clip and that of the second in planar 4:2:0, and then the result. Where it
/// shows a flat page, it has the bytes of that clip.
final class TransitionWorker: Worker {
  private let plan: TransitionPlan
  private let memory: SharedMemory
  private var painter: TurnPainter?
  private var picture: Image
  private var planes: [UInt8] = []
  /// The frames of both clips as RGBA.
  private var pages: [Image]

  init(_ plan: TransitionPlan, _ memory: SharedMemory) {
    (self.plan, self.memory) = (plan, memory)
    let blank = Image(width: plan.size.width, height: plan.size.height)
    (picture, pages) = (blank, [blank, blank])
  }

  /// The bytes of a frame, of which a slot has three.
  private var length: Int { plan.size.width * plan.size.height * 3 / 2 }

  func perform(_ task: [Int]) throws(RecordingError) -> [WorkerMessage] {
    let painter = try openedPainter()
    let slot = memory[task[1]]
    let frames = (0..<2).map { clip in
      UnsafeRawBufferPointer(rebasing: slot[(clip * length)..<((clip + 1) * length)])
        .assumingMemoryBound(to: UInt8.self)
    }
    let sides = plan.isReversed ? [frames[1], frames[0]] : frames
    for (side, planes) in sides.enumerated() {
      pages[side].pixels.withUnsafeMutableBufferPointer { pixels in
        frame_kernels_rgba(planes.baseAddress, picture.width, picture.height, pixels.baseAddress)
      }
    }
    let (one, other) = (pages[0], pages[1])
    try one.pixels.withUnsafeBufferPointer { one throws(RecordingError) in
      try other.pixels.withUnsafeBufferPointer { other throws(RecordingError) in
        _ = try painter.paint(plan.moment(of: task[0]), into: &picture) {
          page, _ throws(RecordingError) in
          PageView(
            size: plan.size, isOpaque: true,
            pixels: UnsafeRawBufferPointer(page == 0 ? one : other))
        }
      }
    }
    I420.convert(picture, into: &planes)
    for (side, original) in sides.enumerated() {
      frame_kernels_keep_i420(
        picture.pixels, pages[side].pixels, original.baseAddress, picture.width, picture.height,
        &planes)
    }
    planes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: slot[(2 * length)...]).copyMemory(from: $0)
    }
    return [WorkerMessage([])]
  }

  private func openedPainter() throws(RecordingError) -> TurnPainter {
    if let painter { return painter }
    let made = try TurnPainter(plan.frames, times: nil)
    painter = made
    return made
  }
}

/// Lets workers draw the frames of a transition, and hands them over in order.
final class TransitionPipeline {
  private let plan: TransitionPlan
  private let memory: SharedMemory
  private let pool: WorkerPool
  /// The slots of frames that workers draw or have drawn, by their numbers, and whether they have.
  private var slots: [Int: (slot: Int, isDrawn: Bool)] = [:]
  private var next = 0

  init(_ plan: TransitionPlan, workers: Int) throws(RecordingError) {
    let count = max(min(workers, plan.count - 2), 1)
    let length = plan.size.width * plan.size.height * 3 / 2
    let memory = try SharedMemory(slots: 2 * count, of: 3 * length)
    (self.plan, self.memory) = (plan, memory)
    pool = try WorkerPool(
      count, in: .processes, memory: 8 << 30, name: { "frame \($0[0]) of the turn" }
    ) { _ in TransitionWorker(plan, memory) }
  }

  /// Draws a frame of the turn, in order: the next one, whose clips show these frames. Returns
  /// those that are complete.
  func draw(from first: [UInt8], to second: [UInt8]) throws -> [[UInt8]] {
    let index = next
    next += 1
    if index == 0 { return [first] }
    var frames: [[UInt8]] = []
    guard index < plan.count - 1 else {
      while !slots.isEmpty { frames += try take(waits: true) }
      pool.stop()
      return frames + [second]
    }
    while !memory.hasFree { frames += try take(waits: true) }
    if let slot = memory.take() {
      let length = first.count
      first.withUnsafeBytes { memory[slot].copyMemory(from: $0) }
      second.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: memory[slot][length...]).copyMemory(from: $0)
      }
      slots[index] = (slot, false)
      let worker = (0..<pool.count).min { pool.load(of: $0) < pool.load(of: $1) } ?? 0
      pool.send([index, slot], to: worker)
    }
    return frames + (try take(waits: false))
  }

  /// The frames that come next and are drawn.
  private func take(waits: Bool) throws -> [[UInt8]] {
    if let reply = try pool.receive(waits: waits) {
      _ = try reply.result.get()
      slots[reply.task[0]]?.isDrawn = true
    }
    var frames: [[UInt8]] = []
    while let first = slots.keys.min(), let (slot, isDrawn) = slots[first], isDrawn {
      let length = plan.size.width * plan.size.height * 3 / 2
      frames.append(Array(memory[slot][(2 * length)..<(3 * length)]))
      memory.giveBack(slot, isKept: true)
      slots[first] = nil
    }
    return frames
  }
}
