/// Finds the range of each float expression, and what of the results half precision loses.
///
/// One pass in the order of the text. A local variable has the range of the value that the last
/// assignment before gave it; nothing is known after a loop, and of globals that are assigned. The
/// body of a function is evaluated with unknown parameters where it stands, and again with the
/// arguments of each call of which something is known. Of inputs this is known: texels and texture
/// coordinates are from 0 to 1, `gl_FragCoord` goes up to a screen of 1,920 by 1,080 pixels, and
/// divided by a `u_resolution` up to 1.
// A class, because a method of a structure takes a copy with all arrays of the tree.
final class RangeAnalysis {
  /// What half precision loses.
  @exclusivity(unchecked) var losses: [HalfLoss] = []

  let tree: SyntaxTree
  let precisions: ExpressionPrecisions
  /// What is known of the expressions from ``offset`` on, and of those before.
  @exclusivity(unchecked) private var nodes: [Node] = []
  private let offset: Int
  private let outer: [Node]
  /// What is known of local variables at the current place.
  @exclusivity(unchecked) var locals: [Int32: Known] = [:]
  /// Whether the current place can be reached, and the expressions of places that can't.
  var isReached = true
  var unreached: [Range<NodeID>] = []
  /// What is known of parameters to which nothing is assigned.
  @exclusivity(unchecked) private var arguments: [Int32: Known] = [:]
  /// What is known of the values that the current function returns.
  private(set) var returned: Known?
  /// The number of statements and declared variables in the current function so far.
  private var walked = 0
  let calls: EvaluatedCalls
  /// The number of calls in which the current function is evaluated.
  let depth: Int
  /// The ranges of variables to which nothing is assigned, by symbol.
  private let inputs: [ValueRange]
  /// Whether nothing is supposed of inputs.
  private let isCertain: Bool

  /// What is known of an expression.
  struct Node {
    var known = Known()
    /// Whether it is a sum of variables with constant factors.
    var isLinear = false
  }

  /// What is known of a value.
  struct Known: Equatable {
    var range = ValueRange.any
    var trend = Trend()
    /// Whether it is a vector of length 1.
    var isUnit = false

    func union(_ other: Known) -> Known {
      Known(
        range: range.union(other.range), trend: trend.union(other.trend),
        isUnit: isUnit && other.isUnit)
    }
  }

  /// The variables that are followed at once, so that branches take no time to join.
  private static let localLimit = 32

  /// - Parameters:
  ///   - inputs: The ranges that comments give; `nil` to suppose nothing of inputs.
  ///   - precisions: What decides about precisions.
  init(
    _ tree: SyntaxTree, inputs: [String: InputRange]?,
    precisions policy: ExpressionPrecisions.Policy = .floats
  ) {
    self.tree = tree
    self.inputs = Self.ranges(of: tree, inputs)
    isCertain = inputs == nil
    precisions = ExpressionPrecisions(tree, policy)
    (outer, offset, depth) = ([], 0, 0)
    calls = EvaluatedCalls(tree)
    nodes.reserveCapacity(tree.expressions.count)
    let defined = tree.functions.indices.filter { tree.functions[$0].body >= 0 }
      .sorted { tree.functions[$0].definition < tree.functions[$1].definition }
    for index in defined {
      (locals, returned, walked) = ([:], nil, 0)
      let start = nodes.count
      walk(tree.functions[index].body)
      calls.note(Int32(index), from: start, work: nodes.count - start + walked, returned)
    }
    locals = [:]
    if !tree.expressions.isEmpty { evaluate(upTo: NodeID(tree.expressions.count - 1)) }
    losses += initializerLosses
  }

  /// Evaluates a function that another calls.
  ///
  /// - Parameter start: Its first expression.
  init(of function: Function, from start: Int, _ values: [Known], in caller: RangeAnalysis) {
    tree = caller.tree
    precisions = caller.precisions
    inputs = caller.inputs
    isCertain = caller.isCertain
    calls = caller.calls
    depth = caller.depth + 1
    // What precedes the function are others, and globals.
    outer = caller.depth == 0 ? caller.nodes : caller.outer
    offset = start
    for (symbol, value) in zip(function.parameterSymbols, values) {
      guard let symbol else { continue }
      if tree[symbol: symbol].writes == 0 {
        arguments[symbol] = value
      } else {
        set(symbol, to: value)
      }
    }
    walk(function.body)
  }

  func node(_ id: NodeID) -> Node {
    Int(id) < offset ? outer[Int(id)] : nodes[Int(id) - offset]
  }

  /// The number of expressions that are evaluated.
  var evaluated: NodeID { NodeID(offset + nodes.count) }

  /// Whether an expression is evaluated.
  func isEvaluated(_ id: NodeID) -> Bool { id >= 0 && id < evaluated }

  /// The range of an expression.
  subscript(id: NodeID) -> ValueRange { node(id).known.range }

