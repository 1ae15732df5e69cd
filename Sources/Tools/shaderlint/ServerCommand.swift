import GLESKitCommandLine
import GLESKitSupport
import ShaderLint

let serverCommand = Command(
  "server", summary: "Serve an editor with the Language Server Protocol",
  discussion: [
    "An editor starts this command and talks to it over standard input and output (LSP 3.17). It "
      + "reports findings of shaderlint's own front end while you type."
  ],
  table: ServerValues.table,
  examples: [Example("shaderlint server", "as an editor starts it; see the guide for each editor")]
) { values in
  var loop = ServerLoop(values.options, version: gleskitVersion)
  return ExitStatus(rawValue: loop.run())
}

struct ServerValues: Sendable {
  var includeFolders: [String] = []
  var definitions: [AssemblyOptions.Definition] = []
  var webgl = false
  var configuration: String?
  var usesStandardStreams = false

  var options: LintOptions {
    var options = LintOptions()
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
