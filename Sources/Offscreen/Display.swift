import GLESKitCEGL
import GLESKitCGBM
import GLESKitSupport
import Glibc
import Synchronization

/// An initialized EGL display.
///
/// EGL has one display handle per route, list of attributes and process, and `eglTerminate` ends it
/// for every user. So each display is opened once, kept until the process ends and shared by all
/// its contexts. A display that the application terminated is initialized again.
struct Display {
  /// What EGL tells displays apart by.
  struct Key: Hashable {
    var route: Route
    /// Whether the list of attributes is empty rather than absent. Mesa tells these apart
    /// (`_eglSameAttribs` in egldisplay.c), which gives a process a second display on a route;
    /// another driver may return the same one.
    var hasAttributes: Bool

    /// The displays of a route, in the order in which they are used.
    static func all(of route: Route) -> [Key] {
      switch route {
      case .device, .surfaceless: [false, true].map { Key(route: route, hasAttributes: $0) }
      case .gbm, .defaultDisplay: [Key(route: route, hasAttributes: false)]
      }
    }
  }

  let route: Route
  let handle: EGLDisplay
  /// The GBM device behind a ``Route/gbm(path:)`` display.
  let gbmDevice: OpaquePointer?
  let extensions: Set<String>

  /// The handle as a number, which may cross threads.
  var number: UInt { UInt(bitPattern: handle) }

  /// Opens a display, or returns the one that is open.
  static func open(_ key: Key) throws(RouteFailure) -> Display {
    let route = key.route
    EGLMessages.startOver()
    let result: Result<Kept, RouteFailure> = kept.withLock { kept in
      Result { () throws(RouteFailure) in
        let display = if let display = kept[key] { display } else { try start(key) }
        // On a display that is still initialized this does nothing.
        guard eglInitialize(EGLDisplay(bitPattern: display.handle), nil, nil) == EGL_TRUE else {
          let failure = RouteFailure(initializing: route)
          if kept[key] == nil { display.closeDevice() }
          throw failure
        }
        kept[key] = display
        return display
      }
    }
    let display = try result.get()
    // Messages from before the success must not explain a later failure.
    EGLMessages.startOver()
    guard let handle = EGLDisplay(bitPattern: display.handle) else {
      throw RouteFailure("eglGetPlatformDisplay", cause: "the driver returned no display")
    }
    return Display(
      route: route, handle: handle, gbmDevice: OpaquePointer(bitPattern: display.gbmDevice),
      extensions: EGL.strings(of: handle, EGL_EXTENSIONS))
  }

  /// The number of contexts that would take turns with another one on a display.
  static func contexts(of key: Key) -> Int {
    kept.withLock { $0[key] }.map { OneContextPerDisplay.count(on: $0.handle) } ?? 0
  }

  /// The pointers of an open display as numbers, which are `Sendable`; EGL's handles may cross
  /// threads.
  private struct Kept {
    var handle: UInt
    var gbmDevice: UInt

    /// Closes the GBM device and its file.
    func closeDevice() {
      guard let device = OpaquePointer(bitPattern: gbmDevice) else { return }
      let descriptor = gbm_device_get_fd(device)
      gbm_device_destroy(device)
      close(descriptor)
    }
  }

  private static let kept = Mutex<[Key: Kept]>([:])

  /// Gets a display without initializing it.
  private static func start(_ key: Key) throws(RouteFailure) -> Kept {
    let handle: EGLDisplay?
    switch key.route {
    case .device(let index):
      handle = try platformDisplay(
        EGL_PLATFORM_DEVICE_EXT, ["EGL_EXT_platform_device"], try Devices.all().handle(at: index),
        hasAttributes: key.hasAttributes)
    case .surfaceless:
      handle = try platformDisplay(
        EGL_PLATFORM_SURFACELESS_MESA, ["EGL_MESA_platform_surfaceless"], nil,
        hasAttributes: key.hasAttributes)
    case .gbm(let path):
      let names = ["EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"]
      let device = try openRenderNode(path)
      var kept = Kept(handle: 0, gbmDevice: UInt(bitPattern: device))
      do throws(RouteFailure) {
        kept.handle = try known(
          try platformDisplay(EGL_PLATFORM_GBM_KHR, names, UnsafeMutableRawPointer(device)))
      } catch {
        kept.closeDevice()
        throw error
      }
      return kept
    case .defaultDisplay:
      handle = eglGetDisplay(nil)
    }
    return Kept(handle: try known(handle), gbmDevice: 0)
  }

  private static func known(_ handle: EGLDisplay?) throws(RouteFailure) -> UInt {
    guard let handle else {
      throw RouteFailure(
        orNoDriver: "eglGetPlatformDisplay", "the driver does not have this display")
    }
    return UInt(bitPattern: handle)
  }

  private static func platformDisplay(
    _ platform: Int32, _ names: [String], _ native: UnsafeMutableRawPointer?,
    hasAttributes: Bool = false
  ) throws(RouteFailure) -> EGLDisplay? {
    guard names.contains(where: EGL.clientExtensions.contains),
      let get = EGL.function(
        "eglGetPlatformDisplayEXT", as: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    else { throw RouteFailure(lacking: names[0]) }
    return get(EGLenum(platform), native, hasAttributes ? [EGL_NONE] : nil)
  }

  private static func openRenderNode(_ path: String) throws(RouteFailure) -> OpaquePointer {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw RouteFailure(opening: path, code: errno) }
    guard let device = gbm_create_device(descriptor) else {
      close(descriptor)
      throw RouteFailure(
        "gbm_create_device", cause: "Mesa has no driver for \(path), or it is not a render node",
        remedy: "apt-get install libgl1-mesa-dri, or use a render node in /dev/dri")
    }
    return device
  }
}
