import GLESKitSupport
import GLSL

/// `textDocument/semanticTokens/full`: what each name stands for, and code that is switched off.
enum SemanticTokens {
  /// The kinds, in the order of the legend.
  private enum Kind: Int, CaseIterable {
    case variable, parameter, property, function, `struct`, macro, comment
  }

  /// The modifiers, in the order of the legend.
  private struct Modifiers: OptionSet, Hashable {
    let rawValue: Int
    static let declaration = Modifiers(rawValue: 1)
    static let readOnly = Modifiers(rawValue: 2)
    static let builtIn = Modifiers(rawValue: 4)
  }

  static let legend: JSON = [
    "tokenTypes": .array(Kind.allCases.map { .string("\($0)") }),
    "tokenModifiers": ["declaration", "readonly", "defaultLibrary"],
  ]

  private struct Entry: Hashable {
    var range: TextRange
    var kind: Kind
    var modifiers: Modifiers = []
  }

  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    let units = workspace.parts(of: document.path)
    var found = units.flatMap { names($0, document) }
    // What a stage switches off can be code of the other stage.
    let off = units.map { Set(inactive($0, document)) }
    let isShared = units.allSatisfy { $0.input.range == nil }
    found += off.dropFirst().reduce(off.first ?? []) {
      isShared ? $0.intersection($1) : $0.union($1)
    }
    var data: [JSON] = []
    var last = TextPosition(line: 0, character: 0)
    var known: Set<TextPosition> = []
    for entry in found.sorted(by: { $0.range.start < $1.range.start })
    where known.insert(entry.range.start).inserted {
      let start = entry.range.start
      let isSameLine = start.line == last.line
      data += [
        .integer(start.line - last.line),
        .integer(start.character - (isSameLine ? last.character : 0)),
        .integer(entry.range.end.character - start.character), .integer(entry.kind.rawValue),
        .integer(entry.modifiers.rawValue),
      ]
      last = start
    }
    return ["data": .array(data)]
  }

  private static func names(_ unit: CheckedUnit, _ document: Document) -> [Entry] {
    let tree = unit.checked.tree
    var found: [Int32: Entry] = [:]
    func add(_ token: Token, _ kind: Kind, _ modifiers: Modifiers) {
      guard found[token.start] == nil, let place = unit.location(of: token),
        place.file == document.path
      else { return }
      found[token.start] = Entry(
        range: document.text.range(of: place), kind: kind, modifiers: modifiers)
    }
    for entry in unit.names.entries {
      var (kind, modifiers) = classify(entry.use.target, tree)
      if entry.use.isDeclaration { modifiers.insert(.declaration) }
      add(entry.token, kind, modifiers)
    }
    let macros = MacroDefinition.all(in: unit)
    let tags = Set(macros.map(\.name.tag))
    let definitions = Set(macros.map(\.name.start))
    for token in unit.assembly.scan.tokens
    where token.kind == .identifier && tags.contains(token.tag) {
      add(token, .macro, definitions.contains(token.start) ? .declaration : [])
    }
    return Array(found.values)
  }

  private static func classify(_ target: Use.Target, _ tree: SyntaxTree) -> (Kind, Modifiers) {
    switch target {
    case .symbol(let id):
      let symbol = tree[symbol: id]
      if symbol.kind == .structure { return (.struct, []) }
      var modifiers: Modifiers = symbol.item < 0 ? .builtIn : []
      if symbol.isReadOnly { modifiers.insert(.readOnly) }
      return (symbol.storage == .parameter ? .parameter : .variable, modifiers)
    case .function: return (.function, [])
    case .builtIn: return (.function, .builtIn)
    case .member, .components: return (.property, [])
    }
  }

  /// The lines that conditionals switch off, each from its first token to its last one.
  private static func inactive(_ unit: CheckedUnit, _ document: Document) -> [Entry] {
    // Otherwise what is switched off is not known.
    guard unit.checked.isRead else { return [] }
    var removed = unit.checked.preprocessed.removed[...]
    var lines: [(first: Token, last: Token)] = []
    var isDirective = false
    for token in unit.assembly.scan.tokens {
      if token.startsLine { isDirective = token.is("#") }
      while let range = removed.first, range.upperBound <= token.start { removed.removeFirst() }
      guard !isDirective, removed.first?.contains(Int(token.start)) == true else { continue }
      if lines.last?.first.line == token.line {
        lines[lines.count - 1].last = token
      } else {
        lines.append((token, token))
      }
    }
    return lines.compactMap { first, last in
      guard var whole = unit.location(of: first), let end = unit.location(of: last),
        whole.file == document.path, whole.line == end.line
      else { return nil }
      whole.length = end.column + end.length - whole.column
      return Entry(range: document.text.range(of: whole), kind: .comment)
    }
  }
}
