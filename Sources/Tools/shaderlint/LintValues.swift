import GLES
import GLESKitCommandLine
import ShaderLint

/// What the command line says, before it becomes options of the library.
struct LintValues: Sendable {
  var paths: [String] = []
  var stage: ShaderStage?
  var pairsInTurn = false
  var pairsNothing = false
  var programLists: [String] = []
  var projects: [String] = []

  var includeFolders: [String] = []
  var definitions: [AssemblyOptions.Definition] = []
  var permutations: [Configuration.Permutation] = []
  var prelude: String?
  var webgl = false

  var engine = EngineSet.driver
  var devices: [Int] = []
  var jobs = 0
  var seconds = 10
  var memory = 1024

  var configuration: String?
  var ignoresConfiguration = false
  var warningsAreErrors = false
  var maxWarnings: Int?

  var format = ReportFormat.human
  var isQuiet = false
  var watches = false
  var listsFiles = false
  var showsStatistics = false
  var describesDriver = false
}

/// What `--engine` takes.
enum EngineSet: String, CaseIterable, Sendable {
  case driver, glslang, all

  var engines: [Engine] {
    switch self {
    case .driver: [.driver]
    case .glslang: [.glslang]
    case .all: [.driver, .glslang]
    }
  }
}

extension LintValues {
  /// The library's options.
  var options: LintOptions {
    var options = LintOptions()
    options.engines = engine.engines
    options.devices = devices
    options.isolation.workers = jobs
    options.isolation.seconds = seconds
    options.isolation.memory = memory << 20
    options.assembly.includeFolders = includeFolders
    options.assembly.definitions = definitions
    options.assembly.prelude = prelude
    options.permutations = permutations
    options.stage = stage
    options.pairing = pairsNothing ? .off : pairsInTurn ? .inTurn : .automatic
    options.webgl = webgl
    options.configuration = configuration
    options.ignoresConfiguration = ignoresConfiguration
    options.warningsAreErrors = warningsAreErrors
    return options
  }

  static let table = OptionTable(
    LintValues(),
    positionals: [
      .rest(
        \.paths, .path("FILE", completion: .files(["vert", "frag", "vs", "fs", "glsl"])),
        help: "Shaders, folders, patterns such as 'src/**/*.frag', or - for standard input.")
    ],
    groups: [inputs, text, engines, findings, output])

  private static let inputs = OptionGroup<LintValues>(
    "Which shaders",
    [
      .optional(
        \.stage, "stage", short: "s", .choice("STAGE"),
        help: "The stage of files whose name does not say it, and of standard input."),
      .flag(
        \.pairsInTurn, "pair",
        help: "Link the files given in turn: vertex, fragment, vertex, fragment."),
      .flag(
        \.pairsNothing, "no-pair",
        help:
          "Link nothing by name. By default a folder's a.vert and a.frag make a program, and so "
          + "do two files of different stages given alone."),
      .list(
        \.programLists, "programs", .path("LIST"),
        help: "Check the programs in LIST, one a line: vertex shader, TAB, fragment shader."),
      .list(
        \.projects, "project", .path("FILE", completion: .files(["toml", "json"])),
        help: "Check the programs that a configuration file lists."),
      .flag(\.listsFiles, "list-files", help: "List what would be checked, and stop."),
    ])

  private static let text = OptionGroup<LintValues>(
    "Text around the shaders",
    [
      .list(
        \.includeFolders, "include", short: "I", .path("FOLDER", completion: .folders),
        help: "Look there for #include files too."),
      .list(
        \.definitions, "define", short: "D", .definition,
        help: "Define a macro; without =VALUE it is 1."),
      .list(
        \.permutations, "permute", .permutation,
        help: "Check each shader once for each value, and for each combination of several "
          + "--permute; an empty value leaves the macro undefined."),
      .optional(
        \.prelude, "prelude", .path("FILE"),
        help: "Put this text before every shader, as an engine would."),
      .flag(\.webgl, "webgl", help: "Let pass what WebGL 1 allows beyond GLSL ES 1.00."),
    ])

  private static let engines = OptionGroup<LintValues>(
    "Compilers",
    [
      .value(
        \.engine, "engine", short: "e", .choice("ENGINE"),
        help: "The driver, the Khronos reference compiler, or both compared."),
      .list(
        \.devices, "device", .integer("N", in: 0...255),
        help: "The device in EGL's list to compile on; several are compared."),
      .value(
        \.jobs, "jobs", short: "j", .integer("N", in: 0...256),
        help: "Worker processes; 0 stands for one a processor."),
      .value(
        \.seconds, "timeout", .integer("SECONDS", in: 1...3600),
        help: "The longest that one step of one shader may take."),
      .value(
        \.memory, "memory", .integer("MIB", in: 64...65536),
        help: "The most memory that one worker may have."),
      .flag(
        \.describesDriver, "driver-info",
        help: "Show what is known of the driver, and its quirks, and stop."),
    ])

  private static let findings = OptionGroup<LintValues>(
    "Findings",
    [
      .optional(
        \.configuration, "config", .path("FILE", completion: .files(["toml", "json"])),
        help: "Use this configuration instead of the nearest .shaderlint.toml or .shaderlint.json."
      ),
      .flag(\.ignoresConfiguration, "no-config", help: "Use no configuration file."),
      .flag(\.warningsAreErrors, "werror", help: "Warnings count as errors."),
      .optional(
        \.maxWarnings, "max-warnings", .integer("N", in: 0...1_000_000),
        help: "More warnings than this are a failure. Without it, any warning is."),
    ])

  private static let output = OptionGroup<LintValues>(
    "Report",
    [
      .value(
        \.format, "format", short: "f", .choice("FORMAT"),
        help: "How to write the findings."),
      .flag(\.isQuiet, "quiet", short: "q", help: "No notes, no summary, no progress."),
      .flag(\.showsStatistics, "stats", help: "Add counts by rule and the time taken."),
      .flag(\.watches, "watch", help: "Check again whenever a file changes, until interrupted."),
    ])
}

extension ValueKind where Value == AssemblyOptions.Definition {
  /// `NAME` or `NAME=VALUE`.
  static var definition: ValueKind {
    ValueKind(
      "NAME[=VALUE]", expectation: "a name such as FOG, or FOG=1",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard MacroName.problem(name) == nil else { throw ValueError("is no macro") }
        return AssemblyOptions.Definition(name, parts.count > 1 ? String(parts[1]) : "1")
      },
      write: { "\($0.name)=\($0.value)" })
  }
}

extension ValueKind where Value == Configuration.Permutation {
  /// `NAME=VALUE,VALUE`.
  static var permutation: ValueKind {
    ValueKind(
      "NAME=VALUES", expectation: "a name and values such as FOG=0,1",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, MacroName.problem(String(parts[0])) == nil else {
          throw ValueError("is no list of values")
        }
        let values = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        return Configuration.Permutation(
          name: String(parts[0]), values: values.map { $0.isEmpty ? nil : String($0) })
      },
      write: { "\($0.name)=\($0.values.map { $0 ?? "" }.joined(separator: ","))" })
  }
}
