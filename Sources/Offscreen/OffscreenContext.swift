import GLES
import GLESKitCEGL

/// An OpenGL ES 2.0 context without a screen, current on the thread that made it.
///
/// ```swift
/// let offscreen = try OffscreenContext()
/// let target = try Framebuffer(offscreen.gl, width: 640, height: 480)
/// offscreen.gl.clear(color: [1, 1, 1, 1])
/// let image = try target.readImage()
/// ```
///
/// Drawing goes to framebuffer objects; a surface of EGL's own is only there when asked for. A
/// context belongs to one thread; several contexts on several threads work at once (on Mesa they
/// run truly side by side when each is on a route of its own). Drop it on the thread on which it is
/// current, or release it there before. A process that was forked without a new program in it can use
/// none of its parent's contexts, and no new ones either: drivers have threads that `fork` leaves out.
public final class OffscreenContext {
  /// A drawing surface of EGL's own, beside framebuffer objects.
  public enum Surface: Hashable, Sendable {
    /// None; where the driver insists on one, a pbuffer of 1×1 pixels is made and not used.
    case none
    /// A pixel buffer. The corresponding C function is `eglCreatePbufferSurface`.
    case pbuffer(width: Int, height: Int)
    /// A GBM surface, on a ``Route/gbm(path:)`` route only.
    /// The corresponding C functions are `gbm_surface_create` and `eglCreatePlatformWindowSurface`.
    case gbm(width: Int, height: Int)
  }

  /// The GL side of it: what everything is drawn with.
  public let gl: Context
  /// What was tried, in order; the last one opened.
  public let attempts: [Attempt]
  private let parts: ContextParts

  /// Opens the first route that works and makes a context on it current on this thread.
  ///
  /// - Parameters:
  ///   - choice: The routes to try; `nil` goes by the environment variable `GLESKIT_DISPLAY`, and
  ///     by ``RouteChoice/all`` where that is not set.
  ///   - surface: A surface of EGL's own. Default: none.
  ///   - ignoresExtensions: Do without any extension of EGL displays and of GL, to try the plain path.
  /// - Throws: ``OffscreenError``.
  public init(
    _ choice: RouteChoice? = nil, surface: Surface = .none, ignoresExtensions: Bool = false
  ) throws(OffscreenError) {
    let choice = if let choice { choice } else { try RouteChoice.fromEnvironment() }
    (parts, attempts) = try Self.firstWorking(
      choice, surface: surface, ignoresExtensions: ignoresExtensions)
    do throws(GLESError) {
      gl = try Context(ignoresExtensions: ignoresExtensions) { name in
        eglGetProcAddress(name).map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) }
      }
    } catch {
      parts.destroy()
      throw .gles(error)
    }
  }

  deinit { parts.destroy() }

  /// The route that worked.
  public var route: Route { parts.display.route }

  /// What EGL says of itself on this route.
  public var egl: EGLDescription { EGLDescription(of: parts.display) }

  /// Makes the context current on this thread, for use after another one was.
  /// The corresponding C function is `eglMakeCurrent`.
  ///
  /// - Throws: ``OffscreenError/call(function:error:)``, such as `EGL_BAD_ACCESS` while it is current
  ///   on another thread and `EGL_CONTEXT_LOST` after the GPU was reset.
  public func makeCurrent() throws(OffscreenError) {
    EGLMessages.startOver()
    guard parts.makeCurrent() else {
      throw .call(function: "eglMakeCurrent", error: EGLMessages.takeError() ?? "no reason given")
    }
    gl.deleteDroppedObjects()
  }

  /// Lets go of the context, so that another thread can make it current.
  public func releaseCurrent() { parts.releaseCurrent() }

  /// Tries every route of `choice` on its own and says how each ended, for reports.
  ///
  /// The context that is current on this thread stays so.
  public static func probe(_ choice: RouteChoice = .all) -> [Attempt] {
    let before = CurrentContext()
    defer { before.restore() }
    return candidates(choice).map { candidate in
      switch open(candidate, surface: .none, ignoresExtensions: false) {
      case .success(let parts):
        parts.destroy()
        return Attempt(route: parts.display.route, outcome: .opened)
      case .failure(let failed): return failed.attempt
      }
    }
  }
}

extension OffscreenContext {
  /// A route to try, or the reason why the routes of a kind cannot be listed.
  private typealias Candidate = Result<Route, FailedAttempt>

  /// An attempt that failed, as an error.
  private struct FailedAttempt: Error {
    var attempt: Attempt

    init(_ route: Route, _ failure: RouteFailure) {
      attempt = Attempt(route: route, outcome: .failed(failure.failure))
    }
  }

  private static func firstWorking(
    _ choice: RouteChoice, surface: Surface, ignoresExtensions: Bool
  ) throws(OffscreenError) -> (ContextParts, [Attempt]) {
    var attempts: [Attempt] = []
    for candidate in candidates(choice) {
      switch open(candidate, surface: surface, ignoresExtensions: ignoresExtensions) {
      case .success(let parts):
        attempts.append(Attempt(route: parts.display.route, outcome: .opened))
        return (parts, attempts)
      case .failure(let failed): attempts.append(failed.attempt)
      }
    }
    throw .noDisplay(attempts)
  }

  private static func open(
    _ candidate: Candidate, surface: Surface, ignoresExtensions: Bool
  ) -> Result<ContextParts, FailedAttempt> {
    candidate.flatMap { route in
      Result { () throws(RouteFailure) in
        try ContextParts(route, surface: surface, ignoresExtensions: ignoresExtensions)
      }.mapError { FailedAttempt(route, $0) }
    }
  }

  private static func candidates(_ choice: RouteChoice) -> [Candidate] {
    switch choice {
    case .only(let route): [.success(route)]
    case .devices: devices()
    case .renderNodes: renderNodes()
    case .all:
      devices() + [.success(.surfaceless)] + renderNodes() + [.success(.defaultDisplay)]
    }
  }

  private static func devices() -> [Candidate] {
    do throws(RouteFailure) {
      return try Devices.all().hardwareFirst.map { .success(.device($0)) }
    } catch {
      return [.failure(FailedAttempt(.device(0), error))]
    }
  }

  private static func renderNodes() -> [Candidate] {
    let nodes = RenderNodes.paths
    return nodes.isEmpty
      ? [.failure(FailedAttempt(.gbm(path: RenderNodes.first), .noRenderNode))]
      : nodes.map { .success(.gbm(path: $0)) }
  }
}

extension RouteChoice {
  /// What `GLESKIT_DISPLAY` asks for; ``all`` where it is not set.
  ///
  /// - Throws: ``OffscreenError/unknownRoute(_:)``.
  public static func fromEnvironment() throws(OffscreenError) -> RouteChoice {
    let text = Environment["GLESKIT_DISPLAY"] ?? ""
    guard let choice = RouteChoice(text) else { throw .unknownRoute(text) }
    return choice
  }
}
