import GLESKitSupport
import GLSL

/// `textDocument/documentSymbol`: the functions, structures and globals of a file.
enum Outline {
  struct Entry {
    var name: String
    var detail: String
    fileprivate var kind: Kind
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

    /// The entry in the list of a workspace.
    func symbol(in uri: String) -> JSON {
      [
        "name": .string(name), "kind": .integer(kind.rawValue), "containerName": .string(detail),
        "location": ["uri": .string(uri), "range": selection.json],
      ]
    }

    /// The entry of a function in a call hierarchy.
    func call(in uri: String) -> JSON {
      [
        "name": .string(name), "kind": .integer(kind.rawValue), "detail": .string(detail),
        "uri": .string(uri), "range": range.json, "selectionRange": selection.json,
      ]
    }
  }

  /// The numbers of LSP.
  fileprivate enum Kind: Int {
    case field = 8
    case function = 12
    case variable = 13
    case constant = 14
    case structure = 23
  }

  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    .array(entries(try workspace.document(parameters).path, workspace).map(\.json))
  }

  /// Returns what a file declares, in the order of the text.
  static func entries(_ path: String, _ workspace: Workspace) -> [Entry] {
    var known: Set<TextRange> = []
    return workspace.parts(of: path).flatMap { entries($0, path) }
      .filter { known.insert($0.selection).inserted }
      .sorted { $0.range.start < $1.range.start }
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
          let child = self.entry(member.name, detail, .field, member.item, member.item, unit, path)
          if let child { entry.children.append(child) }
        }
        found.append(entry)
      case .variable:
        let isConstant = symbol.storage == .const
        let words = symbol.storage == .plain ? "" : "\(symbol.storage.rawValue) "
        let variable = entry(
          symbol.name, words + tree.text(symbol.type), isConstant ? .constant : .variable,
          symbol.item, end(ofDeclaration: symbol.item, unit), unit, path)
        if let variable { found.append(variable) }
      case .function, .unknown: break
      }
    }
    found += tree.functions.indices.compactMap { entry(ofFunction: Int32($0), unit, path) }
    return found
  }

  /// Returns the entry of a function; `nil` if it is in another file than `path`.
  static func entry(ofFunction id: Int32, _ unit: CheckedUnit, _ path: String) -> Entry? {
    let tree = unit.checked.tree
    let function = tree[function: id]
    let item = function.definition >= 0 ? function.definition : function.item
    let last = function.body >= 0 ? tree[statement: function.body].last : item
    return entry(
      function.name, Declaration.signature(id, unit).text, .function, item, last, unit, path)
  }

  private static func entry(
    _ name: String, _ detail: String, _ kind: Kind, _ item: Int32, _ last: Int32,
    _ unit: CheckedUnit,
    _ path: String
  ) -> Entry? {
    let text = unit.checked.preprocessed
    guard let place = unit.location(ofItem: item), place.file == path,
      let file = unit.file(path)
    else { return nil }
    let selection = file.range(of: place)
    var range = selection
    if kind != .field,
      let start = unit.location(of: text.items[Int(text.start(ofDeclaration: item))].site),
      start.file == path
    {
      range.start = min(range.start, file.range(of: start).start)
    }
    if Int(last) < text.items.count, let end = unit.location(of: text.items[Int(last)].site),
      end.file == path
    {
      range.end = max(range.end, file.range(of: end).end)
    }
    return Entry(name: name, detail: detail, kind: kind, range: range, selection: selection)
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
