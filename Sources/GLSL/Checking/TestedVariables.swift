/// The variables that conditions of a shader mention, and those that branches assign: it
/// distinguishes their values, and has dealt with the 0 of a divisor, say.
struct TestedVariables {
  private let tree: SyntaxTree
  private var symbols: Set<Int32> = []

  init(_ tree: SyntaxTree) {
    self.tree = tree
    for expression in tree.expressions where expression.kind == .conditional {
      insert(tree.operand(0, of: expression))
    }
    for statement in tree.statements {
      switch statement.kind {
      case .selection(let condition, _, _): insert(condition)
      case .loop(let loop):
        if let condition = loop.condition { insert(condition) }
      default: break
      }
    }
    for function in tree.functions where function.body >= 0 {
      noteAssignments(in: function.body, isBranch: false)
    }
    // Constants made of them are as good.
    for (index, symbol) in tree.symbols.enumerated()
    where symbol.initializer >= 0 && symbol.writes == 0 && occur(in: symbol.initializer) {
      symbols.insert(Int32(index))
    }
  }

  /// Inserts the variables that statements of branches assign.
  private mutating func noteAssignments(in id: NodeID, isBranch: Bool) {
    switch tree[statement: id].kind {
    case .block(let statements):
      for statement in statements { noteAssignments(in: statement, isBranch: isBranch) }
    case .selection:
      var id = id
      while case .selection(_, let then, let other) = tree[statement: id].kind {
        noteAssignments(in: then, isBranch: true)
        guard let other else { return }
        id = other
      }
      noteAssignments(in: id, isBranch: true)
    case .loop(let loop): noteAssignments(in: loop.body, isBranch: isBranch)
    case .expression(let value) where isBranch:
      let expression = tree[expression: value]
      if expression.kind == .assignment,
        let root = tree.rootVariable(of: tree.operand(0, of: expression))
      {
        symbols.insert(root)
      }
    case .expression, .declaration, .return, .empty, .break, .continue, .discard: break
    }
  }

  private mutating func insert(_ condition: NodeID) {
    visit(condition) { symbol in
      symbols.insert(symbol)
      return true
    }
  }

  /// Whether an expression contains such a variable.
  func occur(in id: NodeID) -> Bool {
    var found = false
    visit(id) { symbol in
      found = symbols.contains(symbol)
      return !found
    }
    return found
  }

  /// Visits the variables of an expression until `body` returns `false`.
  private func visit(_ id: NodeID, _ body: (Int32) -> Bool) {
    var open = [id]
    while let id = open.popLast() {
      let expression = tree[expression: id]
      if expression.kind == .variable, !body(expression.reference) { return }
      // The condition of ?: is no part of the value.
      let operands = tree.operands(of: expression)
      open += expression.kind == .conditional ? operands.dropFirst() : operands
    }
  }
}
