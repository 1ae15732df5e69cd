import GLES

/// What to check and how.
package struct LintOptions: Hashable, Sendable {
  /// How files that are not listed as programs are paired.
  package enum Pairing: String, Hashable, Sendable, CaseIterable {
    /// In folders, files of the same name with endings of different stages; two files given alone,
    /// one of each stage, make a program too.
    case automatic
    /// The files given are vertex and fragment shaders in turn.
    case inTurn
    /// Link nothing but listed programs.
    case off
  }

  /// The engines to ask, in order.
  package var engines: [Engine] = [.driver]
  /// How compiles are kept apart.
  package var isolation = Isolation()
  /// Places in EGL's list of devices, each of which is asked as a driver of its own; empty lets the
  /// library choose one.
  package var devices: [Int] = []
  /// Include folders, prelude and definitions, beside those of configuration files.
  package var assembly = AssemblyOptions()
  /// Macros that take several values in turn, beside those of configuration files.
  package var permutations: [Configuration.Permutation] = []
  /// The stage of files whose name and text do not say it; `nil` makes them an error.
  package var stage: ShaderStage?
  /// How files are paired.
  package var pairing = Pairing.automatic
  /// Whether what WebGL 1 allows beyond GLSL ES 1.00 is let pass; configuration may say so too.
  package var webgl = false
  /// A configuration file to use for every shader; `nil` looks for the nearest one of each.
  package var configuration: String?
  /// Do not look for configuration files.
  package var ignoresConfiguration = false
  /// Warnings count as errors.
  package var warningsAreErrors = false

  /// Makes the default options.
  package init() {}

  /// The engines with their devices, in order.
  var choices: [EngineChoice] {
    engines.flatMap { engine -> [EngineChoice] in
      guard engine == .driver, !devices.isEmpty else { return [EngineChoice(engine: engine)] }
      return devices.map { EngineChoice(engine: engine, device: $0) }
    }
  }
}
