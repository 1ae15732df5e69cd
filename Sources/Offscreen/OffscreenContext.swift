@_exported import GLES
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
/// Draw into framebuffer objects; an EGL surface exists only if you ask for one. A context belongs
/// to one thread at a time. Several contexts can draw on several threads at once; Mesa runs them in
/// parallel if each uses its own route. Release the last reference on the thread where the context
/// is current, or call ``releaseCurrent()`` there first. After `fork` without `exec` neither the
/// parent's contexts nor new ones work in the child, because `fork` does not copy the driver's
/// threads.
public final class OffscreenContext {
  /// An EGL drawing surface in addition to framebuffer objects.
  public enum Surface: Hashable, Sendable {
    /// None; if the driver requires a surface, an unused pbuffer of 1×1 pixels is made.
    case none
    /// A pixel buffer. The corresponding C function is `eglCreatePbufferSurface`.
    case pbuffer(width: Int, height: Int)
    /// A GBM surface; needs a ``Route/gbm(path:)`` route.
    /// The corresponding C functions are `gbm_surface_create` and `eglCreatePlatformWindowSurface`.
    case gbm(width: Int, height: Int)
  }

  /// The GL context to draw with.
  public let gl: Context
  /// The routes that were tried, in order; the last one was opened.
  public let attempts: [Attempt]
  private let parts: ContextParts

  /// Opens the first route that works and makes a context on it current on this thread.
  ///
  /// - Parameters:
  ///   - choice: The routes to try. Default: the environment variable `GLESKIT_DISPLAY`, or
  ///     ``RouteChoice/all`` if it is not set.
  ///   - surface: An EGL surface. Default: none.
  ///   - ignoresExtensions: Whether to ignore extensions of EGL displays and of GL. Default:
  ///     `false`.
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

  /// The route of this context.
  public var route: Route { parts.display.route }

  /// EGL's description of itself on this route.
  public var egl: EGLDescription { EGLDescription(of: parts.display) }

  /// Makes the context current on this thread.
  /// The corresponding C function is `eglMakeCurrent`.
  ///
  /// - Throws: ``OffscreenError/call(function:error:)`` with, for example, `EGL_BAD_ACCESS` while
  ///   it is current on another thread or `EGL_CONTEXT_LOST` after a GPU reset.
  public func makeCurrent() throws(OffscreenError) {
    EGLMessages.startOver()
    guard parts.makeCurrent() else {
      throw .call(function: "eglMakeCurrent", error: EGLMessages.takeError() ?? "no reason given")
    }
    gl.noteCurrent(true)
    gl.deleteDroppedObjects()
  }

  /// Releases the context, so that another thread can make it current.
  public func releaseCurrent() {
    parts.releaseCurrent()
    gl.noteCurrent(false)
  }

  /// Tries every route of `choice` and returns each result, for reports.
  ///
  /// The context that is current on this thread stays current.
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
  /// A route to try, or the reason why a kind of route cannot be listed.
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
  /// Returns the choice in `GLESKIT_DISPLAY`; ``all`` if it is not set.
  ///
  /// - Throws: ``OffscreenError/unknownRoute(_:)``.
  public static func fromEnvironment() throws(OffscreenError) -> RouteChoice {
    let text = Environment["GLESKIT_DISPLAY"] ?? ""
    guard let choice = RouteChoice(text) else { throw .unknownRoute(text) }
    return choice
  }
}
