/// A name that a shader declares, or a built-in variable that it uses.
package struct Symbol: Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case variable
    /// A structure; ``Symbol/type`` is its type.
    case structure
    /// The functions of one name; ``Symbol/overloads`` lists them.
    case function
    /// A name that is only known from a mistake.
    case unknown
  }

  package enum Storage: String, Hashable, Sendable {
    case attribute, varying, uniform, const
    /// A local or global without a qualifier.
    case plain
    case parameter
    /// A built-in variable (§7).
    case builtIn
  }

  package enum Direction: String, Hashable, Sendable {
    case `in`, out, `inout`
  }

  package var kind: Kind
  package var name: String
  package var type: ValueType
  package var precision: Precision?
  /// Whether the declaration names the precision.
  package var namesPrecision = false
  package var storage = Storage.plain
  package var isInvariant = false
  package var isGlobal = false
  /// Whether assignments are errors.
  package var isReadOnly = false
  /// Whether it is the index of a `for` loop (appendix A.4).
  package var isLoopIndex = false
  /// The index of the name in ``Preprocessed/items``; -1 for a built-in variable.
  package var item: Int32
  /// The value of a constant, in ``SyntaxTree/values``; -1 if it is not known.
  package var value: Int32 = -1
  /// The initializer; -1 for none.
  package var initializer: NodeID = -1
  /// The functions of a name.
  package var overloads: [Int32] = []
  /// How often it is read or called.
  package var reads = 0
  /// How often it is assigned to.
  package var writes = 0
}

/// A function of the shader (§6.1).
package struct Function: Sendable {
  package struct Parameter: Hashable, Sendable {
    package var type: ValueType
    package var precision: Precision?
    package var direction: Symbol.Direction
    package var isConst: Bool
  }

  package var name: String
  package var result: ValueType
  package var resultPrecision: Precision?
  package var parameters: [Parameter]
  /// The name in the first declaration, an index in ``Preprocessed/items``.
  package var item: Int32
  package var hasPrototype = false
  /// The name in the definition; -1 if it is only declared.
  package var definition: Int32 = -1
  /// The statement of the definition; -1 if it is only declared.
  package var body: NodeID = -1
  /// The symbols of the parameters in the definition; `nil` for a parameter without a name.
  package var parameterSymbols: [Int32?] = []
  /// The variables that the definition declares, in order.
  package var locals: [Int32] = []
  /// The calls in the definition, in order.
  package var calls: [Call] = []
  /// How often it is called.
  package var uses = 0

  package struct Call: Hashable, Sendable {
    /// The function that is called.
    package var callee: Int32
    /// The name, an index in ``Preprocessed/items``.
    package var item: Int32
  }
}
