import CompilerLogs
import GLESKitSupport

/// The contents of a `.shaderlint.toml` file.
///
/// ```toml
/// include = ["common"]          # folders that #include searches
/// prelude = "prelude.glsl"      # text to put before each shader
/// exclude = ["vendor/*"]        # files to skip in folders
/// preset = "retroarch"          # add what a preset says
/// webgl = true                  # follow the WebGL 1 specification
/// minimum = true                # reject what only some devices support
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
/// [[files]]                     # what files are, by their names; the first match counts
/// match = ["*Vert.glsl", "*-vs.glsl"]
/// stage = "vertex"              # vertex, fragment, both, sections, host or snippet
///
/// [[program]]
/// vertex = "quad.vert"
/// fragment = "blur.frag"
/// ```
///
/// Paths are relative to the folder of the configuration file.
package struct Configuration: Hashable, Sendable {
  /// How findings of a rule are reported: not at all, or with a severity.
  package enum Level: String, Hashable, Sendable {
    case off, note, warning, error
  }

  /// Two shaders to link.
  package struct Program: Hashable, Sendable {
    /// The vertex shader's path.
    package var vertex: String
    /// The fragment shader's path.
    package var fragment: String
  }

  /// A macro and its values, each of which is checked.
  package struct Permutation: Hashable, Sendable {
    /// The macro's name.
    package var name: String
    /// The values; `nil` leaves the macro undefined.
    package var values: [String?]

    /// Makes a permutation.
    package init(name: String, values: [String?]) {
      self.name = name
      self.values = values
    }
  }

  /// The configuration file; `nil` for none.
  package var path: String?
  /// Include folders, prelude and definitions.
  package var assembly = AssemblyOptions()
  /// Macros to check with several values.
  package var permutations: [Permutation] = []
  /// What files are, by their names.
  package var files: [FileKind] = []
  /// The patterns of ``files`` that the file itself names, and no preset.
  var ownPatterns: [String] = []
  /// Patterns of paths to skip in folders.
  package var exclude: [String] = []
  /// Whether shaders are for WebGL 1; `nil` for those in web pages and scripts only.
  package var webgl: Bool?
  /// Whether what a device with the minimum of OpenGL ES 2.0 rejects is an error.
  package var minimum = false
  /// The levels of rules.
  package var levels: [Rule.ID: Level] = [:]
  /// Programs to link.
  package var programs: [Program] = []

  /// Makes an empty configuration.
  package init() {}
}

/// An error in a configuration file or a list of programs.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  package var path: String
  /// The line, from 1; 0 if it is not known.
  package var line: Int
  /// What is wrong, and what to do.
  package var problem: String

  /// `path:line: problem`.
  package var description: String {
    line > 0 ? "\(path):\(line): \(problem)" : "\(path): \(problem)"
  }
}

extension ConfigurationError {
  /// Makes the error for a file that can't be read.
  init(_ error: FileError) { self.init(path: error.path, line: 0, problem: error.cause) }
}

extension Configuration {
  /// Reads the text of a configuration file.
  package init(path: String, text: String) throws(ConfigurationError) {
    guard !path.hasSuffix(".json") else {
      throw ConfigurationError(
        path: path, line: 0,
        problem: "JSON configurations are no longer read; write the same keys as TOML in "
          + ".shaderlint.toml and remove this file")
    }
    let value: JSON
    do {
      value = try TOMLReader.read(text)
    } catch {
      throw ConfigurationError(path: path, line: error.line, problem: error.problem)
    }
    self.init()
    self.path = path
    try ConfigurationDecoder(path: path, line: { TOMLReader.line(of: $0, in: text) })
      .decode(value, into: &self)
  }

  /// Reads a configuration file.
  package init(file path: String) throws(ConfigurationError) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 4 << 20)
    } catch {
      throw ConfigurationError(error)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigurationError(path: path, line: 0, problem: "is not UTF-8")
    }
    try self.init(path: path, text: text)
  }

  /// Whether a file is to be skipped.
  ///
  /// - Parameter folders: Folders to which the patterns also apply.
  func excludes(_ path: String, below folders: [String] = []) -> Bool {
    guard let source = self.path, !exclude.isEmpty else { return false }
    return exclude.contains { pattern in
      ([Paths.folder(of: source)] + folders).contains {
        Pattern.matches(Paths.join($0, pattern), path)
      }
    }
  }

  /// Returns a finding with its configured severity; `nil` if its rule is off.
  func applied(to diagnostic: Diagnostic) -> Diagnostic? {
    let rule = diagnostic.rule.rule
    var moved = diagnostic
    if let level = levels[diagnostic.rule] {
      guard let severity = Severity(word: level.rawValue) else { return nil }
      moved.severity = severity
    } else if minimum && rule.isMinimum {
      moved.severity = .error
    } else if rule.isOffByDefault {
      return nil
    }
    return moved
  }
}
