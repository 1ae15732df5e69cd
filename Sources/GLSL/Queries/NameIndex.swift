import GLESKitSupport

/// The names of a checked shader by their places in the text.
package struct NameIndex: Sendable {
  /// A name in the text.
  package struct Entry: Hashable, Sendable {
    /// The name. It can stand in the definition of a macro, if the macro is used.
    package var token: Token
    package var use: Use
  }

  /// The names in the order of the text. A name in the definition of a macro occurs once for each
  /// meaning that it has where the macro is used.
  package let entries: [Entry]

  package init(_ shader: CheckedShader) {
    let items = shader.preprocessed.items
    var found: [Entry] = []
    found.reserveCapacity(shader.tree.uses.count)
    for use in shader.tree.uses where use.item >= 0 {
      let token = items[Int(use.item)].token
      // Line 0 is a token that the preprocessor made.
      if token.line > 0 { found.append(Entry(token: token, use: use)) }
    }
    found.sort {
      ($0.token.start, $0.use.isDeclaration ? 0 : 1, $0.use.item)
        < ($1.token.start, $1.use.isDeclaration ? 0 : 1, $1.use.item)
    }
    var kept: [Entry] = []
    kept.reserveCapacity(found.count)
    for entry in found {
      let known = kept.reversed().prefix { $0.token.start == entry.token.start }
      if !known.contains(where: { $0.use.target == entry.use.target }) { kept.append(entry) }
    }
    entries = kept
  }

  /// Returns the name that contains or ends at a byte offset.
  package func entry(at offset: Int) -> Entry? {
    let end = entries.partitioningIndex { Int($0.token.start) > offset }
    guard end > 0, offset <= entries[end - 1].token.range.upperBound else { return nil }
    let start = entries[end - 1].token.start
    return entries[entries.partitioningIndex { $0.token.start >= start }]
  }
}
