import CEGL
import CGBM
import Files
import Glibc
import Synchronization

/// An initialised EGL display.
///
/// EGL gives out one display handle a route and process, and `eglTerminate` ends it for every user.
/// So displays are opened once, kept until the process ends, and shared by all contexts on them.
struct Display {
  let route: Route
  let handle: EGLDisplay
  /// The GBM device behind a ``Route/gbm(path:)`` display.
  let gbmDevice: OpaquePointer?
  let extensions: Set<String>

  /// Opens a route's display, or finds it open.
  static func open(_ route: Route) throws(RouteFailure) -> Display {
    let result: Result<Kept, RouteFailure> = kept.withLock { kept in
      if let display = kept[route] { return .success(display) }
      return Result { () throws(RouteFailure) in
        let display = try start(route)
        kept[route] = display
        return display
      }
    }
    let display = try result.get()
    guard let handle = EGLDisplay(bitPattern: display.handle) else {
      throw RouteFailure("eglGetPlatformDisplay", cause: "no display was given")
    }
    return Display(
      route: route, handle: handle, gbmDevice: OpaquePointer(bitPattern: display.gbmDevice),
      extensions: EGL.strings(of: handle, EGL_EXTENSIONS))
  }

  /// The pointers of an open display as numbers, which may cross threads as EGL's handles may.
  private struct Kept {
    var handle: UInt
    var gbmDevice: UInt
  }

  private static let kept = Mutex<[Route: Kept]>([:])

  private static func start(_ route: Route) throws(RouteFailure) -> Kept {
    EGLMessages.listen()
    _ = EGLMessages.take()
    _ = EGLMessages.takeError()
    var gbmDevice: OpaquePointer?
    let handle: EGLDisplay?
    switch route {
    case .device(let index):
      handle = try platformDisplay(
        EGL_PLATFORM_DEVICE_EXT, ["EGL_EXT_platform_device"], try Devices.all().handle(at: index))
    case .surfaceless:
      handle = try platformDisplay(
        EGL_PLATFORM_SURFACELESS_MESA, ["EGL_MESA_platform_surfaceless"], nil)
    case .gbm(let path):
      let device = try openRenderNode(path)
      gbmDevice = device
      handle = try platformDisplay(
        EGL_PLATFORM_GBM_KHR, ["EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"],
        UnsafeMutableRawPointer(device))
    case .defaultDisplay:
      handle = eglGetDisplay(nil)
    }
    guard let handle else {
      throw RouteFailure("eglGetPlatformDisplay", cause: "the driver knows no such display")
    }
    guard eglInitialize(handle, nil, nil) == EGL_TRUE else {
      throw RouteFailure(initializing: route)
    }
    return Kept(
      handle: UInt(bitPattern: handle), gbmDevice: gbmDevice.map { UInt(bitPattern: $0) } ?? 0)
  }

  private static func platformDisplay(
    _ platform: Int32, _ names: [String], _ native: UnsafeMutableRawPointer?
  ) throws(RouteFailure) -> EGLDisplay? {
    guard names.contains(where: EGL.clientExtensions.contains),
      let get = EGL.function(
        "eglGetPlatformDisplayEXT", as: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    else { throw RouteFailure(lacking: names[0]) }
    return get(EGLenum(platform), native, nil)
  }

  private static func openRenderNode(_ path: String) throws(RouteFailure) -> OpaquePointer {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw RouteFailure(opening: path, code: errno) }
    guard let device = gbm_create_device(descriptor) else {
      close(descriptor)
      throw RouteFailure(
        "gbm_create_device", cause: "Mesa has no driver for \(path)",
        remedy: "apt-get install libgl1-mesa-dri")
    }
    return device
  }
}
