import GLESKitSupport
@_exported import Offscreen

/// A thread with an offscreen context, on which Swift's concurrency can draw.
///
/// After an `await`, a task may continue on another thread, where its context is not current. Work
/// that runs on this executor stays on one thread. For a single piece of work, hand a closure to
/// ``run(_:)``:
///
/// ```swift
/// let offscreen = try GLExecutor()
/// let color: SIMD4<UInt8> = try await offscreen.run { gl in
///   let target = try Framebuffer(gl, width: 64, height: 64)
///   gl.clear(color: [0, 0.5, 1, 1])
///   return try target.readImage()[0, 0]
/// }
/// ```
///
/// To keep programs and textures from one call to the next, store them in an actor that runs here:
///
/// ```swift
/// actor Renderer {
///   nonisolated let executor: GLExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor {
///     executor.asUnownedSerialExecutor()
///   }
///   private var target: Framebuffer?
///
///   init() throws { executor = try GLExecutor() }
///
///   func frame(_ page: Image) throws -> Image {
///     let gl = try executor.gl
///     let target = try self.target ?? Framebuffer(gl, width: 640, height: 480)
///     self.target = target
///     target.bind()
///     gl.clear(color: [1, 1, 1, 1])
///     return try target.readImage()
///   }
/// }
/// ```
///
/// `Context` and all objects that are made with it are not `Sendable`, so the compiler keeps them
/// in the closure or the actor. The thread ends when the executor is released.
public final class GLExecutor: SerialExecutor {
  private enum Work {
    case job(UnownedJob, on: UnownedSerialExecutor)
    case closure(@Sendable (_ gl: Result<ThreadContext, OffscreenError>) -> Void)
    case end
  }

  private struct State {
    var work: [Work] = []
    var opened: Result<ThreadContext, OffscreenError>?
  }

  /// Sendable: the context is used on the thread only, and elsewhere to ask whether this is it.
  private struct ThreadContext: @unchecked Sendable {
    let gl: Context
  }

  private let state: Monitor<State>
  private let context: ThreadContext

  /// Starts the thread, and waits until it has opened a context.
  ///
  /// - Parameters:
  ///   - choice: The routes to try; see `OffscreenContext`.
  ///   - ignoresExtensions: Whether to ignore extensions. Default: `false`.
  ///   - label: The context's name in errors. Default: `context` and a number.
  /// - Throws: `OffscreenError`.
  public init(
    _ choice: RouteChoice? = nil, ignoresExtensions: Bool = false, label: String? = nil
  ) throws(OffscreenError) {
    let state = Monitor(State())
    do {
      try WorkerThread {
        Self.open(choice, ignoresExtensions: ignoresExtensions, label: label, state)
      }.detach()
    } catch {
      throw .call(function: "pthread_create", error: "\(error)")
    }
    context = try state.wait { $0.opened }.get()
    self.state = state
  }

  deinit { state.update { $0.work.append(.end) } }

  /// The context, for the code of an actor that runs on this executor.
  ///
  /// - Throws: `GLESError.notCurrent(function:context:current:)` on any other thread.
  public var gl: Context {
    get throws(GLESError) {
      try context.gl.begin("GLExecutor.gl", asksEGL: false)
      return context.gl
    }
  }

  /// Runs `work` on the thread with the context, after the work that was added before.
  ///
  /// - Parameter work: Draws with the context. It blocks the executor: don't wait in it for others.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws, and `OffscreenError` if the context can't be made current.
  public func run<Value: Sendable>(
    _ work: @escaping @Sendable (Context) throws -> Value
  ) async throws -> Value {
    defer { withExtendedLifetime(self) {} }
    return try await withCheckedThrowingContinuation { continuation in
      state.update {
        $0.work.append(
          .closure { opened in
            continuation.resume(with: Result { try work(opened.get().gl) })
          })
      }
    }
  }

  /// Adds a job of an actor. Swift's runtime calls this.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.update { $0.work.append(.job(job, on: asUnownedSerialExecutor())) }
  }

  /// The body of the thread.
  private static func open(
    _ choice: RouteChoice?, ignoresExtensions: Bool, label: String?, _ state: Monitor<State>
  ) {
    let offscreen: OffscreenContext
    do throws(OffscreenError) {
      offscreen = try OffscreenContext(
        choice, ignoresExtensions: ignoresExtensions, label: label)
    } catch {
      return state.update { $0.opened = .failure(error) }
    }
    let context = ThreadContext(gl: offscreen.gl)
    // While this thread waits, its context is not current: on llvmpipe, other threads may wait for
    // that, and objects that outlive this thread keep the context.
    offscreen.releaseCurrent()
    state.update { $0.opened = .success(context) }
    while true {
      let works = state.wait { state -> [Work]? in
        defer { state.work = [] }
        return state.work.isEmpty ? nil : state.work
      }
      if case .end = works[0] { return }
      let current: Result<ThreadContext, OffscreenError>
      do throws(OffscreenError) {
        try offscreen.makeCurrent()
        current = .success(context)
      } catch {
        current = .failure(error)
      }
      defer { offscreen.releaseCurrent() }
      for work in works {
        switch work {
        // Without a context, `gl` throws in the job.
        case .job(let job, let executor): job.runSynchronously(on: executor)
        case .closure(let work): work(current)
        case .end: return
        }
      }
    }
  }
}
