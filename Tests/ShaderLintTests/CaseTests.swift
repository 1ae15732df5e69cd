import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// The small shaders in `Cases`, compiled by the driver: verdict, identifier, line and column.
@Suite struct CaseTests {
  @Test func thereAreEnough() {
    #expect(ShaderCase.all.count >= 300)
    #expect(ShaderCase.all.filter { !$0.passes && $0.place != nil }.count >= 200)
    #expect(Set(ShaderCase.all.map(\.name)).count == ShaderCase.all.count, "a title twice")
  }

  @Test func verdictsAndPlaces() throws {
    let cases = ShaderCase.all
    var inputs = LintInputs()
    inputs.shaders = cases.enumerated().map { index, item in
      ShaderInput(path: "\(index)", stage: item.stage, bytes: Array(item.text.utf8))
    }
    let report = try Linter(.testing).run(inputs)
    for (item, unit) in zip(cases, report.units) {
      check(item, unit.diagnostics, file: unit.file)
    }
  }

  /// The same shaders as the text of a file that is included by an included file.
  @Test(.long) func placesTwoIncludesDown() throws {
    let folder = try TemporaryFolder()
    let cases = ShaderCase.all.filter {
      // What #version and a file's first bytes mean depends on their being first.
      $0.rule.map { ![3001, 3002, 3003, 3006, 3007, 2005].contains($0.number) } ?? true
    }
    var inputs = LintInputs()
    for (index, item) in cases.enumerated() {
      let ending = item.stage == .vertex ? "vert" : "frag"
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
      guard !item.passes, let place = item.place else { continue }
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

  private func check(_ item: ShaderCase, _ found: [Diagnostic], file: String) {
    let worst = found.map(\.severity).max() ?? .note
    #expect((worst != .error) == item.passes, "\(item.name): \(found.map(\.message))")
    guard let rule = item.rule else {
      #expect(found.allSatisfy { $0.severity == .note }, "\(item.name): \(found.map(\.message))")
      return
    }
    // Of a shader that fails, the first error is the one that a person reads.
    let shown = item.passes ? found : found.filter { $0.severity == .error }.prefix(1) + []
    let match = shown.first { $0.rule == rule }
    #expect(match != nil, "\(item.name): \(found.map { "\($0.rule.text) \($0.message)" })")
    guard let place = item.place, let location = match?.location else { return }
    #expect(location.file == file, "\(item.name)")
    #expect(location.line == place.line, "\(item.name)")
    #expect(location.column == place.column, "\(item.name)")
  }
}
