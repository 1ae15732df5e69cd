import GLES
import GLESKitSupport

/// Why a ``PageCurlFilter`` refused a call.
public enum PageCurlFilterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such key; `suggestion` is the one that was meant, if any is near.
  case unknownKey(String, suggestion: String?)
  /// The key takes another kind of value.
  case wrongKind(key: String, wanted: String, given: String)
  /// A number of the value is infinite or not a number.
  case notFinite(key: String)
  /// The filter was asked to draw without `inputImage`.
  case noImage
  /// The values make no curl.
  case curl(PageCurlError)
  /// The driver refused, in its own words.
  case drawing(String)

  /// One sentence: what was asked for, and what to do instead.
  public var description: String {
    switch self {
    case .unknownKey(let key, let suggestion):
      "there is no key '\(key)'\(Spelling.question(suggestion))"
    case .wrongKind(let key, let wanted, let given): "'\(key)' takes \(wanted), not \(given)"
    case .notFinite(let key): "the value for '\(key)' has a number that is not finite"
    case .noImage: "set 'inputImage' before drawing"
    case .curl(let error): error.description
    case .drawing(let message): message
    }
  }
}
