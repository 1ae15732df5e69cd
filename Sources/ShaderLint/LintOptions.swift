import GLES

/// What to check and how.
public struct LintOptions: Hashable, Sendable {
  /// How files that are not listed as programs are paired.
  public enum Pairing: String, Hashable, Sendable, CaseIterable {
    /// In folders, files of the same name with endings of different stages; two files given alone,
    /// one of each stage, make a program too.
    case automatic
    /// The files given are vertex and fragment shaders in turn.
    case inTurn
    /// Link nothing but listed programs.
    case off
  }

  /// The engines to ask, in order.
  public var engines: [Engine] = [.driver]
  /// How compiles are kept apart.
  public var isolation = Isolation()
  /// Places in EGL's list of devices, each of which is asked as a driver of its own; empty lets the
  /// library choose one.
  public var devices: [Int] = []
  /// Include folders, prelude and definitions, beside those of configuration files.
  public var assembly = AssemblyOptions()
  /// Macros that take several values in turn, beside those of configuration files.
  public var permutations: [Configuration.Permutation] = []
  /// The stage of files whose name and text do not say it; `nil` makes them an error.
  public var stage: ShaderStage?
  /// How files are paired.
  public var pairing = Pairing.automatic
  /// Whether what WebGL 1 allows beyond GLSL ES 1.00 is let pass; configuration may say so too.
  public var webgl = false
  /// A configuration file to use for every shader; `nil` looks for the nearest one of each.
  public var configuration: String?
  /// Do not look for configuration files.
  public var ignoresConfiguration = false
  /// Warnings count as errors.
  public var warningsAreErrors = false

  /// Makes the default options.
  public init() {}

  /// The engines with their devices, in order.
  var choices: [EngineChoice] {
    engines.flatMap { engine -> [EngineChoice] in
      guard engine == .driver, !devices.isEmpty else { return [EngineChoice(engine: engine)] }
      return devices.map { EngineChoice(engine: engine, device: $0) }
    }
  }
}

/// A shader to check.
public struct ShaderInput: Hashable, Sendable {
  /// The path that reports print and that includes are looked for beside.
  public var path: String
  /// The stage; `nil` goes by the name, a `#pragma` in the text, or the options.
  public var stage: ShaderStage?
  /// The text; `nil` reads the file at ``path``.
  public var bytes: [UInt8]?

  /// Makes an input; a text that is not in a file, such as an editor's buffer, is given as `bytes`.
  public init(path: String, stage: ShaderStage? = nil, bytes: [UInt8]? = nil) {
    self.path = path
    self.stage = stage
    self.bytes = bytes
  }
}

/// Everything to check in a run.
public struct LintInputs: Hashable, Sendable {
  /// The shaders, in the order of the report.
  public var shaders: [ShaderInput] = []
  /// Programs, as places in ``shaders``.
  public var programs: [Pair] = []
  /// What could not be found or read while collecting.
  public var problems: [Diagnostic] = []

  /// A vertex and a fragment shader.
  public struct Pair: Hashable, Sendable {
    /// The place of the vertex shader in ``LintInputs/shaders``.
    public var vertex: Int
    /// The place of the fragment shader.
    public var fragment: Int

    /// Makes a pair.
    public init(vertex: Int, fragment: Int) {
      self.vertex = vertex
      self.fragment = fragment
    }
  }

  /// Makes inputs with nothing in them.
  public init() {}
}
