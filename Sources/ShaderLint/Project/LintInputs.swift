/// The shaders and programs to check.
package struct LintInputs: Hashable, Sendable {
  /// The shaders, in the order of the report.
  package var shaders: [ShaderInput] = []
  /// The programs, as indices into ``shaders``.
  package var programs: [Pair] = []
  /// The folders that were searched, for `--watch`.
  package var folders: [String] = []
  /// Texts to check instead of the files of these paths, such as the buffers of an editor.
  package var texts: [String: [UInt8]] = [:]
  /// Findings about files that could not be found or read.
  package var problems: [Diagnostic] = []

  /// A vertex and a fragment shader.
  package struct Pair: Hashable, Sendable {
    /// The index of the vertex shader in ``LintInputs/shaders``.
    package var vertex: Int
    /// The index of the fragment shader.
    package var fragment: Int

    /// Makes a pair.
    package init(vertex: Int, fragment: Int) {
      self.vertex = vertex
      self.fragment = fragment
    }
  }

  /// Makes empty inputs.
  package init() {}
}

extension LintInputs {
  /// A line for each shader and each program, for `--list-files`.
  package var listing: String {
    var text = shaders.map { "\($0.path)\n" }.joined()
    for pair in programs {
      text += "\(shaders[pair.vertex].path)\t\(shaders[pair.fragment].path)\n"
    }
    return text
  }
}
