import CEGL
import Files
import Glibc

/// Why a route failed, with EGL's error and sentence taken at once, before other calls replace them.
struct RouteFailure: Error {
  let failure: Attempt.Failure

  init(
    _ function: String, cause: String,
    remedy: String = "try another route with GLESKIT_DISPLAY, or update the driver"
  ) {
    failure = Attempt.Failure(
      function: function, error: EGLMessages.takeError(), message: EGLMessages.take(),
      cause: cause, remedy: remedy)
  }

  init(lacking clientExtension: String) {
    if let remedy = Vendors.remedy {
      self.init("eglQueryString", cause: "no EGL driver is installed", remedy: remedy)
    } else {
      self.init("eglQueryString", cause: "the EGL library lacks \(clientExtension)")
    }
  }

  init(initializing route: Route) {
    if let remedy = Vendors.remedy {
      self.init("eglInitialize", cause: "no EGL driver is installed", remedy: remedy)
    } else if let path = Environment["LIBGL_DRIVERS_PATH"] {
      self.init(
        "eglInitialize", cause: "LIBGL_DRIVERS_PATH is set to \(path)",
        remedy: "unset it if Mesa's drivers are not there")
    } else if route == .defaultDisplay {
      self.init(
        "eglInitialize", cause: "the default display needs a window system",
        remedy: "set DISPLAY or WAYLAND_DISPLAY, or GLESKIT_DISPLAY=surfaceless")
    } else {
      self.init(
        "eglInitialize",
        cause: "the driver's modules are missing or do not match the kernel's or Mesa's version",
        remedy: "apt-get install --reinstall libegl-mesa0 libgl1-mesa-dri")
    }
  }

  init(opening node: String, code: Int32) {
    let reason = String(cString: strerror(code))
    switch code {
    case EACCES, EPERM:
      self.init(
        "open(\(node))", cause: reason,
        remedy: "join the group that owns it: sudo usermod -aG render $USER, then log in again")
    case ENOENT:
      self.init(
        "open(\(node))", cause: reason,
        remedy: "without a GPU none is needed; in a container, pass --device /dev/dri")
    default: self.init("open(\(node))", cause: reason)
    }
  }
}

/// The EGL drivers that the vendor-neutral libEGL finds.
enum Vendors {
  /// The command that installs one, where libEGL would find none; `nil` where it finds some.
  ///
  /// libEGL looks at these variables and folders (libglvnd, `src/EGL/icd_enumeration.md`).
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
  /// A variable's value; `nil` where it is unset or empty.
  static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