  /// The trend of an expression.
  func trend(of id: NodeID) -> Trend { node(id).known.trend }

  /// What is known of the value of a local variable.
  func known(ofLocal id: Int32) -> Known {
    let initializer = tree[symbol: id].initializer
    if tree[symbol: id].writes == 0, isEvaluated(initializer) { return value(initializer) }
    return arguments[id] ?? locals[id] ?? Known()
  }

  func value(_ id: NodeID) -> Known { node(id).known }

  // MARK: Statements

  func walk(_ id: NodeID) {
    walked += 1
    switch tree[statement: id].kind {
    case .expression(let value):
      evaluate(upTo: value - 1)
      evaluate(upTo: value, isStatement: true)
    case .declaration(let symbols):
      walked += symbols.count
      for symbol in symbols where tree[symbol: symbol].initializer >= 0 {
        evaluate(upTo: tree[symbol: symbol].initializer)
        if tree[symbol: symbol].writes > 0 {
          set(symbol, to: value(tree[symbol: symbol].initializer))
        }
      }
    case .block(let statements): for statement in statements { walk(statement) }
    case .selection: walkSelection(id)
    case .loop(let loop):
      if let start = loop.start { walk(start) }
      locals = [:]
      for part in [loop.form == .doWhile ? nil : loop.condition, loop.step] {
        if let part { evaluate(upTo: part) }
      }
      locals = [:]
      walk(loop.body)
      if let condition = loop.condition, loop.form == .doWhile { evaluate(upTo: condition) }
      locals = [:]
    case .return(let id):
      if let id {
        evaluate(upTo: id)
        if isReached { returned = returned?.union(value(id)) ?? value(id) }
      }
    case .empty, .break, .continue, .discard: break
    }
  }

  // MARK: Variables

  private func set(_ symbol: Int32, to value: Known) {
    if locals.count >= Self.localLimit { locals = [:] }
    locals[symbol] = value
  }

  /// Notes an assignment.
  ///
  /// - Parameter isCertain: Whether each path runs it.
  private func assign(_ target: NodeID, _ value: Known, isCertain: Bool) {
    guard let root = tree.rootVariable(of: target) else { return }
    let type = tree[symbol: root].type
    guard !tree[symbol: root].isGlobal, type.basic.component == .float, !type.isArray else {
      return
    }
    let isWhole = tree[expression: target].kind == .variable
    if isWhole && isCertain { return set(root, to: value) }
    var (value, old) = (value, locals[root] ?? Known())
    // Most changes of a part turn the vector.
    if !isWhole { value.isUnit = old.isUnit }
    let part = tree[expression: target]
    if part.kind == .swizzle, tree[expression: tree.operand(0, of: part)].kind == .variable {
      value.range = old.range.replacing(
        Swizzle(rawValue: part.reference), of: type.basic.rows, with: value.range)
      // The others stay.
      if isCertain { old.range = value.range }
    } else if !isWhole {
      value.range = value.range.ofAnyComponent
    }
    set(root, to: value.union(old))
  }

  private func range(ofVariable id: Int32) -> ValueRange {
    let initializer = tree[symbol: id].initializer
    if tree[symbol: id].writes == 0, isEvaluated(initializer) { return self[initializer] }
    return switch tree[symbol: id].storage {
    case .plain, .parameter: (arguments[id] ?? locals[id])?.range ?? .any
    default: inputs[Int(id)]
    }
  }

  // MARK: Expressions

  func evaluate(upTo id: NodeID, isStatement: Bool = false) {
    while evaluated <= id {
      let id = evaluated
      let expression = tree[expression: id]
      var result =
        expression.kind == .call
        ? evaluateCall(id, expression)
        : Known(
          range: range(of: expression), trend: trend(of: expression), isUnit: isUnit(expression))
      if expression.type.basic.component == .float || expression.type == .bool,
        !expression.traits.contains(.constant)
      {
        if isReached, let loss = loss(id, expression, attained(by: expression) ?? result.range) {
          add(loss)
          // One finding for what follows from it.
          result.range = .any
        }
      }
      nodes.append(Node(known: result, isLinear: isLinear(expression)))
      switch expression.kind {
      case .assignment:
        assign(tree.operand(0, of: expression), value(id), isCertain: isStatement)
      case .prefix, .postfix:
        if expression.operation == .increment || expression.operation == .decrement {
          assign(tree.operand(0, of: expression), Known(), isCertain: true)
        }
      case .call:
        let parameters = tree[function: expression.reference].parameters
        for (parameter, argument) in zip(parameters, tree.operands(of: expression))
        where parameter.direction != .in {
          assign(argument, Known(), isCertain: true)
        }
      default: break
      }
    }
  }

