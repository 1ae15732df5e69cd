import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/completion`.
struct Completion {
  /// The numbers of LSP.
  enum Kind: Int {
    case function = 3
    case field = 5
    case variable = 6
    case keyword = 14
    case file = 17
    case constant = 21
    case structure = 22
  }

  /// Where an item stands in the list.
  enum Rank: String {
    case local = "0"
    case global = "1"
    case partner = "2"
    case builtIn = "3"
    case keyword = "4"
  }

  private var items: [JSON] = []
  private var known: Set<String> = []
  private let cursor: Cursor
  private let workspace: Workspace

  private init(_ cursor: Cursor, _ workspace: Workspace) {
    self.cursor = cursor
    self.workspace = workspace
  }

  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    var completion = Completion(cursor, workspace)
    let typed = TypedText(cursor.document.text, cursor.offset)
    switch typed.context {
    case .comment: break
    case .directive(let words): completion.addDirective(words, typed)
    case .member(let point): completion.addMembers(point, typed.word)
    case .code: completion.addNames(typed)
    }
    // Swizzles depend on the letters that are typed.
    var isIncomplete = false
    if case .member = typed.context { isIncomplete = true }
    return ["isIncomplete": .bool(isIncomplete), "items": .array(completion.items)]
  }

  private mutating func add(
    _ label: String, _ kind: Kind, _ rank: Rank, detail: String = "", documentation: String? = nil,
    insert: String? = nil, edit: JSON? = nil
  ) {
    guard known.insert(label).inserted else { return }
    var item: JSON = [
      "label": .string(label), "kind": .integer(kind.rawValue),
      "sortText": .string(rank.rawValue + label),
    ]
    item.add("detail", detail.isEmpty ? nil : .string(detail))
    item.add("documentation", documentation.map(JSON.string))
    item.add("insertText", insert.map(JSON.string))
    item.add("additionalTextEdits", edit.map { [$0] })
    items.append(item)
  }

  // MARK: Members

  private mutating func addMembers(_ point: Int, _ word: String) {
    let unit = cursor.unit
    guard let place = unit.bodyOffset(of: point, in: cursor.document.path) else { return }
    let index = unit.tokenIndex(from: place) - 1
    guard index >= 0,
      let base = unit.checked.expression(endingAt: Int(unit.assembly.scan.tokens[index].start))
    else { return }
    let tree = unit.checked.tree
    let type = base.type
    guard !type.isArray else { return }
    if type.basic == .structure, type.structure >= 0 {
      for member in tree.structures[Int(type.structure)].members {
        add(
          member.name, .field, .local,
          detail: Declaration.variable(member.name, member.type, member.precision, tree))
      }
    } else if type.basic.isVector {
      addComponents(type.basic, word)
    }
  }

  private mutating func addComponents(_ type: BasicType, _ word: String) {
    func detail(_ count: Int) -> String {
      BasicType.vector(of: type.component, count: count).name
    }
    for set in ["xyzw", "rgba", "stpq"] {
      let letters = set.prefix(type.rows)
      for letter in letters { add(String(letter), .field, .local, detail: detail(1)) }
      for count in 2...type.rows {
        add(String(letters.prefix(count)), .field, .global, detail: detail(count))
      }
      guard !word.isEmpty, word.count < 4, word.allSatisfy(letters.contains) else { continue }
      for letter in letters {
        add(word + String(letter), .field, .partner, detail: detail(word.count + 1))
      }
    }
  }

  // MARK: Names

  private mutating func addNames(_ typed: TypedText) {
    let unit = cursor.unit
    let tree = unit.checked.tree
    let offset = unit.bodyOffset(of: typed.start, in: cursor.document.path) ?? 0
    for id in unit.checked.visibleSymbols(at: unit.checked.itemCount(before: offset)) {
      let symbol = tree[symbol: id]
      let rank: Rank = symbol.isGlobal ? .global : .local
      switch symbol.kind {
      case .function:
        let detail = symbol.overloads.map { Declaration.signature($0, unit).text }
        add(symbol.name, .function, rank, detail: detail.joined(separator: "; "))
      case .structure: add(symbol.name, .structure, rank, detail: "struct \(symbol.name)")
      default:
        let kind: Kind = symbol.storage == .const ? .constant : .variable
        add(symbol.name, kind, rank, detail: Declaration.text(symbol, unit))
      }
    }
    for macro in MacroDefinition.all(in: unit) where macro.name.start < offset {
      add(unit.assembly.string(macro.name), .constant, .global, detail: macro.text)
    }
    addPartners(typed)
    addBuiltIns()
    for word in Self.keywords { add(word, .keyword, .keyword) }
  }

  /// Uniforms and varyings of the other stage, which an edit declares here.
  private mutating func addPartners(_ typed: TypedText) {
    let unit = cursor.unit
    for partner in workspace.partners(of: unit) {
      for symbol in partner.checked.tree.symbols
      where symbol.isGlobal && symbol.item >= 0
        && (symbol.storage == .uniform || symbol.storage == .varying)
        && symbol.type.basic != .structure
        && unit.facts.declarations.variable(symbol.name) == nil
      {
        let variable = Declaration.variable(
          symbol.name, symbol.type, symbol.precision, partner.checked.tree)
        let declaration = "\(symbol.storage.rawValue) \(variable)"
        let place = Paths.name(of: partner.key.path)
        let isDeclared = typed.previous == symbol.storage.rawValue
        add(
          symbol.name, .variable, isDeclared ? .local : .partner,
          detail: "\(declaration) (\(place))", insert: isDeclared ? "\(variable);" : nil,
          edit: isDeclared ? nil : edit(declaring: "\(declaration);\n"))
      }
    }
  }

  /// Returns an edit that inserts a line after the global variables before the first function.
  private func edit(declaring line: String) -> JSON {
    let unit = cursor.unit
    let path = cursor.document.path
    let tree = unit.checked.tree
    let function = tree.functions.map { min($0.item, $0.definition < 0 ? .max : $0.definition) }
      .filter { unit.location(ofItem: $0)?.file == path }.min()
    let last = tree.symbols.filter {
      $0.kind == .variable && $0.isGlobal && $0.item >= 0 && $0.item < function ?? .max
    }.compactMap { unit.location(ofItem: $0.item) }.last { $0.file == path }
    let number: Int
    if let last {
      number = last.line
    } else {
      number = max(0, (function.flatMap { unit.location(ofItem: $0) }?.line ?? 1) - 1)
    }
    let position = TextPosition(line: number, character: 0)
    return TextRange(start: position, end: position).edit(line)
  }

  private mutating func addBuiltIns() {
    let unit = cursor.unit
    let enabled = unit.checked.preprocessed.extensions
    func isThere(_ builtIn: some BuiltIn) -> Bool {
      builtIn.isAvailable(in: unit.facts.stage) { enabled.contains(Word($0.rawValue).tag) }
    }
    for variable in BuiltInVariable.all where isThere(variable) {
      let detail = Declaration.variable(
        variable.name, variable.type, variable.precision, unit.checked.tree)
      add(
        variable.name, variable.value == nil ? .variable : .constant, .builtIn, detail: detail,
        documentation: BuiltInMeaning.sentence(variable.name))
    }
    for function in BuiltInFunction.all where isThere(function) {
      add(
        function.name, .function, .builtIn, detail: function.text,
        documentation: BuiltInMeaning.sentence(function.name))
    }
  }

  private static let keywords: [String] =
    Lexeme.spellings.values.filter { $0.utf8.first?.startsIdentifier == true }.sorted()
    + BasicType.keywords.filter { $0.requiredExtension == nil }.map(\.name).sorted()

  // MARK: Directives

  private mutating func addDirective(_ words: [String], _ typed: TypedText) {
    switch words.first {
    case nil:
      for word in Assembler.directives { add(word, .keyword, .keyword) }
    case "extension":
      if words.contains(where: { $0.contains(":") }) {
        for behavior in Extension.Behavior.allCases {
          add(behavior.rawValue, .keyword, .keyword)
        }
      } else {
        for name in Extension.allCases { add(name.rawValue, .constant, .builtIn) }
      }
    case "version": add("100", .constant, .keyword)
    case "pragma":
      for word in ["shaderlint vertex", "shaderlint fragment", "once", "STDGL invariant(all)"] {
        add(word, .keyword, .keyword)
      }
    case "include": addFiles(typed.line)
    case "define": addNames(typed)
    default:
      for macro in MacroDefinition.all(in: cursor.unit) {
        add(cursor.unit.assembly.string(macro.name), .constant, .global, detail: macro.text)
      }
      for name in ["GL_ES", "GL_FRAGMENT_PRECISION_HIGH", "defined"] {
        add(name, .constant, .builtIn)
      }
      for name in Extension.allCases { add(name.rawValue, .constant, .builtIn) }
    }
  }

  /// Files and folders for an `#include` line, which ends at the cursor.
  private mutating func addFiles(_ line: String) {
    guard let quote = line.lastIndex(where: { $0 == "\"" || $0 == "<" }) else { return }
    let path = line[line.index(after: quote)...]
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    for start in Includes.folders(of: cursor.document.path, workspace) {
      let place = Paths.join(start, folder)
      for name in (try? Files.list(place)) ?? [] where !name.hasPrefix(".") {
        let isFolder = Files.kind(of: Paths.join(place, name)) == .folder
        guard isFolder || ShaderName(name).isShader else { continue }
        if Paths.join(place, name) == cursor.document.path { continue }
        add(isFolder ? "\(name)/" : name, .file, .local)
      }
    }
  }
}
