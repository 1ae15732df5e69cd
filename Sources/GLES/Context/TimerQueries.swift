import GLESKitCGLES2
import Profiling

extension Profiler {
  /// Measures the CPU time of `work`, and the time that the GPU takes for the commands that `work`
  /// issues on a context.
  ///
  /// ```swift
  /// let profiler = Profiler()
  /// profiler.measure("background", on: gl) { gl.clear(color: [0, 0, 0, 1]) }
  /// ```
  ///
  /// The GPU runs commands later than the CPU issues them, so this adds a span of the clock `gpu`
  /// when the GPU is done: at a later span on this context, or when `Context.collectGPUSpans()`
  /// waits for it. Spans may nest. Without `GL_EXT_disjoint_timer_query`, only the CPU time is
  /// measured. The corresponding C functions are `glQueryCounterEXT` and
  /// `glGetQueryObjectui64vEXT`.
  ///
  /// A driver that draws in tiles, such as llvmpipe, finishes all commands of a frame together.
  /// There, spans of the same frame overlap: each ends with the frame.
  ///
  /// - Parameters:
  ///   - name: The name of both spans.
  ///   - context: The current context.
  ///   - work: The code to measure.
  public func measure<Result: ~Copyable, Failure>(
    _ name: String, on context: Context, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOn, context.mayBegin("glQueryCounterEXT"), let queries = context.timerQueries else {
      return try measure(name, work)
    }
    queries.begin(name, self)
    defer { queries.end() }
    return try measure(name, work)
  }
}

extension Context {
  /// Waits until the GPU is done, and hands all GPU spans to their profilers.
  ///
  /// Call it after a run, before `Profiler.report()`; spans of a running app arrive by themselves.
  public func collectGPUSpans() {
    guard mayBegin("glFinish", asksEGL: true), let timerQueries else { return }
    glFinish()
    timerQueries.collect(waits: true)
  }
}

/// The timer queries of a context: timestamps of `GL_EXT_disjoint_timer_query`, which may nest,
/// unlike its queries of elapsed time.
final class TimerQueries {
  // Constants of glext.h; the library sees only GLES2/gl2.h.
  private static let timestamp: GLenum = 0x8E28
  private static let queryResult: GLenum = 0x8866
  private static let queryResultAvailable: GLenum = 0x8867
  private static let queryCounterBits: GLenum = 0x8864
  private static let gpuDisjoint: GLenum = 0x8FBB

  private struct Functions {
    typealias Generate = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void
    typealias Counter = @convention(c) (GLuint, GLenum) -> Void
    typealias GetQuery = @convention(c) (GLenum, GLenum, UnsafeMutablePointer<GLint>?) -> Void
    typealias GetResult = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLuint>?) -> Void
    typealias GetResult64 = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UInt64>?) -> Void
    typealias GetInteger64 = @convention(c) (GLenum, UnsafeMutablePointer<Int64>?) -> Void

    let generate: Generate
    let counter: Counter
    let getResult: GetResult
    let getResult64: GetResult64
    let getInteger64: GetInteger64

    init?(_ context: Context) {
      guard let functions = context.lookUp(.timerQueries) else { return nil }
      // A driver may have the extension, but timestamps of no bits.
      var bits: GLint = 0
      unsafeBitCast(functions[2], to: GetQuery.self)(timestamp, queryCounterBits, &bits)
      guard bits > 0 else { return nil }
      generate = unsafeBitCast(functions[0], to: Generate.self)
      counter = unsafeBitCast(functions[1], to: Counter.self)
      getResult = unsafeBitCast(functions[3], to: GetResult.self)
      getResult64 = unsafeBitCast(functions[4], to: GetResult64.self)
      getInteger64 = unsafeBitCast(functions[5], to: GetInteger64.self)
    }
  }

  private enum Start {
    case query(GLuint)
    case time(UInt64)
  }

  private struct Span {
    let name: String
    let profiler: Profiler
    let start: Start
    var end: GLuint = 0
  }

  private let functions: Functions
  /// Mesa's llvmpipe takes a timestamp in each tile and returns that of the last tile. For the end
  /// of a span that is right; for its start, the time at which it was issued is (Mesa 22.3.6).
  private let startsWhenIssued: Bool
  /// The clock of spans minus the GPU's.
  private let clockOffset: UInt64
  /// Queries that can be used again. A context keeps as many as were once pending together.
  private var free: [GLuint] = []
  private var open: [Span] = []
  /// Spans that have ended, oldest first, and whose times are not known yet.
  private var pending: [Span] = []

  init?(_ context: Context) {
    guard let functions = Functions(context) else { return nil }
    self.functions = functions
    startsWhenIssued = context.driver.renderer.hasPrefix("llvmpipe")
    var time: Int64 = 0
    functions.getInteger64(Self.timestamp, &time)
    // In an ES 2.0 context, Mesa 22.3.6's zink has the extension and the function, but no time. An
    // error that stayed would be blamed on the application's next call.
    guard Context.drainErrors().isEmpty else { return nil }
    clockOffset = SpanClock.now &- UInt64(bitPattern: time)
  }

  func begin(_ name: String, _ profiler: Profiler) {
    collect(waits: false)
    let start: Start
    if startsWhenIssued {
      var time: Int64 = 0
      functions.getInteger64(Self.timestamp, &time)
      start = .time(UInt64(bitPattern: time))
    } else {
      start = .query(issue())
    }
    open.append(Span(name: name, profiler: profiler, start: start))
  }

  func end() {
    guard var span = open.popLast() else { return }
    span.end = issue()
    pending.append(span)
  }

  private func issue() -> GLuint {
    var query = free.popLast() ?? 0
    if query == 0 { functions.generate(1, &query) }
    functions.counter(query, Self.timestamp)
    return query
  }

  /// Reads the results that are available, or all of them.
  func collect(waits: Bool) {
    guard !pending.isEmpty else { return }
    // Whether the GPU's clock was interrupted: results before that are worthless. Reading the flag
    // clears it.
    var disjoint: GLint = 0
    glGetIntegerv(Self.gpuDisjoint, &disjoint)
    var done = 0
    for span in pending {
      var isAvailable: GLuint = 0
      functions.getResult(span.end, Self.queryResultAvailable, &isAvailable)
      guard waits || isAvailable != 0 || disjoint != 0 else { break }
      let end = result(of: span.end)
      let start =
        switch span.start {
        case .time(let time): time
        case .query(let query): result(of: query)
        }
      done += 1
      guard disjoint == 0, end >= start else { continue }
      span.profiler.record(
        span.name, clock: .gpu, from: start &+ clockOffset, nanoseconds: end &- start)
    }
    pending.removeFirst(done)
  }

  /// Waits for the result of a query, and frees the query.
  private func result(of query: GLuint) -> UInt64 {
    var nanoseconds: UInt64 = 0
    functions.getResult64(query, Self.queryResult, &nanoseconds)
    free.append(query)
    return nanoseconds
  }
}
