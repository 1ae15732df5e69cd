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

  private let functions: [UnsafeMutableRawPointer]
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
    guard let functions = context.lookUp(.timerQueries) else { return nil }
    self.functions = functions
    // A driver may have the extension, but timestamps of no bits.
    var bits: GLint = 0
    unsafeBitCast(functions[2], to: PFNGLGETQUERYIVEXTPROC.self)(
      GLenum(GL_TIMESTAMP_EXT), GLenum(GL_QUERY_COUNTER_BITS_EXT), &bits)
    guard bits > 0 else { return nil }
    startsWhenIssued = context.driver.renderer.hasPrefix("llvmpipe")
    let time = Self.time(functions)
    // In an ES 2.0 context, Mesa 22.3.6's zink has the extension and the function, but no time. An
    // error that stayed would be blamed on the application's next call.
    guard Context.drainErrors().isEmpty else { return nil }
    clockOffset = SpanClock.now &- time
  }

  /// The GPU's time in nanoseconds.
  private static func time(_ functions: [UnsafeMutableRawPointer]) -> UInt64 {
    var time: Int64 = 0
    unsafeBitCast(functions[5], to: PFNGLGETINTEGER64VEXTPROC.self)(GLenum(GL_TIMESTAMP_EXT), &time)
    return UInt64(bitPattern: time)
  }

  func begin(_ name: String, _ profiler: Profiler) {
    collect(waits: false)
    let start = startsWhenIssued ? Start.time(Self.time(functions)) : .query(issue())
    open.append(Span(name: name, profiler: profiler, start: start))
  }

  func end() {
    guard var span = open.popLast() else { return }
    span.end = issue()
    pending.append(span)
  }

  private func issue() -> GLuint {
    var query = free.popLast() ?? 0
    if query == 0 { unsafeBitCast(functions[0], to: PFNGLGENQUERIESEXTPROC.self)(1, &query) }
    unsafeBitCast(functions[1], to: PFNGLQUERYCOUNTEREXTPROC.self)(query, GLenum(GL_TIMESTAMP_EXT))
    return query
  }

  /// Reads the results that are available, or all of them.
  func collect(waits: Bool) {
    guard !pending.isEmpty else { return }
    // Whether the GPU's clock was interrupted: results before that are worthless. Reading the flag
    // clears it.
    var disjoint: GLint = 0
    glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &disjoint)
    var done = 0
    for span in pending {
      var isAvailable: GLuint = 0
      unsafeBitCast(functions[3], to: PFNGLGETQUERYOBJECTUIVEXTPROC.self)(
        span.end, GLenum(GL_QUERY_RESULT_AVAILABLE_EXT), &isAvailable)
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
    unsafeBitCast(functions[4], to: PFNGLGETQUERYOBJECTUI64VEXTPROC.self)(
      query, GLenum(GL_QUERY_RESULT_EXT), &nanoseconds)
    free.append(query)
    return nanoseconds
  }
}
