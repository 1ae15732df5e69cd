import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// A small shader with what is expected of it, from the files in `Cases`.
///
/// A case begins with `=== pass|fail vert|frag ID title`; its text follows. `@@` in it, which the
/// shader itself does not contain, stands before the place of the finding; `-` for an ID means that
/// nothing may be found.
struct ShaderCase: Sendable, CustomTestStringConvertible {
  let name: String
  let passes: Bool
  let stage: ShaderStage
  let rule: Rule.ID?
  let text: String
  /// The expected line and column in bytes; `nil` where none is marked.
  let place: (line: Int, column: Int)?

  var testDescription: String { name }

  static let all: [ShaderCase] = {
    let folder = repositoryFile("Tests/ShaderLintTests/Cases")
    return ((try? Files.list(folder)) ?? []).flatMap { name -> [ShaderCase] in
      let bytes = (try? Files.read("\(folder)/\(name)")) ?? []
      return "\n\(String(decoding: bytes, as: UTF8.self))".split(separator: "\n=== ")
        .compactMap { ShaderCase(file: String(name.dropLast(4)), $0) }
    }
  }()

  private init?(file: String, _ part: Substring) {
    let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count == 4, lines.count == 2 else { return nil }
    name = "\(file): \(words[3])"
    passes = words[0] == "pass"
    stage = words[1] == "vert" ? .vertex : .fragment
    rule = Rule.ID(text: words[2])
    let marked = lines[1].split(separator: "@@", maxSplits: 1, omittingEmptySubsequences: false)
    text = marked.joined() + "\n"
    if marked.count == 2 {
      let before = marked[0].split(separator: "\n", omittingEmptySubsequences: false)
      place = (before.count, (before.last?.utf8.count ?? 0) + 1)
    } else {
      place = nil
    }
  }
}

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
