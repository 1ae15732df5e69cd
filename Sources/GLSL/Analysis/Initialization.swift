// Long because: statements, expressions and calls share the private state of one walk.

/// Finds variables that are read before they have a value, by a data-flow analysis of the whole
/// shader: each function is analyzed once, callees first, and its effect on globals and arguments
/// applies at each call.
///
/// Loops are assumed to run at least once. Assigning to an element with an index that is not
/// constant counts as assigning to all elements; reading one is reported only if no element has a
/// value.
struct Initialization {
  /// A read of a variable without a value.
  struct Use {
    var node: NodeID
    var symbol: Int32
    /// The first slot without a value, and whether no slot that is read has one.
    var slot: Int
    var isWhole: Bool
    /// Whether the variable has no value on any path.
    var isCertain: Bool
    /// Later reads of the same variable.
    var repeats: [NodeID] = []
  }

  /// A read in a function of what only its callers can have assigned.
  private struct Read {
    var node: NodeID
    /// Whether the read depends on no condition, and nothing before it may be an assignment.
    var isCertain: Bool
  }

  /// What a function does, as its callers see it.
  private struct Summary {
    /// The slots of globals that it reads before it assigns them.
    var globalReads: [Int: Read] = [:]
    /// For each parameter the components that it reads before it assigns them.
    var parameterReads: [[Int: Read]] = []
    /// What it leaves in globals and parameters.
    var exit: SlotState
    /// The slots of its parameters.
    var parameters: [SlotMap.Variable?]
  }

  /// A bound for the steps of an analysis, which only generated shaders exceed.
  private static let effortLimit = 1 << 26

  private let tree: SyntaxTree
  private let parameterSymbols: [[Int32?]]
  private(set) var slots: SlotMap
  private(set) var uses: [Use] = []
  private var summaries: [Summary?]
  /// The index in ``uses`` of each variable that was reported.
  private var reported: [Int32: Int] = [:]

  // The function that is being analyzed
  private var isMain = false
  private var state = SlotState(0)
  private var exit = SlotState(0)
  private var breaks: [SlotState] = []
  private var continues: [SlotState] = []
  private var summary = Summary(exit: SlotState(0), parameters: [])
  /// The parameter of each of the function's slots.
  private var parameterOfSlot: [Int: Int] = [:]
  /// The number of conditions around the current statement.
  private var depth = 0
  /// The conditions around a loop whose body is analyzed for the first time: what its later
  /// iterations assign is not known yet, so only unconditional reads are judged.
  private var firstPass: Int?
  /// Whether a path of the first pass went on with the next iteration.
  private var hasContinued = false
  /// The components that a swizzle selects of the vector that is being evaluated; `nil` for all.
  private var selection: Swizzle?

  init(_ tree: SyntaxTree) {
    self.tree = tree
    slots = SlotMap(tree)
    parameterSymbols = tree.functions.map(\.parameterSymbols)
    summaries = [Summary?](repeating: nil, count: tree.functions.count)
    let calls = tree.functions.reduce(0) { $0 + $1.calls.count }
    guard calls * slots.globalCount < Self.effortLimit else { return }
    for function in tree.callOrder.functions where tree.functions[function].body >= 0 {
      analyze(function)
    }
    guard let main = tree.functions.firstIndex(where: { $0.name == "main" }),
      let summary = summaries[main]
    else { return }
    let globals = tree.symbols.indices.filter {
      tree.symbols[$0].isGlobal || tree.symbols[$0].item < 0
    }
    for symbol in globals {
      guard let variable = slots.variables[symbol] else { continue }
      let read = variable.slots.filter { summary.globalReads[$0] != nil }
      let certain = read.first { summary.globalReads[$0]?.isCertain == true }
      guard let slot = certain ?? read.first, let first = summary.globalReads[slot] else {
        continue
      }
      report(
        Use(
          node: first.node, symbol: Int32(symbol), slot: slot,
          isWhole: read.count == variable.count, isCertain: certain != nil))
    }
  }

  private mutating func report(_ use: Use) {
    if let first = reported[use.symbol] { return uses[first].repeats.append(use.node) }
    reported[use.symbol] = uses.count
    uses.append(use)
  }

  // MARK: Functions

