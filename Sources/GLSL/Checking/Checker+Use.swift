import CompilerLogs

/// Unused declarations, and how to remove them.
extension Checker {
  func checkUse() {
    for unused in UnusedDeclarations(tree, text).declarations {
      report(
        Self.rule(unused.kind), Self.message(unused), severity: .note, at: unused.item,
        fix: removal(of: unused))
    }
  }

  private static func rule(_ kind: UnusedDeclarations.Kind) -> RuleID {
    switch kind {
    case .variable, .assignedVariable: .unusedVariable
    case .parameter: .unusedParameter
    case .function: .unusedFunction
    case .uniform: .unusedUniform
    case .attribute: .unusedAttribute
    case .varying: .unusedVarying
    }
  }

  private static func message(_ unused: UnusedDeclarations.Declaration) -> String {
    switch unused.kind {
    case .variable: "'\(unused.name)' is never used"
    case .assignedVariable: "'\(unused.name)' is assigned but never read"
    case .function: "the function '\(unused.name)' is never called"
    case .parameter, .uniform, .attribute, .varying:
      "the \(unused.kind.rawValue) '\(unused.name)' is never used"
    }
  }

  /// Returns a fix that removes the declaration of one variable; `nil` if more depends on it.
  private func removal(of unused: UnusedDeclarations.Declaration) -> Fix? {
    switch unused.kind {
    case .assignedVariable, .parameter, .function: return nil
    case .variable, .uniform, .attribute, .varying: break
    }
    guard let id = unused.symbol, !hasEffects(tree[symbol: id].initializer),
      let (first, last) = declaration(around: unused.item)
    else { return nil }
    let range = wholeLines(Int(first.start)..<Int(last.start + last.length))
    // A directive inside stays.
    guard !text.bytes[range].contains(UInt8(ascii: "#")) else { return nil }
    return Fix(
      "Remove '\(unused.name)'",
      SourceRange(start: Int32(range.lowerBound), end: Int32(range.upperBound), line: first.line),
      "")
  }

  /// Whether evaluating an expression does more than to give its value.
  private func hasEffects(_ id: NodeID) -> Bool {
    // Long sums are too deep for recursion.
    var open = id >= 0 ? [id] : []
    while let id = open.popLast() {
      let expression = tree[expression: id]
      switch expression.kind {
      case .call, .assignment, .postfix: return true
      case .prefix where [.increment, .decrement].contains(expression.operation): return true
      default: open += tree.operands(of: expression)
      }
    }
    return false
  }

  /// Returns the first and last token of a declaration that is a statement of its own and declares
  /// nothing else.
  private func declaration(around item: Int32) -> (first: Token, last: Token)? {
    var first = Int(item)
    while first > 0, let token = sourceToken(Int32(first - 1)),
      !token.is(";") && !token.is("{") && !token.is("}")
    {
      // Otherwise it is in parentheses, in a list or the branch of an `else`.
      guard token.kind == .identifier, !token.is(.else), !token.is(Self.do) else { return nil }
      first -= 1
    }
    var last = Int(item) + 1
    var open = 0
    while last < text.items.count, let token = sourceToken(Int32(last)), !token.is(";") {
      if token.is("(") || token.is("[") { open += 1 }
      if token.is(")") || token.is("]") { open -= 1 }
      guard open >= 0, open > 0 || !token.is(",") else { return nil }
      last += 1
    }
    guard first < item, let start = sourceToken(Int32(first)), last < text.items.count,
      let end = sourceToken(Int32(last))
    else { return nil }
    return (start, end)
  }

  private static let `do` = Word("do")

  /// Extends a range to the lines that contain nothing else.
  private func wholeLines(_ range: Range<Int>) -> Range<Int> {
    let bytes = text.bytes
    var start = range.lowerBound
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    var end = range.upperBound
    while end < bytes.count, bytes[end].isBlank { end += 1 }
    guard start == 0 || bytes[start - 1].isLineEnd, end < bytes.count, bytes[end].isLineEnd else {
      return range
    }
    return start..<bytes.index(afterLineEnd: end)
  }
}

extension RuleID {
  package static let unusedVariable = RuleID(3601, "unused-variable")
  package static let unusedFunction = RuleID(3602, "unused-function")
  package static let unusedParameter = RuleID(3603, "unused-parameter")
  package static let unusedUniform = RuleID(3604, "unused-uniform")
  package static let unusedAttribute = RuleID(3605, "unused-attribute")
  package static let unusedVarying = RuleID(3606, "unused-varying")
}
