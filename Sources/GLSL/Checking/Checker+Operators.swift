/// Operators and assignments (§5.8, §5.9).
extension Checker {
  // MARK: Prefix and postfix

  func prefix(_ operation: Lexeme, _ operand: NodeID, at item: Int32) -> NodeID {
    let type = type(operand)
    let last = tree[expression: operand].last
    func reject(
      _ rule: RuleID, _ message: String, at place: Int32, allowed: Dialects = []
    ) -> NodeID {
      report(rule, message, at: place, allowed: allowed)
      return makeError(item, last, operands: [operand])
    }
    if type.isError { return makeError(item, last, operands: [operand]) }
    switch operation {
    case .not:
      guard type == .bool else {
        report(.badCondition, "'!' needs a bool, not \(an(type))", of: operand)
        return makeError(item, last, operands: [operand])
      }
      let value = tree.value(of: operand).map { ConstantValue.scalar($0[0] == 0 ? 1 : 0) }
      return make(
        .prefix, .bool, item, last, traits: traits([operand]), operands: [operand],
        operation: operation, value: value)
    case .plus, .minus:
      guard type.basic.isNumeric, !type.isArray else {
        return reject(
          .badOperands, "'\(operation.spelling)' needs numbers, not \(an(type))", at: item)
      }
      let value = tree.value(of: operand).map { value in
        operation == .plus ? value : ConstantValue(value.components.map { 0 - $0 })
      }
      return make(
        .prefix, type, item, last, traits: traits([operand]), operands: [operand],
        operation: operation, value: value)
    case .increment, .decrement:
      return step(.prefix, operation, operand, item, last)
    default:
      return reject(
        .badOperands, "the operator '\(operation.spelling)' is reserved in GLSL ES 1.00", at: item,
        allowed: .es3)
    }
  }

  /// `a++` and `a--`; `item` is the operator.
  func postfix(_ operation: Lexeme, _ operand: NodeID, at item: Int32) -> NodeID {
    if type(operand).isError {
      return makeError(tree[expression: operand].first, item, operands: [operand])
    }
    return step(.postfix, operation, operand, tree[expression: operand].first, item)
  }

  private func step(
    _ kind: Expression.Kind, _ operation: Lexeme, _ operand: NodeID, _ first: Int32, _ last: Int32
  ) -> NodeID {
    let type = type(operand)
    guard type.basic.isNumeric, !type.isArray else {
      report(
        .badOperands, "'\(operation.spelling)' needs numbers, not \(an(type))", at: first,
        to: last)
      return makeError(first, last, operands: [operand])
    }
    guard assign(to: operand, reads: true) else {
      return makeError(first, last, operands: [operand])
    }
    return make(kind, type, first, last, operands: [operand], operation: operation)
  }

  // MARK: Binary

  func binary(_ operation: Lexeme, _ left: NodeID, _ right: NodeID, at item: Int32) -> NodeID {
    let first = tree[expression: left].first
    let last = tree[expression: right].last
    let (a, b) = (type(left), type(right))
    if operation.isReservedOperator {
      report(
        .badOperands, "the operator '\(operation.spelling)' is reserved in GLSL ES 1.00", at: item,
        hint: operation == .percent ? "use mod() with floats, or a - b * (a / b)" : nil,
        allowed: .es3)
      return makeError(first, last, operands: [left, right])
    }
    if a.isError || b.isError {
      let known: ValueType = operation.isComparison ? .bool : .error
      return make(
        known.isError ? .error : .binary, known, first, last, traits: traits([left, right]),
        operands: [left, right], operation: operation)
    }
    guard let result = result(operation, left, right, at: item) else {
      return makeError(first, last, operands: [left, right])
    }
    let combined = traits([left, right])
    if operation == .slash { checkDivision(right, at: item) }
    let value =
      combined.contains(.constant)
      ? tree.value(of: left).flatMap { x in
        tree.value(of: right).flatMap { y in
          ConstantArithmetic.value(operation, x, a.basic, y, b.basic)
        }
      } : nil
    return make(
      .binary, result, first, last, traits: combined, operands: [left, right],
      operation: operation, value: value)
  }

  private func checkDivision(_ right: NodeID, at item: Int32) {
    guard let value = tree.value(of: right), value.components.contains(0) else { return }
    report(.divisionByZero, "division by zero", severity: .warning, at: item)
  }

