import GLESKitCommandLine
import GLESKitSupport
import ShaderLint

struct InitArguments: Sendable {
  var folder: String?
}

let initCommand = Command(
  "init", summary: "Examine the shaders of a folder, and configure what they need",
  discussion: [
    "Examines the names and contents of the files in a folder, reports what it finds, and writes "
      + ".shaderlint.toml there if a run needs one, unless it exists."
  ],
  table: OptionTable(
    InitArguments(),
    positionals: [.optional(\.folder, .path("FOLDER"), help: "Folder. Default: the current one.")]),
  examples: [Example("shaderlint init shaders", "examine the folder 'shaders'")],
  exitMeanings: [
    .done: "Success.",
    .usage: "The command line is wrong, or no shader is found in the folder.",
  ]
) { values in
  let folder = values.folder ?? "."
  guard let kind = Files.kind(of: folder) else {
    throw ToolFailure("'\(folder)' does not exist; name an existing folder", status: .usage)
  }
  guard kind == .folder else {
    throw ToolFailure("'\(folder)' is not a folder; name the folder of the file", status: .usage)
  }
  let survey = ProjectSurvey(folder: folder)
  guard !survey.findings.isEmpty else {
    throw ToolFailure(
      "no shaders in '\(folder)'; looked for \(ShaderNames.sought), and for shaders in the strings "
        + "of source files", status: .usage)
  }
  try StandardOutput.write(survey.findings.map { "\(oneLine($0))\n" }.joined())
  let path = "\(survey.folder)/.shaderlint.toml"
  guard survey.hasShaders else {
    throw ToolFailure("no shader in '\(folder)' whose stage is known", status: .usage)
  }
  if Files.kind(of: path) != nil || Files.isLink(path) {
    try StandardOutput.write(
      survey.configuration.isEmpty
        ? "\(oneLine(path)) exists; without it, no configuration is needed\n"
        : "\(oneLine(path)) exists; it could contain:\n\n\(survey.configuration)")
  } else if survey.configuration.isEmpty {
    try StandardOutput.write("no configuration is needed\n")
  } else {
    try AtomicFile.write(Array(survey.configuration.utf8), to: path)
    try StandardOutput.write("wrote \(oneLine(path))\n")
  }
  return .done
}
