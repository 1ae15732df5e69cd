/// Finds code that no path reaches, conditions that never change, and functions that can end
/// without the result that they promise.
struct Reachability {
  /// Where control can go on after a statement.
  private struct Exits: OptionSet {
    let rawValue: UInt8
    /// To the next statement.
    static let next = Exits(rawValue: 1)
    /// To the end of the surrounding loop.
    static let `break` = Exits(rawValue: 2)
    /// To the next iteration of the surrounding loop.
    static let `continue` = Exits(rawValue: 4)
  }

  /// The first statement of each part of a block that no path reaches.
  private(set) var unreachable: [NodeID] = []
  /// The conditions of `if` with a constant value.
  private(set) var constantConditions: [NodeID] = []
  /// The functions with a result whose end can be reached, except behind two or more conditions,
  /// as in `if (x < 0.0) return a; if (x >= 0.0) return b;`: these may cover all cases.
  private(set) var unfinished: [Int32] = []

  private let tree: SyntaxTree
  /// Whether a condition depends on a macro or a constant, which choose a variant of the shader.
  private let isSwitch: (NodeID) -> Bool
  /// Whether to follow only the branches of this variant.
  private var followsVariant = false

  init(_ tree: SyntaxTree, isSwitch: @escaping (NodeID) -> Bool) {
    (self.tree, self.isSwitch) = (tree, isSwitch)
    for (index, function) in tree.functions.enumerated() where function.body >= 0 {
      followsVariant = false
      guard exits(of: function.body).contains(.next), function.result != .void else { continue }
      followsVariant = true
      guard exits(of: function.body).contains(.next) else { continue }
      if conditions(before: function.body) ?? 0 < 2 { unfinished.append(Int32(index)) }
    }
  }

  /// Returns how many conditions that could end the function must be false for control to go on
  /// after a statement, on the path with the fewest; `nil` if control does not go on.
  private func conditions(before id: NodeID) -> Int? {
    switch tree[statement: id].kind {
    case .empty, .expression, .declaration, .loop: return 0
    case .return, .discard, .break, .continue: return nil
    case .block(let statements):
      var sum = 0
      for statement in statements {
        guard let count = conditions(before: statement) else { return nil }
        sum += count
      }
      return sum
    case .selection:
      // Chains of else if don't nest here. `count` branches that end the function are passed.
      var (id, count, least) = (id, 0, Int.max)
      while case .selection(_, let then, let other) = tree[statement: id].kind {
        if let inner = conditions(before: then) {
          least = min(least, count + inner)
        } else {
          count += 1
        }
        guard let other else { return min(least, count) }
        id = other
      }
      if let inner = conditions(before: id) { least = min(least, count + inner) }
      return least == Int.max ? nil : least
    }
  }

  private mutating func exits(of id: NodeID) -> Exits {
    switch tree[statement: id].kind {
    case .empty, .expression, .declaration: return .next
    case .block(let statements): return exits(of: statements)
    case .selection: return exitsOfSelection(id)
    case .loop(let loop): return exits(of: loop)
    case .return, .discard: return []
    case .break: return .break
    case .continue: return .continue
    }
  }

  private func discards(_ id: NodeID) -> Bool {
    if case .discard = tree[statement: id].kind { true } else { false }
  }

  private mutating func exits(of statements: [NodeID]) -> Exits {
    var all: Exits = .next
    for (index, statement) in statements.enumerated() {
      guard all.contains(.next) else {
        let rest = statements[index...].first {
          switch tree[statement: $0].kind {
          case .empty: false
          // Compilers that don't know that `discard` ends a function ask for it.
          case .return: !discards(statements[index - 1])
          default: true
          }
        }
        if let rest, !followsVariant { unreachable.append(rest) }
        break
      }
      all.remove(.next)
      all.formUnion(exits(of: statement))
    }
    return all
  }

  /// `if`; chains of `else if` don't nest here.
  private mutating func exitsOfSelection(_ id: NodeID) -> Exits {
    var all: Exits = []
    var isDecided = false
    var id = id
    while case .selection(let condition, let then, let other) = tree[statement: id].kind {
      let value = constant(condition)
      if value != nil, !followsVariant { constantConditions.append(condition) }
      let exits = exits(of: then)
      if !isDecided && value != false { all.formUnion(exits) }
      isDecided = isDecided || value == true
      guard let other else { return isDecided ? all : all.union(.next) }
      id = other
    }
    let exits = exits(of: id)
    return isDecided ? all : all.union(exits)
  }

  /// Returns the value of a condition that is constant, in this variant or in all.
  private func constant(_ condition: NodeID) -> Bool? {
    guard let value = tree.value(of: condition), followsVariant || !isSwitch(condition) else {
      return nil
    }
    return value[0] != 0
  }

  private mutating func exits(of loop: Statement.Loop) -> Exits {
    let body = exits(of: loop.body)
    let isEndless = loop.condition.map { constant($0) ?? false } ?? true
    let reachesCondition = !body.isDisjoint(with: [.next, .continue])
    let runsOnce = loop.form == .doWhile || tree.counted(loop)?.count ?? 0 > 0
    let canEnd = !isEndless && (reachesCondition || !runsOnce)
    return canEnd || body.contains(.break) ? .next : []
  }
}
