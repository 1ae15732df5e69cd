import GLESKitSupport
import GLSL

/// `textDocument/rename`: a new name for what shaders declare, in all files and both stages.
enum Rename {
  /// `textDocument/prepareRename`: whether the name at the cursor can be renamed.
  static func prepare(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    let entry = try entry(at: cursor)
    guard let place = cursor.unit.location(of: entry.token),
      let file = cursor.unit.file(place.file)
    else { throw RequestError(.failed, "the name is not in a file") }
    return [
      "range": file.range(of: place).json,
      "placeholder": .string(cursor.unit.assembly.string(entry.token)),
    ]
  }

  private static func entry(at cursor: Cursor) throws(RequestError) -> NameIndex.Entry {
    guard let entry = cursor.entry else {
      let isMacro = cursor.identifier.map { cursor.macro($0.tag) != nil } ?? false
      throw RequestError(
        .failed, isMacro ? "macros can't be renamed" : "there is no name to rename here")
    }
    guard !References.declarations(of: entry.use.target, in: cursor.unit).isEmpty else {
      throw RequestError(.failed, "built-in names can't be renamed")
    }
    return entry
  }

  /// An answer, and what to tell the user about it.
  struct Answer {
    var edits: JSON
    var note: String?
  }

  /// - Parameters:
  ///   - isVersioned: Whether edits may name versions of documents.
  ///   - asks: Whether the editor can ask the user about edits.
  static func answer(
    _ parameters: JSON, _ workspace: Workspace, isVersioned: Bool, asks: Bool
  ) throws(RequestError) -> Answer {
    guard let name = parameters["newName"].string else {
      throw RequestError(.invalidParameters, "the new name is missing")
    }
    let cursor = try Cursor(parameters, workspace)
    let entry = try entry(at: cursor)
    guard name.utf8.first?.startsIdentifier == true, name.utf8.allSatisfy(\.continuesIdentifier)
    else { throw RequestError(.failed, "'\(name)' is not a name") }
    let oldName = cursor.unit.assembly.string(entry.token)
    if oldName == "main" { throw RequestError(.failed, "'main' can't be renamed") }
    let references = References(entry.use.target, in: cursor.unit, workspace)
    try check(references, name, workspace)
    var edits = RenameEdits(name)
    var isMember = false
    if case .member = entry.use.target { isMember = true }
    let unchecked = references.unchecked(oldName, isMember: isMember, to: name)
    for (place, text) in references.sorted + unchecked {
      edits.add(text.range(of: place), in: place.file)
    }
    if References.isLinked(entry.use.target, in: cursor.unit) {
      try checkPrograms(references, name, workspace)
      try edits.addPrograms(
        of: Set(references.places.keys.map(\.file)), oldName, workspace, asks: asks,
        isVarying: References.isVarying(entry.use.target, in: cursor.unit))
    }
    return Answer(
      edits: edits.json(workspace, isVersioned: isVersioned), note: edits.note)
  }

  /// Checks the shaders with the new name: each name must still mean the same.
  private static func check(
    _ references: References, _ name: String, _ workspace: Workspace
  ) throws(RequestError) {
    var texts: [String: [UInt8]] = [:]
    for (place, text) in references.sorted.reversed() {
      let start = Int(text.lineStarts[place.line - 1]) + place.column - 1
      texts[text.path, default: text.bytes].replaceSubrange(
        start..<(start + place.length), with: name.utf8)
    }
    let changed = workspace.replacing(texts)
    for unit in references.units {
      let renamed = changed.variants(of: unit.key.path).first { $0.key == unit.key }
      guard let renamed, renamed.checked.tree.uses == unit.checked.tree.uses,
        errors(renamed) == errors(unit)
      else {
        let file = Paths.name(of: unit.key.path)
        throw RequestError(
          .failed,
          "'\(name)' can't be used: it has another meaning, or an error follows, in \(file)")
      }
    }
  }

  /// Checks that no shader of the other stage has a variable with the new name that it would share.
  private static func checkPrograms(
    _ references: References, _ name: String, _ workspace: Workspace
  ) throws(RequestError) {
    for unit in references.units {
      let shares = workspace.related(to: unit).contains { other in
        other.facts.stage != unit.facts.stage
          && other.checked.tree.symbols.contains {
            $0.name == name && $0.isGlobal && [.uniform, .varying].contains($0.storage)
          }
      }
      guard shares else { continue }
      throw RequestError(
        .failed,
        "'\(name)' can't be used: the other shader of \(Paths.name(of: unit.key.path)) has it")
    }
  }

  private static func errors(_ unit: CheckedUnit) -> Int {
    unit.findings.filter { $0.severity == .error }.count
  }
}
