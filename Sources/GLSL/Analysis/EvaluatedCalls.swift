/// The functions of a shader for ``RangeAnalysis``, and the calls that are evaluated.
///
/// Calls take several times the work for the text at most: what exceeds it has the range that holds
/// for all arguments.
final class EvaluatedCalls {
  /// A function that was evaluated with unknown parameters.
  private struct Entry {
    /// Its first expression.
    var start: Int
    /// The number of its expressions and statements.
    var work: Int
    var result: RangeAnalysis.Known
    /// The first calls, with the results.
    var calls: [(arguments: [RangeAnalysis.Known], result: RangeAnalysis.Known)] = []
  }

  private var entries: [Int32: Entry] = [:]
  /// The number of expressions and statements that may still be evaluated again.
  private var budget: Int
  /// The expressions that are reported: each once, whatever the arguments.
  private var reported: Set<NodeID> = []

  private static let deepest = 6
  private static let mostCalls = 8

  init(_ tree: SyntaxTree) { budget = 2_000 + 4 * (tree.expressions.count + tree.statements.count) }

  /// Notes a function that was evaluated with unknown parameters.
  ///
  /// - Parameters:
  ///   - start: Its first expression.
  ///   - work: The number of its expressions and statements.
  func note(_ function: Int32, from start: Int, work: Int, _ result: RangeAnalysis.Known?) {
    entries[function] = Entry(start: start, work: work, result: result ?? RangeAnalysis.Known())
  }

  /// Whether a loss at an expression is new.
  func isNew(_ loss: HalfLoss) -> Bool { reported.insert(loss.node).inserted }

  /// Returns the result of a call: what `evaluate` says, or what is known without it, with the
  /// trend of an unknown function of the arguments.
  func result(
    of function: Int32, _ arguments: [RangeAnalysis.Known], depth: Int,
    evaluate: (_ start: Int) -> RangeAnalysis.Known?
  ) -> RangeAnalysis.Known {
    // A function that is defined below is not known yet.
    let trend = arguments.reduce(Trend()) { $0.union($1.trend) }.mixed
    guard let entry = entries[function] else { return RangeAnalysis.Known(trend: trend) }
    if let known = entry.calls.first(where: { $0.arguments == arguments }) { return known.result }
    guard arguments.contains(where: { $0.range != .any }), depth < Self.deepest,
      budget >= entry.work
    else {
      return RangeAnalysis.Known(
        range: entry.result.range, trend: trend, isUnit: entry.result.isUnit)
    }
    budget -= entry.work
    let result = evaluate(entry.start) ?? RangeAnalysis.Known()
    if entry.calls.count < Self.mostCalls {
      entries[function]?.calls.append((arguments, result))
    }
    return result
  }
}

extension RangeAnalysis {
  /// Returns what is known of the result of a call, and notes what the function loses.
  func evaluateCall(_ id: NodeID, _ expression: Expression) -> Known {
    guard isReached else { return Known() }
    let function = tree[function: expression.reference]
    let arguments = tree.operands(of: expression).map(value)
    var found: [HalfLoss] = []
    let result = calls.result(of: expression.reference, arguments, depth: depth) { start in
      let inner = RangeAnalysis(of: function, from: start, arguments, in: self)
      found = inner.losses
      return inner.returned
    }
    for var loss in found {
      loss.call = loss.call ?? id
      losses.append(loss)
    }
    return result
  }

  /// Notes a loss, unless it is reported with other arguments.
  func add(_ loss: HalfLoss) {
    if calls.isNew(loss) { losses.append(loss) }
  }
}
