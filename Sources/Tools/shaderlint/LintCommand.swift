import CompilerLogs
import GLESKitCommandLine
import ShaderLint

let lintCommand = Command(
  summary: "Check OpenGL ES 2.0 and WebGL 1 shaders",
  discussion: [
    "Checks each FILE with its own GLSL ES 1.00 front end and, if there is one, with this "
      + "machine's OpenGL ES driver, links programs, and adds checks that drivers don't "
      + "make. If the driver crashes or hangs, only that file fails.",
    "The extension (.vert .vs .vsh .vp .glslv, .frag .fs .fsh .fp .glslf), '#pragma shaderlint "
      + "vertex' in the text or --stage determines the stage, else what main() uses, such as "
      + "gl_Position, else a word in the name, as in blurFrag.glsl. In source files of other "
      + "languages, such as .js and .cpp, shaders are found in string literals.",
    "Comments suppress findings: '// shaderlint: disable-next-line GL1201'. Set levels, include "
      + "folders and programs in .shaderlint.toml.",
  ],
  table: LintArguments.table,
  examples: [
    Example("shaderlint shaders/", "a folder; links a.vert with a.frag"),
    Example("shaderlint a.vert b.frag", "one program"),
    Example(
      "shaderlint --permute FOG=0,1 lit.frag", "once for each value of a macro"
    ),
    Example("shaderlint --format sarif shaders/ > lint.sarif", "for a code-scanning service"),
    Example("shaderlint explain GL2001", "the explanation of a rule"),
  ]
) { values in
  try LintSession(values).run()
}

let explainCommand = Command(
  "explain", summary: "Explain rules, or list all rules",
  table: OptionTable(
    ExplainArguments(),
    positionals: [
      .rest(
        \.rules, .text("RULE"),
        help: "IDs or names of rules, such as GL1001 or undeclared-identifier.")
    ],
    groups: [
      OptionGroup(
        "Report",
        [.flag(\.isMarkdown, "markdown", help: "Print the documentation of all rules as Markdown.")]
      )
    ]),
  examples: [Example("shaderlint explain GL2001", "what the rule means and how to fix a finding")],
  exitMeanings: [
    .done: "Success.", .usage: "The command line is wrong, or there is no such rule.",
  ]
) { values in
  if values.isMarkdown {
    guard values.rules.isEmpty else { throw UsageError("--markdown prints all rules; name none") }
    try StandardOutput.write(Rule.reference)
    return .done
  }
  guard !values.rules.isEmpty else {
    let lines = Rule.catalog.map { "\($0.id.text)  \($0.name)\n        \($0.summary)\n" }
    try StandardOutput.write(lines.joined())
    return .done
  }
  var pages: [String] = []
  for text in values.rules {
    guard let rule = Rule.ID(text: text) else {
      throw UsageError("unknown rule '\(text)'\(Rule.suggestion(for: text))")
    }
    pages.append(rule.rule.page)
  }
  try StandardOutput.write(pages.joined(separator: "\n"))
  return .done
}

struct ExplainArguments: Sendable {
  var rules: [String] = []
  var isMarkdown = false
}
