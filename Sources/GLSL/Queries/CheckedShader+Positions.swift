import GLESKitSupport

/// What is known at a position of the text, also of a text with errors.
extension CheckedShader {
  /// Returns the number of items before a byte offset: an index in ``Preprocessed/items``.
  package func itemCount(before offset: Int) -> Int {
    preprocessed.items.partitioningIndex { Int($0.site.start) >= offset }
  }

  /// Returns the largest expression that ends with the token at a byte offset, such as the operand
  /// of a point.
  package func expression(endingAt offset: Int) -> Expression? {
    let items = preprocessed.items
    guard let item = items.lastIndex(where: { Int($0.token.start) == offset && $0.token.line > 0 })
    else { return nil }
    return tree.expressions.last { Int($0.last) == item && $0.kind != .error }
  }

  /// Returns the symbols that a name at item `item` can refer to: of those with the same name, the
  /// innermost.
  package func visibleSymbols(at item: Int) -> [Int32] {
    // What is declared in a scope that has ended is not visible.
    var ended: [ClosedRange<Int>] = []
    func note(_ first: Int32, _ last: Int32) {
      // A block that never closes goes on after the last item.
      let isOpen =
        last == preprocessed.items.count - 1 && !preprocessed.items[Int(last)].token.is("}")
      if last < item, last > first, !isOpen { ended.append(Int(first)...Int(last)) }
    }
    for statement in tree.statements {
      switch statement.kind {
      case .block, .loop: note(statement.first, statement.last)
      default: break
      }
    }
    for function in tree.functions where function.body >= 0 {
      note(function.definition, tree[statement: function.body].last)
    }
    ended.sort { $0.lowerBound < $1.lowerBound }
    var visible: [String: Int32] = [:]
    var next = 0
    var hidden = -1
    let order = tree.symbols.indices.filter { tree.symbols[$0].item >= 0 }
      .sorted { tree.symbols[$0].item < tree.symbols[$1].item }
    for index in order {
      let symbol = tree.symbols[index]
      guard symbol.item < item else { break }
      while next < ended.count, ended[next].lowerBound <= symbol.item {
        hidden = max(hidden, ended[next].upperBound)
        next += 1
      }
      guard symbol.kind != .unknown, symbol.isGlobal || symbol.item > hidden else { continue }
      visible[symbol.name] = Int32(index)
    }
    return visible.values.sorted()
  }
}
