import GLESKitCEGL
import GLESKitSupport
import Glibc

/// Why a route failed, with EGL's error and sentence taken at once, before other calls replace them.
struct RouteFailure: Error {
  let failure: Attempt.Failure

  init(
    _ function: String, cause: String,
    remedy: String = "try another route with GLESKIT_DISPLAY, or update the driver"
  ) {
    failure = Attempt.Failure(
      function: function, error: EGLMessages.takeError(),
      message: EGLMessages.take(function: function), cause: cause, remedy: remedy)
  }

  /// Blames the lack of any driver where there is none, else `cause`.
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
      "no driver can be loaded by the EGL library, or it lacks \(clientExtension)")
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
      // What a person set is the likeliest to be wrong.
      self.init(
        orNoDriver: "eglInitialize", "\(name) is set to '\(value)'",
        remedy: "unset it unless it is meant and right")
    } else if let (name, value) = server {
      self.init(
        orNoDriver: "eglInitialize", "no window system answers at \(name) '\(value)'",
        remedy: "correct or unset it, or set GLESKIT_DISPLAY=surfaceless")
    } else {
      self.init(
        orNoDriver: "eglInitialize",
        "the driver's modules are missing or do not match the kernel's or Mesa's version")
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

  /// The first of some variables that is set, and its value.
  static func first(of names: [String]) -> (name: String, value: String)? {
    for name in names {
      if let value = Self[name] { return (name, value) }
    }
    return nil
  }
}
