/// The type of a variable or expression, without its precision.
package struct ValueType: Hashable, Sendable {
  /// The type, or that of an array's elements.
  package var basic: BasicType
  /// The index of a structure in ``SyntaxTree/structures``; -1 for other types.
  package var structure: Int32 = -1
  /// The number of elements of an array, 0 if its declaration is wrong; -1 if it is not an array.
  package var elements: Int32 = -1

  package init(_ basic: BasicType, structure: Int32 = -1, elements: Int32 = -1) {
    self.basic = basic
    self.structure = structure
    self.elements = elements
  }

  package static let error = ValueType(.error)
  package static let void = ValueType(.void)
  package static let bool = ValueType(.bool)
  package static let int = ValueType(.int)
  package static let float = ValueType(.float)

  package var isArray: Bool { elements >= 0 }
  package var isError: Bool { basic == .error }
  /// Whether it is a single bool, int or float.
  package var isScalar: Bool { !isArray && basic.isScalar }

  /// The type of an array's elements.
  package var element: ValueType { ValueType(basic, structure: structure) }

  /// The type with a given array size.
  package func array(_ count: Int) -> ValueType {
    ValueType(basic, structure: structure, elements: Int32(clamping: count))
  }
}

/// A structure (§4.1.8).
package struct Structure: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var type: ValueType
    /// `nil` for bool, structures, and floats without a precision.
    package var precision: Precision?
    /// The index of the name in ``Preprocessed/items``.
    package var item: Int32
  }

  /// The name; empty for an anonymous structure.
  package var name: String
  package var members: [Member]
  /// The number of members, with those of the structures inside.
  package var totalCount = 0
  /// The nesting level of the innermost members; 1 without structures inside.
  package var depth = 1
  /// Whether a member is an array, or a structure that contains one.
  package var containsArray = false
  /// Whether a member is a sampler, or a structure that contains one.
  package var containsSampler = false
}
