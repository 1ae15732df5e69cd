import CompilerLogs

/// A line by which an app says that a shader or program failed, and nothing else. Its reason is in
/// other lines; a log that has none still reports the failure.
enum Headline {
  /// What failed: a subject may follow or precede these words, as in "Failed to compile vertex
  /// shader", "Could not compile shader 35632:", "Error compiling shader: sky.frag".
  private static let before = [
    "failed to compile ", "failed to link ", "failed linking ", "failed creating ",
    "could not compile ", "could not link ", "cannot compile ", "unable to compile ",
    "unable to link ", "error compiling ", "error linking ", "error in ", "error validating ",
    "compile error in ", "failed to compile shader ",
  ]
  /// As in "Program failed to link.", "GLSL compilation failed, no infolog provided".
  private static let after = [
    " failed to compile", " failed to link", " compilation failed", " compile failed",
    " link failed", " linking failed", " compilation error", " didnt link", " didn't compile",
    " failed compiling", " compilation errors in", " linking error", " link error",
    " is not compiled",
  ]
  private static let subjects = [
    "vertex and fragment shaders", "vertex shader", "fragment shader", "pixel shader",
    "glsl vertex shader", "glsl fragment shader", "glsl shader program", "glsl shader",
    "shader program", "shader compilation", "shader code", "shaders", "shader", "glsl",
    "the shader program", "a shader", "program", "gl_vertex_shader", "gl_fragment_shader", "effect",
  ]
  /// What may follow: nothing, the end of the sentence, a number, a name, a task.
  private static let ends = [
    ".", ":", "!", ",", " #", " code:", " (", " '", " for:", " with the following errors", " in ",
    " file", " type", " 3563",
  ]
  /// Returns whether a line in lower case says at `index` that a task failed.
  static func begins(_ line: [UInt8], at index: Int) -> Bool {
    // "ERROR::SHADER::VERTEX::COMPILATION_FAILED" of a tutorial that many apps copy.
    if line[index...].starts(with: "error::shader::".utf8) { return true }
    func skip(_ words: [String], from start: Int) -> [Int] {
      words.compactMap { word in
        line[start...].starts(with: word.utf8) ? start + word.utf8.count : nil
      }
    }
    // "Compile error in sky.vert:"
    func skipFile(from start: Int) -> [Int] {
      let name = line[start...].prefix { !$0.isBlank && !":'\"`".utf8.contains($0) }
      let path = String(decoding: name, as: UTF8.self)
      return ShaderStage(path: path) == nil ? [] : [name.endIndex]
    }
    let ends =
      skip(before, from: index).flatMap { skip(subjects, from: $0) + skipFile(from: $0) }
      + skip(subjects, from: index).flatMap { skip(after, from: $0) }
    return ends.contains { end in
      end == line.count || !skip(Self.ends, from: end).isEmpty
        || line[end...].allSatisfy(\.isBlank)
    }
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
