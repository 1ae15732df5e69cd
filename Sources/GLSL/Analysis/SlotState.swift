/// A set of small numbers.
struct BitSet: Hashable {
  private var words: [UInt64]

  init(_ count: Int, filled: Bool = false) {
    words = [UInt64](repeating: filled ? .max : 0, count: (count + 63) / 64)
  }

  subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let bit = UInt64(1) << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }

  /// Returns whether it contains one of `numbers`.
  func contains(any numbers: Range<Int>) -> Bool { numbers.contains { self[$0] } }

  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}

/// What is known at a point of a function about each slot: a component of a variable.
struct SlotState {
  /// The slots that have no value on at least one path.
  var unassigned: BitSet
  /// The slots that have a value on at least one path.
  var assigned: BitSet
  /// Whether a path leads here.
  var isReachable = true

  /// The state in which no slot has a value.
  init(_ count: Int) {
    unassigned = BitSet(count, filled: true)
    assigned = BitSet(count)
  }

  /// Adds the paths of another state.
  mutating func merge(_ other: SlotState) {
    guard other.isReachable else { return }
    guard isReachable else {
      self = other
      return
    }
    unassigned.formUnion(other.unassigned)
    assigned.formUnion(other.assigned)
  }

  mutating func assign(_ slot: Int) {
    unassigned[slot] = false
    assigned[slot] = true
  }

  /// Forgets a slot's value: its variable is declared here, or a function left it undefined.
  mutating func forget(_ slot: Int) {
    unassigned[slot] = true
    assigned[slot] = false
  }
}
