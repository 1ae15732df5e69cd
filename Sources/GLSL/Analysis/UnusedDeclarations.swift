/// Finds declarations that the shader does not use, under no value of its macros.
struct UnusedDeclarations {
  enum Kind: String {
    case variable, assignedVariable, parameter, function, uniform, attribute, varying
  }

  struct Declaration {
    var kind: Kind
    var name: String
    /// The name, an index in ``Preprocessed/items``.
    var item: Int32
    /// The symbol of a variable.
    var symbol: Int32?
  }

  let declarations: [Declaration]

  init(_ tree: SyntaxTree, _ text: Preprocessed) {
    var found: [Declaration] = []
    for index in tree.symbols.indices {
      guard let kind = Self.kind(of: tree.symbols[index]) else { continue }
      let symbol = tree.symbols[index]
      found.append(
        Declaration(kind: kind, name: symbol.name, item: symbol.item, symbol: Int32(index)))
    }
    for function in tree.functions
    where function.uses == 0 && function.definition >= 0 && function.name != "main" {
      found.append(
        Declaration(kind: .function, name: function.name, item: function.definition))
    }
    guard !found.isEmpty else {
      declarations = []
      return
    }
    let results = Self.results(in: tree)
    let elsewhere = Self.namesElsewhere(Set(found.map { text.items[Int($0.item)].token.tag }), text)
    declarations = found.filter { declaration in
      !elsewhere.contains(text.items[Int(declaration.item)].token.tag)
        && !(declaration.kind == .assignedVariable && results.contains(declaration.symbol ?? -1))
    }
  }

  private static func kind(of symbol: Symbol) -> Kind? {
    guard symbol.item >= 0, symbol.kind == .variable, symbol.reads == 0 else { return nil }
    if symbol.writes > 0 {
      return symbol.storage == .plain && !symbol.isGlobal ? .assignedVariable : nil
    }
    switch symbol.storage {
    case .plain, .const: return .variable
    case .parameter: return .parameter
    case .uniform: return .uniform
    case .attribute: return .attribute
    case .varying: return .varying
    case .builtIn: return nil
    }
  }

  /// The variables that receive the value of an `out` parameter, which a caller may not need.
  private static func results(in tree: SyntaxTree) -> Set<Int32> {
    var results: Set<Int32> = []
    for expression in tree.expressions where expression.kind == .call {
      let parameters = tree[function: expression.reference].parameters
      for (argument, parameter) in zip(tree.operands(of: expression), parameters)
      where parameter.direction != .in {
        if let root = tree.rootVariable(of: argument) { results.insert(root) }
      }
    }
    return results
  }

  /// Returns those of the names that also occur in inactive branches, in directives, or in macros
  /// that are not called: other definitions can make them used.
  private static func namesElsewhere(_ names: Set<UInt64>, _ text: Preprocessed) -> Set<UInt64> {
    var active: Set<Int32> = []
    for item in text.items where names.contains(item.token.tag) { active.insert(item.token.start) }
    var elsewhere: Set<UInt64> = []
    for token in text.tokens
    where token.kind == .identifier && names.contains(token.tag) && !active.contains(token.start) {
      elsewhere.insert(token.tag)
    }
    return elsewhere
  }
}
