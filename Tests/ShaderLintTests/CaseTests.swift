import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// The snippets in `Cases`, compiled by the driver: verdict, rule, line and column.
@Suite struct CaseTests {
  private static let snippets = Snippet.all(in: "Tests/ShaderLintTests/Cases")

  @Test func thereAreEnough() {
    #expect(Self.snippets.count >= 300)
    #expect(Self.snippets.filter { !$0.passes }.count >= 200)
    #expect(
      Set(Self.snippets.map(\.name)).count == Self.snippets.count, "a title twice")
  }

  @Test func verdictsAndPlaces() throws {
    let cases = Self.snippets
    var inputs = LintInputs()
    inputs.shaders = cases.enumerated().map { index, item in
      ShaderInput(
        path: "\(index)", stage: item.isVertex ? .vertex : .fragment, bytes: Array(item.text.utf8))
    }
    let report = try Linter(.testing).run(inputs)
    for (item, unit) in zip(cases, report.units) {
      check(item, unit.diagnostics, file: unit.file)
    }
  }

  /// The same shaders as the text of a file that is included by an included file.
  @Test(.long) func placesTwoIncludesDown() throws {
    let folder = try TemporaryFolder()
    let cases = Self.snippets.filter {
      // What #version and a file's first bytes mean depends on their being first.
      $0.rule.map { ![3001, 3002, 3003, 3006, 3007, 2005].contains($0.number) } ?? true
    }
    var inputs = LintInputs()
    for (index, item) in cases.enumerated() {
      let ending = item.stages[0]
      try write("// \(index)\n#include \"m\(index).glsl\"\n", "\(folder.path)/\(index).\(ending)")
      try write("\n\n#include \"t\(index).glsl\" // here\n", "\(folder.path)/m\(index).glsl")
      try write(item.text, "\(folder.path)/t\(index).glsl")
      inputs.shaders.append(ShaderInput(path: "\(folder.path)/\(index).\(ending)"))
    }
    let report = try Linter(.testing).run(inputs)
    var lines = 0
    var columns = 0
    var count = 0
    for (index, item) in cases.enumerated() {
      let worst = report.units[index].diagnostics.map(\.severity).max() ?? .note
      #expect((worst != .error) == item.passes, "\(item.name)")
      guard !item.passes, let place = item.marks.first else { continue }
      count += 1
      let first = report.units[index].diagnostics.filter { $0.severity == .error }.map(\.location)
      let path = "\(folder.path)/t\(index).glsl"
      if first.contains(where: { $0?.file == path && $0?.line == place.line }) { lines += 1 }
      if first.contains(where: {
        $0?.file == path && $0?.line == place.line && $0?.column == place.column
      }) {
        columns += 1
      }
    }
    #expect(count >= 200)
    #expect(lines * 100 >= count * 99, "\(lines) of \(count) lines")
    #expect(columns * 100 >= count * 95, "\(columns) of \(count) columns")
  }

  private func write(_ text: String, _ path: String) throws {
    try AtomicFile.write(Array(text.utf8), to: path)
  }

  private func check(_ item: Snippet, _ found: [Diagnostic], file: String) {
    let worst = found.map(\.severity).max() ?? .note
    #expect((worst != .error) == item.passes, "\(item.name): \(found.map(\.message))")
    guard let mark = item.marks.first else {
      #expect(found.allSatisfy { $0.severity == .note }, "\(item.name): \(found.map(\.message))")
      return
    }
    // Of a shader that fails, the first error is the one that a person reads.
    let shown = item.passes ? found : found.filter { $0.severity == .error }.prefix(1) + []
    let match = shown.first { $0.rule == item.rule }
    #expect(match != nil, "\(item.name): \(found.map { "\($0.rule.text) \($0.message)" })")
    guard let location = match?.location else { return }
    #expect(location.file == file, "\(item.name)")
    #expect(location.line == mark.line, "\(item.name)")
    #expect(location.column == mark.column, "\(item.name)")
  }
}

extension Snippet {
  fileprivate var isVertex: Bool { stages == ["vert"] }

  /// The rule that is broken; `nil` if nothing but notes may be found.
  fileprivate var rule: Rule.ID? { marks.first.flatMap { Rule.ID(text: $0.rule) } }

  /// Whether engines accept the shader, perhaps with warnings.
  fileprivate var passes: Bool {
    guard let mark = marks.first else { return true }
    return (mark.severity ?? rule?.rule.severity.word) != "error"
  }
}