  /// Returns the type of a binary expression; `nil` after a finding.
  private func result(
    _ operation: Lexeme, _ left: NodeID, _ right: NodeID, at item: Int32
  ) -> ValueType? {
    let (a, b) = (type(left), type(right))
    switch operation {
    case .and, .or, .xor:
      for operand in [left, right] where type(operand) != .bool {
        report(
          .badCondition, "'\(operation.spelling)' needs a bool, not \(an(type(operand)))",
          of: operand)
        return nil
      }
      return .bool
    case .equal, .notEqual:
      guard a == b else { break }
      guard !containsArray(a), !containsSampler(a), a.basic != .void else {
        let kind =
          a.basic == .structure ? "structures with arrays or samplers" : "\(an(a))"
        let what = a.isArray ? "arrays" : kind
        report(.badOperands, "'\(operation.spelling)' can't compare \(what)", at: item)
        return nil
      }
      return .bool
    case .less, .greater, .lessEqual, .greaterEqual:
      guard a == b, a == .int || a == .float else { break }
      return .bool
    default:
      if let result = arithmetic(operation, a, b) { return result }
    }
    report(
      .badOperands,
      "'\(operation.spelling)' does not take \(text(a)) and \(text(b))", at: item,
      hint: operandAdvice(operation, a, b), fix: floatFix(left, right), allowed: dialects(a, b))
    return nil
  }

  private func operandAdvice(_ operation: Lexeme, _ a: ValueType, _ b: ValueType) -> String? {
    if a.isArray || b.isArray { return nil }
    if (a.basic.component == .int && b.basic.component == .float)
      || (a.basic.component == .float && b.basic.component == .int)
    {
      return "GLSL ES 1.00 does not convert int to float: write 1.0 or float(i)"
    }
    if a.basic.isVector, a == b, operation.isComparison {
      return "compare vectors with lessThan() and the like"
    }
    return nil
  }

  /// The type of `+ - * /` (§5.9); `nil` if the operands don't fit.
  private func arithmetic(_ operation: Lexeme, _ a: ValueType, _ b: ValueType) -> ValueType? {
    guard !a.isArray, !b.isArray, a.basic.isNumeric, a.basic.component == b.basic.component else {
      return nil
    }
    let (x, y) = (a.basic, b.basic)
    if x.isScalar { return b }
    if y.isScalar { return a }
    // Linear algebra.
    if operation == .star, x.isMatrix || y.isMatrix {
      guard x.rows == y.rows else { return nil }
      return x.isMatrix ? b : a
    }
    return x == y ? a : nil
  }

  // MARK: ?: and comma

  func conditional(_ condition: NodeID, _ yes: NodeID, _ no: NodeID) -> NodeID {
    let first = tree[expression: condition].first
    let last = tree[expression: no].last
    let operands = [condition, yes, no]
    checkCondition(condition)
    let (a, b) = (type(yes), type(no))
    if a.isError || b.isError { return makeError(first, last, operands: operands) }
    guard a == b else {
      report(
        .typeMismatch, "the branches of ?: are \(an(a)) and \(an(b))", at: first, to: last,
        fix: a == .float || b == .float ? floatFix(yes, no) : nil, allowed: dialects(a, b))
      return makeError(first, last, operands: operands)
    }
    guard !containsArray(a), !containsSampler(a) else {
      report(
        .badOperands, "?: can't select arrays, samplers, or structures with them", at: first,
        to: last)
      return makeError(first, last, operands: operands)
    }
    let value = tree.value(of: condition).flatMap { tree.value(of: $0[0] != 0 ? yes : no) }
    return make(
      .conditional, a, first, last, traits: traits(operands), operands: operands, value: value)
  }

  func comma(_ left: NodeID, _ right: NodeID) -> NodeID {
    make(
      .comma, type(right), tree[expression: left].first, tree[expression: right].last,
      traits: traits([left, right]), operands: [left, right], value: tree.value(of: right))
  }

  /// Checks the condition of `if`, `?:` and loops.
  func checkCondition(_ id: NodeID) {
    let type = type(id)
    guard !type.isError, type != .bool else { return }
    report(.badCondition, "a condition must be a bool, not \(an(type))", of: id)
  }

  // MARK: Assignment

  /// `left = right`, `left += right` and the like; `item` is the operator.
  func assignment(
    _ operation: Lexeme, _ left: NodeID, _ right: NodeID, at item: Int32
  ) -> NodeID {
    let first = tree[expression: left].first
    let last = tree[expression: right].last
    let operands = [left, right]
    let (a, b) = (type(left), type(right))
    if operation.isReservedOperator {
      report(
        .badOperands, "the operator '\(operation.spelling)' is reserved in GLSL ES 1.00", at: item,
        allowed: .es3)
      return makeError(first, last, operands: operands)
    }
    guard assign(to: left, reads: operation != .assign) else {
      return makeError(first, last, operands: operands)
    }
    if a.isError || b.isError { return makeError(first, last, operands: operands) }
    if operation == .assign {
      guard a == b else {
        report(
          .typeMismatch, "\(an(b)) can't be assigned to \(an(a))", at: first, to: last,
          hint: conversionAdvice(b, a), fix: a == .float ? floatFix(right) : nil,
          allowed: dialects(from: b, to: a))
        return makeError(first, last, operands: operands)
      }
    } else {
      guard let result = arithmetic(operation.operation, a, b), result == a else {
        report(
          .badOperands, "'\(operation.spelling)' does not take \(text(a)) and \(text(b))",
          at: item, hint: operandAdvice(operation, a, b), fix: floatFix(left, right),
          allowed: dialects(a, b))
        return makeError(first, last, operands: operands)
      }
      if operation == .slashAssign { checkDivision(right, at: item) }
    }
    return make(
      .assignment, a, first, last, operands: operands, operation: operation)
  }

