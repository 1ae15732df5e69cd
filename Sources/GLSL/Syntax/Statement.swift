/// A statement (§6).
package struct Statement: Sendable {
  package enum Kind: Sendable {
    case empty
    case expression(NodeID)
    /// Variables, by their symbols.
    case declaration([Int32])
    case block([NodeID])
    case selection(condition: NodeID, then: NodeID, else: NodeID?)
    case loop(Loop)
    case `return`(NodeID?)
    case `break`, `continue`, discard
  }

  /// A `for`, `while` or `do`.
  package struct Loop: Sendable {
    package enum Form: Sendable { case `for`, `while`, doWhile }
    package var form: Form
    /// The statement before the first iteration.
    package var start: NodeID?
    package var condition: NodeID?
    /// The variable that a condition declares.
    package var conditionSymbol: Int32?
    /// The expression after each iteration.
    package var step: NodeID?
    package var body: NodeID = -1
  }

  package var kind: Kind
  /// The first and last item in ``Preprocessed/items``.
  package var first: Int32
  package var last: Int32

  /// Whether a condition decides if a part of it runs.
  var isConditional: Bool {
    switch kind {
    case .selection, .loop: true
    default: false
    }
  }
}
