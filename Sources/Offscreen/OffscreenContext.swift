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
/// to one thread at a time. It lives as long as ``gl`` or any object that was made with it. Release
/// the last of them on the thread where the context is current, or call ``releaseCurrent()`` there
/// first. The context that was current when this one was made is then current again.
///
/// Contexts can draw on several threads at once. Mesa's software renderer, llvmpipe, is an
/// exception: with two contexts of one EGL display current at the same time, it ends the process
/// sooner or later (seen with Mesa 22.3.6). A process has four displays without a window system, so
/// there at most four contexts are current at a time, two if `choice` names one route. Making
/// another one, or making one current, waits until a thread calls ``releaseCurrent()`` or drops its
/// context, and throws ``OffscreenError/displaysInUse`` if none does for a minute. Call
/// ``releaseCurrent()`` before anything that may take long. Hardware drivers, softpipe and virgl
/// need none of this.
///
/// After `fork` without `exec` neither the parent's contexts nor new ones work in the child,
/// because `fork` does not copy the driver's threads.
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
  private let owner: ContextOwner
  private var parts: ContextParts { owner.parts }

  /// Opens the first route that works and makes a context on it current on this thread.
  ///
  /// - Parameters:
  ///   - choice: The routes to try. Default: the environment variable `GLESKIT_DISPLAY`, or
  ///     ``RouteChoice/all`` if it is not set.
  ///   - surface: An EGL surface. Default: none.
  ///   - ignoresExtensions: Whether to ignore extensions of EGL displays and of GL. Default:
  ///     `false`.
  ///   - label: The context's name in errors. Default: `context` and a number.
  /// - Throws: ``OffscreenError``.
  public init(
    _ choice: RouteChoice? = nil, surface: Surface = .none, ignoresExtensions: Bool = false,
    label: String? = nil
  ) throws(OffscreenError) {
    let choice = if let choice { choice } else { try RouteChoice.fromEnvironment() }
    let opened = try Self.open(
      choice,
      Request(surface: surface, ignoresExtensions: ignoresExtensions, label: label))
    (owner, gl, attempts) = (opened.owner, opened.gl, opened.attempts)
  }

  /// The route of this context.
  public var route: Route { parts.display.route }

  /// EGL's description of itself on this route.
  public var egl: EGLDescription { EGLDescription(of: parts.display) }

  /// Makes the context current on this thread.
  /// The corresponding C function is `eglMakeCurrent`.
  ///
  /// On llvmpipe, this waits while another context of the same display is current on another
  /// thread.
  ///
  /// - Throws: ``OffscreenError/call(function:error:)`` with, for example, `EGL_BAD_ACCESS` while
  ///   it is current on another thread or `EGL_CONTEXT_LOST` after a GPU reset;
  ///   ``OffscreenError/displaysInUse`` after a minute in which no display was released.
  public func makeCurrent() throws(OffscreenError) {
    guard OneContextPerDisplay.enter(parts.number, on: parts.display.number) else {
      throw .displaysInUse
    }
    EGLMessages.startOver()
    guard parts.makeCurrent() else {
      let error = EGLMessages.takeError() ?? "no reason given"
      OneContextPerDisplay.leave(parts.number)
      throw .call(function: "eglMakeCurrent", error: error)
    }
    OneContextPerDisplay.noteCurrent(parts.number, on: parts.display.number)
    gl.noteCurrent(true)
    gl.deleteDroppedObjects()
  }

  /// Releases the context, so that another thread can make it current.
  public func releaseCurrent() {
    parts.releaseCurrent()
    OneContextPerDisplay.leave(parts.number)
    gl.noteCurrent(false)
  }
}

extension RouteChoice {
  /// Returns the choice in `GLESKIT_DISPLAY`; ``all`` if it is not set.
  ///
  /// - Throws: ``OffscreenError/unknownRoute(_:)``.
  package static func fromEnvironment() throws(OffscreenError) -> RouteChoice {
    let text = Environment["GLESKIT_DISPLAY"] ?? ""
    guard let choice = RouteChoice(text) else { throw .unknownRoute(text) }
    return choice
  }
}
