import CompilerLogs
import GLESKitSupport
import GLSL

/// Shaders of a project to which its programs add text before they compile it.
///
/// Engines such as three.js put declarations, precisions and `#extension` lines before a shader,
/// and no file of the project has that text. A name that several shaders lack, and fewer declare,
/// is not misspelled: the program gives it. So is a precision that most fragment shaders lack.
struct CompletedShaders<Key: Hashable> {
  /// What is known of a shader.
  private struct Shader {
    /// The hash value of the text: copies of a shader miss the same.
    var text: Int
    var isFragment: Bool
    var isBundled: Bool
    /// The names of its variables and functions.
    var declared: Set<String>
    var missing: Set<String> = []
    var lacksPrecision = false
  }

  private var shaders: [Key: Shader] = [:]

  /// The fewest different shaders that miss the same.
  private static var fewest: Int { 3 }

  /// Notes a shader that was found in a folder.
  mutating func add(_ key: Key, _ facts: ShaderFacts) {
    let names = facts.declarations.variables.map(\.name) + facts.declarations.functions.map(\.name)
    shaders[key] = Shader(
      text: facts.assembly.body.hashValue, isFragment: facts.stage == .fragment,
      isBundled: facts.assembly.isBundled, declared: Set(names))
  }

  /// Notes what was found in a shader.
  mutating func note(_ findings: [Diagnostic], in key: Key) {
    shaders[key]?.lacksPrecision = findings.contains { $0.rule == .missingPrecision }
    // A function of later versions is rather called by mistake than given.
    shaders[key]?.missing = Set(
      findings.compactMap(\.missingName).filter { !LaterName.isKnown($0) })
  }

  /// Forgets a shader.
  mutating func remove(_ key: Key) { shaders[key] = nil }

  /// What programs add to shaders.
  struct Given: Equatable {
    /// The names, those that most shaders lack first.
    var names: [String] = []
    /// The shaders that lack such a name.
    var nameless: Set<Key> = []
    /// The other shaders that lack a precision.
    var coarse: Set<Key> = []

    /// Whether a finding in a shader is about what its program gives.
    func explains(_ finding: Diagnostic, in key: Key) -> Bool {
      let isNameless = nameless.contains(key)
      guard isNameless || coarse.contains(key) else { return false }
      return finding.rule == .missingPrecision || finding.lacksExtension
        || isNameless && finding.missingName != nil
    }
  }

  /// What programs add to the shaders.
  var given: Given {
    var users: [String: Set<Key>] = [:]
    var declarers: [String: Int] = [:]
    for (key, shader) in shaders {
      for name in shader.missing { users[name, default: []].insert(key) }
    }
    for shader in shaders.values {
      for name in shader.declared where users[name] != nil { declarers[name, default: 0] += 1 }
    }
    let given = users.filter {
      distinct($0.value) >= Self.fewest && $0.value.count > declarers[$0.key] ?? 0
    }
    let nameless = given.values.reduce(into: Set<Key>()) { $0.formUnion($1) }
    // Shaders that miss names may miss the precision as well, and tell nothing about the others.
    let rest = shaders.filter { !nameless.contains($0.key) }
    let coarse = Set(rest.filter(\.value.lacksPrecision).keys)
    let isUsual =
      distinct(coarse) >= Self.fewest && 2 * coarse.count >= rest.values.count(where: \.isFragment)
    return Given(
      names: given.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key),
      nameless: nameless, coarse: isUsual ? coarse : [])
  }

  /// The number of different texts of shaders.
  private func distinct(_ keys: Set<Key>) -> Int { Set(keys.map { shaders[$0]?.text }).count }

  /// The shaders to which glslify adds text.
  var bundled: Set<Key> { Set(shaders.filter(\.value.isBundled).keys) }
}

extension CompletedShaders<Int> {
  /// Removes the findings about what programs give.
  ///
  /// - Returns: Notes that say which shaders these are, and how to check them.
  mutating func removeGiven(from all: inout [LintReport.Unit]) -> [Diagnostic] {
    for unit in all.indices { note(all[unit].diagnostics, in: unit) }
    let given = given
    for unit in given.nameless.union(given.coarse) {
      all[unit].diagnostics.removeAll { given.explains($0, in: unit) }
    }
    var notes: [Diagnostic] = []
    if !given.nameless.isEmpty {
      notes.append(
        Self.note(
          given.nameless,
          "the program gives names such as \(Self.list(given.names)), which they lack", all,
          hint: "'preset' or 'prelude' in [[files]] declares them, so that all is checked"))
    }
    if !given.coarse.isEmpty {
      notes.append(
        Self.note(
          given.coarse, "the program gives the precision of floats, or runs on desktops", all,
          hint: "begin them with 'precision mediump float;', or name a file with it as 'prelude' "
            + "in [[files]]"))
    }
    return notes
  }

  /// A note about shaders in which names and precisions are not checked, as glslify adds text.
  func bundleNotes(_ all: [LintReport.Unit]) -> [Diagnostic] {
    let bundled = bundled
    return bundled.isEmpty
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
}

extension Diagnostic {
  /// The name that a finding misses, if a program can give it.
  fileprivate var missingName: String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    // The chunks of three.js have no ending: it replaces `#include <common>`.
    if rule == .includeNotFound {
      return parts[1].contains(where: "./".contains) ? nil : String(parts[1])
    }
    guard rule == .undeclaredIdentifier || message.hasPrefix("no function '"),
      !parts[1].hasPrefix("gl_")
    else { return nil }
    return String(parts[1])
  }

  /// Whether a line with `#extension` is missing, which comes before all other text.
  fileprivate var lacksExtension: Bool {
    rule == .noMatchingFunction && message.hasSuffix("is not available here")
  }
}
