import CompilerLogs
import GLESKitSupport
import GLSL

/// Which shaders include a file.
extension Workspace {
  /// Begins to read the `#include` lines of the open folders, documents first.
  func beginIndex() {
    graph = IncludeGraph(roots, scope)
    survey = WorkspaceSurvey()
    for path in documents.keys { noteIncludes(path) }
  }

  /// Reads the `#include` lines of some more files.
  func indexIncludes(_ count: Int) {
    for _ in 0..<count {
      guard let path = graph.next() else { return }
      noteIncludes(path)
    }
  }

  /// Returns the shaders that include a file, open documents first. While ``isIndexing``, a request
  /// for some of them is answered from what is known.
  func shaders(including path: String, limit: Int) -> [String] {
    if limit == .max { indexIncludes(.max) }
    var found = documents.keys.sorted().filter { document in
      document != path && !shaders(in: document).shaders.isEmpty
        && variants(of: document).contains { $0.file(path) != nil }
    }
    graph.visitIncluders(of: path, options: assemblyOptions) { file in
      guard found.count < limit else { return false }
      if documents[file] == nil, !shaders(in: file).shaders.isEmpty { found.append(file) }
      return true
    }
    return Array(found.prefix(limit))
  }

  func noteIncludes(_ path: String) {
    graph.noteProgram(path, exists: documents[path] != nil || Files.kind(of: path) == .regular)
    let isShader =
      documents[path] != nil || ShaderName(path).isShader
      || configuration(for: path).kind(ofFile: path) != nil
    if isShader || graph.programs.contains(path) { survey.note(path) }
    guard isShader else { return graph.note(path, nil) }
    graph.note(
      path, documents[path]?.text.bytes ?? (try? scope.read(path, limit: Self.sizeLimit)))
  }
}