  private mutating func analyze(_ index: Int) {
    let function = tree.functions[index]
    var count = slots.globalCount
    parameterOfSlot = [:]
    for (position, symbol) in parameterSymbols[index].enumerated() {
      guard let symbol else { continue }
      let first = count
      count = slots.add(symbol, at: first)
      if function.parameters[position].direction != .out {
        for slot in first..<count { parameterOfSlot[slot] = position }
      }
    }
    let parameters = parameterSymbols[index].map { $0.flatMap { slots.variables[Int($0)] } }
    for symbol in function.locals { count = slots.add(symbol, at: count) }
    guard count / 64 * tree.statements.count < Self.effortLimit else { return }
    state = SlotState(count)
    exit = state
    exit.isReachable = false
    summary = Summary(exit: exit, parameters: parameters)
    summary.parameterReads = [[Int: Read]](repeating: [:], count: parameters.count)
    depth = 0
    isMain = function.name == "main"
    execute(function.body)
    exit.merge(state)
    summary.exit = exit
    summaries[index] = summary
  }

  // MARK: Statements

  private mutating func execute(_ id: NodeID) {
    guard state.isReachable else { return }
    switch tree[statement: id].kind {
    case .empty: break
    case .expression(let value): evaluate(value)
    case .declaration(let symbols):
      for symbol in symbols { declare(symbol) }
    case .block(let statements):
      for statement in statements { execute(statement) }
    case .selection: select(id)
    case .loop(let loop): run(loop)
    case .return(let value):
      if let value { evaluate(value) }
      exit.merge(state)
      state.isReachable = false
    case .break:
      if !breaks.isEmpty { breaks[breaks.count - 1].merge(state) }
      state.isReachable = false
    case .continue:
      if !continues.isEmpty { continues[continues.count - 1].merge(state) }
      hasContinued = true
      state.isReachable = false
    case .discard: state.isReachable = false
    }
  }

  private mutating func declare(_ symbol: Int32) {
    let initializer = tree[symbol: symbol].initializer
    if initializer >= 0 { evaluate(initializer) }
    guard let variable = slots.variables[Int(symbol)] else { return }
    for slot in variable.slots {
      if initializer >= 0 { state.assign(slot) } else { state.forget(slot) }
    }
  }

  /// `if`; chains of `else if` don't nest here.
  private mutating func select(_ id: NodeID) {
    var id = id
    var after = state
    after.isReachable = false
    depth += 1
    while case .selection(let condition, let then, let other) = tree[statement: id].kind {
      evaluate(condition)
      let before = state
      let value = tree.value(of: condition)?[0]
      if value == 0 {
        state.isReachable = false
      } else {
        execute(then)
      }
      after.merge(state)
      state = before
      if let value, value != 0 { state.isReachable = false }
      guard let other else { break }
      guard case .selection = tree[statement: other].kind else {
        execute(other)
        break
      }
      id = other
    }
    depth -= 1
    after.merge(state)
    state = after
  }

  private mutating func run(_ loop: Statement.Loop) {
    if let start = loop.start { execute(start) }
    guard firstPass == nil else { return iterate(loop) }
    firstPass = depth
    hasContinued = false
    iterate(loop)
    firstPass = nil
    // What an iteration assigns is known to the next one.
    let once = state
    iterate(loop)
    state.merge(once)
  }

  private mutating func iterate(_ loop: Statement.Loop) {
    var none = state
    none.isReachable = false
    breaks.append(none)
    continues.append(none)
    if loop.form != .doWhile { evaluateCondition(loop) }
    execute(loop.body)
    state.merge(continues.removeLast())
    if state.isReachable {
      if let step = loop.step { evaluate(step) }
      evaluateCondition(loop)
    }
    if loop.condition.map({ tree.value(of: $0)?[0] ?? 0 }) ?? 1 != 0 { state.isReachable = false }
    state.merge(breaks.removeLast())
  }

  private mutating func evaluateCondition(_ loop: Statement.Loop) {
    guard let condition = loop.condition else { return }
    if let symbol = loop.conditionSymbol { declare(symbol) } else { evaluate(condition) }
  }

  // MARK: Expressions

