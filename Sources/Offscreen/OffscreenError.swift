import GLES

/// Why there is no offscreen context.
public enum OffscreenError: Error, Sendable, CustomStringConvertible {
  /// `GLESKIT_DISPLAY` holds something that is no route.
  case unknownRoute(String)
  /// No route worked; every attempt is listed.
  case noDisplay([Attempt])
  /// A display was opened, but the context or surface that was asked for cannot be had on it.
  case unavailable(Attempt)
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
    case .unavailable(let attempt): attempt.description
    case .call(let function, let error): "\(function) failed: \(error)"
    case .gles(let error): error.description
    }
  }
}
