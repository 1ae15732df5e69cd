import CompilerLogs
import GLESKitCommandLine
import GLESKitEmulate
import GLESKitSupport
import ShaderLint

struct ParseLogArguments: Sendable {
  var log = ""
  var sources: [String] = []
  var stage: ShaderStage?
  var dialect: String?
  var reader = LogReport()
  var format = ReportFormat.human
  var isQuiet = false
}

let parseLogCommand = Command(
  "parse-log", summary: "Report on a compile or link log from another machine",
  discussion: [
    "Reads logs in the dialects \(Vendor.found.map(\.name).joined(separator: ", ")) and shows "
      + "each message at its position in the shader. A note counts the lines that are not from a "
      + "compiler; if no line is, each line is a warning."
  ],
  table: OptionTable(
    ParseLogArguments(),
    positionals: [.required(\.log, .path("LOG"), help: "Log file, or - for standard input.")],
    groups: [
      OptionGroup(
        "Log",
        [
          .list(
            \.sources, "source", .path("FILE"),
            help: "Shader that the log is about; for a link log, both shaders."),
          .optional(
            \.stage, "stage", short: "s", .choice("STAGE"),
            help: "Stage of sources whose names do not indicate it."),
          .optional(
            \.dialect, "dialect",
            .choice("DIALECT", Vendor.found.map { Choice($0.name, $0.name) }),
            help: "Dialect of the log. Default: detected."),
          .value(
            \.reader.lineOffset, "line-offset", .integer("N", in: 0...1_000_000),
            help: "Number of lines that an engine added before the shader."),
        ] + .assembly(in: \.reader.assembly) + [
          .value(
            \.format, "format", short: "f", .choice("FORMAT"), help: "Report format."),
          .flag(\.isQuiet, "quiet", short: "q", help: "Suppress notes and the summary."),
        ])
    ]),
  examples: [
    Example("shaderlint parse-log --source sky.frag phone.txt", "a log from a user's phone")
  ],
  exitMeanings: [
    .done: "The log has no errors and no warnings.",
    .failed: "The log has errors or warnings.",
    .usage: "The command line is wrong, or a file cannot be read.",
  ]
) { values in
  var reader = values.reader
  reader.dialect = Vendor.found.first { $0.name == values.dialect }
  reader.sources = values.sources.map { ShaderInput(path: $0, stage: values.stage) }
  var log = LogBuffer()
  if values.log == "-" {
    try Files.readStandardInput { log.add($0) }
  } else {
    try Files.read(values.log) { log.add($0) }
  }
  let report = try reader.read(log.bytes, name: values.log)
  try report.print(as: values.format, isQuiet: values.isQuiet)
  return report.counts.errors + report.counts.warnings > 0 ? .failed : .done
}