  /// Evaluates an expression of which the result needs the given components; `nil` for all.
  private mutating func evaluate(_ id: NodeID, selecting components: Swizzle? = nil) {
    let outer = selection
    defer { selection = outer }
    // Long sums are deep on the left.
    var rights: [(node: NodeID, selection: Swizzle?)] = []
    var id = id
    var components = components
    while true {
      let expression = tree[expression: id]
      // Each component of a scalar or matrix operand has an effect on all components.
      if !expression.type.basic.isVector { components = nil }
      guard expression.kind == .binary || expression.kind == .comma else { break }
      if expression.kind == .comma || isMatrix(id, operand: 0) || isMatrix(id, operand: 1) {
        components = nil
      }
      rights.append((id, components))
      id = tree.operand(0, of: expression)
    }
    selection = components
    evaluateOther(id)
    while let (node, components) = rights.popLast() {
      let expression = tree[expression: node]
      let right = tree.operand(1, of: expression)
      guard expression.operation == .and || expression.operation == .or else {
        evaluate(right, selecting: components)
        continue
      }
      let before = state
      depth += 1
      evaluate(right)
      depth -= 1
      state.merge(before)
    }
  }

  private func isMatrix(_ id: NodeID, operand: Int) -> Bool {
    tree[expression: tree.operand(operand, of: tree[expression: id])].type.basic.isMatrix
  }

  private mutating func evaluateOther(_ id: NodeID) {
    let expression = tree[expression: id]
    switch expression.kind {
    case .swizzle where tree.rootVariable(of: id) == nil:
      let components = Swizzle(rawValue: expression.reference)
      evaluate(
        tree.operand(0, of: expression),
        selecting: selection.map(components.selecting) ?? components)
    case .variable, .index, .member, .swizzle:
      evaluateIndices(id)
      read(id)
    case .assignment:
      let left = tree.operand(0, of: expression)
      evaluate(tree.operand(1, of: expression))
      evaluateIndices(left)
      if expression.operation != .assign { read(left) }
      assign(left)
    case .prefix, .postfix:
      let operand = tree.operand(0, of: expression)
      evaluate(operand, selecting: selection)
      if expression.operation == .increment || expression.operation == .decrement {
        assign(operand)
      }
    case .conditional:
      evaluate(tree.operand(0, of: expression))
      let before = state
      depth += 1
      evaluate(tree.operand(1, of: expression), selecting: selection)
      let after = state
      state = before
      evaluate(tree.operand(2, of: expression), selecting: selection)
      depth -= 1
      state.merge(after)
    case .call: call(expression)
    case .builtInCall where BuiltInFunction.all[Int(expression.reference)].isComponentwise:
      for operand in tree.operands(of: expression) { evaluate(operand, selecting: selection) }
    default:
      for operand in tree.operands(of: expression) { evaluate(operand) }
    }
  }

  /// Evaluates the indices in an expression such as `a[i].b[j]`, or all of it if no variable is
  /// its root.
  private mutating func evaluateIndices(_ id: NodeID) {
    var id = id
    while true {
      let expression = tree[expression: id]
      switch expression.kind {
      case .index: evaluate(tree.operand(1, of: expression))
      case .member, .swizzle: break
      case .variable: return
      default: return evaluate(id)
      }
      id = tree.operand(0, of: expression)
    }
  }

  private mutating func assign(_ id: NodeID) {
    for slot in slots.place(of: id)?.slots ?? [] { state.assign(slot) }
  }

  private mutating func read(_ id: NodeID) {
    // Almost all variables have values: which part is read does not matter then.
    guard let variable = slots.variable(of: id), state.unassigned.contains(any: variable.slots),
      let place = slots.place(of: id)
    else { return }
    read(selected(place, of: id), at: id)
  }

  /// Returns the part of a vector that ``selection`` needs.
  private func selected(_ place: SlotMap.Place, of id: NodeID) -> SlotMap.Place {
    let type = tree[expression: id].type
    guard let components = selection?.components, !place.isPartial, type.basic.isVector,
      !type.isArray, components.allSatisfy(place.slots.indices.contains)
    else { return place }
    var place = place
    place.slots = components.map { place.slots[$0] }
    return place
  }

  /// Whether a loop may come here later with values that are not known yet.
  private var isTooEarly: Bool { firstPass.map { depth > $0 || hasContinued } ?? false }

