import CompilerLogs

/// What to check and how.
package struct LintOptions: Hashable, Sendable {
  /// How to pair files that no list of programs mentions.
  package enum Pairing: String, Hashable, Sendable, CaseIterable {
    /// In folders, pair files with the same name and different stages; pair two files of different
    /// stages that are the only inputs.
    case automatic
    /// Pair the given files in turn: vertex, fragment, vertex, fragment.
    case inTurn
    /// Only link listed programs.
    case off
  }

  /// The engines, in order. The own engine is always the first one.
  package var engines: [Engine] = [.own, .driver]
  /// Whether a missing driver is an error; if not, the other engines judge alone.
  package var needsDriver = false
  /// The isolation and limits of workers.
  package var isolation = Isolation()
  /// Indices in EGL's list of devices, each of which is a driver to use; empty for the default.
  package var devices: [Int] = []
  /// Include folders, prelude and definitions, in addition to those of configuration files.
  package var assembly = AssemblyOptions()
  /// Macros to check with several values, in addition to those of configuration files.
  package var permutations: [Configuration.Permutation] = []
  /// The stage of files whose names and texts don't tell it; `nil` makes such files an error.
  package var stage: ShaderStage?
  /// How to pair files.
  package var pairing = Pairing.automatic
  /// Whether to accept what WebGL 1 adds to GLSL ES 1.00; configuration files can also set it.
  package var webgl = false
  /// Whether what a device with the minimum of OpenGL ES 2.0 rejects is an error; configuration
  /// files can also say so.
  package var minimum = false
  /// Whether a driver may judge shaders in GLSL ES 3.00, which the own engine does not know.
  package var es3 = false
  /// Whether to follow links and paths that lead out of the project.
  package var followsLinks = false
  /// Whether folders are also searched for shaders that only texts tell, as those in programs.
  package var searchesTexts = true
  /// Levels of rules, which override those of configuration files.
  package var levels: [Rule.ID: Configuration.Level] = [:]
  /// A configuration file for all shaders; `nil` to use the nearest one of each shader.
  package var configuration: String?
  /// Whether to ignore configuration files.
  package var ignoresConfiguration = false
  /// Whether warnings count as errors.
  package var warningsAreErrors = false

  /// Makes the default options.
  package init() {}

  /// Whether the own engine runs.
  var usesOwnEngine: Bool { engines.contains(.own) }

  /// The engines that run in worker processes, with their devices, in order.
  var choices: [EngineChoice] {
    engines.filter { $0 != .own }.flatMap { engine -> [EngineChoice] in
      guard engine == .driver, !devices.isEmpty else { return [EngineChoice(engine: engine)] }
      return devices.map { EngineChoice(engine: engine, device: $0) }
    }
  }
}

extension ProjectFiles {
  /// What the options name.
  ///
  /// - Parameter configuration: The contents of the configuration file that they name.
  init(_ options: LintOptions, _ configuration: Configuration? = nil) {
    self.init(options.assembly, followsLinks: options.followsLinks)
    if let configuration { add(configuration) }
  }
}
