import GLESKitCEGL
import GLESKitSupport
import Glibc

typealias RouteFailure = Attempt.Failure

/// The initializers read EGL's error and message, which the next call replaces.
extension RouteFailure: Error {
  init(
    _ function: String, cause: String,
    remedy: String = "try another route with GLESKIT_DISPLAY, or update the driver"
  ) {
    self.init(
      function: function, error: EGLMessages.takeError(),
      message: EGLMessages.take(function: function), cause: cause, remedy: remedy)
  }

  /// Names `cause`, or the lack of any EGL driver if none is installed.
  init(
    orNoDriver function: String, _ cause: String,
    remedy: String = "apt-get install --reinstall libegl-mesa0 libgl1-mesa-dri"
  ) {
    if let remedy = Vendors.remedy {
      self.init(function, cause: "no EGL driver is installed", remedy: remedy)
    } else {
      self.init(function, cause: cause, remedy: remedy)
    }
  }

  init(lacking clientExtension: String) {
    self.init(
      orNoDriver: "eglQueryString",
      "libEGL can load no driver, or the driver lacks \(clientExtension)")
  }

  init(initializing route: Route) {
    let isDefault = route == .defaultDisplay
    let platform = isDefault ? ["EGL_PLATFORM"] : []
    let server = isDefault ? Environment.first(of: ["WAYLAND_DISPLAY", "DISPLAY"]) : nil
    if isDefault, server == nil, Environment["EGL_PLATFORM"] == nil {
      self.init(
        orNoDriver: "eglInitialize", "the default display needs a window system",
        remedy: "set DISPLAY or WAYLAND_DISPLAY, or GLESKIT_DISPLAY=surfaceless")
    } else if let (name, value) = Environment.first(
      of: platform + ["LIBGL_DRIVERS_PATH", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE"])
    {
      // A variable that the user set is the most likely cause.
      self.init(
        orNoDriver: "eglInitialize", "\(name) is set to '\(value)'",
        remedy: "unset it, or correct it")
    } else if let (name, value) = server {
      self.init(
        orNoDriver: "eglInitialize", "\(name) is '\(value)', and no window system answers there",
        remedy: "correct or unset it, or set GLESKIT_DISPLAY=surfaceless")
    } else {
      self.init(
        orNoDriver: "eglInitialize",
        "the driver's files are missing, or do not match the version of the kernel or Mesa")
    }
  }

  init(opening node: String, code: Int32) {
    let reason = String(cString: strerror(code))
    switch code {
    case EACCES, EPERM:
      self.init(
        "open(\(node))", cause: reason,
        remedy: "join the group that owns it (sudo usermod -aG render $USER) and log in again")
    case ENOENT:
      self.init(
        "open(\(node))", cause: reason,
        remedy: "use another route without a GPU; in a container, pass --device /dev/dri")
    default: self.init("open(\(node))", cause: reason)
    }
  }
}

/// The EGL drivers that libglvnd's libEGL finds.
enum Vendors {
  /// What to do if libEGL finds no driver; `nil` if it finds one.
  ///
  /// libEGL reads these variables and folders (libglvnd, `src/EGL/icd_enumeration.md`).
  static var remedy: String? {
    for variable in ["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"] {
      guard let value = Environment[variable] else { continue }
      let paths = value.split(separator: ":").map(String.init)
      let found =
        variable.hasSuffix("DIRS")
        ? paths.contains { hasVendor(in: $0) } : paths.contains { Files.kind(of: $0) != nil }
      return found ? nil : "unset \(variable), which names no driver"
    }
    let folders = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"]
    return folders.contains(where: hasVendor)
      ? nil : "apt-get install libegl-mesa0 libgl1-mesa-dri"
  }

  private static func hasVendor(in folder: String) -> Bool {
    ((try? Files.list(folder)) ?? []).contains { $0.hasSuffix(".json") }
  }
}

/// The process's environment variables.
enum Environment {
  /// The value of a variable; `nil` if it is unset or empty.
  static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the first variable in `names` that is set, and its value.
  static func first(of names: [String]) -> (name: String, value: String)? {
    names.lazy.compactMap { name in Self[name].map { (name, $0) } }.first
  }
}
