/// A way to an EGL display without a screen.
public enum Route: Hashable, Sendable, CustomStringConvertible {
  /// The device at this place in `eglQueryDevicesEXT`'s list: a GPU, or Mesa's software device.
  case device(Int)
  /// Mesa's platform without any window system (`EGL_MESA_platform_surfaceless`).
  case surfaceless
  /// A render node of the kernel, such as `/dev/dri/renderD128`, through GBM.
  case gbm(path: String)
  /// Whatever `EGL_DEFAULT_DISPLAY` is, which may need a window system.
  case defaultDisplay

  /// As `GLESKIT_DISPLAY` spells it: `device:0`, `surfaceless`, `gbm:/dev/dri/renderD128`, `default`.
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
  /// Devices (hardware before software), surfaceless, GBM render nodes, the default display.
  case all
  /// EGL devices, hardware before software.
  case devices
  /// GBM on every render node.
  case renderNodes
  /// This one only.
  case only(Route)

  /// Reads `GLESKIT_DISPLAY`'s spelling: a route's description, or `device` or `gbm` for all of
  /// their kind, or nothing for all. `nil` for anything else.
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

/// What was tried on one route, and how it ended.
public struct Attempt: Hashable, Sendable, CustomStringConvertible {
  /// How an attempt ended.
  public enum Outcome: Hashable, Sendable {
    /// A context could be made.
    case opened
    /// It failed; see ``Failure``.
    case failed(Failure)
  }

  /// Why an attempt failed.
  public struct Failure: Hashable, Sendable {
    /// The C function that failed, such as `eglInitialize`.
    public var function: String
    /// EGL's error by name, such as `EGL_NOT_INITIALIZED`; `nil` where EGL named none.
    public var error: String?
    /// The driver's own sentence, by `EGL_KHR_debug`; `nil` where it gave none.
    public var message: String?
    /// What most likely is wrong.
    public var cause: String
    /// What mends it.
    public var remedy: String
  }

  /// The route.
  public var route: Route
  /// How it ended.
  public var outcome: Outcome

  /// `device:0: opened`, or the function, error, sentence, cause and remedy.
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
