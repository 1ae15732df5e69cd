import GLESKitSupport
import GLSL

/// `textDocument/codeAction`: what the editor can do about a finding.
enum CodeActions {
  static func answer(_ parameters: JSON, _ workspace: Workspace, driver: [Diagnostic])
    throws(RequestError) -> JSON
  {
    let document = try workspace.document(parameters)
    let start = try TextPosition(parameters["range"]["start"])
    let end = try TextPosition(parameters["range"]["end"])
    let only = parameters["context"]["only"].elements.compactMap(\.string)
    guard only.isEmpty || only.contains(where: { "quickfix".hasPrefix($0) }) else { return [] }
    let found = Diagnostics(workspace, driver: driver).files[document.path] ?? []
    var actions: [JSON] = []
    for entry in found {
      let range = entry.text.range(of: entry.diagnostic.location ?? Location(file: ""))
      guard range.start <= end, range.end >= start else { continue }
      let json = Diagnostics.json(entry.diagnostic, entry.text, workspace)
      if let fix = entry.diagnostic.fix {
        actions.append(action(fix, isCertain: true, workspace, json))
      } else if let fix = entry.diagnostic.possibleFix {
        actions.append(action(fix, isCertain: false, workspace, json))
      }
      // A comment may not be possible in a program's string.
      if workspace.shaders(in: document.path).isProgram { continue }
      actions.append(suppression(entry.diagnostic, range.start.line, document, workspace, json))
    }
    return .array(actions)
  }

  /// An action that removes the finding, or may do so.
  private static func action(
    _ fix: TextFix, isCertain: Bool, _ workspace: Workspace, _ json: JSON
  ) -> JSON {
    var changes: [String: [JSON]] = [:]
    for edit in fix.edits {
      guard let text = workspace.text(edit.file) else { continue }
      changes[edit.file, default: []].append(text.range(edit.range).edit(edit.text))
    }
    let members = changes.keys.sorted().map {
      JSON.Member(workspace.uri($0), .array(changes[$0] ?? []))
    }
    return [
      "title": .string(fix.title), "kind": "quickfix", "isPreferred": .bool(isCertain),
      "diagnostics": [json],
      "edit": ["changes": .object(members)],
    ]
  }

  /// An action that inserts a comment above a line.
  private static func suppression(
    _ diagnostic: Diagnostic, _ line: Int, _ document: Document, _ workspace: Workspace,
    _ json: JSON
  ) -> JSON {
    let text = document.text
    let indent = text.line(line + 1).prefix(while: \.isBlank)
    let comment =
      String(decoding: indent, as: UTF8.self)
      + "// shaderlint: disable-next-line \(diagnostic.rule.text)\n"
    let place = TextPosition(line: line, character: 0)
    let edit = TextRange(start: place, end: place).edit(comment)
    return [
      "title": .string("Disable \(diagnostic.rule.text) (\(diagnostic.rule.name)) for this line"),
      "kind": "quickfix", "diagnostics": [json],
      "edit": ["changes": .object([JSON.Member(workspace.uri(document.path), [edit])])],
    ]
  }
}
