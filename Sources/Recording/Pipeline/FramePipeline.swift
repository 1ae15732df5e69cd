import Glibc
import ImageCoding
import Imaging
import Offscreen

/// Draws and encodes pictures on several threads at once and hands them over in order.
///
/// Each thread has a context of its own and takes the next picture that nobody has taken. Its bytes go
/// to one of a few buffers, which are used again and again. Which thread draws a picture makes no
/// difference to its bytes.
final class FramePipeline: Sendable {
  typealias Encoder = @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void

  /// A picture as it goes to its file.
  struct Encoded: Sendable {
    var bytes: [UInt8]
    /// The picture in small, where the contact sheet shows it.
    var thumbnail: Image?
  }

  private struct State {
    var buffers: [[UInt8]]
    /// What painters draw into, until each has taken its own.
    var canvases: [Image] = []
    var next = 0
    var done: [Int: Encoded] = [:]
    var failure: RecordingError?
    var isStopped = false
    /// What the first painter draws with: the others look for the same.
    var first: (route: Route, renderer: String)?
    /// The driver in words.
    var driver = ""
  }

  /// The work was given up; whoever did so knows why.
  private struct Stopped: Error {}

  private let plan: BookPlan
  private let painters: Int
  private let encoder: Encoder
  private let turnReferences: TurnReferences?
  private let sheet: TurnSheet?
  private let loader: PageLoader
  private let spans: PipelineTimings?
  private let state: Monitor<State>

  /// - Parameters:
  ///   - threads: How many pictures are drawn at once.
  ///   - encoder: Makes bytes of pictures, on any thread.
  ///   - references: What pictures are encoded by as far as there are any.
  ///   - sheet: Whose thumbnails are made on the way.
  ///   - spans: What measures the work.
  init(
    _ plan: BookPlan, threads: Int, encoder: @escaping Encoder, references: TurnReferences?,
    sheet: TurnSheet?, spans: PipelineTimings?
  ) {
    self.plan = plan
    painters = min(threads, plan.pictures.count)
    self.encoder = encoder
    turnReferences = references
    self.sheet = sheet
    self.spans = spans
    loader = PageLoader(plan, painters: painters, spans: spans)
    // For each painter one that it fills and one that waits, and one that is being written.
    state = Monitor(State(buffers: [[UInt8]](repeating: [], count: 2 * painters + 1)))
  }

  /// Draws all, calling `take` on this thread with each picture in order.
  ///
  /// - Throws: What drawing, or `take`, throws; all threads have ended then.
  func run(_ take: (_ picture: Picture, _ encoded: Encoded) throws -> Void) throws {
    guard painters > 0 else { return }
    var threads: [Thread] = []
    defer {
      state.update { $0.isStopped = true }
      loader.stop()
      for thread in threads { thread.join() }
    }
    // Painters first: drivers take longer to start than pages to be read.
    for number in 0..<painters { threads.append(try Thread { self.work(as: number) }) }
    // A page takes longer to read than a frame to draw, but is seen in many frames. The first frame waits for
    // several: two are read at once, also where one frame is all there is.
    for _ in 0..<min(max(painters / 2, 2), 4) {
      threads.append(try Thread { self.loader.run() })
    }
    // Memory is slow when it is touched for the first time, and painters are busy with their drivers.
    for _ in 0..<painters {
      let canvas = Image(width: plan.frameSize.width, height: plan.frameSize.height)
      state.update { $0.canvases.append(canvas) }
    }
    for (index, picture) in plan.pictures.enumerated() {
      let result = spans.measure(.waitForFrame) {
        state.wait { state -> Result<Encoded, RecordingError>? in
          if let failure = state.failure { return .failure(failure) }
          return state.done.removeValue(forKey: index).map { .success($0) }
        }
      }
      var encoded = try result.get()
      try take(picture, encoded)
      // Nobody but the buffers may hold the memory then, or the next painter would copy it.
      state.update { $0.buffers.append(exchange(&encoded.bytes, with: [])) }
    }
  }

