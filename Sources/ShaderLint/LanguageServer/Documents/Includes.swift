import GLESKitSupport

/// `#include` lines.
enum Includes {
  /// Returns the name in an `#include` line of a document and its place; `nil` for other lines.
  static func name(inLine line: ArraySlice<UInt8>) -> (name: String, place: Range<Int>)? {
    let text = line.drop(while: \.isBlank)
    guard text.first == .hash else { return nil }
    let word = text.dropFirst().drop(while: \.isBlank)
    guard word.starts(with: "include".utf8) else { return nil }
    return AssemblyBuilder.includeName(word).map { ($0.name, $0.place) }
  }

  /// Returns the file that the `#include` line at the cursor names, if there is one.
  static func target(at cursor: Cursor, _ workspace: Workspace) -> String? {
    let text = cursor.document.text
    let line = text.line(text.position(at: cursor.offset).line + 1)
    return name(inLine: line).flatMap { target(of: $0.name, in: cursor.document.path, workspace) }
  }

  /// Returns the file that an `#include` in another file names, if there is one.
  static func target(of name: String, in path: String, _ workspace: Workspace) -> String? {
    workspace.assemblyOptions(for: path)
      .candidates(for: name, in: [Paths.folder(of: path)]).first {
        workspace.documents[$0] != nil || Files.kind(of: $0) == .regular
      }
  }

  /// Returns the folders that `#include` searches for a file.
  static func folders(of path: String, _ workspace: Workspace) -> [String] {
    [Paths.folder(of: path)] + workspace.assemblyOptions(for: path).includeFolders
  }
}

/// `textDocument/documentLink`: the files that `#include` lines name.
enum DocumentLinks {
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    let text = document.text
    var links: [JSON] = []
    for number in 0..<text.lineStarts.count {
      let line = text.line(number + 1)
      guard let (name, place) = Includes.name(inLine: line),
        let target = Includes.target(of: name, in: document.path, workspace)
      else { continue }
      links.append([
        "range": text.range(place).json,
        "target": .string(workspace.uri(target)),
      ])
    }
    return .array(links)
  }
}