  /// Returns the languages that turn an int into a float: in an operation with both, or from one
  /// type to another.
  func dialects(_ a: ValueType, _ b: ValueType) -> Dialects {
    dialects(from: a, to: b).union(dialects(from: b, to: a))
  }

  func dialects(from given: ValueType, to wanted: ValueType) -> Dialects {
    given.basic.component == .int && wanted.basic.component == .float ? .desktop : []
  }

  /// Returns how to turn a value into another type.
  func conversionAdvice(_ from: ValueType, _ to: ValueType) -> String? {
    guard !from.isArray, !to.isArray, from.basic.rows > 0, to.basic.rows > 0 else { return nil }
    if from == .int && to == .float { return "write 1.0 for 1, or float(i)" }
    if from.basic.component != to.basic.component && from.basic.rows == to.basic.rows
      || to.basic.isVector && from.isScalar
    {
      return "use the constructor \(text(to))(…)"
    }
    return nil
  }

  /// Notes an assignment to an expression, and reports what can't be assigned (§5.8).
  ///
  /// - Parameters:
  ///   - reads: Whether the old value is used as well.
  ///   - isArgument: Whether a function assigns to its parameter, which may be an array.
  func assign(to id: NodeID, reads: Bool, isArgument: Bool = false) -> Bool {
    let type = type(id)
    if type.isError { return true }
    func reject(_ message: String) -> Bool {
      report(.badAssignment, message, of: id)
      return false
    }
    if hasDoubleComponent(id) {
      return reject("a component occurs twice in what is assigned to")
    }
    guard let root = tree.rootVariable(of: id) else {
      return reject("only variables and their parts can be assigned to")
    }
    let symbol = tree[symbol: root]
    if !reads && tree[expression: id].kind == .variable { tree.symbols[Int(root)].reads -= 1 }
    tree.symbols[Int(root)].writes += 1
    if symbol.isReadOnly { return reject("'\(symbol.name)' is \(Self.reason(symbol))") }
    if containsArray(type), !isArgument {
      return reject(
        type.isArray ? "arrays can't be assigned" : "structures with arrays can't be assigned")
    }
    if containsSampler(type) { return reject("samplers can't be assigned") }
    if symbol.isLoopIndex {
      report(
        .loopIndexWritten, "the loop index '\(symbol.name)' changes inside the loop",
        severity: limitation, of: id)
    }
    noteOutput(symbol, id)
    return true
  }

  private func hasDoubleComponent(_ id: NodeID) -> Bool {
    var id = id
    while true {
      let expression = tree[expression: id]
      if expression.kind == .swizzle {
        if Swizzle(rawValue: expression.reference).hasDoubleComponent { return true }
      } else if expression.kind != .index && expression.kind != .member {
        return false
      }
      id = tree.operand(0, of: expression)
    }
  }

  private static func reason(_ symbol: Symbol) -> String {
    switch symbol.storage {
    case .const: "constant, and can't be assigned"
    case .parameter: "a const parameter, and can't be assigned"
    case .builtIn: "read-only"
    case .varying: "a varying, which fragment shaders can only read"
    case .attribute: "an attribute, which shaders can only read"
    default: "a \(symbol.storage.rawValue), which shaders can only read"
    }
  }

  /// §7.2: a shader assigns either to `gl_FragColor` or to `gl_FragData`. The same goes for the
  /// secondary outputs of GL_EXT_blend_func_extended.
  private func noteOutput(_ symbol: Symbol, _ id: NodeID) {
    guard symbol.storage == .builtIn, stage == .fragment else { return }
    let item = tree[expression: id].first
    let other: Int32?
    switch symbol.name {
    case "gl_FragColor", "gl_SecondaryFragColorEXT":
      colorWrites.color = colorWrites.color ?? item
      other = colorWrites.data
    case "gl_FragData", "gl_SecondaryFragDataEXT":
      colorWrites.data = colorWrites.data ?? item
      other = colorWrites.color
    default: return
    }
    guard let other else { return }
    report(
      .badAssignment, "a shader can't write both \(name(other)) and \(symbol.name)", at: item,
      related: [related(other, "the other one")])
    // Once is enough.
    colorWrites = (nil, nil)
  }
}

extension Lexeme {
  /// Whether the result is a bool.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .greater, .lessEqual, .greaterEqual, .and, .or, .xor: true
    default: false
    }
  }
}

extension RuleID {
  package static let badOperands = RuleID(1006, "bad-operands")
  package static let badAssignment = RuleID(1007, "bad-assignment")
  package static let loopIndexWritten = RuleID(3402, "loop-index-written")
  package static let divisionByZero = RuleID(3501, "division-by-zero")
}
