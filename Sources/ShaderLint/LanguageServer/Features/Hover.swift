import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/hover`: the declaration of a name, and what is known about it.
struct Hover {
  /// The declaration in GLSL.
  var code: String
  /// Sentences below it.
  var notes: [String] = []

  static func answer(_ parameters: JSON, _ workspace: Workspace, isMarkdown: Bool)
    throws(RequestError)
    -> JSON
  {
    let cursor = try Cursor(parameters, workspace)
    let hover: Hover
    let token: Token
    if let entry = cursor.entry {
      hover = Hover(entry.use.target, cursor.unit, workspace)
      token = entry.token
    } else if let name = cursor.identifier, let macro = cursor.macro(name.tag) {
      hover = Hover(code: macro.text)
      token = name
    } else {
      return .null
    }
    guard let place = cursor.unit.location(of: token), let file = cursor.unit.file(place.file)
    else {
      return .null
    }
    return [
      "contents": [
        "kind": .string(isMarkdown ? "markdown" : "plaintext"),
        "value": .string(hover.text(isMarkdown: isMarkdown)),
      ],
      "range": file.range(of: place).json,
    ]
  }

  private func text(isMarkdown: Bool) -> String {
    let code = isMarkdown ? "```glsl\n\(code)\n```" : code
    return ([code] + notes).joined(separator: "\n\n")
  }
}

extension Hover {
  init(_ target: Use.Target, _ unit: CheckedUnit, _ workspace: Workspace) {
    let tree = unit.checked.tree
    switch target {
    case .symbol(let id): self.init(tree[symbol: id], unit, workspace)
    case .function(let id):
      self.init(code: Declaration.signature(id, unit).text)
      let function = tree[function: id]
      addComment(function.definition >= 0 ? function.definition : function.item, unit)
    case .builtIn(let index):
      let function = BuiltInFunction.all[Int(index)]
      let forms = BuiltInFunction.all.filter { $0.name == function.name }
      self.init(code: forms.map(\.text).joined(separator: "\n"))
      notes = [BuiltInMeaning.sentence(function.name)].compactMap { $0 }
      notes += Self.availability(function.stage, function.extensions)
    case .member(let structure, let index):
      let structure = tree.structures[Int(structure)]
      let member = structure.members[Int(index)]
      self.init(code: Declaration.variable(member.name, member.type, member.precision, tree))
      notes = ["Member of `\(structure.name.isEmpty ? "struct" : structure.name)`."]
      addComment(member.item, unit)
    case .components(let type):
      self.init(code: type.name)
      notes = ["Components of a \(type.name), a vector of \(type.rows) \(type.component.name)s."]
    }
  }

  private init(_ symbol: Symbol, _ unit: CheckedUnit, _ workspace: Workspace) {
    self.init(code: Declaration.text(symbol, unit))
    if let builtIn = BuiltInVariable.byTag[Word(symbol.name).tag], symbol.item < 0 {
      notes = [BuiltInMeaning.sentence(builtIn.name)].compactMap { $0 }
      notes += Self.availability(builtIn.stage, builtIn.extensions)
      return
    }
    if symbol.isGlobal, let variable = unit.facts.declarations.variable(symbol.name) {
      notes += Self.size(variable)
      for partner in workspace.partners(of: unit) {
        guard [.varying, .uniform].contains(variable.storage),
          let other = partner.facts.declarations.variable(symbol.name),
          other.storage == variable.storage
        else { continue }
        let place = partner.assembly.location(of: other.site)
        notes.append("Also in \(Paths.name(of: place.file)), line \(place.line).")
      }
    }
    addComment(symbol.item, unit)
  }

  private static func size(_ variable: Declarations.Variable) -> [String] {
    guard variable.storage != .plain else { return [] }
    let rows = variable.type.packingItems.reduce(0) { $0 + $1.rows }
    let samplers = variable.type.samplerCount
    var parts: [String] = []
    if rows > 0 { parts.append(counted(rows, "vector")) }
    if samplers > 0 { parts.append(counted(samplers, "texture unit")) }
    return parts.isEmpty ? [] : ["Size: \(parts.joined(separator: ", "))."]
  }

  private static func availability(_ stage: ShaderStage?, _ extensions: [Extension]) -> [String] {
    var notes: [String] = []
    if let stage { notes.append("Only in \(stage.rawValue) shaders.") }
    if !extensions.isEmpty {
      notes.append("Needs \(extensions.map { "`\($0.rawValue)`" }.joined(separator: " or ")).")
    }
    return notes
  }

  private mutating func addComment(_ item: Int32, _ unit: CheckedUnit) {
    guard let place = unit.location(ofItem: item) else { return }
    if let comment = Declaration.comment(above: place, unit) { notes.append(comment) }
  }
}
