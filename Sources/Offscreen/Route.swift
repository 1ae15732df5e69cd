/// A way to open an EGL display without a screen.
public enum Route: Hashable, Sendable, CustomStringConvertible {
  /// The device with this index in `eglQueryDevicesEXT`'s list: a GPU or Mesa's software device.
  case device(Int)
  /// Mesa's platform without any window system (`EGL_MESA_platform_surfaceless`).
  case surfaceless
  /// A render node of the kernel, such as `/dev/dri/renderD128`, through GBM.
  case gbm(path: String)
  /// `EGL_DEFAULT_DISPLAY`, which may need a window system.
  case defaultDisplay

  /// The spelling in `GLESKIT_DISPLAY`: `device:0`, `surfaceless`, `gbm:/dev/dri/renderD128`,
  /// `default`.
  public var description: String {
    switch self {
    case .device(let index): "device:\(index)"
    case .surfaceless: "surfaceless"
    case .gbm(let path): "gbm:\(path)"
    case .defaultDisplay: "default"
    }
  }
}

/// Which routes to try: all, or those of one kind.
public enum RouteChoice: Hashable, Sendable {
  /// Devices (hardware before software), surfaceless, GBM render nodes, then the default display.
  case all
  /// EGL devices, hardware before software.
  case devices
  /// GBM on all render nodes.
  case renderNodes
  /// One route only.
  case only(Route)

  /// Parses the spelling in `GLESKIT_DISPLAY`: a route's description, `device` or `gbm` for all of
  /// that kind, or an empty string for all. Returns `nil` for anything else.
  public init?(_ text: String) {
    switch text {
    case "": self = .all
    case "device": self = .devices
    case "gbm": self = .renderNodes
    case "surfaceless": self = .only(.surfaceless)
    case "default": self = .only(.defaultDisplay)
    default:
      let number = text.dropFirst("device:".count)
      if text.hasPrefix("device:"), number.first != "+", let index = UInt16(number) {
        self = .only(.device(Int(index)))
      } else if text.hasPrefix("gbm:/") {
        self = .only(.gbm(path: String(text.dropFirst("gbm:".count))))
      } else {
        return nil
      }
    }
  }
}

/// An attempt to open one route, and its result.
public struct Attempt: Hashable, Sendable, CustomStringConvertible {
  /// The result of an attempt.
  public enum Outcome: Hashable, Sendable {
    /// A context was made.
    case opened
    /// The attempt failed.
    case failed(Failure)
  }

  /// Why an attempt failed.
  public struct Failure: Hashable, Sendable {
    /// The C function that failed, such as `eglInitialize`.
    public var function: String
    /// The name of EGL's error, such as `EGL_NOT_INITIALIZED`; `nil` if there was none.
    public var error: String?
    /// The driver's message through `EGL_KHR_debug`; `nil` if there was none.
    public var message: String?
    /// The most likely cause.
    public var cause: String
    /// What to do.
    public var remedy: String
  }

  /// The route.
  public var route: Route
  /// The result.
  public var outcome: Outcome

  /// `device:0: opened`, or the function, error, message, cause and remedy.
  public var description: String {
    switch outcome {
    case .opened: return "\(route): opened"
    case .failed(let failure):
      let error = failure.error.map { ": \($0)" } ?? ""
      let message = failure.message.map { " (“\($0)”)" } ?? ""
      return "\(route): \(failure.function) failed\(error)\(message); "
        + "\(failure.cause): \(failure.remedy)"
    }
  }
}
