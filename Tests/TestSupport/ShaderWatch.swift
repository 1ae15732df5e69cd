import GLCallCounter
import ShaderLint

/// The programs that a test compiles, and what our own linter says about them.
public enum ShaderWatch {
  /// The texts of a program.
  public struct Program: Hashable {
    /// The vertex shader, as the driver gets it.
    public var vertex: String
    /// The fragment shader.
    public var fragment: String

    /// Makes a program of two texts.
    public init(vertex: String, fragment: String) {
      self.vertex = vertex
      self.fragment = fragment
    }

    /// The macros that are defined before the fragment shader.
    public var macros: Set<String> {
      Set(
        fragment.split(separator: "\n").prefix { $0.hasPrefix("#define ") }.map {
          String($0.dropFirst(8))
        })
    }
  }

  /// What the watch has seen. A C function cannot keep it; suites that use it are serialized, and
  /// it belongs to one thread.
  private enum Watched {
    @TaskLocal static var texts: Texts?

    final class Texts: @unchecked Sendable {
      var all: [(text: String, isFragment: Bool)] = []
    }
  }

  /// Returns the programs that `body` compiles.
  public static func programs(_ body: () throws -> Void) rethrows -> Set<Program> {
    let texts = Watched.Texts()
    gl_watch_shaders { text, isFragment in
      guard let text else { return }
      Watched.texts?.all.append((String(cString: text), isFragment != 0))
    }
    defer { gl_watch_shaders(nil) }
    try Watched.$texts.withValue(texts) { try body() }
    var programs: Set<Program> = []
    for (one, other) in zip(texts.all, texts.all.dropFirst())
    where !one.isFragment && other.isFragment {
      programs.insert(Program(vertex: one.text, fragment: other.text))
    }
    return programs
  }

  private static let limits: Set<Rule.ID> = [
    .tooManyAttributes, .tooManyVaryings, .tooManyVertexUniforms, .tooManyFragmentUniforms,
    .vertexTexture, .tooManySamplers,
  ]

  /// Returns errors, and what exceeds the minimum that ES 2.0 guarantees, such as 8 varying vectors
  /// and 16 vectors of fragment uniforms. Desktop drivers have more and would not tell.
  public static func findings(in programs: Set<Program>) throws -> [String] {
    var inputs = LintInputs()
    for program in programs {
      let first = inputs.shaders.count
      let name = program.macros.sorted().joined(separator: "-")
      inputs.shaders.append(
        ShaderInput(path: "\(first)-\(name).vert", bytes: Array(program.vertex.utf8)))
      inputs.shaders.append(
        ShaderInput(path: "\(first)-\(name).frag", bytes: Array(program.fragment.utf8)))
      inputs.programs.append(LintInputs.Pair(vertex: first, fragment: first + 1))
    }
    var options = LintOptions()
    options.ignoresConfiguration = true
    options.engines = [.own]
    return try Linter(options).run(inputs).units.flatMap(\.diagnostics).filter {
      limits.contains($0.rule) || $0.severity == .error
    }.map { "\($0)" }
  }
}
