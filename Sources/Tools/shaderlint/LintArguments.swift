import CompilerLogs
import GLESKitCommandLine
import GLESKitEmulate
import GLESKitSupport
import ShaderLint

/// The values of the options, with their defaults.
struct LintArguments: Sendable {
  var paths: [String] = []
  var pairsInTurn = false
  var pairsNothing = false
  var programLists: [String] = []
  var projects: [String] = []

  /// What one argument each determines of the library's ``options``.
  var given = LintOptions()
  var levels: [RuleLevel] = []
  var engine = EngineSet.auto
  var memory = 384

  var maxWarnings: Int?
  var diffBase: String?
  var baseline: String?
  var newBaseline: String?

  var format = ReportFormat.human
  var isQuiet = false
  var watches = false
  var listsFiles = false
  var showsStatistics = false
  var trace: String?
  var describesDriver = false
  var fixes = false
  var showsDiff = false
}

/// The values of `--engine`.
enum EngineSet: String, CaseIterable, Sendable {
  case auto, own, driver, glslang, all

  var engines: [Engine] {
    switch self {
    case .auto: [.own, .driver]
    case .own: [.own]
    case .driver: [.driver]
    case .glslang: [.glslang]
    case .all: [.own, .driver, .glslang]
    }
  }
}

extension LintArguments {
  /// The library's options.
  var options: LintOptions {
    var options = given
    options.engines = engine.engines
    options.needsDriver = engine != .auto || !given.devices.isEmpty
    options.isolation.memory = memory << 20
    options.pairing = pairsNothing ? .off : pairsInTurn ? .inTurn : .automatic
    for level in levels { options.levels[level.rule] = level.level }
    return options
  }

  static let table = OptionTable(
    LintArguments(),
    positionals: [
      .rest(
        \.paths, .path("FILE", completion: .files(ShaderName.endings)),
        help: "Shaders, folders, patterns such as 'src/**/*.frag', or - for standard input.")
    ],
    groups: [inputs, text, engines, findings, output],
    hints: [
      "-o": "redirect the output with > FILE", "--output": "redirect the output with > FILE",
      "-W": "use --werror or --level", "-Werror": "use --werror", "-S": "use --stage",
      "--disable": "use --level RULE=off", "--ignore": "use --level RULE=off",
      "--enable": "use --level RULE=warning", "--select": "use --level RULE=warning",
      "--exclude": "set 'exclude' in .shaderlint.toml", "--list-rules": "use shaderlint explain",
      "--output-format": "use --format", "--verbose": "use --stats",
    ])

  private static let inputs = OptionGroup<LintArguments>(
    "Input",
    [
      .optional(
        \.given.stage, "stage", short: "s", .choice("STAGE"),
        help: "Stage of standard input, and of files whose names do not indicate it."
      )
      .essential("Stage of standard input and of files whose names don't indicate it."),
      .flag(
        \.pairsInTurn, "pair",
        help: "Link the files in pairs: vertex, fragment, vertex, fragment."),
      .flag(
        \.pairsNothing, "no-pair",
        help:
          "Do not link files by name. By default, a.vert and a.frag in a folder form a program, "
          + "as do two files of different stages if they are the only arguments."),
      .list(
        \.programLists, "programs", .path("LIST"),
        help: "Check the programs in LIST, one per line: vertex file, TAB, fragment file."
      )
      .essential("Check the programs in LIST: vertex file, TAB, fragment file."),
      .list(
        \.projects, "project", .path("FILE", completion: .files(["toml", "json"])),
        help: "Check the programs that a configuration file lists."),
      .flag(
        \.given.followsLinks, "follow",
        help: "Follow links and paths that lead out of the project."),
      .flag(\.listsFiles, "list-files", help: "List the files that would be checked.")
        .essential("List the files that would be checked."),
    ])

  private static let text = OptionGroup<LintArguments>(
    "Preprocessing",
    [
      .list(
        \.given.assembly.includeFolders, "include", short: "I",
        .path("FOLDER", completion: .folders),
        help: "Search this folder for #include files."
      )
      .essential("Search this folder for #include files."),
      .list(
        \.given.assembly.definitions, "define", short: "D", .definition,
        help: "Define a macro. The default value is 1."
      ).essential("Define a macro."),
      .list(
        \.given.permutations, "permute", .permutation,
        help:
          "Check each shader that names the macro with each of its values; with several --permute, "
          + "with each combination. An empty value leaves the macro undefined."
      )
      .essential("Check with each of these values of a macro."),
      .optional(
        \.given.assembly.prelude, "prelude", .path("FILE"),
        help: "Put this text before every shader, as many game engines do."
      )
      .essential("Put this text before every shader."),
      .flag(\.given.webgl, "webgl", help: "Check against the WebGL 1 specification.")
        .essential("Check against the WebGL 1 specification."),
      .flag(
        \.given.es3, "es3",
        help:
          "Check shaders with #version 300 es with the driver. shaderlint's front end rejects "
          + "them."),
    ])

