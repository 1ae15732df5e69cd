import GLES
import GLESKitCEGL
import GLESKitCGBM

/// EGL's side of an offscreen context: the display, the context and an optional surface.
struct ContextParts {
  let display: Display
  let context: EGLContext
  let surface: EGLSurface?
  let gbmSurface: OpaquePointer?

  /// Creates the context and makes it current on this thread.
  init(
    on display: Display, surface: OffscreenContext.Surface, ignoresExtensions: Bool
  ) throws(RouteFailure) {
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
      throw RouteFailure("eglBindAPI", cause: "the driver was built without OpenGL ES")
    }
    func has(_ names: String...) -> Bool {
      !ignoresExtensions && names.contains(where: display.extensions.contains)
    }
    // A config ties a context to surfaces of one kind; without a surface no config is needed.
    let needsNoSurface = surface == .none && has("EGL_KHR_surfaceless_context")
    let config =
      needsNoSurface && has("EGL_KHR_no_config_context", "EGL_MESA_configless_context")
      ? nil : try Self.config(on: display, for: needsNoSurface ? nil : surface)
    var attributes: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 2]
    if has("EGL_EXT_create_context_robustness") {
      // Without this a driver need not report a GPU reset, and frames may be garbage.
      attributes += [
        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
      ]
    }
    attributes.append(EGL_NONE)
    guard let context = eglCreateContext(display.handle, config, nil, attributes) else {
      if let (name, value) = Environment.first(of: ["MESA_GLES_VERSION_OVERRIDE"]) {
        throw RouteFailure(
          "eglCreateContext", cause: "\(name) is set to '\(value)'", remedy: "unset it")
      }
      throw RouteFailure(
        "eglCreateContext", cause: "the driver does not support OpenGL ES 2.0 on this route")
    }
    self.display = display
    self.context = context
    do throws(RouteFailure) {
      (self.surface, gbmSurface) =
        needsNoSurface ? (nil, nil) : try Self.makeSurface(surface, on: display, config)
    } catch {
      eglDestroyContext(display.handle, context)
      throw error
    }
    guard makeCurrent() else {
      let failure = RouteFailure("eglMakeCurrent", cause: "the driver rejected the context it made")
      destroy()
      throw failure
    }
  }

  func makeCurrent() -> Bool {
    eglMakeCurrent(display.handle, surface, surface, context) == EGL_TRUE
  }

  /// Releases the context if it is current on this thread, and returns whether it was.
  @discardableResult
  func releaseCurrent() -> Bool {
    guard eglGetCurrentContext() == context else { return false }
    eglMakeCurrent(display.handle, nil, nil, nil)
    return true
  }

  /// Destroys everything except the display. A context that is current on another thread is
  /// destroyed when that thread releases it.
  ///
  /// - Returns: Whether the context was current on this thread.
  @discardableResult
  func destroy() -> Bool {
    // Destroying frees, too. After the wait there is nothing better to do than to go on.
    _ = OneContextPerDisplay.enter(number, on: display.number)
    let wasCurrent = releaseCurrent()
    eglDestroyContext(display.handle, context)
    if let surface { eglDestroySurface(display.handle, surface) }
    if let gbmSurface { gbm_surface_destroy(gbmSurface) }
    OneContextPerDisplay.forget(number, on: display.number)
    return wasCurrent
  }

  /// The context's handle as a number, which may cross threads.
  var number: UInt { UInt(bitPattern: context) }

  private static func config(
    on display: Display, for surface: OffscreenContext.Surface?
  ) throws(RouteFailure) -> EGLConfig? {
    let kind: Int32 =
      switch surface {
      case nil: 0
      case .gbm: EGL_WINDOW_BIT
      case .some(.none), .pbuffer: EGL_PBUFFER_BIT
      }
    let wanted: [EGLint] = [
      EGL_SURFACE_TYPE, kind, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
    ]
    var configs = [EGLConfig?](repeating: nil, count: 64)
    var count: EGLint = 0
    guard
      eglChooseConfig(display.handle, wanted, &configs, EGLint(configs.count), &count)
        == EGL_TRUE, count > 0
    else {
      throw RouteFailure(
        "eglChooseConfig",
        cause: "no OpenGL ES 2.0 config with 8-bit colors supports this kind of surface",
        remedy: "use no surface, or try another route with GLESKIT_DISPLAY")
    }
    guard case .gbm = surface else { return configs[0] }
    // GBM buffers must have the exact format of the config's native visual.
    return configs.prefix(Int(count)).first {
      var visual: EGLint = 0
      eglGetConfigAttrib(display.handle, $0, EGL_NATIVE_VISUAL_ID, &visual)
      return UInt32(bitPattern: visual) == gbmFormat
    } ?? configs[0]
  }

  /// `GBM_FORMAT_ARGB8888`, a macro that Swift's importer does not evaluate: the code "AR24".
  private static let gbmFormat: UInt32 = 0x3432_5241

  private static func makeSurface(
    _ kind: OffscreenContext.Surface, on display: Display, _ config: EGLConfig?
  ) throws(RouteFailure) -> (EGLSurface?, OpaquePointer?) {
    switch kind {
    case .none: (try pbuffer(1, 1, on: display, config), nil)
    case .pbuffer(let width, let height): (try pbuffer(width, height, on: display, config), nil)
    case .gbm(let width, let height): try gbmSurface(width, height, on: display, config)
    }
  }

  private static func pbuffer(
    _ width: Int, _ height: Int, on display: Display, _ config: EGLConfig?
  ) throws(RouteFailure) -> EGLSurface? {
    // Mesa's software drivers accept any size and fail when they draw, so check their stated limit.
    var largest = SIMD2<EGLint>(repeating: .max)
    if let config {
      eglGetConfigAttrib(display.handle, config, EGL_MAX_PBUFFER_WIDTH, &largest.x)
      eglGetConfigAttrib(display.handle, config, EGL_MAX_PBUFFER_HEIGHT, &largest.y)
    }
    guard width > 0, height > 0, let wide = EGLint(exactly: width), wide <= largest.x,
      let high = EGLint(exactly: height), high <= largest.y,
      let surface = eglCreatePbufferSurface(
        display.handle, config, [EGL_WIDTH, wide, EGL_HEIGHT, high, EGL_NONE])
    else {
      throw RouteFailure(
        "eglCreatePbufferSurface",
        cause: "\(width)×\(height) pixels exceed the limit of \(largest.x)×\(largest.y)",
        remedy: "use a smaller surface, or none and draw to a framebuffer object")
    }
    return surface
  }

  private static func gbmSurface(
    _ width: Int, _ height: Int, on display: Display, _ config: EGLConfig?
  ) throws(RouteFailure) -> (EGLSurface?, OpaquePointer?) {
    guard let device = display.gbmDevice else {
      throw RouteFailure(
        "gbm_surface_create", cause: "\(display.route) is not a GBM route",
        remedy: "use a gbm route, or a pbuffer")
    }
    guard
      let native = gbm_surface_create(
        device, UInt32(clamping: width), UInt32(clamping: height), gbmFormat,
        UInt32(GBM_BO_USE_RENDERING.rawValue))
    else {
      throw RouteFailure(
        "gbm_surface_create", cause: "GBM cannot allocate \(width)×\(height) pixels")
    }
    guard
      let create = EGL.function(
        "eglCreatePlatformWindowSurfaceEXT", as: PFNEGLCREATEPLATFORMWINDOWSURFACEEXTPROC.self),
      let surface = create(display.handle, config, UnsafeMutableRawPointer(native), nil)
    else {
      gbm_surface_destroy(native)
      throw RouteFailure(
        "eglCreatePlatformWindowSurfaceEXT", cause: "the driver rejected GBM's buffer")
    }
    return (surface, native)
  }
}