  private func range(of expression: Expression) -> ValueRange {
    if expression.value >= 0 { return ValueRange(tree.values[Int(expression.value)]) }
    if expression.kind == .variable, let known = arguments[expression.reference] {
      return known.range
    }
    if let value = constantInt(expression) { return ValueRange(value) }
    guard expression.type.basic.component == .float, !expression.type.isArray,
      !expression.type.basic.isMatrix
    else { return .any }
    let operands = tree.operands(of: expression)
    func operand(_ index: Int) -> ValueRange { self[operands[operands.startIndex + index]] }
    switch expression.kind {
    case .variable: return range(ofVariable: expression.reference)
    case .swizzle:
      return operand(0).selecting(Swizzle(rawValue: expression.reference))
    case .index where tree[expression: operands[operands.startIndex]].type.basic.isVector:
      let index = tree.value(of: operands[operands.startIndex + 1])?.integer
      return index.map { operand(0).component($0 & 3) } ?? operand(0).ofAnyComponent
    case .prefix where expression.operation == .minus: return -operand(0)
    case .prefix where expression.operation == .plus: return operand(0)
    case .conditional: return operand(1).union(operand(2))
    case .comma: return operand(Int(expression.operandCount) - 1)
    case .constructor: return range(ofConstructor: expression, operands)
    case .binary: return range(ofBinary: expression.operation, operands)
    case .assignment:
      return expression.operation == .assign
        ? operand(1) : range(ofBinary: expression.operation.operation, operands)
    case .builtInCall:
      let function = BuiltInFunction.all[Int(expression.reference)]
      if function.readsTexture { return isCertain ? .any : ValueRange(0, 1) }
      let isSame =
        operands.count == 2
        && isSame(operands[operands.startIndex], operands[operands.endIndex - 1])
      if function.name == "dot", !isSame,
        trend(of: operands[operands.startIndex]).opposes(
          trend(of: operands[operands.endIndex - 1]))
      {
        return .any
      }
      if function.name == "dot", operands.allSatisfy({ value($0).isUnit }) {
        return ValueRange(ValueRange.least - 1, 1 - ValueRange.least)
      }
      if function.name == "length", value(operands[operands.startIndex]).isUnit {
        return ValueRange(1, 1)
      }
      let range = ValueRange(
        ofCall: function, operands.map { self[$0] },
        count: tree[expression: operands[operands.startIndex]].type.basic.rows,
        isSame: isSame)
      // A limit such as 1e10 says nothing of the values.
      return function.isLimit ? range.unknown(beyond: HalfLoss.largest) : range
    default: return .any
    }
  }

  private func range(
    ofConstructor expression: Expression, _ operands: ArraySlice<NodeID>
  ) -> ValueRange {
    var parts: [(range: ValueRange, count: Int)] = []
    for operand in operands {
      let type = tree[expression: operand].type
      guard type.basic.rows > 0, !type.basic.isMatrix, !type.isArray else { return .any }
      let isBool = type.basic.component == .bool && tree[expression: operand].value < 0
      parts.append((isBool ? ValueRange(0, 1) : self[operand], type.basic.rows))
    }
    if parts.count == 1, parts[0].count == 1 { return parts[0].range }
    return ValueRange(joining: parts).prefix(expression.type.basic.rows)
  }

  private func range(ofBinary operation: Lexeme, _ operands: ArraySlice<NodeID>) -> ValueRange {
    let (first, last) = (operands[operands.startIndex], operands[operands.startIndex + 1])
    if operands.contains(where: { tree[expression: $0].type.basic.isMatrix }) { return .any }
    let (a, b) = (self[first], self[last])
    switch operation {
    case .plus, .star:
      if operation == .star, isSame(first, last) { return a.squared }
      // The ends are not reached together.
      if trend(of: first).opposes(trend(of: last)) { return .any }
      return operation == .plus ? a + b : a * b
    // Values that go together, such as p and floor(p), are less apart than their ranges.
    case .minus:
      return tree.value(of: first) == nil && tree.value(of: last) == nil ? .any : a - b
    case .slash where !isCertain && isPlaceOnScreen(first, last):
      // The center of a fragment is not at an edge.
      return ValueRange(ValueRange.least, 1)
    // What is divided often grows with its divisor, which is then no reason for a large result.
    case .slash: return b.isConstant ? a / b : (a / b).sign
    default: return .any
    }
  }

  /// The value in the middle of a product of which one factor rises where the other falls, such as
  /// `x * (300.0 - x)`: the ends of their ranges are not reached together, the middles are. For
  /// factors that are linear; `nil` for others.
  private func attained(by product: Expression) -> ValueRange? {
    guard product.kind == .binary, product.operation == .star, product.value < 0 else { return nil }
    let operands = tree.operands(of: product)
    let (first, last) = (operands[operands.startIndex], operands[operands.startIndex + 1])
    guard trend(of: first).opposes(trend(of: last)), node(first).isLinear,
      node(last).isLinear, let a = self[first].middle, let b = self[last].middle
    else { return nil }
    return a * b
  }
}
