import CompilerLogs
import GLESKitCommandLine
import ShaderLint

let lintCommand = Command(
  summary: "Check OpenGL ES 2.0 and WebGL 1 shaders with the real driver",
  discussion: [
    "Compiles each FILE with the OpenGL ES driver of this machine, links programs, and adds checks "
      + "of its own. A crash or hang of the driver costs one file, not the run.",
    "The stage goes by the ending (.vert .vs .vsh .glslv, .frag .fs .fsh .glslf), by "
      + "'#pragma shaderlint vertex' in the text, or by --stage.",
    "Comments switch findings off: '// shaderlint: disable-next-line GL1201'. Levels, includes and "
      + "programs stand in .shaderlint.toml.",
  ],
  table: LintValues.table,
  examples: [
    Example("shaderlint shaders/", "a folder; a.vert and a.frag are linked"),
    Example("shaderlint a.vert b.frag", "one program"),
    Example("shaderlint -D LIGHTS=4 --permute FOG=0,1 lit.frag", "with definitions"),
    Example("shaderlint --format sarif shaders/ > lint.sarif", "for a code-scanning service"),
    Example("shaderlint explain GL2001", "what a finding means"),
  ]
) { values in
  try LintSession(values).run()
}

let explainCommand = Command(
  "explain", summary: "Explain a finding, or list all",
  table: OptionTable(
    ExplainValues(),
    positionals: [
      .rest(\.rules, .text("RULE"), help: "Identifiers or names: GL1001, undeclared-identifier.")
    ]),
  examples: [Example("shaderlint explain GL2001", "what it means and what to do")]
) { values in
  guard !values.rules.isEmpty else {
    let lines = Rule.catalogue.map { "\($0.id.text)  \($0.name)\n        \($0.summary)\n" }
    try StandardOutput.write(lines.joined())
    return .done
  }
  var pages: [String] = []
  for text in values.rules {
    guard let rule = Rule.ID(text: text) else {
      throw UsageError("'\(text)' is no rule\(Rule.suggestion(for: text))")
    }
    pages.append(rule.rule.page)
  }
  try StandardOutput.write(pages.joined(separator: "\n"))
  return .done
}

struct ExplainValues: Sendable {
  var rules: [String] = []
}
