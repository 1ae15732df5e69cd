import CompilerLogs

/// Rewrites a shader so that it computes with `highp` what hardware with half-precision floats
/// computes with `mediump` and `lowp` (§4.5.2, §4.5.3).
///
/// The result of each operation is rounded to 11 significant bits, numbers beyond 65,504 become
/// infinite, and numbers below 2⁻¹⁴ become 0, as in GPUs that flush subnormals, or are rounded to
/// multiples of 2⁻²⁴, as in those that don't. Built-in functions
/// such as `length` are computed from rounded operations, so that the square of 300.0 is infinite
/// in them. Varyings and uniforms are rounded where they are read, and constants once. Integers and
/// what the shader computes with `highp` stay as they are. `for` loops stay in the form of
/// appendix A.4. Where half precision changes a float index, it becomes a variable of the body,
/// with which appendix A.5 indexes no array.
package struct PrecisionEmulation {
  let shader: CheckedShader
  let precisions: ExpressionPrecisions
  private var rounds = true
  private let lowp: Lowp
  private let keepsSubnormals: Bool
  /// How deep the expression is that is rewritten, and whether one was too deep.
  private var (depth, isTooDeep) = (0, false)
  /// The front end reads no text that is nested deeper.
  private static let deepest = 256
  // What is written before, instead of and after each item.
  var before: [Int32: String] = [:]
  var instead: [Int32: String] = [:]
  private var after: [Int32: String] = [:]
  /// The name in the definition of the function that is rewritten.
  private(set) var caller: Int32 = 0
  /// The loops that run otherwise than in half precision.
  private(set) var loops: [UnroundedLoop] = []
  /// The number of functions that were added.
  var addedFunctions = 0

  /// Returns the shader's text for a driver with `highp`; `nil` if the shader is not valid, or if
  /// it has an expression of more than 256 operations.
  ///
  /// - Parameters:
  ///   - rounds: `false` to compute everything with `highp`, for comparisons.
  ///   - lowp: How `lowp` is computed.
  ///   - keepsSubnormals: Whether numbers below 2⁻¹⁴ stay.
  package static func text(
    of shader: CheckedShader, rounds: Bool = true, lowp: Lowp = .half,
    keepsSubnormals: Bool = false
  ) -> String? {
    guard shader.isRead, shader.isValid else { return nil }
    var emulation = PrecisionEmulation(
      shader: shader, lowp: lowp, keepsSubnormals: keepsSubnormals)
    emulation.rounds = rounds
    if rounds { emulation.rewrite() }
    return emulation.isTooDeep ? nil : emulation.text
  }

  init(shader: CheckedShader, lowp: Lowp, keepsSubnormals: Bool) {
    self.shader = shader
    self.lowp = lowp
    self.keepsSubnormals = keepsSubnormals
    precisions = ExpressionPrecisions(shader.tree, .all)
  }

  var tree: SyntaxTree { shader.tree }

  // MARK: Text

  private var text: String {
    let source = shader.preprocessed
    let functions = HalfFunctions.text(lowp, keepsSubnormals: keepsSubnormals)
    var text = ""
    for change in source.extensionChanges {
      let name = change.name.map { String(decoding: source.bytes[$0.range], as: UTF8.self) }
      text += "#extension \(name ?? "all") : \(change.behavior.rawValue)\n"
    }
    text += Self.precisions + (rounds ? functions : Self.exactFunctions)
    var line: Int32 = 0
    for (index, item) in source.items.enumerated() {
      let index = Int32(index)
      text += item.outputLine == line ? " " : "\n"
      line = item.outputLine
      let isCoarse = item.token.is(Word("mediump")) || item.token.is(Word("lowp"))
      text += before[index] ?? ""
      let word = isCoarse ? "highp" : source.text(Int(index))
      text += instead[index] ?? (rounds ? word : Self.coarseInputs[word] ?? word)
      text += after[index] ?? ""
    }
    return text + "\n"
  }

  /// Precisions for all types that have one. Without them, Mesa computes with 16 bits what an int
  /// of a fragment shader or a color of a texture is used in.
  private static let precisions = ["float", "int", "sampler2D", "samplerCube"]
    .map { "precision highp \($0);\n" }.joined()

  /// Functions that give inputs `highp`, which Mesa computes with 16 bits where they are used.
  private static let exactFunctions =
    "vec4 exact_(vec4 x) { return x; }\nvec2 exact_(vec2 x) { return x; }\n"
  private static let coarseInputs = ["gl_FragCoord", "gl_PointCoord"].reduce(into: [:]) {
    $0[$1] = "exact_(\($1))"
  }

  /// Writes a call around items; calls around others inside must be written later.
  private mutating func wrap(_ first: Int32, _ last: Int32, in function: String) {
    before[first, default: ""] += function + "("
    after[last, default: ""] += ")"
  }

  /// Rounds the value of an expression.
  private mutating func round(_ expression: Expression, to precision: Precision?) {
    wrap(expression.first, expression.last, in: prefix(precision))
  }

  /// The function that rounds to a precision, with which the names of the others begin.
  func prefix(_ precision: Precision?) -> String { isFixed(precision) ? "low_" : "half_" }

  private func isFixed(_ precision: Precision?) -> Bool { precision == .lowp && lowp == .fixed }

  private func round(_ value: Double, to precision: Precision?) -> Double {
    if isFixed(precision) { return (min(max(value, -2), 511 / 256) * 256).rounded() / 256 }
    let half = Float16(value)
    return half.isSubnormal && !keepsSubnormals ? 0 : Double(half)
  }

  /// Whether rounding to one precision changes values of another.
  func rounds(_ finer: Precision?, to precision: Precision?) -> Bool {
    precision.isCoarse && finer != nil && finer != precision
      && (finer == .highp || isFixed(precision))
  }

  /// Writes a call with the operands instead of an operator between them.
  private mutating func call(_ function: String, with operands: ArraySlice<NodeID>) {
    guard let left = operands.first, let right = operands.last else { return }
    wrap(tree[expression: left].first, tree[expression: right].last, in: function)
    instead[tree[expression: left].last + 1] = ","
  }

  // MARK: Statements

  mutating func rewrite() {
    // A constant is rounded where it is read: a constant's initializer calls no function.
    for symbol in tree.symbols where symbol.initializer >= 0 && symbol.storage != .const {
      if symbol.isGlobal {
        roundGlobal(symbol.initializer, in: symbol.precision)
      } else {
        store(symbol.initializer, in: symbol.precision)
      }
    }
    for function in tree.functions where function.body >= 0 {
      caller = function.definition
      rewrite(statement: function.body, of: function)
    }
  }

  /// Writes the rounded value of a global's initializer, which may call no function.
  private mutating func roundGlobal(_ id: NodeID, in precision: Precision?) {
    let expression = tree[expression: id]
    guard precision.isCoarse || precisions[id].isCoarse, Self.isFloat(expression.type),
      !isExact(id, precision ?? precisions[id]), let value = tree.value(of: id)
    else { return }
    let parts = value.components.map { round($0, to: precision ?? precisions[id]) }
    guard parts.allSatisfy(\.isFinite) else { return }
    for item in expression.first...expression.last { instead[item] = "" }
    let list = parts.map { "\($0)" }.joined(separator: ", ")
    instead[expression.first] = "\(expression.type.basic.name)(\(list))"
  }

  private mutating func rewrite(statement id: NodeID, of function: Function) {
    switch tree[statement: id].kind {
    case .expression(let expression): visit(expression, nil)
    case .block(let statements):
      for statement in statements { rewrite(statement: statement, of: function) }
    case .selection(let condition, let then, let other):
      visit(condition, nil)
      rewrite(statement: then, of: function)
      if let other { rewrite(statement: other, of: function) }
    case .loop(let loop):
      if let counted = tree.counted(loop), Self.isFloat(tree[symbol: counted.index].type) {
        rewrite(counted, tree[statement: id], body: tree[statement: loop.body])
      } else {
        for expression in [loop.condition, loop.step] {
          if let expression { visit(expression, nil) }
        }
      }
      rewrite(statement: loop.body, of: function)
    case .return(let value): if let value { store(value, in: function.resultPrecision) }
    case .empty, .declaration, .break, .continue, .discard: break
    }
  }

  /// Rewrites the header of a loop over floats, which may call no function.
  ///
  /// Most loops count whole numbers, and stay as they are. Where rounding changes the index, a
  /// second one counts the iterations.
  private mutating func rewrite(_ loop: CountedLoop, _ statement: Statement, body: Statement) {
    let precision = tree[symbol: loop.index].precision
    guard precision.isCoarse else { return }
    func rounded(_ value: Float) -> Float { Float(round(Double(value), to: precision)) }
    let exact = loop.values(most: Self.mostIterations) { $0 }
    let values = loop.values(most: Self.mostIterations, rounded)
    if values == nil, exact != nil || loop.count != nil {
      let start = shader.preprocessed.items[Int(statement.first)].token
      let stops = loop.stops(within: Self.mostIterations, rounded)
      loops.append(UnroundedLoop(start: SourceRange(start), isEndless: exact != nil || stops))
    }
    // A loop that rounding keeps from its end runs as often as without.
    let isReplaced = values != exact && (values ?? exact) != nil
    for item in statement.first..<body.first {
      (before[item], after[item]) = (nil, nil)
      if isReplaced { instead[item] = "" }
    }
    guard isReplaced, let count = (values ?? exact)?.count else { return }
    let name = tree[symbol: loop.index].name
    before[statement.first, default: ""] += """
      { float \(name) = \(rounded(Float(loop.first))); \
      for (int half_count = 0; half_count < \(count); half_count++) { \
      if (half_count > 0) \(name) = \(prefix(precision))(\(name) + \(rounded(Float(loop.change)))); 
      """
    after[statement.last, default: ""] += " } }"
  }

  /// The most values of a loop's index that are computed.
  private static let mostIterations = 4096

  // MARK: Expressions

  /// Rewrites a value that is assigned, passed or returned with a precision.
  private mutating func store(_ id: NodeID, in precision: Precision?) {
    let expression = tree[expression: id]
    if rounds(precisions[id], to: precision), Self.isFloat(expression.type) {
      round(expression, to: precision)
    }
    visit(id, precision)
  }

  static func isFloat(_ type: ValueType) -> Bool {
    type.basic.component == .float && !type.isArray
  }

  /// Rewrites an expression.
  ///
  /// - Parameter context: The precision of what consumes it, for an expression without precision.
  private mutating func visit(_ id: NodeID, _ context: Precision?) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      isTooDeep = true
      return
    }
    let expression = tree[expression: id]
    let operands = tree.operands(of: expression)
    let precision = precisions[id] ?? context
    let isCoarse = precision.isCoarse && Self.isFloat(expression.type)
    if expression.traits.contains(.constant) {
      // Compilers compute it, with all bits.
      if isCoarse, !isExact(id, precision) { round(expression, to: precision) }
      return
    }
    switch expression.kind {
    case .variable, .index, .member, .swizzle: visitPath(id)
    case .call:
      let function = tree[function: expression.reference]
      roundParameters(of: function, operands)
      for (parameter, operand) in zip(function.parameters, operands) {
        if parameter.direction == .in {
          store(operand, in: parameter.precision)
        } else {
          visitTarget(operand)
        }
      }
    case .builtInCall:
      let name = BuiltInFunction.all[Int(expression.reference)].name
      if isCoarse {
        let isReplaced = HalfFunctions.replaced.contains(name)
        if isReplaced, let first = operands.first {
          instead[tree[expression: first].first - 2] = "half_\(name)"
        }
        if isFixed(precision) || !isReplaced && !HalfFunctions.exact.contains(name) {
          round(expression, to: precision)
        }
      }
      for operand in operands { visit(operand, precision) }
    case .constructor where expression.type.basic == .structure:
      let members = tree.structures[Int(expression.type.structure)].members
      for (member, operand) in zip(members, operands) { store(operand, in: member.precision) }
    case .constructor:
      if isCoarse, operands.contains(where: { tree[expression: $0].type.basic.component == .int }) {
        round(expression, to: precision)
      }
      for operand in operands { visit(operand, precision) }
    case .prefix, .postfix: visitUnary(expression, operands, isCoarse, precision)
    case .binary: visitBinary(expression, operands, isCoarse, precision)
    case .assignment:
      guard let target = operands.first, let value = operands.last else { return }
      guard isCoarse, let name = Self.compound[expression.operation] else {
        visitTarget(target)
        return store(value, in: precision)
      }
      // Its operation has the precision of the finest operand, and its result that of the target.
      let isHigh = precisions[value] == .highp
      let isProduct = isHigh && tree[expression: value].type.basic.isMatrix
      call(prefix(precision) + (isProduct ? "multiplyHighBy" : name), with: operands)
      visitTarget(target)
      visit(value, precisions.finest(operands))
    case .conditional:
      if let condition = operands.first { visit(condition, nil) }
      for operand in operands.dropFirst() { visit(operand, precision) }
    case .comma:
      for operand in operands.dropLast() { visit(operand, nil) }
      if let last = operands.last { visit(last, precision) }
    case .literal, .error: break
    }
  }

  private static let compound: [Lexeme: String] = [
    .plusAssign: "addTo", .minusAssign: "subtractFrom", .starAssign: "multiplyBy",
    .slashAssign: "divideBy",
  ]

  /// Whether rounding does not change a constant.
  private func isExact(_ id: NodeID, _ precision: Precision?) -> Bool {
    guard let value = tree.value(of: id) else { return false }
    return value.components.allSatisfy { round($0, to: precision) == $0 }
  }

  private mutating func visitUnary(
    _ expression: Expression, _ operands: ArraySlice<NodeID>, _ isCoarse: Bool,
    _ precision: Precision?
  ) {
    guard let operand = operands.first else { return }
    let isStep = expression.operation == .increment || expression.operation == .decrement
    guard isStep else {
      // There is no 2, the negative of -2.
      if isCoarse, isFixed(precision) { round(expression, to: precision) }
      return visit(operand, precision)
    }
    if isCoarse {
      let name =
        prefix(precision) + (expression.operation == .increment ? "increment" : "decrement")
      let (first, last) = (tree[expression: operand].first, tree[expression: operand].last)
      if expression.kind == .prefix {
        wrap(first, last, in: name)
        instead[first - 1] = ""
      } else {
        wrap(first, last, in: "\(name)After")
        instead[last + 1] = ""
      }
    }
    visitTarget(operand)
  }

  private mutating func visitBinary(
    _ expression: Expression, _ operands: ArraySlice<NodeID>, _ isCoarse: Bool,
    _ precision: Precision?
  ) {
    // A comparison has the precision of what it compares.
    let precision = Self.isFloat(expression.type) ? precision : precisions.finest(operands)
    let types = operands.map { tree[expression: $0].type.basic }
    let isProduct =
      expression.operation == .star && types.contains(where: \.isMatrix)
      && !types.contains(where: \.isScalar)
    if isCoarse {
      if !isProduct || isFixed(precision) { round(expression, to: precision) }
      if isProduct { call("half_times", with: operands) }
    }
    for operand in operands { visit(operand, precision) }
  }

  /// Rewrites a variable that is read, or a part of one or of a value.
  private mutating func visitPath(_ id: NodeID) {
    var path = [tree[expression: id]]
    while let last = path.last, last.kind != .variable {
      let operands = tree.operands(of: last)
      if last.kind == .index, let index = operands.last { visit(index, nil) }
      guard let next = operands.first else { return }
      let expression = tree[expression: next]
      guard [.variable, .index, .member, .swizzle].contains(expression.kind) else {
        return visit(next, precisions[next])
      }
      path.append(expression)
    }
    guard let root = path.last, let part = path.last(where: { Self.isFloat($0.type) }) else {
      return
    }
    let precision = precisions.precision(of: part)
    guard precision.isCoarse else { return }
    switch tree[symbol: root.reference].storage {
    case .uniform, .varying, .attribute, .builtIn: round(part, to: precision)
    case .plain, .parameter, .const: break
    }
  }

  /// Rewrites the indices in a variable that is assigned to.
  private mutating func visitTarget(_ id: NodeID) {
    let expression = tree[expression: id]
    let operands = tree.operands(of: expression)
    guard expression.kind != .variable, let base = operands.first else { return }
    if expression.kind == .index, let index = operands.last { visit(index, nil) }
    visitTarget(base)
  }
}
