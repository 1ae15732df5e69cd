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
    var live: Set<Int32> = []
    for item in unit.checked.preprocessed.items {
      live.insert(item.token.start)
      live.insert(item.site.start)
    }
    // Otherwise the items are not complete.
    guard unit.checked.isRead else { return [] }
    var found: [Entry] = []
    var conditions = 0
    var isDirective = false
    let tokens = unit.assembly.scan.tokens
    var line: (first: Token, last: Token)?
    func flush() {
      if let line, let start = unit.location(of: line.first),
        let end = unit.location(of: line.last),
        start.file == document.path, start.line == end.line
      {
        var whole = start
        whole.length = end.column + end.length - start.column
        found.append(Entry(range: document.text.range(of: whole), kind: .comment))
      }
      line = nil
    }
    var hasLive = false
    for (index, token) in tokens.enumerated() {
      if token.startsLine || token.line != line?.first.line {
        if hasLive { line = nil }
        flush()
        hasLive = false
        if token.startsLine { isDirective = token.is("#") }
        if token.startsLine, isDirective, index + 1 < tokens.count {
          let word = tokens[index + 1]
          if word.is(Word("if")) || word.is(Word("ifdef")) || word.is(.ifndef) { conditions += 1 }
          if word.is(Word("endif")) { conditions -= 1 }
        }
      }
      if isDirective || conditions <= 0 { continue }
      if live.contains(token.start) { hasLive = true }
      line = (line?.first ?? token, token)
    }
    if hasLive { line = nil }
    flush()
    return found
  }
}
