import GLESKitCommandLine
import GLESKitSupport
import ShaderLint

let serverCommand = Command(
  "server", summary: "Serve an editor with the Language Server Protocol",
  discussion: [
    "An editor starts this command and talks to it over standard input and output (LSP 3.17). It "
      + "reports findings of shaderlint's own front end while you type, and those of the driver "
      + "when you save a file."
  ],
  table: ServerArguments.table,
  examples: [
    Example(
      "shaderlint server",
      "started by an editor; Documentation/editors.md shows "
        + "how")
  ],
  exitMeanings: [
    .done: "The editor ended the session with shutdown and exit.",
    .failed: "The session ended without shutdown.", .usage: "The command line is wrong.",
  ]
) { values in
  var loop = ServerLoop(values.options, version: gleskitVersion)
  return ExitStatus(rawValue: loop.run())
}

/// The values of the options of `server`, most of which are those of a check.
struct ServerArguments: Sendable {
  var lint = LintArguments()
  var usesStandardStreams = false

  var options: LintOptions {
    var options = lint.options
    options.needsDriver = false
    return options
  }

  /// The options of a check that the server has, too.
  private static func options(_ names: Set<String>) -> [Option<ServerArguments>] {
    LintArguments.table.options(where: names.contains).map { $0.lifted(to: \.lint) }
  }

  private static let engines = ValueKind<EngineSet>.choice(
    "ENGINE", [EngineSet.auto, .own].map { Choice($0.rawValue, $0) })

  static let table = OptionTable(
    ServerArguments(),
    groups: [
      OptionGroup<ServerArguments>(
        "Shaders",
        options(["include", "define", "webgl"]) + [
          .value(
            \.lint.engine, "engine", short: "e", engines,
            help: "auto: also check saved files with the driver, if there is one. own: never.")
        ] + options(["config"])),
      OptionGroup<ServerArguments>(
        "Editor",
        [
          .flag(
            \.usesStandardStreams, "stdio",
            help: "Use standard input and output. This is the default; some editors pass it.")
        ]),
    ])
}
