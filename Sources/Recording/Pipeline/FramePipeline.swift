import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import Offscreen
import Profiling

/// Draws and encodes pictures on several painter threads and hands them over in order.
///
/// Each painter has a context of its own and takes the next picture. The encoded bytes go to one of
/// a few buffers that are reused. A picture's bytes don't depend on which painter draws it.
final class FramePipeline: Sendable {
  /// An encoded picture.
  struct Encoded: Sendable {
    var bytes: [UInt8]
    /// A small copy, if the contact sheet shows the picture.
    var thumbnail: Image?
  }

  private struct State {
    var buffers: [[UInt8]]
    var next = 0
    var done: [Int: Encoded] = [:]
    var failure: RecordingError?
    var isStopped = false
    /// The renderer of the first painter. The others must use the same.
    var first: String?
    /// The driver's name and version.
    var driver = ""
  }

  /// Another thread failed and reports why, or the pipeline was stopped.
  private struct Stopped: Error {}

  private let plan: FramePlan
  private let painters: Int
  private let encoder: FrameEncoder
  private let turnReferences: TurnReferences?
  private let sheet: BookContactSheet?
  private let loader: PageLoader
  private let profiler: Profiler?
  private let state: Monitor<State>

  /// - Parameters:
  ///   - threads: The number of painters.
  ///   - encoder: Encodes pictures, on any thread.
  ///   - references: The references that pictures may be encoded with.
  ///   - sheet: The contact sheet to make small copies for.
  ///   - profiler: Measures the stages.
  init(
    _ plan: FramePlan, threads: Int, encoder: @escaping FrameEncoder,
    references: TurnReferences?, sheet: BookContactSheet?, profiler: Profiler?
  ) {
    self.plan = plan
    // On llvmpipe a process has four displays, two on a route, and each painter needs its own.
    let isFree = (try? RouteChoice.fromEnvironment()) == .all
    painters = min(threads, isFree ? 4 : 2, plan.pictures.count)
    self.encoder = encoder
    turnReferences = references
    self.sheet = sheet
    self.profiler = profiler
    // A page takes longer to decode than a frame to draw, but is shown in many frames. Two threads
    // at least, because the first frame waits for two pages or more.
    loader = PageLoader(
      plan, painters: painters, threads: min(max(painters / 2, 2), 4), profiler: profiler)
    // Two per painter, one to fill and one that waits, and one that is being written.
    state = Monitor(State(buffers: [[UInt8]](repeating: [], count: 2 * painters + 1)))
  }

  /// Draws all pictures and calls `take` on this thread with each, in order.
  ///
  /// - Throws: What drawing or `take` throws, after all threads have ended.
  func run(_ take: (_ picture: Picture, _ encoded: Encoded) throws -> Void) throws {
    guard painters > 0 else { return }
    var threads: [WorkerThread] = []
    defer {
      state.update { $0.isStopped = true }
      loader.stop()
      for thread in threads { thread.join() }
    }
    loader.load()
    for number in 0..<painters {
      threads.append(try WorkerThread.started { self.work(as: number) })
    }
    for (index, picture) in plan.pictures.enumerated() {
      let result = profiler.measure(.waitForFrame) {
        state.wait { state -> Result<Encoded, RecordingError>? in
          if let failure = state.failure { return .failure(failure) }
          return state.done.removeValue(forKey: index).map { .success($0) }
        }
      }
      var encoded = try result.get()
      try take(picture, encoded)
      // Return the only reference to the memory, or the next painter would copy it.
      state.update { $0.buffers.append(exchange(&encoded.bytes, with: [])) }
    }
  }

  /// The driver's name and version, known once the first picture is there.
  var driver: String { state.update { $0.driver } }

  /// The body of a painter thread.
  private func work(as number: Int) {
    do {
      let offscreen = try openContext(for: number)
      let painter = try profiler.measure(.open) { () throws(RecordingError) in
        try TurnPainter(plan, in: offscreen, profiler: profiler)
      }
      var frame = Image(width: plan.stage.frame.width, height: plan.stage.frame.height)
      var bytes: [UInt8] = []
      var turn: Int?
      var references: PNGReferences?
      var isKept = false
      while let index = profiler.measure(.waitForWriter, { claim(&bytes) }) {
        let picture = plan.pictures[index]
        loader.advance(painter: number, to: picture.moment.turns)
        // A picture is drawn completely if it has no references, or if a small copy is made of it.
        let next = turnReferences?.turn(of: picture.moment)
        let moving = try painter.paint(
          picture.moment, into: &frame, isKept: isKept,
          onlyMoving: next != nil && sheet?.shows(picture) != true, loading: load)
        if next != turn {
          // Free those of the turn before first.
          references = nil
          references = try next.flatMap { try self.references(of: $0, by: painter) }
          turn = next
        }
        let isEncoded = references.map { references in
          profiler.measure(.encode) { references.encode(&frame, moving, into: &bytes) }
        }
        if isEncoded != true {
          if moving != nil { try painter.paint(picture.moment, into: &frame, loading: load) }
          try profiler.measure(.encode) { () throws(RecordingError) in try encoder(frame, &bytes) }
        }
        // References change the frame, and are painted in between.
        isKept = references == nil
        let thumbnail = sheet?.thumbnail(of: frame, picture)
        state.update { state in
          state.done[index] = Encoded(bytes: exchange(&bytes, with: []), thumbnail: thumbnail)
        }
      }
    } catch let error as RecordingError {
      state.update { state in if state.failure == nil { state.failure = error } }
    } catch {}
  }

  /// The references of a turn, which this painter may have to make; `nil` if it has none.
  private func references(
    of turn: Int, by painter: TurnPainter
  ) throws -> PNGReferences? {
    try turnReferences?.references(
      of: turn, other: { try plan.turns[turn].back.map { try load($0, 0).image } },
      draw: { try painter.picture(of: $0, loading: load) })
  }

  /// Waits for a page, or for a frame of one that is a video.
  private func load(_ page: Int, _ frame: Int) throws -> LoadedPage {
    let loaded = try profiler.measure(.waitForPage) { () throws(RecordingError) in
      try loader.page(page, frame: frame)
    }
    guard let loaded else { throw Stopped() }
    return loaded
  }

  /// The index of the next picture, with a buffer for it; `nil` if there is nothing left to do. A
  /// picture is only claimed with a buffer, so the one that the writer waits for is always under
  /// way.
  private func claim(_ bytes: inout [UInt8]) -> Int? {
    state.wait { state -> Int?? in
      if state.isStopped || state.failure != nil || state.next == plan.pictures.count {
        return .some(nil)
      }
      guard let buffer = state.buffers.popLast() else { return nil }
      bytes = buffer
      state.next += 1
      return state.next - 1
    }
  }

  /// Opens a painter's context, which must be of the same driver as the first painter's.
  private func openContext(for number: Int) throws -> OffscreenContext {
    guard number > 0 else {
      let offscreen = try Self.open()
      let driver = offscreen.gl.driver
      state.update {
        $0.first = driver.renderer
        $0.driver = "\(driver.renderer), \(driver.version)"
      }
      return offscreen
    }
    let first = state.wait { state -> String?? in
      state.isStopped || state.failure != nil ? .some(nil) : state.first.map { .some($0) }
    }
    guard let first else { throw Stopped() }
    let offscreen = try Self.open()
    guard offscreen.gl.driver.renderer == first else { throw Stopped() }
    return offscreen
  }

  private static func open() throws(RecordingError) -> OffscreenContext {
    do { return try OffscreenContext() } catch { throw .offscreen(error) }
  }
}
