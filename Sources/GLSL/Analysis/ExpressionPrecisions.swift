/// The precision of each expression, which is that of its finest operand (§4.5.2).
struct ExpressionPrecisions {
  /// Which declarations decide.
  enum Policy {
    /// All of them, as the specification says.
    case all
    /// Those of floats. What is read from textures and built-in variables has the finest precision
    /// of them: few shaders declare that of samplers, and nothing that of ints that are converted.
    case floats
    /// None: all is `mediump`.
    case mediump
  }

  private let tree: SyntaxTree
  /// The precision of a look-up or a built-in variable; `nil` for that of its declaration.
  private let inputs: Precision?
  private let policy: Policy
  private var all: [Precision?] = []

  init(_ tree: SyntaxTree, _ policy: Policy) {
    self.tree = tree
    self.policy = policy
    let hasHighp = tree.symbols.contains {
      $0.precision == .highp && $0.storage != .builtIn && $0.type.basic.component == .float
    }
    inputs = policy == .all ? nil : hasHighp ? .highp : .mediump
    guard policy != .mediump else {
      all = Array(repeating: .mediump, count: tree.expressions.count)
      return
    }
    // Operands precede their expressions.
    all.reserveCapacity(tree.expressions.count)
    for expression in tree.expressions { all.append(precision(of: expression)) }
  }

  /// The precision of an expression; `nil` for what takes its precision from what consumes it.
  subscript(id: NodeID) -> Precision? { all[Int(id)] }

  /// The precision of a variable.
  func precision(of symbol: Symbol) -> Precision? {
    policy == .mediump ? .mediump : symbol.precision
  }

  /// Returns the precision that an expression has by its form and its operands.
  func precision(of expression: Expression) -> Precision? {
    if policy == .floats {
      let component = expression.type.basic.component
      guard component == .float || component == .bool else { return nil }
    }
    let operands = tree.operands(of: expression)
    switch expression.kind {
    case .variable:
      let precision = tree[symbol: expression.reference].precision
      return tree[symbol: expression.reference].storage == .builtIn
        ? inputs ?? precision : precision
    case .member:
      let structure = tree[expression: operands[operands.startIndex]].type.structure
      return tree.structures[Int(structure)].members[Int(expression.reference)].precision
    case .call: return tree[function: expression.reference].resultPrecision
    case .index, .swizzle, .assignment: return operands.first.flatMap { all[Int($0)] }
    case .builtInCall where BuiltInFunction.all[Int(expression.reference)].readsTexture:
      return inputs ?? operands.first.flatMap { all[Int($0)] }
    case .comma: return operands.last.flatMap { all[Int($0)] }
    case .conditional: return finest(operands.dropFirst())
    default: return finest(operands)
    }
  }

  /// The finest precision of some expressions.
  func finest(_ operands: ArraySlice<NodeID>) -> Precision? {
    var finest: Precision?
    for operand in operands {
      switch all[Int(operand)] {
      case .highp: return .highp
      case .mediump: finest = .mediump
      case .lowp: finest = finest ?? .lowp
      case nil: break
      }
    }
    return finest
  }
}

extension Precision? {
  /// Whether hardware with half-precision floats computes with them.
  var isCoarse: Bool { self == .mediump || self == .lowp }
}
