/// Everything to check in a run.
package struct LintInputs: Hashable, Sendable {
  /// The shaders, in the order of the report.
  package var shaders: [ShaderInput] = []
  /// Programs, as places in ``shaders``.
  package var programs: [Pair] = []
  /// What could not be found or read while collecting.
  package var problems: [Diagnostic] = []

  /// A vertex and a fragment shader.
  package struct Pair: Hashable, Sendable {
    /// The place of the vertex shader in ``LintInputs/shaders``.
    package var vertex: Int
    /// The place of the fragment shader.
    package var fragment: Int

    /// Makes a pair.
    package init(vertex: Int, fragment: Int) {
      self.vertex = vertex
      self.fragment = fragment
    }
  }

  /// Makes inputs with nothing in them.
  package init() {}
}

extension LintInputs {
  /// A line for each shader and each program, as `--list-files` shows them.
  package var listing: String {
    var text = shaders.map { "\($0.path)\n" }.joined()
    for pair in programs {
      text += "\(shaders[pair.vertex].path)\t\(shaders[pair.fragment].path)\n"
    }
    return text
  }
}