/// What destroys an offscreen context when neither its owner nor any of its objects is left.
final class ContextOwner {
  let parts: ContextParts
  /// What was current before.
  private let before: CurrentContext

  init(_ parts: ContextParts, before: CurrentContext) {
    self.parts = parts
    self.before = before
  }

  deinit { if parts.destroy() { before.restore() } }
}

/// The context that is current on this thread, to restore later.
struct CurrentContext {
  private let display = eglGetCurrentDisplay()
  private let context = eglGetCurrentContext()
  private let draw = eglGetCurrentSurface(EGL_DRAW)
  private let read = eglGetCurrentSurface(EGL_READ)
  private let serial = Context.serial(ofEGLContext: UInt(bitPattern: eglGetCurrentContext()))

  /// Releases the context if it is still current, for a thread that waits for another display: two
  /// that held one each would wait for each other.
  func release() {
    guard let display, let context, eglGetCurrentContext() == context else { return }
    eglMakeCurrent(display, nil, nil, nil)
    OneContextPerDisplay.leave(UInt(bitPattern: context))
  }

  /// Makes the context current again, unless its `Context` was released since, or another thread
  /// uses it or its display.
  ///
  /// - Parameter waits: Whether to wait for a display that is in use, up to a minute in which no
  ///   display is released.
  func restore(waits: Bool = false) {
    guard let display, let context else { return }
    let (number, place) = (UInt(bitPattern: context), UInt(bitPattern: display))
    guard Context.serial(ofEGLContext: number) == serial else { return }
    guard OneContextPerDisplay.enter(number, on: place, waits: waits) else { return }
    guard eglMakeCurrent(display, draw, read, context) == EGL_TRUE else {
      return OneContextPerDisplay.leave(number)
    }
    OneContextPerDisplay.noteCurrent(number, on: place)
  }
}
