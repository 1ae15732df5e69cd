/// The global declarations of a checked shader: enough to compare two stages, to count resources
/// and to locate the names in a link log.
package struct Declarations: Sendable {
  package enum Storage: String, Hashable, Sendable {
    case attribute, varying, uniform
    /// A constant or a global without a storage qualifier.
    case plain

    init(_ storage: Symbol.Storage) { self = Self(rawValue: storage.rawValue) ?? .plain }
  }

  /// The type in a declaration, with its precision, which may be the default.
  package struct TypeUse: Hashable, Sendable {
    package var name: String
    /// The type of the elements, without the name of a structure.
    package var basic: BasicType
    /// `nil` for bool, structures, and floats without a precision.
    package var precision: Precision?
    /// The size of an array, 0 if it could not be computed; `nil` if it is not an array.
    package var array: Int?
    /// The members of a structure, in order.
    package var members: [Member] = []

    /// The type in GLSL, such as `mediump vec3[4]`.
    package var text: String {
      let size = array.map { $0 == 0 ? "[]" : "[\($0)]" } ?? ""
      return (precision.map { "\($0.rawValue) " } ?? "") + name + size
    }
  }

  package struct Member: Hashable, Sendable {
    package var name: String
    package var type: TypeUse
  }

  package struct Variable: Sendable {
    package var storage: Storage
    package var invariant: Bool
    package var type: TypeUse
    package var name: String
    /// The token of the name, or the macro call that produced it.
    package var site: Token
    /// Whether the shader reads or assigns it.
    package var isUsed: Bool
  }

  package struct Function: Sendable {
    package var name: String
    package var site: Token
    package var isDefined: Bool
    package var isCalled: Bool
  }

  package private(set) var variables: [Variable] = []
  /// The index of the last variable of each name.
  private var indices: [String: Int] = [:]
  /// The places where built-in variables are declared invariant, by their names.
  package var invariantBuiltIns: [String: Token] = [:]
  package var functions: [Function] = []
  /// All declared names: globals, functions, parameters, locals and structures.
  package var declaredNames: [String] = []
  /// Whether nothing comes of what `main` does: the shader writes no `gl_Position`, or no color and
  /// discards nothing. An empty `main` is meant so, as where a pass writes depth only.
  package private(set) var lacksOutput = false

  /// Whether the shader defines `main`.
  package var hasMain: Bool { functions.contains { $0.name == "main" && $0.isDefined } }

  /// Returns the last global declaration of `name`.
  package func variable(_ name: String) -> Variable? { indices[name].map { variables[$0] } }
}

extension Declarations {
  package init(_ shader: CheckedShader) {
    let tree = shader.tree
    // Inner structures precede outer ones. Uses of a structure share the array of its members.
    var members: [[Member]] = []
    for structure in tree.structures {
      members.append(
        structure.members.map {
          Member(name: $0.name, type: TypeUse($0.type, $0.precision, tree, members))
        })
    }
    func site(_ item: Int32) -> Token { shader.preprocessed.items[Int(item)].origin }
    for (id, symbol) in tree.symbols.enumerated() {
      if symbol.item >= 0 && symbol.kind != .unknown { declaredNames.append(symbol.name) }
      guard symbol.kind == .variable, symbol.isGlobal || symbol.item < 0 else { continue }
      guard symbol.item >= 0 else {
        guard symbol.isInvariant else { continue }
        // A name is declared invariant before it is used.
        let use = tree.uses.first { $0.target == .symbol(Int32(id)) }
        invariantBuiltIns[symbol.name] = use.map { site($0.item) }
        continue
      }
      indices[symbol.name] = variables.count
      variables.append(
        Variable(
          storage: Storage(symbol.storage),
          invariant: symbol.isInvariant,
          type: TypeUse(symbol.type, symbol.precision, tree, members),
          name: symbol.name, site: site(symbol.item), isUsed: symbol.reads + symbol.writes > 0))
    }
    let writes = tree.symbols.contains { symbol in
      symbol.storage == .builtIn && symbol.writes > 0
        && (shader.stage == .fragment || symbol.name == "gl_Position")
    }
    let discards = tree.statements.contains { if case .discard = $0.kind { true } else { false } }
    for function in tree.functions {
      if function.name == "main", function.body >= 0,
        case .block(let statements) = tree[statement: function.body].kind
      {
        lacksOutput = !statements.isEmpty && !writes && !discards
      }
      functions.append(
        Function(
          name: function.name,
          site: site(function.definition >= 0 ? function.definition : function.item),
          isDefined: function.definition >= 0, isCalled: function.uses > 0))
    }
  }
}

extension Declarations.TypeUse {
  /// - Parameter members: The members of each structure.
  fileprivate init(
    _ type: ValueType, _ precision: Precision?, _ tree: SyntaxTree,
    _ members: [[Declarations.Member]]
  ) {
    name = tree.text(type.element)
    self.precision = precision
    array = type.isArray ? Int(type.elements) : nil
    basic = type.basic
    guard type.basic == .structure, type.structure >= 0 else { return }
    name = tree.structures[Int(type.structure)].name
    self.members = members[Int(type.structure)]
  }
}
