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

  static func answer(_ parameters: JSON, _ workspace: Workspace, isVersioned: Bool)
    throws(RequestError) -> JSON
  {
    guard let name = parameters["newName"].string else {
      throw RequestError(.invalidParameters, "the new name is missing")
    }
    let cursor = try Cursor(parameters, workspace)
    let entry = try entry(at: cursor)
    guard name.utf8.first?.startsIdentifier == true, name.utf8.allSatisfy(\.continuesIdentifier)
    else { throw RequestError(.failed, "'\(name)' is not a name") }
    if cursor.unit.assembly.string(entry.token) == "main" {
      throw RequestError(.failed, "'main' can't be renamed")
    }
    let references = References(entry.use.target, in: cursor.unit, workspace)
    try check(references, name, workspace)
    var edits: [String: [JSON]] = [:]
    for (place, text) in references.sorted {
      edits[place.file, default: []].append([
        "range": text.range(of: place).json, "newText": .string(name),
      ])
    }
    let files = edits.keys.sorted()
    guard isVersioned else {
      let changes = files.map { JSON.Member(workspace.uri($0), .array(edits[$0] ?? [])) }
      return ["changes": .object(changes)]
    }
    let changes = files.map { path -> JSON in
      let version = workspace.documents[path].map { JSON.integer($0.version) } ?? .null
      return [
        "textDocument": ["uri": .string(workspace.uri(path)), "version": version],
        "edits": .array(edits[path] ?? []),
      ]
    }
    return ["documentChanges": .array(changes)]
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
    for unit in references.units {
      let renamed = workspace.variants(of: unit.key.path, replacing: texts)
        .first { $0.key == unit.key }
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

  private static func errors(_ unit: CheckedUnit) -> Int {
    unit.findings.filter { $0.severity == .error }.count
  }
}
