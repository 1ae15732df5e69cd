@_exported import GLES

/// An error of drawing with ``FixedState``. Nothing was drawn.
public enum FixedPipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A value is outside the range that ES 1.1 allows (`GL_INVALID_VALUE` in ES 1.1).
  case outOfRange(name: String, value: Float, allowed: String)
  /// The state needs more of a resource than the driver's shaders have.
  case exceedsLimit(what: String, needed: Int, available: Int)
  /// Neither ES 2.0 nor a shader can do what the state needs.
  case unsupported(what: String, remedy: String)
  /// An array that ES 1.1 does not allow, such as normals with two components.
  case badArray(name: String, reason: String)
  /// An error of the driver: the program did not compile or link, or the draw failed.
  case gl(GLESError)

  /// One sentence: what failed, why, and what to do.
  public var description: String {
    switch self {
    case .outOfRange(let name, let value, let allowed):
      "\(name) is \(Int(exactly: value).map { "\($0)" } ?? "\(value)"), "
        + "which ES 1.1 does not allow; use \(allowed)"
    case .exceedsLimit(let what, let needed, let available):
      "this state needs \(needed) \(what), and the limit is \(available); "
        + "enable fewer lights, texture units or clip planes"
    case .unsupported(let what, let remedy): "ES 2.0 has no \(what); \(remedy)"
    case .badArray(let name, let reason): "the \(name) array \(reason)"
    case .gl(let error): error.description
    }
  }
}

/// Runs `body` and wraps errors of GLES.
func wrapped<Result>(_ body: () throws(GLESError) -> Result) throws(FixedPipelineError) -> Result {
  do { return try body() } catch { throw .gl(error) }
}
