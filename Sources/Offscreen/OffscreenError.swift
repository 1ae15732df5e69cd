import GLES

/// An error of making an offscreen context, or of making it current.
public enum OffscreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `GLESKIT_DISPLAY` is not a route.
  case unknownRoute(String)
  /// No route provides the context or the requested surface; the attempts on all routes.
  case noDisplay([Attempt])
  /// An EGL call failed, such as making the context current.
  case call(function: String, error: String)
  /// All displays that llvmpipe offers stayed in use by contexts that are current on other threads.
  case displaysInUse

  /// What failed and what to do; ``noDisplay(_:)`` has a line for each attempt.
  public var description: String {
    switch self {
    case .unknownRoute(let text):
      "GLESKIT_DISPLAY is '\(text)', which is not a route; use device, device:N, surfaceless, gbm, "
        + "gbm:/dev/dri/renderDN or default, or leave it unset"
    case .noDisplay(let attempts):
      "no OpenGL ES 2.0 driver could be opened; tried:"
        + attempts.map { "\n  \($0)" }.joined()
    case .call(let function, let error): "\(function) failed: \(error)\(Self.remedy(for: error))"
    case .displaysInUse:
      "all EGL displays of llvmpipe are in use by contexts that are current on other threads; call "
        + "releaseCurrent() there when they have drawn, or use fewer threads"
    }
  }

  private static func remedy(for error: String) -> String {
    switch error {
    case "EGL_BAD_ACCESS":
      "; the context is current on another thread: call releaseCurrent() there first"
    case "EGL_CONTEXT_LOST": "; the GPU was reset or removed: make a new context"
    default: ""
    }
  }
}
