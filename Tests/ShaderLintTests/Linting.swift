@testable import ShaderLint

extension LintOptions {
  /// Options with which tests lint: no configuration file of this machine is read.
  static var testing: LintOptions {
    var options = LintOptions()
    options.ignoresConfiguration = true
    return options
  }
}

/// Lints texts, as files of the given names.
func lint(
  _ texts: [(path: String, text: String)], programs: [(Int, Int)] = [],
  _ change: (inout LintOptions) -> Void = { _ in }
) throws -> LintReport {
  var options = LintOptions.testing
  change(&options)
  var inputs = LintInputs()
  inputs.shaders = texts.map { ShaderInput(path: $0.path, bytes: Array($0.text.utf8)) }
  inputs.programs = programs.map { LintInputs.Pair(vertex: $0.0, fragment: $0.1) }
  return try Linter(options).run(inputs)
}

/// Lints one text and returns what was found, notes left out.
func findings(
  _ text: String, as path: String = "a.frag", _ change: (inout LintOptions) -> Void = { _ in }
) throws -> [Diagnostic] {
  try lint([(path, text)], change).units.flatMap(\.diagnostics).filter { $0.severity != .note }
}
