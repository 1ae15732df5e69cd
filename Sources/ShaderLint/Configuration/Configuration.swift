import CompilerLogs
import GLESKitSupport

/// What a `.shaderlint.toml` or `.shaderlint.json` says.
///
/// ```toml
/// include = ["common"]          # folders for #include
/// prelude = "prelude.glsl"      # text before every shader
/// exclude = ["vendor/*"]        # files that folders leave out
/// webgl = true                  # what WebGL 1 allows beyond GLSL ES 1.00
///
/// [define]
/// LIGHTS = 4
///
/// [permute]
/// FOG = [0, 1]
///
/// [levels]
/// missing-version = "off"       # off, note, warning, error
/// GL1202 = "error"
///
/// [[program]]
/// vertex = "quad.vert"
/// fragment = "blur.frag"
/// ```
///
/// Paths are seen from the file's own folder.
package struct Configuration: Hashable, Sendable {
  /// What to do with findings of a rule.
  package enum Level: Hashable, Sendable {
    /// Do not report them.
    case off
    /// Report them with this severity.
    case severity(Severity)
  }

  /// Two shaders that are linked.
  package struct Program: Hashable, Sendable {
    /// The vertex shader's path.
    package var vertex: String
    /// The fragment shader's path.
    package var fragment: String

    /// Makes a program of two paths.
    package init(vertex: String, fragment: String) {
      self.vertex = vertex
      self.fragment = fragment
    }
  }

  /// A macro and the values that it takes in turn.
  package struct Permutation: Hashable, Sendable {
    /// The macro's name.
    package var name: String
    /// Its values; `nil` stands for "not defined".
    package var values: [String?]

    /// Makes a permutation.
    package init(name: String, values: [String?]) {
      self.name = name
      self.values = values
    }
  }

  /// Where the configuration was read from; `nil` for none.
  package var path: String?
  /// Folders for `#include`, prelude and definitions.
  package var assembly = AssemblyOptions()
  /// Macros that take several values in turn.
  package var permutations: [Permutation] = []
  /// Patterns of paths that folders leave out.
  package var exclude: [String] = []
  /// Whether what WebGL 1 allows beyond GLSL ES 1.00 is let pass.
  package var webgl = false
  /// Levels of rules.
  package var levels: [Rule.ID: Level] = [:]
  /// Programs to link.
  package var programs: [Program] = []

  /// Makes an empty configuration.
  package init() {}
}

/// A configuration file that cannot be used.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var path: String
  /// The line, from 1; 0 where the mistake has none.
  package var line: Int
  /// What is wrong, and what to do.
  package var problem: String

  /// `path:line: problem`.
  package var description: String {
    line > 0 ? "\(path):\(line): \(problem)" : "\(path): \(problem)"
  }
}

extension Configuration {
  /// Reads the text of a configuration file; a path that ends in `.json` is read as JSON, any other
  /// as TOML.
  package init(path: String, text: String) throws(ConfigurationError) {
    let value: JSON
    do {
      value = path.hasSuffix(".json") ? try JSONDocument(text).value : try TOMLReader.read(text)
    } catch {
      throw ConfigurationError(path: path, line: error.line, problem: error.problem)
    }
    self.init()
    self.path = path
    var decoder = ConfigurationDecoder(path: path)
    try decoder.decode(value, into: &self)
  }

  /// Reads a configuration file.
  package init(file path: String) throws(ConfigurationError) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 4 << 20)
    } catch {
      throw ConfigurationError(path: path, line: 0, problem: error.description)
    }
    try self.init(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  /// What configuration makes of a finding: `nil` when its rule is off.
  func applied(to diagnostic: Diagnostic) -> Diagnostic? {
    switch levels[diagnostic.rule] {
    case nil: return diagnostic
    case .off: return nil
    case .severity(let severity):
      var moved = diagnostic
      moved.severity = severity
      return moved
    }
  }
}
