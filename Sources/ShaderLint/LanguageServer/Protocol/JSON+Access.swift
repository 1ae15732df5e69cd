import GLESKitSupport

/// Reading messages: a part that is missing or of another type is `null` or `nil`.
extension JSON {
  subscript(name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.name == name }?.value ?? .null
  }

  /// Whether it is an object with a member of this name, which can be `null`.
  func has(_ name: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.name == name }
  }

  var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  var integer: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  var elements: [JSON] {
    guard case .array(let values) = self else { return [] }
    return values
  }
}