  private mutating func read(
    _ place: SlotMap.Place, at id: NodeID, isCertain: Bool = true
  ) {
    guard state.isReachable, !isTooEarly else { return }
    let missing = place.slots.filter { state.unassigned[$0] }
    guard let first = missing.first else { return }
    if place.isPartial {
      // One of the elements; it may be one that has a value.
      guard place.slots.allSatisfy({ state.unassigned[$0] && !state.assigned[$0] }) else { return }
    }
    if first < slots.globalCount {
      for slot in missing { readGlobal(slot, at: id, isCertain: isCertain) }
      return
    }
    if let parameter = parameterOfSlot[first] {
      let start = summary.parameters[parameter]?.first ?? 0
      for slot in missing {
        let read = Read(node: id, isCertain: isCertain && depth == 0 && !state.assigned[slot])
        Self.add(read, to: &summary.parameterReads[parameter][slot - start])
      }
      return
    }
    let never = missing.first { !state.assigned[$0] }
    report(
      Use(
        node: id, symbol: place.symbol, slot: never ?? first,
        isWhole: missing.count == place.slots.count, isCertain: isCertain && never != nil))
  }

  private mutating func readGlobal(_ slot: Int, at id: NodeID, isCertain: Bool) {
    let isUnconditional = depth == 0 || isMain
    Self.add(
      Read(node: id, isCertain: isCertain && isUnconditional && !state.assigned[slot]),
      to: &summary.globalReads[slot])
  }

  private static func add(_ read: Read, to known: inout Read?) {
    if known == nil || read.isCertain && known?.isCertain == false { known = read }
  }

  // MARK: Calls

  private mutating func call(_ expression: Expression) {
    let function = tree[function: expression.reference]
    let arguments = Array(tree.operands(of: expression))
    let summary = summaries[Int(expression.reference)]
    for (index, argument) in arguments.enumerated() {
      let place = slots.place(of: argument)
      evaluateIndices(argument)
      guard let place else { continue }
      guard function.parameters[index].direction != .out else { continue }
      guard let summary else {
        read(place, at: argument)
        continue
      }
      guard let variable = summary.parameters[index] else { continue }
      // Only what the function reads needs a value.
      let reads = summary.parameterReads[index]
      guard !place.isPartial, variable.count == place.slots.count else {
        if !reads.isEmpty {
          read(place, at: argument, isCertain: reads.values.contains { $0.isCertain })
        }
        continue
      }
      let wanted = selected(place, of: argument).slots
      for isCertain in [true, false] {
        var needed = place
        needed.slots = reads.filter { $0.value.isCertain == isCertain }.keys.sorted()
          .map { place.slots[$0] }.filter(wanted.contains)
        read(needed, at: argument, isCertain: isCertain)
      }
    }
    guard let summary else {
      for (argument, parameter) in zip(arguments, function.parameters)
      where parameter.direction != .in { assign(argument) }
      return
    }
    if state.isReachable && !isTooEarly {
      for (slot, read) in summary.globalReads where state.unassigned[slot] {
        readGlobal(slot, at: read.node, isCertain: read.isCertain)
      }
    }
    guard summary.exit.isReachable else {
      state.isReachable = false
      return
    }
    for slot in 0..<slots.globalCount {
      if !summary.exit.unassigned[slot] { state.unassigned[slot] = false }
      if summary.exit.assigned[slot] { state.assigned[slot] = true }
    }
    for (index, argument) in arguments.enumerated()
    where function.parameters[index].direction != .in {
      assign(argument, function.parameters[index].direction, summary, index)
    }
  }

  /// Applies what a function leaves in an `out` or `inout` parameter to the argument.
  private mutating func assign(
    _ argument: NodeID, _ direction: Symbol.Direction, _ summary: Summary, _ index: Int
  ) {
    guard let place = slots.place(of: argument) else { return }
    guard let variable = summary.parameters[index], !place.isPartial,
      variable.count == place.slots.count
    else {
      for slot in place.slots { state.assign(slot) }
      return
    }
    for (offset, slot) in place.slots.enumerated() {
      let isAssigned = summary.exit.assigned[variable.first + offset]
      if !summary.exit.unassigned[variable.first + offset] {
        state.assign(slot)
      } else if direction == .out {
        state.unassigned[slot] = true
        state.assigned[slot] = isAssigned
      } else if isAssigned {
        state.assigned[slot] = true
      }
    }
  }
}
