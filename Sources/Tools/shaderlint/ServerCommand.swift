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
  table: ServerValues.table,
  examples: [Example("shaderlint server", "as an editor starts it; see the guide for each editor")]
) { values in
  var loop = ServerLoop(values.options, version: gleskitVersion)
  return ExitStatus(rawValue: loop.run())
}

/// The values of `--engine`.
enum ServerEngine: String, CaseIterable, Sendable {
  case auto, own

  var engines: [Engine] { self == .own ? [.own] : [.own, .driver] }
}

struct ServerValues: Sendable {
  var includeFolders: [String] = []
  var definitions: [AssemblyOptions.Definition] = []
  var webgl = false
  var configuration: String?
  var engine = ServerEngine.auto
  var usesStandardStreams = false

  var options: LintOptions {
    var options = LintOptions()
    options.engines = engine.engines
    options.assembly.includeFolders = includeFolders
    options.assembly.definitions = definitions
    options.webgl = webgl
    options.configuration = configuration
    return options
  }

  static let table = OptionTable(
    ServerValues(),
    groups: [
      OptionGroup<ServerValues>(
        "Shaders",
        [
          .list(
            \.includeFolders, "include", short: "I", .path("FOLDER", completion: .folders),
            help: "Search this folder for #include files."),
          .list(
            \.definitions, "define", short: "D", .definition,
            help: "Define a macro. The default value is 1."),
          .flag(\.webgl, "webgl", help: "Accept what WebGL 1 adds to GLSL ES 1.00."),
          .value(
            \.engine, "engine", short: "e", .choice("ENGINE"),
            help:
              "auto: also check saved files with the driver, if there is one. own: never."),
          .optional(
            \.configuration, "config", .path("FILE", completion: .files(["toml", "json"])),
            help: "Configuration file. Default: the nearest .shaderlint.toml or .shaderlint.json."),
        ]),
      OptionGroup<ServerValues>(
        "Editor",
        [
          .flag(
            \.usesStandardStreams, "stdio",
            help: "Use standard input and output. This is the default; some editors pass it.")
        ]),
    ])
}
