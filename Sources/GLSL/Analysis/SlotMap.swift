/// Numbers the components of the variables that a shader can read before they have a value.
///
/// Globals come first, then the parameters and locals of each function, whose numbers begin anew
/// after the globals.
struct SlotMap {
  /// The components of a variable.
  struct Variable {
    var first: Int
    var count: Int
    /// Whether one slot stands for all components of a large variable.
    var isCoarse: Bool

    var slots: Range<Int> { first..<(first + count) }
  }

  /// What an expression reads or assigns to.
  struct Place {
    var symbol: Int32
    var slots: [Int]
    /// Whether only some of the slots are meant, which an index decides that is not constant.
    var isPartial: Bool
  }

  private let tree: SyntaxTree
  /// By symbol; `nil` for variables that always have a value.
  private(set) var variables: [Variable?]
  /// The number of slots of globals.
  private(set) var globalCount = 0

  /// More components than any variable needs whose components matter one by one.
  private static let coarseLimit = 256

  init(_ tree: SyntaxTree) {
    self.tree = tree
    variables = [Variable?](repeating: nil, count: tree.symbols.count)
    for index in tree.symbols.indices where Self.isOpen(tree.symbols[index]) {
      globalCount = add(Int32(index), at: globalCount)
    }
  }

  /// Whether a symbol is a global or an output without a value at first.
  private static func isOpen(_ symbol: Symbol) -> Bool {
    guard symbol.kind == .variable, symbol.isGlobal || symbol.item < 0, !symbol.isReadOnly else {
      return false
    }
    switch symbol.storage {
    case .builtIn, .varying: return true
    case .plain: return symbol.initializer < 0
    default: return false
    }
  }

  /// Gives a parameter or local its slots from `first` on, and returns the number after them.
  mutating func add(_ symbol: Int32, at first: Int) -> Int {
    let size = size(of: tree[symbol: symbol].type)
    guard size > 0 else { return first }
    let isCoarse = size > Self.coarseLimit
    let count = isCoarse ? 1 : size
    variables[Int(symbol)] = Variable(first: first, count: count, isCoarse: isCoarse)
    return first + count
  }

  /// Returns the number of components; 0 for samplers.
  private func size(of type: ValueType) -> Int {
    var size = type.basic.componentCount
    if type.basic == .structure, type.structure >= 0 {
      size = tree.structures[Int(type.structure)].members.reduce(0) {
        min($0 + self.size(of: $1.type), 1 << 20)
      }
    }
    return type.isArray ? size * Int(max(1, type.elements)) : size
  }

  /// Returns the variable that an expression is a part of; `nil` if it always has a value.
  func variable(of id: NodeID) -> Variable? {
    tree.rootVariable(of: id).flatMap { variables[Int($0)] }
  }

  /// Returns what an expression reads or assigns to; `nil` if that is no variable or always has a
  /// value.
  func place(of id: NodeID) -> Place? {
    guard let symbol = tree.rootVariable(of: id), let variable = variables[Int(symbol)] else {
      return nil
    }
    var place = Place(
      symbol: symbol, slots: Array(variable.slots), isPartial: variable.isCoarse)
    if tree[expression: id].kind == .variable {
      place.isPartial = false
      return place
    }
    // The selections, the innermost first.
    var path: [NodeID] = []
    var next = id
    while tree[expression: next].kind != .variable {
      path.append(next)
      next = tree.operand(0, of: tree[expression: next])
    }
    for step in path.reversed() where !place.isPartial { select(tree[expression: step], &place) }
    return place
  }

  private func select(_ expression: Expression, _ place: inout Place) {
    switch expression.kind {
    case .member:
      let base = tree[expression: tree.operand(0, of: expression)].type
      let members = tree.structures[Int(base.structure)].members
      let index = Int(expression.reference)
      let start = members[..<index].reduce(0) { $0 + size(of: $1.type) }
      let end = start + size(of: members[index].type)
      place.slots = Array(place.slots[start..<end])
    case .swizzle:
      place.slots = Swizzle(rawValue: expression.reference).components.map { place.slots[$0] }
    default:
      let size = size(of: expression.type)
      guard let index = tree.value(of: tree.operand(1, of: expression))?.integer,
        (index + 1) * size <= place.slots.count
      else {
        place.isPartial = true
        return
      }
      place.slots = Array(place.slots[(index * size)..<((index + 1) * size)])
    }
  }

  /// Returns a variable's name with the member or component that a slot is, such as `a.b.x`.
  func name(of slot: Int, in symbol: Int32) -> String {
    guard let variable = variables[Int(symbol)] else { return "" }
    var name = tree[symbol: symbol].name
    var type = tree[symbol: symbol].type
    var offset = slot - variable.first
    if variable.isCoarse { return name }
    while true {
      if type.isArray {
        let size = size(of: type.element)
        name += "[\(offset / size)]"
        offset %= size
        type = type.element
      } else if type.basic == .structure {
        for member in tree.structures[Int(type.structure)].members {
          let size = size(of: member.type)
          if offset < size {
            name += ".\(member.name)"
            type = member.type
            break
          }
          offset -= size
        }
      } else if type.basic.isMatrix {
        name += "[\(offset / type.basic.rows)]"
        offset %= type.basic.rows
        type = ValueType(.vector(of: .float, count: type.basic.rows))
      } else {
        return type.basic.isVector ? "\(name).\(["x", "y", "z", "w"][offset])" : name
      }
    }
  }
}
