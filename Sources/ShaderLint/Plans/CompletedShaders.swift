import CompilerLogs
import GLESKitSupport
import GLSL

/// Shaders of a project to which its programs add text before they compile it.
///
/// Engines such as three.js put declarations, precisions and `#extension` lines before a shader,
/// and no file of the project has that text. A name that several shaders lack, and fewer declare,
/// is not misspelled: the program gives it. So is a precision that most fragment shaders lack.
struct CompletedShaders {
  private var units: Set<Int> = []
  private var fragments: Set<Int> = []
  private var bundled: Set<Int> = []
  /// The hash values of the shaders' texts: copies of a shader miss the same.
  private var texts: [Int: Int] = [:]
  /// How many shaders declare a name.
  private var declarers: [String: Int] = [:]

  /// The fewest different shaders that miss the same.
  private static let fewest = 3

  /// Notes a shader that was found in a folder.
  mutating func add(_ unit: Int, _ facts: ShaderFacts) {
    units.insert(unit)
    texts[unit] = facts.assembly.body.hashValue
    if facts.stage == .fragment { fragments.insert(unit) }
    if facts.assembly.isBundled { bundled.insert(unit) }
    let names = facts.declarations.variables.map(\.name) + facts.declarations.functions.map(\.name)
    for name in Set(names) { declarers[name, default: 0] += 1 }
  }

  /// Removes the findings about what programs give.
  ///
  /// - Returns: Notes that say which shaders these are, and how to check them.
  func removeGiven(from all: inout [LintReport.Unit]) -> [Diagnostic] {
    var users: [String: Set<Int>] = [:]
    var lacksPrecision: Set<Int> = []
    for unit in units {
      for finding in all[unit].diagnostics {
        if finding.rule == .missingPrecision { lacksPrecision.insert(unit) }
        // A function of later versions is rather called by mistake than given.
        if let name = Self.missingName(finding), !LaterName.isKnown(name) {
          users[name, default: []].insert(unit)
        }
      }
    }
    let given = users.filter {
      distinct($0.value) >= Self.fewest && $0.value.count > declarers[$0.key] ?? 0
    }
    let nameless = given.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    if distinct(lacksPrecision) < Self.fewest || 2 * lacksPrecision.count < fragments.count {
      lacksPrecision = lacksPrecision.intersection(nameless)
    }
    for unit in nameless.union(lacksPrecision) {
      all[unit].diagnostics.removeAll {
        $0.rule == .missingPrecision || Self.lacksExtension($0)
          || nameless.contains(unit) && Self.missingName($0) != nil
      }
    }
    var notes: [Diagnostic] = []
    if !nameless.isEmpty {
      let names = given.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
      notes.append(
        Self.note(
          nameless, "the program gives names such as \(Self.list(names)), which they lack",
          all, hint: "'preset' or 'prelude' in [[files]] declares them, so that all is checked"))
    }
    let coarse = lacksPrecision.subtracting(nameless)
    if !coarse.isEmpty {
      notes.append(
        Self.note(
          coarse, "the program gives the precision of floats, or runs on desktops", all,
          hint: "begin them with 'precision mediump float;', or name a file with it as 'prelude' "
            + "in [[files]]"))
    }
    return notes
  }

  /// The number of different texts of shaders.
  private func distinct(_ units: Set<Int>) -> Int { Set(units.map { texts[$0] }).count }

  /// A note about shaders in which names and precisions are not checked, as glslify adds text.
  func bundleNotes(_ all: [LintReport.Unit]) -> [Diagnostic] {
    bundled.isEmpty
      ? []
      : [
        Self.note(
          bundled, "glslify adds text, so missing names and precisions are not reported", all,
          hint: "check the bundled shaders")
      ]
  }

  private static func note(
    _ units: Set<Int>, _ what: String, _ all: [LintReport.Unit], hint: String
  ) -> Diagnostic {
    let names = units.map { all[$0].name }.sorted()
    return Diagnostic(
      .completedShaders, "in \(counted(names.count, "shader")), \(what): \(list(names))", at: nil,
      hint: hint)
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  /// The name that a finding misses, if a program can give it.
  private static func missingName(_ finding: Diagnostic) -> String? {
    let parts = finding.message.split(separator: "'", omittingEmptySubsequences: false)
    let isMissing =
      finding.rule == .undeclaredIdentifier || finding.message.hasPrefix("no function '")
    guard isMissing, parts.count > 1, !parts[1].hasPrefix("gl_") else { return nil }
    return String(parts[1])
  }

  /// Whether a line with `#extension` is missing, which comes before all other text.
  private static func lacksExtension(_ finding: Diagnostic) -> Bool {
    finding.rule == .noMatchingFunction && finding.message.hasSuffix("is not available here")
  }
}
