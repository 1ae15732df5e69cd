import CompilerLogs
import GLESKitSupport
import GLSL

/// The findings about the open documents.
struct Diagnostics {
  /// A finding, and the text that its position refers to.
  struct Entry {
    var diagnostic: Diagnostic
    var text: SourceText
  }

  /// The findings by file. They can lie in files that are not open but included.
  private(set) var files: [String: [Entry]] = [:]
  private var known: Set<Diagnostic> = []

  /// Finds what the own engine finds.
  ///
  /// - Parameter driver: What the driver found when the files were saved.
  init(_ workspace: Workspace, driver: [Diagnostic] = []) {
    for path in workspace.documents.keys.sorted() {
      files[path] = files[path] ?? []
      let units = workspace.units(showing: path)
      for unit in units { add(unit, workspace) }
      guard let document = workspace.documents[path] else { continue }
      let file = workspace.shaders(in: path)
      for part in file.skipped {
        let place = Location(file: path, line: max(1, part.line), column: 1)
        add(Diagnostic(.skippedFiles, "not checked: \(part.reason)", at: place), document.text)
      }
      if units.isEmpty && !file.isProgram {
        let note = Diagnostic(
          .unreadableFile, severity: .note, "not checked: the document is too large",
          at: Location(file: path, line: 1, column: 1))
        add(note, document.text)
      }
    }
    for (path, error) in workspace.configurationErrors {
      let text = workspace.text(path) ?? SourceText(path: path, bytes: [])
      let location = Location(file: path, line: max(1, error.line))
      add(Diagnostic(.unreadableFile, error.problem, at: location), text)
    }
    for diagnostic in driver {
      guard let path = diagnostic.location?.file, let document = workspace.documents[path] else {
        continue
      }
      add(diagnostic, document.text)
    }
  }

  private mutating func add(_ unit: CheckedUnit, _ workspace: Workspace) {
    if unit.isGuess {
      let path = unit.key.path
      let note = Diagnostic(
        .unreadableFile, severity: .note, "not checked: the stage of this shader is unknown",
        at: Location(file: path, line: 1, column: 1),
        hint: "include it in a shader, name it .vert or .frag, or add '#pragma shaderlint fragment'"
      )
      if let text = unit.file(path) { add(note, text) }
      return
    }
    if unit.facts.preprocessed.version == nil,
      let language = SkipReason.language(of: unit.facts, workspace.options)
    {
      let place = Location(file: unit.key.path, line: unit.input.firstLine, column: 1)
      add(Diagnostic(.skippedFiles, "not checked: \(language)", at: place), in: [unit])
      return
    }
    for diagnostic in unit.leveled(unit.findings) where !workspace.explains(diagnostic, in: unit) {
      add(diagnostic, in: [unit])
    }
    for partner in workspace.partners(of: unit) {
      let isVertex = unit.facts.stage == .vertex
      let (vertex, fragment) = isVertex ? (unit, partner) : (partner, unit)
      guard vertex.facts.stage != fragment.facts.stage else { continue }
      let verdicts = Verdicts(vertex: vertex.facts, fragment: fragment.facts, hasOwnEngine: true)
      let found = Arbitration.ruling(verdicts).findings
      for diagnostic in fragment.leveled(found, partner: vertex) {
        add(diagnostic, in: [unit, partner])
      }
    }
  }

  private mutating func add(_ diagnostic: Diagnostic, in units: [CheckedUnit]) {
    guard let path = diagnostic.location?.file,
      let text = units.lazy.compactMap({ $0.file(path) }).first
    else { return }
    add(diagnostic, text)
  }

  private mutating func add(_ diagnostic: Diagnostic, _ text: SourceText) {
    guard known.insert(diagnostic).inserted else { return }
    files[text.path, default: []].append(Entry(diagnostic: diagnostic, text: text))
  }

  /// Returns the findings in a file as LSP has them.
  func json(_ path: String, _ workspace: Workspace) -> JSON {
    .array(
      (files[path] ?? []).sorted { Self.order($0) < Self.order($1) }.map {
        Self.json($0.diagnostic, $0.text, workspace)
      })
  }

  private static func order(_ entry: Entry) -> (Int, Int) {
    (entry.diagnostic.location?.line ?? 0, entry.diagnostic.location?.column ?? 0)
  }

  static func json(_ diagnostic: Diagnostic, _ text: SourceText, _ workspace: Workspace) -> JSON {
    let severity =
      switch diagnostic.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    let location = diagnostic.location ?? Location(file: text.path)
    var json: JSON = [
      "range": text.range(of: location).json, "severity": .integer(severity),
      "code": .string(diagnostic.rule.text), "source": "shaderlint",
      "message": .string(diagnostic.message + (diagnostic.hint.map { "\n\($0)" } ?? "")),
    ]
    let related = diagnostic.related.compactMap { related -> JSON? in
      guard let text = workspace.text(related.location.file) else { return nil }
      return [
        "location": workspace.json(related.location, in: text),
        "message": .string(related.message),
      ]
    }
    json.add("relatedInformation", related.isEmpty ? nil : .array(related))
    return json
  }
}
