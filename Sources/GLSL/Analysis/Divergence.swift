import GLESKitSupport

/// Finds texture look-ups and derivatives in blocks that only some fragments of a neighborhood run.
///
/// A value differs between fragments if it comes from a varying or from a built-in input such as
/// `gl_FragCoord`. Which values a variable has where does not matter: one such assignment counts.
struct Divergence {
  /// The calls in a block whose condition differs between fragments.
  private(set) var calls: [NodeID] = []

  private let tree: SyntaxTree
  /// Whether each variable, and the result of each function, differs between fragments.
  private var variables: [Bool]
  private var functions: [Bool]
  private var expressions: [Bool]
  /// The functions that are called in such a block.
  private var divergentFunctions: [Bool]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    variables = tree.symbols.map { symbol in
      symbol.kind == .variable
        && (symbol.storage == .varying || symbol.storage == .builtIn && symbol.isReadOnly)
    }
    functions = [Bool](repeating: false, count: tree.functions.count)
    divergentFunctions = functions
    expressions = [Bool](repeating: false, count: tree.expressions.count)
    let wanted = tree.expressions.map { expression in
      expression.kind == .builtInCall
        && BuiltInFunction.all[Int(expression.reference)].usesDerivatives
    }
    guard wanted.contains(true), tree.statements.contains(where: \.isConditional) else { return }
    findDivergentValues()
    // Callers follow the functions that they call.
    for function in tree.functions.indices.reversed() {
      walk(tree.functions[function].body, isDivergent: divergentFunctions[function], wanted)
    }
    calls.sort()
  }

  // MARK: Values

  /// A value passes from variable to variable in the order of the text in one pass. More passes
  /// against that order than this do not occur in shaders that people write.
  private static let passLimit = 8

  private mutating func findDivergentValues() {
    markFunctionsThatReadInputs()
    for _ in 0..<Self.passLimit {
      let before = variables
      for index in tree.expressions.indices { evaluate(index) }
      for (index, symbol) in tree.symbols.enumerated() where symbol.initializer >= 0 {
        if expressions[Int(symbol.initializer)] { variables[index] = true }
      }
      if variables == before { return }
    }
  }

  /// A function that reads an input, or calls one that does, is assumed to return it.
  private mutating func markFunctionsThatReadInputs() {
    let bodies = tree.functions.indices.filter { tree.functions[$0].body >= 0 }
      .map { (function: $0, first: tree.functions[$0].definition) }
      .sorted { $0.first < $1.first }
    for use in tree.uses {
      guard case .symbol(let symbol) = use.target, variables[Int(symbol)],
        case let next = bodies.partitioningIndex(where: { $0.first > use.item }), next > 0
      else { continue }
      functions[bodies[next - 1].function] = true
    }
    // Callers follow the functions that they call.
    for (index, function) in tree.functions.enumerated()
    where function.calls.contains(where: { functions[Int($0.callee)] }) {
      functions[index] = true
    }
  }

  private mutating func evaluate(_ index: Int) {
    let expression = tree.expressions[index]
    let operands = tree.operands(of: expression)
    var isDivergent = operands.contains { expressions[Int($0)] }
    switch expression.kind {
    case .variable: isDivergent = variables[Int(expression.reference)]
    case .assignment:
      if isDivergent, let left = operands.first { mark(left) }
    case .call:
      isDivergent = isDivergent || functions[Int(expression.reference)]
      let function = tree[function: expression.reference]
      for (position, argument) in operands.enumerated() {
        if expressions[Int(argument)], position < function.parameterSymbols.count,
          let parameter = function.parameterSymbols[position]
        {
          variables[Int(parameter)] = true
        }
        if isDivergent, function.parameters[position].direction != .in { mark(argument) }
      }
    default: break
    }
    expressions[index] = isDivergent
  }

  private mutating func mark(_ id: NodeID) {
    if let root = tree.rootVariable(of: id) { variables[Int(root)] = true }
  }

  // MARK: Blocks

  private mutating func walk(_ id: NodeID, isDivergent: Bool, _ wanted: [Bool]) {
    guard id >= 0 else { return }
    switch tree[statement: id].kind {
    case .block(let statements):
      for statement in statements { walk(statement, isDivergent: isDivergent, wanted) }
    case .selection:
      var isDivergent = isDivergent
      var id = id
      while case .selection(let condition, let then, let other) = tree[statement: id].kind {
        look(at: condition, isDivergent, wanted)
        isDivergent = isDivergent || expressions[Int(condition)]
        walk(then, isDivergent: isDivergent, wanted)
        guard let other else { return }
        id = other
      }
      walk(id, isDivergent: isDivergent, wanted)
    case .loop(let loop):
      if let start = loop.start { walk(start, isDivergent: isDivergent, wanted) }
      let isDivergent = isDivergent || loop.condition.map { expressions[Int($0)] } ?? false
      for part in [loop.condition, loop.step] {
        if let part { look(at: part, isDivergent, wanted) }
      }
      walk(loop.body, isDivergent: isDivergent, wanted)
    case .expression(let value): look(at: value, isDivergent, wanted)
    case .return(let value):
      if let value { look(at: value, isDivergent, wanted) }
    case .declaration(let symbols):
      for symbol in symbols where tree[symbol: symbol].initializer >= 0 {
        look(at: tree[symbol: symbol].initializer, isDivergent, wanted)
      }
    case .empty, .break, .continue, .discard: break
    }
  }

  /// Looks for calls in an expression that is evaluated in a divergent block.
  private mutating func look(at id: NodeID, _ isDivergent: Bool, _ wanted: [Bool]) {
    guard isDivergent else { return }
    var open = [id]
    while let id = open.popLast() {
      let expression = tree[expression: id]
      if wanted[Int(id)] { calls.append(id) }
      if expression.kind == .call { divergentFunctions[Int(expression.reference)] = true }
      open += tree.operands(of: expression)
    }
  }
}