  /// What draws, in words; known when the first picture is there.
  var driver: String { state.update { $0.driver } }

  /// What a painter's thread does.
  private func work(as number: Int) {
    do {
      let offscreen = try openContext(for: number)
      offscreen.gl.programCache = .standard
      let painter = try spans.measure(.open) { () throws(RecordingError) in
        try TurnPainter(plan, in: offscreen, spans: spans)
      }
      guard
        var frame = state.wait(for: { state -> Image?? in
          state.canvases.popLast().map { .some($0) } ?? (state.isStopped ? .some(nil) : nil)
        })
      else { return }
      var bytes: [UInt8] = []
      var turn: Int?
      var references: PNGReferences?
      while let index = spans.measure(.waitForWriter, { claim(&bytes) }) {
        let picture = plan.pictures[index]
        loader.advance(painter: number, to: picture.moment.turns)
        // All of it is needed where it is shown in small, or there is nothing to compare it with.
        let next = turnReferences?.turn(of: picture.moment)
        let moving = try painter.paint(
          picture.moment, into: &frame,
          onlyMoving: next != nil && sheet?.shows(picture) != true, loading: load)
        if next != turn {
          // Those of the turn before are let go first.
          references = nil
          references = try next.flatMap { try self.references(of: $0, by: painter) }
          turn = next
        }
        let isEncoded = references.map { references in
          spans.measure(.encode) { references.encode(&frame, moving, into: &bytes) }
        }
        if isEncoded != true {
          if moving != nil { try painter.paint(picture.moment, into: &frame, loading: load) }
          try spans.measure(.encode) { () throws(RecordingError) in try encoder(frame, &bytes) }
        }
        let thumbnail = sheet?.thumbnail(of: frame, picture)
        state.update { state in
          state.done[index] = Encoded(bytes: exchange(&bytes, with: []), thumbnail: thumbnail)
        }
      }
    } catch let error as RecordingError {
      state.update { state in if state.failure == nil { state.failure = error } }
    } catch {}
  }

  /// What the pictures of a turn are encoded by, if they are by anything; a painter may have to make it.
  private func references(
    of turn: Int, by painter: TurnPainter
  ) throws -> PNGReferences? {
    try turnReferences?.references(
      of: turn, other: { try plan.turns[turn].back.map { try load($0).image } },
      draw: { try painter.picture(of: $0, loading: load) })
  }

  /// A page, once it is there.
  private func load(_ page: Int) throws -> LoadedPage {
    let loaded = try spans.measure(.waitForPage) { () throws(RecordingError) in
      try loader.page(page)
    }
    guard let loaded else { throw Stopped() }
    return loaded
  }

  /// The next picture and a buffer for it; `nil` when there is no more to do. Whoever has a picture has
  /// a buffer, so that the one that is waited for is always under way.
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

  /// Opens a painter's context.
  ///
  /// On Mesa two contexts work side by side only if each is on an EGL display of its own, so every other
  /// painter goes by another route, provided that it leads to the same renderer.
  private func openContext(for number: Int) throws -> OffscreenContext {
    guard number > 0 else {
      let offscreen = try Self.open(nil)
      let driver = offscreen.gl.driver
      state.update {
        $0.first = (offscreen.route, driver.renderer)
        $0.driver = "\(driver.renderer), \(driver.version)"
      }
      return offscreen
    }
    let first = state.wait { state -> (route: Route, renderer: String)?? in
      state.isStopped || state.failure != nil ? .some(nil) : state.first.map { .some($0) }
    }
    guard let first else { throw Stopped() }
    let isFree = (try? RouteChoice.fromEnvironment()) == .all
    if isFree, number % 2 == 1, first.route != .surfaceless,
      let other = try? OffscreenContext(.only(.surfaceless)),
      other.gl.driver.renderer == first.renderer
    {
      return other
    }
    return try Self.open(.only(first.route))
  }

  private static func open(_ choice: RouteChoice?) throws(RecordingError) -> OffscreenContext {
    do { return try OffscreenContext(choice) } catch { throw .offscreen(error) }
  }
}