  private static let engines = OptionGroup<LintArguments>(
    "Compilers",
    [
      .value(
        \.engine, "engine", short: "e", .choice("ENGINE"),
        help:
          "Compiler: shaderlint's own front end (own), the driver, the Khronos reference compiler "
          + "(glslang), or all, compared. auto: own, and the driver if there is one."
      )
      .essential("auto, own, driver, glslang or all."),
      .list(
        \.given.devices, "device", .integer("N", in: 0...255),
        help: "Index of the EGL device to compile on. Results of several devices are compared."),
      .value(
        \.given.isolation.workers, "jobs", short: "j", .integer("N", in: 0...256),
        help: "Number of worker processes. 0: one per processor."),
      .value(
        \.given.isolation.seconds, "timeout", .integer("SECONDS", in: 1...3600),
        help: "Time limit for each step of a shader."),
      .value(
        \.memory, "memory", .integer("MIB", in: 64...65536),
        help: "Memory limit for each step of a shader, in a worker process."),
      .flag(
        \.describesDriver, "driver-info",
        help: "Print the driver and its known quirks."),
    ])

  private static let findings = OptionGroup<LintArguments>(
    "Findings",
    [
      .optional(
        \.given.configuration, "config", .path("FILE", completion: .files(["toml", "json"])),
        help: "Configuration file. Default: the nearest .shaderlint.toml."
      ).essential("Configuration file instead of the nearest one."),
      .flag(\.given.ignoresConfiguration, "no-config", help: "Ignore configuration files."),
      .list(
        \.levels, "level", .ruleLevel,
        help: "Level of a rule: off, note, warning or error. Overrides configuration files."
      )
      .essential("Level of a rule: off, note, warning or error."),
      .flag(
        \.given.minimum, "minimum",
        help:
          "Report as errors what only some OpenGL ES 2.0 devices support: highp in fragment "
          + "shaders, textures in vertex shaders, extensions, and more than the guaranteed limits."
      )
      .essential("Report features that not all devices support."),
      .flag(\.given.warningsAreErrors, "werror", help: "Treat warnings as errors.")
        .essential("Treat warnings as errors."),
      .optional(
        \.maxWarnings, "max-warnings", .integer("N", in: 0...1_000_000),
        help: "Fail if there are more warnings than this. Default: 0."),
      .optional(
        \.diffBase, "diff-base", .text("COMMIT"),
        help: "Report only findings in lines that differ from this git commit or branch."
      )
      .essential("Only findings in lines changed since COMMIT."),
      .optional(
        \.baseline, "baseline", .path("FILE", completion: .files(["json"])),
        help: "Report only findings that are not in this file of known findings."
      )
      .essential("Only findings that are not in this file."),
      .optional(
        \.newBaseline, "write-baseline", .path("FILE"),
        help: "Write the findings to a file for --baseline instead of reporting them."
      )
      .essential("Write the findings to a file for --baseline."),
      .flag(
        \.fixes, "fix",
        help: "Apply the fixes that are certain to the files, and report the other findings."
      )
      .essential("Apply the fixes that are certain to the files."),
      .flag(
        \.showsDiff, "diff",
        help: "Print the changes that --fix would make as a patch, and change no file."
      )
      .essential("Print the changes that --fix would make."),
    ])

  private static let output = OptionGroup<LintArguments>(
    "Report",
    [
      .value(
        \.format, "format", short: "f", .choice("FORMAT"),
        help: "Report format."
      ).essential("human, gcc, json, sarif, github, junit or checkstyle."),
      .flag(\.isQuiet, "quiet", short: "q", help: "Suppress notes, the summary and progress.")
        .essential("Print only findings."),
      .flag(
        \.showsStatistics, "stats",
        help: "Also print counts by rule, the time taken, and a breakdown of it."
      ).essential("Also print counts by rule and the time taken.").alias("statistics"),
      .optional(
        \.trace, "trace", .path("FILE", completion: .files(["json"])),
        help: "Write a trace of the run for Perfetto or chrome://tracing."),
      .flag(\.watches, "watch", help: "Check again whenever a file changes, until interrupted.")
        .essential("Check again whenever a file changes."),
    ])
}

extension ValueKind where Value == Configuration.Permutation {
  /// `NAME=VALUE,VALUE`.
  static var permutation: ValueKind {
    ValueKind(
      "NAME=VALUES", expectation: "a name and values such as FOG=0,1",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, MacroName.problem(String(parts[0])) == nil else {
          throw ValueError("is not a macro with values")
        }
        let values = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        return Configuration.Permutation(
          name: String(parts[0]), values: values.map { $0.isEmpty ? nil : String($0) })
      },
      write: { "\($0.name)=\($0.values.map { $0 ?? "" }.joined(separator: ","))" })
  }
}

/// A rule and its level, as `--level` gives them.
struct RuleLevel: Hashable, Sendable {
  var rule: Rule.ID
  var level: Configuration.Level
}

extension ValueKind where Value == RuleLevel {
  /// `RULE=LEVEL`.
  static var ruleLevel: ValueKind {
    ValueKind(
      "RULE=LEVEL", expectation: "a rule and its level such as unused-uniform=warning",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw ValueError("is not a rule with a level") }
        guard let rule = Rule.ID(text: parts[0]) else {
          let near = Spelling.closest(to: parts[0], in: Rule.catalog.map(\.name))
          throw ValueError(
            "names an unknown rule", suggestion: near.map { "\($0)=\(parts[1])" })
        }
        guard let level = Configuration.Level(rawValue: parts[1]) else {
          throw ValueError("has a level other than off, note, warning or error")
        }
        return RuleLevel(rule: rule, level: level)
      },
      write: { "\($0.rule.name)=\($0.level.rawValue)" })
  }
}
