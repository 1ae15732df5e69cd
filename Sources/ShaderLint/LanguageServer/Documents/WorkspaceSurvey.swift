import CompilerLogs
import GLESKitSupport
import GLSL

/// What the programs of the open folders give to shaders, as a check of the folders finds it.
struct WorkspaceSurvey {
  /// The files whose shaders are to be checked.
  private(set) var waiting: Set<String> = []
  private var shaders = CompletedShaders<CheckedUnit.Key>()
  /// The shaders of each file.
  private var keys: [String: [CheckedUnit.Key]] = [:]
  /// The names that the strings of each program give.
  private var names: [String: Set<String>] = [:]
  private(set) var given = CompletedShaders<CheckedUnit.Key>.Given()

  /// Notes a file whose shaders may be others than before.
  mutating func note(_ path: String) { waiting.insert(path) }

  /// Returns a file to check; `nil` if all are checked.
  mutating func next() -> String? { waiting.popFirst() }

  /// Notes the shaders of a file, and the text of a program.
  mutating func note(
    _ units: [CheckedUnit], of path: String, program: HostCode?, _ options: LintOptions
  ) {
    names[path] = program.map { $0.givenNames.union(HostCode.marks(in: $0.bytes)) }
    for key in keys[path] ?? [] { shaders.remove(key) }
    keys[path] = units.isEmpty ? nil : units.map(\.key)
    for unit in units {
      guard SkipReason.reason(for: unit.facts, in: path, options) == nil else {
        shaders.skip(unit.key, unit.facts)
        continue
      }
      shaders.add(unit.key, unit.facts)
      shaders.note(unit.leveled(unit.findings), in: unit.key)
    }
  }

  /// Finds what programs give. Returns whether it is something else than before.
  mutating func update(_ files: ProjectFiles) -> Bool {
    let before = given
    // As in LintRun: without a shader that lacks something, build files have nothing to tell.
    let marks =
      shaders.isIncomplete ? BuildFiles.marks(near: Array(names.keys) + keys.keys, files) : []
    given = shaders.given(names.values.reduce(into: marks) { $0.formUnion($1) }, by: names.keys)
    return given != before
  }
}

extension Workspace {
  /// Whether a finding in a shader is about what its program gives.
  func explains(_ finding: Diagnostic, in unit: CheckedUnit) -> Bool {
    !graph.programs.isEmpty && survey.given.explains(finding, in: unit.key)
  }

  /// Whether files of the open folders are still to be read or checked.
  var isIndexing: Bool {
    !graph.isComplete || !graph.programs.isEmpty && !survey.waiting.isEmpty
  }

  /// Reads the `#include` lines of some more files or, once all are read, checks some for what
  /// their programs give. Returns whether documents may have other findings now.
  func index(_ count: Int) -> Bool {
    let wasComplete = graph.isComplete
    indexIncludes(count)
    guard wasComplete || count == .max, !graph.programs.isEmpty else {
      return graph.isComplete && !wasComplete
    }
    // A check takes longer than a search for #include.
    for _ in 0..<max(1, count / 8) {
      guard let path = survey.next() else { break }
      survey.note(foundShaders(in: path), of: path, program: program(path), options)
    }
    let isOther = survey.waiting.isEmpty && survey.update(scope)
    return isOther || !wasComplete
  }

  /// Returns a file of the open folders as a program, if it is one.
  private func program(_ path: String) -> HostCode? {
    guard graph.programs.contains(path) else { return nil }
    let text =
      documents[path]?.text.bytes ?? (try? scope.read(path, limit: HostCode.sizeLimit))
    return text.flatMap { HostCode(unsearched: path, $0) }
  }

  /// Returns the shaders that a check of the open folders finds in a file.
  private func foundShaders(in path: String) -> [CheckedUnit] {
    let configuration = configuration(for: path)
    let isListed = configuration.programs.contains { $0.vertex == path || $0.fragment == path }
    guard let root = roots.first(where: { path.hasPrefix("\($0)/") }), !isListed,
      documents[path] != nil || ShaderName(path).isShader
        || configuration.kind(ofFile: path) != nil
        || configuration.files.isEmpty && !SkipReason.isPackage(path, below: root)
          && isToldByText(path),
      !configuration.excludes(path), !shaders(in: path).shaders.isEmpty
    else { return [] }
    return variants(of: path).filter { !$0.isGuess }
  }

  private func isToldByText(_ path: String) -> Bool {
    lazy var text = self.text(path)?.bytes
    return Configuration.FileKind.told(byTextOf: path, SkipReason.unread(path, text), text) != nil
  }
}
