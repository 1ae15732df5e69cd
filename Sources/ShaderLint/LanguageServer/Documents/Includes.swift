import GLESKitSupport

/// `#include` lines.
enum Includes {
  /// Returns the name in an `#include` line of a document; `nil` for other lines.
  static func name(inLine line: ArraySlice<UInt8>) -> String? {
    let text = line.drop(while: \.isBlank)
    guard text.first == .hash else { return nil }
    let word = text.dropFirst().drop(while: \.isBlank)
    guard word.starts(with: "include".utf8) else { return nil }
    return AssemblyBuilder.includeName(word)?.name
  }

  /// Returns the file that the `#include` line at the cursor names, if there is one.
  static func target(at cursor: Cursor, _ workspace: Workspace) -> String? {
    let text = cursor.document.text
    let line = text.line(text.position(at: cursor.offset).line + 1)
    guard let name = name(inLine: line) else { return nil }
    let path = cursor.document.path
    return workspace.assemblyOptions(for: path)
      .candidates(for: name, in: [Paths.folder(of: path)]).first {
        workspace.documents[$0] != nil || Files.kind(of: $0) == .regular
      }
  }

  /// Returns the folders that `#include` searches for a file.
  static func folders(of path: String, _ workspace: Workspace) -> [String] {
    [Paths.folder(of: path)] + workspace.assemblyOptions(for: path).includeFolders
  }
}
