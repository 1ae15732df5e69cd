import CompilerLogs
import GLESKitSupport
import GLSL

/// `workspace/symbol`: the functions, structures and globals with a name, in documents and in the
/// open folders.
enum WorkspaceSymbols {
  /// The most symbols in an answer; an editor asks again with a longer name.
  private static let limit = 500

  static func answer(_ parameters: JSON, _ workspace: Workspace) -> JSON {
    let query = Array((parameters["query"].string ?? "").lowercased().utf8)
    let documents = workspace.documents.keys.sorted()
    // Without a name, folders would be listed in no useful order.
    let others = query.isEmpty ? [] : workspace.graph.paths.sorted()
    var found: [JSON] = []
    for path in documents + others.filter({ workspace.documents[$0] == nil }) {
      guard found.count < limit else { break }
      // Few files have the name, and a check takes much longer than a search.
      guard let text = workspace.text(path), contains(text.bytes, query) else { continue }
      for entry in Outline.entries(path, workspace)
      where found.count < limit && contains(Array(entry.name.utf8), query) {
        found.append(entry.symbol(in: workspace.uri(path)))
      }
    }
    return .array(found)
  }

  /// Whether a text contains a word, which is in small letters.
  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    func small(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
    return text.indices.contains { start in
      small(text[start]) == first && start + word.count <= text.count
        && word.indices.allSatisfy { small(text[start + $0]) == word[$0] }
    }
  }
}
