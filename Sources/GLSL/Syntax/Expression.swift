/// The index of an expression in ``SyntaxTree/expressions`` or a statement in
/// ``SyntaxTree/statements``.
package typealias NodeID = Int32

/// An expression with its type (§5). Operands precede their expression in
/// ``SyntaxTree/expressions``.
package struct Expression: Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// An expression that was rejected.
    case error
    case literal
    /// A variable; ``Expression/reference`` is its symbol.
    case variable
    /// `a[b]`.
    case index
    /// A member of a structure; ``Expression/reference`` is its index.
    case member
    /// Components of a vector; ``Expression/reference`` is the ``Swizzle``.
    case swizzle
    /// A call of a function of the shader; ``Expression/reference`` is its index.
    case call
    /// A call of a built-in function; ``Expression/reference`` is its index in
    /// ``BuiltInFunction/all``.
    case builtInCall
    case constructor
    case prefix, postfix, binary, assignment, conditional, comma
  }

  /// What an expression may be used for.
  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A constant expression (§5.10).
    package static let constant = Traits(rawValue: 1)
    /// A constant-index-expression (appendix A.5): constants and loop indices.
    package static let constantIndex = Traits(rawValue: 2)
    /// What WebGL 1 accepts as an initializer of a global: constants, uniforms, globals,
    /// constructors and built-in functions, but no texture look-ups.
    package static let globalInitializer = Traits(rawValue: 4)
    package static let all: Traits = [.constant, .constantIndex, .globalInitializer]
  }

  package var kind: Kind
  /// The operator of prefix, postfix, binary and assignment expressions.
  package var operation: Lexeme = .end
  package var type: ValueType
  package var traits: Traits = []
  /// The first and last item in ``Preprocessed/items``.
  package var first: Int32
  package var last: Int32
  /// See ``Kind``; -1 for none.
  package var reference: Int32 = -1
  /// The operands: a range of ``SyntaxTree/operands``.
  package var operandStart: Int32 = 0
  package var operandCount: Int32 = 0
  /// The index of the value in ``SyntaxTree/values``; -1 if it is not constant or not known.
  package var value: Int32 = -1
}

/// The components that `.xyz` selects (§5.5), two bits each.
package struct Swizzle: Hashable, Sendable {
  package private(set) var rawValue: Int32

  package init(rawValue: Int32 = 0) { self.rawValue = rawValue }

  mutating func append(_ component: Int) {
    rawValue |= Int32(component) << Int32(2 * count)
    rawValue += 1 << 8
  }

  /// Returns what `.other` selects of the components: `.xyz` and `.zx` give `.zx`.
  func selecting(_ other: Swizzle) -> Swizzle {
    var selected = Swizzle()
    for index in 0..<other.count { selected.append(self[other[index]]) }
    return selected
  }

  package var count: Int { Int(rawValue >> 8) }
  /// Whether a component occurs twice.
  var hasDoubleComponent: Bool {
    (0..<count).contains { index in (0..<index).contains { self[$0] == self[index] } }
  }
  package var components: [Int] { (0..<count).map { self[$0] } }
  package subscript(index: Int) -> Int { Int(rawValue >> Int32(2 * index)) & 3 }
}
