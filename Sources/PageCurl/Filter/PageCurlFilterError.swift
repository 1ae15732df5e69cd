import GLES
import GLESKitSupport

/// An error thrown by a ``PageCurlFilter``.
public enum PageCurlFilterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such key; `suggestion` is a key with a similar name.
  case unknownKey(String, suggestion: String?)
  /// The key takes another kind of value.
  case wrongKind(key: String, wanted: String, given: String)
  /// A number in the value is infinite or NaN.
  case notFinite(key: String)
  /// The filter cannot draw without `inputImage`.
  case noImage
  /// The values do not describe a curl.
  case curl(PageCurlError)
  /// Drawing failed.
  case drawing(GLESError)

  /// One sentence: what failed, and what to do instead.
  public var description: String {
    switch self {
    case .unknownKey(let key, let suggestion):
      "there is no key '\(key)'\(Spelling.question(suggestion))"
    case .wrongKind(let key, let wanted, let given): "'\(key)' takes \(wanted), not \(given)"
    case .notFinite(let key): "the value for '\(key)' contains a number that is not finite"
    case .noImage: "set 'inputImage' before drawing"
    case .curl(let error): error.description
    case .drawing(let error): error.description
    }
  }
}
