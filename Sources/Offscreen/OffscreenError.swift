import GLES

/// Why there is no offscreen context.
public enum OffscreenError: Error, Sendable, CustomStringConvertible {
  /// `GLESKIT_DISPLAY` holds something that is no route.
  case unknownRoute(String)
  /// On no route the context, or the surface that was asked for, can be had; every attempt is listed.
  case noDisplay([Attempt])
  /// The context could not be made current, or another EGL call on it failed.
  case call(function: String, error: String)
  /// The context was made, but GL says no.
  case gles(GLESError)

  /// What happened and what to do; ``noDisplay(_:)`` takes a line for each attempt.
  public var description: String {
    switch self {
    case .unknownRoute(let text):
      "GLESKIT_DISPLAY is '\(text)'; use device, device:N, surfaceless, gbm, gbm:/dev/dri/renderDN "
        + "or default, or leave it unset"
    case .noDisplay(let attempts):
      "no OpenGL ES 2.0 driver could be opened; tried:"
        + attempts.map { "\n  \($0)" }.joined()
    case .call(let function, let error): "\(function) failed: \(error)\(Self.remedy(for: error))"
    case .gles(let error): error.description
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
