import GLESKitSupport
import GLSL

/// `textDocument/documentSymbol`: the functions, structures and globals of a file.
enum Outline {
  private struct Entry {
    var name: String
    var detail: String
    var kind: Kind
    var range: TextRange
    var selection: TextRange
    var children: [Entry] = []

    var json: JSON {
      [
        "name": .string(name), "detail": .string(detail), "kind": .integer(kind.rawValue),
        "range": range.json, "selectionRange": selection.json,
        "children": .array(children.map(\.json)),
      ]
    }
  }

  /// The numbers of LSP.
  private enum Kind: Int {
    case field = 8
    case function = 12
    case variable = 13
    case constant = 14
    case structure = 23
  }

  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    var known: Set<TextRange> = []
    let found = workspace.parts(of: document.path).flatMap { entries($0, document.path) }
      .filter { known.insert($0.selection).inserted }
    return .array(found.sorted { $0.range.start < $1.range.start }.map(\.json))
  }

  private static func entries(_ unit: CheckedUnit, _ path: String) -> [Entry] {
    let tree = unit.checked.tree
    var found: [Entry] = []
    for symbol in tree.symbols where symbol.isGlobal && symbol.item >= 0 {
      switch symbol.kind {
      case .structure:
        guard
          var entry = entry(
            symbol.name, "struct", .structure, symbol.item, end(ofDeclaration: symbol.item, unit),
            unit, path)
        else { continue }
        for member in tree.structures[Int(symbol.type.structure)].members {
          let detail = tree.text(member.type)
          entry.children += [
            self.entry(member.name, detail, .field, member.item, member.item, unit, path)
          ].compactMap { $0 }
        }
        found.append(entry)
      case .variable:
        let isConstant = symbol.storage == .const
        let words = symbol.storage == .plain ? "" : "\(symbol.storage.rawValue) "
        found += [
          entry(
            symbol.name, words + tree.text(symbol.type), isConstant ? .constant : .variable,
            symbol.item, end(ofDeclaration: symbol.item, unit), unit, path)
        ].compactMap { $0 }
      case .function, .unknown: break
      }
    }
    for (index, function) in tree.functions.enumerated() {
      let item = function.definition >= 0 ? function.definition : function.item
      let last = function.body >= 0 ? tree[statement: function.body].last : item
      found += [
        entry(
          function.name, Declaration.signature(Int32(index), unit).text, .function, item, last,
          unit, path)
      ].compactMap { $0 }
    }
    return found
  }

  private static func entry(
    _ name: String, _ detail: String, _ kind: Kind, _ item: Int32, _ last: Int32,
    _ unit: CheckedUnit,
    _ path: String
  ) -> Entry? {
    let items = unit.checked.preprocessed.items
    guard let place = unit.location(ofItem: item), place.file == path,
      let file = unit.file(path)
    else { return nil }
    let selection = file.range(of: place)
    var range = selection
    if kind != .field,
      let start = unit.location(of: items[Int(start(ofDeclaration: item, unit))].site),
      start.file == path
    {
      range.start = min(range.start, file.range(of: start).start)
    }
    if Int(last) < items.count, let end = unit.location(of: items[Int(last)].site), end.file == path
    {
      range.end = max(range.end, file.range(of: end).end)
    }
    return Entry(name: name, detail: detail, kind: kind, range: range, selection: selection)
  }

  /// The first item of the declaration that contains an item.
  private static func start(ofDeclaration item: Int32, _ unit: CheckedUnit) -> Int32 {
    let items = unit.checked.preprocessed.items
    var index = Int(item)
    while index > 0 {
      let token = items[index - 1].token
      if token.is(";") || token.is("}") || token.is("{") { break }
      index -= 1
    }
    return Int32(index)
  }

  /// The semicolon that ends the declaration of an item.
  private static func end(ofDeclaration item: Int32, _ unit: CheckedUnit) -> Int32 {
    let items = unit.checked.preprocessed.items
    var depth = 0
    for index in Int(item)..<items.count {
      let token = items[index].token
      if token.is("{") { depth += 1 }
      if token.is("}") { depth -= 1 }
      if depth < 0 || (depth == 0 && token.is(";")) { return Int32(index) }
    }
    return item
  }
}
