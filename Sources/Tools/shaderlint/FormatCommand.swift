import CompilerLogs
import GLESKitCommandLine
import GLESKitSupport
import GLSL
import ShaderLint

struct FormatArguments: Sendable {
  var paths: [String] = []
  var checks = false
  var readsStandardInput = false
  var indent = Indent(columns: 2)
  var width = 100

  var options: Formatter.Options {
    var options = Formatter.Options()
    options.indent = indent.columns
    options.usesTabs = indent.isTab
    options.width = width
    return options
  }
}

/// The value of `--indent`.
struct Indent: Hashable, Sendable {
  var columns: Int
  var isTab = false
}

let formatCommand = Command(
  "format", summary: "Format shaders",
  discussion: [
    "Writes one statement a line, indents blocks, and puts braces and spaces where clang-format's "
      + "defaults have them. Tokens, comments and directives stay as they are, and so do line "
      + "breaks within a statement; lines that are too long are divided.",
    "Formats the FILEs in place, in folders all shaders and the files that they include. A text "
      + "that does not compile is formatted as well.",
  ],
  table: OptionTable(
    FormatArguments(),
    positionals: [
      .rest(
        \.paths, .path("FILE", completion: .files(ShaderName.endings)),
        help: "Shaders, folders, or patterns such as 'src/**/*.frag'.")
    ],
    groups: [
      OptionGroup(
        "Format",
        [
          .flag(
            \.checks, "check",
            help: "Change no file: list those that are not formatted, and fail if there are any."),
          .flag(
            \.readsStandardInput, "stdin",
            help: "Format standard input and write it to standard output."),
          .value(
            \.indent, "indent", .indent, help: "Columns of an indentation step, 1 to 8, or tab."),
          .value(
            \.width, "width", .integer("COLUMNS", in: 40...1000),
            help: "Divide lines that are longer, if possible."),
        ])
    ],
    hints: [
      "-i": "files are formatted in place", "--style": "use --indent and --width",
      "--diff": "use --check",
    ]),
  examples: [
    Example("shaderlint format shaders/", "all shaders in a folder"),
    Example("shaderlint format --check shaders/", "in CI"),
  ],
  exitMeanings: [
    .done: "All files are formatted.", .failed: "--check: a file is not formatted.",
    .usage: "The command line or a configuration file is wrong, or a file cannot be read or "
      + "written.",
  ]
) { values in
  if values.readsStandardInput {
    guard values.paths.isEmpty else { throw UsageError("--stdin reads no files; name none") }
    let bytes = try Files.readStandardInput(limit: 1 << 26)
    let new = Formatter.format(bytes, values.options)
    guard !values.checks else { return new == bytes ? .done : .failed }
    try StandardOutput.write(new)
    return .done
  }
  guard !values.paths.isEmpty, !values.paths.contains("-") else {
    throw UsageError("name files or folders to format, or use --stdin")
  }
  let run = try reporting { try FormatRun(values.paths, values.options) }
  var failures = run.failures
  if values.checks {
    let lines = run.files.changes.map { "\(oneLine($0.old.path)): not formatted\n" }
    try StandardOutput.write(LintReport.withoutCommands(lines.joined()))
  } else {
    failures += run.files.write()
  }
  for failure in failures {
    StandardError.write("shaderlint: \(LintReport.withoutCommands(oneLine(failure)))\n")
  }
  guard failures.isEmpty else { return .usage }
  return values.checks && !run.files.changes.isEmpty ? .failed : .done
}

extension ValueKind where Value == Indent {
  /// A number of columns, or `tab`.
  fileprivate static var indent: ValueKind {
    ValueKind(
      "COLUMNS", expectation: "a number from 1 to 8, or tab",
      read: { text throws(ValueError) in
        if text == "tab" { return Indent(columns: 4, isTab: true) }
        guard let columns = Int(text), (1...8).contains(columns) else {
          throw ValueError("is not an indentation")
        }
        return Indent(columns: columns)
      }, write: { $0.isTab ? "tab" : "\($0.columns)" })
  }
}
