import CompilerLogs

/// A line by which an app says that a shader or program failed, and nothing else. Its reason is in
/// other lines; a log that has none still reports the failure.
enum Headline {
  /// Words for a failure, a task and a subject, of which a headline has at least one each in any
  /// order, and others: "Failed to compile vertex shader", "GLSL compilation failed", "Shader is
  /// not compiled".
  static let words = [
    "failed error errors could cannot unable unknown not didnt",
    "compile compiling compilation compiled link linking validating",
    "shader shaders program glsl opengl effect vertex fragment pixel gl_vertex_shader "
      + "gl_fragment_shader",
    "found to the a an and is in while when code",
  ].map { Set($0.split(separator: " ")) }
  /// What may follow: the end of the sentence, a number, a name, a task.
  static let ends = [
    ".", ":", "!", ",", " #", " (", " '", " for:", " with the following errors", " in ",
    " at ", " :", " 3563",
  ]

  /// Returns whether a line in lower case says at `index` that a task failed.
  static func begins(
    _ line: [UInt8], at index: Int, words: [Set<Substring>] = words, ends: [String] = ends
  ) -> Bool {
    // "ERROR::SHADER::VERTEX::COMPILATION_FAILED" of a tutorial that many apps copy.
    if line[index...].starts(with: "error::shader::".utf8) { return true }
    var kinds: Set<Int> = []
    var rest = line[index...]
    while !rest.isEmpty {
      var word = rest.prefix { !$0.isBlank && !":!,(\"`>".utf8.contains($0) }
      if word.last == UInt8(ascii: ".") { word.removeLast() }
      let text = Substring(decoding: word, as: UTF8.self)
      // "Compile error in sky.vert:"
      let kind =
        words.firstIndex { $0.contains(text) } ?? (ShaderStage(path: String(text)).map { _ in 2 })
      guard let kind, kind != 3 || !kinds.isEmpty || text == "found" else { return false }
      kinds.insert(kind)
      // Kivy: "<fragment> failed to compile (gl:0)".
      rest = line[word.endIndex...].drop { $0 == UInt8(ascii: ">") }
      let isEnd = { ends.contains { rest.starts(with: $0.utf8) } || rest.allSatisfy(\.isBlank) }
      if kinds.isSuperset(of: 0...2), isEnd() { return true }
      rest = rest.drop(while: \.isBlank)
    }
    return false
  }

  /// Returns the stage that a text names; `nil` if it names none or both.
  static func stage(in text: ArraySlice<UInt8>) -> ShaderStage? {
    let words = String(decoding: text, as: UTF8.self).lowercased()
    let isVertex = words.contains("vertex")
    let isFragment = words.contains("fragment") || words.contains("pixel")
    if isVertex != isFragment { return isVertex ? .vertex : .fragment }
    guard !isVertex else { return nil }
    return words.split { $0 == " " || "'\"`()<>,;:!".contains($0) }.lazy
      .firstResult { ShaderStage(path: String($0)) }
  }
}
