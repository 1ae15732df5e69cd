import GLSL

/// Answers questions about scopes from the tokens alone.
struct ScopeProbe {
  private let facts: ShaderFacts

  init(_ facts: ShaderFacts) { self.facts = facts }

  /// Returns whether the declaration of `name` at `location` hides a parameter, which GLSL ES 1.00
  /// allows: it is the only declaration of `name` directly in the body of a function that has a
  /// parameter of this name.
  func localHidesParameter(_ name: String, at location: Location?) -> Bool {
    let items = facts.preprocessed.items
    let tag = Word(name).tag
    guard let location,
      let place = items.firstIndex(where: {
        $0.token.kind == .identifier && $0.token.tag == tag
          && facts.assembly.location(of: $0.site).line == location.line
          && facts.assembly.location(of: $0.site).column == location.column
      })
    else { return false }
    var depth = 0
    var start = place
    // Find the brace that opens the enclosing block.
    while start > 0 {
      start -= 1
      if items[start].token.is("}") { depth += 1 }
      if items[start].token.is("{") {
        if depth == 0 { break }
        depth -= 1
      }
    }
    guard start > 0, items[start].token.is("{"), items[start - 1].token.is(")") else {
      return false
    }
    // The block must be at global scope: the body of a function, not of a loop.
    guard
      items[..<start].reduce(0, { $0 + ($1.token.is("{") ? 1 : $1.token.is("}") ? -1 : 0) }) == 0
    else { return false }
    let parameters = items[..<start].lastIndex { $0.token.is("(") } ?? start
    guard items[parameters..<start].contains(where: { $0.token.tag == tag }) else { return false }
    // After another declaration in the same block, this one is an error.
    depth = 0
    for index in (start + 1)..<place {
      if items[index].token.is("{") { depth += 1 }
      if items[index].token.is("}") { depth -= 1 }
      if depth == 0, items[index].token.tag == tag,
        items[index - 1].token.kind == .identifier
      {
        return false
      }
    }
    return true
  }
}
