/// Reading parts of a value: one that is missing or of another type is `null`, `nil` or empty.
extension JSON {
  /// The member of this name, the last if there are several.
  package subscript(name: String) -> JSON { members.last { $0.name == name }?.value ?? .null }

  /// Whether it is an object with a member of this name, which can be `null`.
  package func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// The string.
  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The integer.
  package var integer: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The number, which may be an integer.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The truth value.
  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements of an array.
  package var elements: [JSON] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  /// An array of the components of a vector.
  package static func vector<Vector: SIMD<Double>>(_ vector: Vector) -> JSON {
    .array(vector.indices.map { .number(vector[$0]) })
  }

  /// An object with the members of both.
  package static func + (first: JSON, second: JSON) -> JSON {
    .object(first.members + second.members)
  }

  /// Adds a member to an object; `nil` adds none.
  package mutating func add(_ name: String, _ value: JSON?) {
    if let value { self = self + .object([Member(name, value)]) }
  }

  /// The members of an object.
  package var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
