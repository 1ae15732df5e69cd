import GLES

/// Why a draw with ``FixedState`` was refused; nothing has been drawn.
public enum FixedPipelineError: Error, Sendable, CustomStringConvertible {
  /// A value outside the range that ES 1.1 allows, where ES 1.1 reports `GL_INVALID_VALUE`.
  case outOfRange(name: String, value: Float, allowed: String)
  /// The state needs more of something than this driver's shaders have.
  case exceedsLimit(what: String, needed: Int, available: Int)
  /// The driver cannot do what the state asks for, and no shader can make up for it.
  case unsupported(what: String, remedy: String)
  /// Vertex data that ES 1.1 would not take, such as normals of two components.
  case badArray(name: String, reason: String)
  /// The driver refused: the generated program did not build, or the draw failed.
  case gl(GLESError)

  /// One sentence: what was asked, what is wrong with it, what to do.
  public var description: String {
    switch self {
    case .outOfRange(let name, let value, let allowed):
      "\(name) is \(value), outside what ES 1.1 allows; give \(allowed)"
    case .exceedsLimit(let what, let needed, let available):
      "this state needs \(needed) \(what), and this driver has \(available); "
        + "use fewer lights, texture units or clip planes at once"
    case .unsupported(let what, let remedy): "ES 2.0 has no \(what); \(remedy)"
    case .badArray(let name, let reason): "the \(name) array \(reason)"
    case .gl(let error): error.description
    }
  }
}

/// Runs `body` and wraps what GLES throws.
func wrapped<Result>(_ body: () throws(GLESError) -> Result) throws(FixedPipelineError) -> Result {
  do { return try body() } catch { throw .gl(error) }
}
