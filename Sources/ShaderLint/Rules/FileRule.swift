import CompilerLogs
import GLESKitSupport
import GLSL

/// A shader, as shaderlint's own rules see it.
struct ShaderFacts: Sendable {
  let stage: ShaderStage
  let profile: Profile
  let assembly: Assembly
  let preprocessed: Preprocessed
  let declarations: Declarations
  /// The findings about includes and invalid bytes.
  let textFindings: [Diagnostic]
  /// What the front end found.
  let findings: [Finding]
  /// Whether the front end judged the shader, and whether it accepts it.
  let isJudged: Bool
  let isValid: Bool
  /// Whether the front end knows the shader's declarations, so that rules may rely on them.
  let isRead: Bool
  /// The findings that comments in the shader suppress.
  let suppressions: Suppressions
  /// What unknown names probably mean. Each takes a look at all names, so only the first ones get a
  /// suggestion; they show what is wrong.
  private var suggestions: [String: String] = [:]
  /// Whether the shader is not part of a program.
  var standsAlone = true

  init(stage: ShaderStage, assembly: Assembly, profile: Profile = .es2) {
    // The tree is not kept: a run can have thousands of shaders.
    self.init(assembly, CheckedShader(assembly, stage: stage, profile: profile))
  }

  /// Makes the facts about a shader that is already checked.
  init(_ assembly: Assembly, _ checked: CheckedShader) {
    stage = checked.stage
    profile = checked.profile
    self.assembly = assembly
    preprocessed = checked.preprocessed
    findings = checked.findings
    isJudged = checked.isJudged
    isValid = checked.isValid
    isRead = checked.isRead
    suppressions = Suppressions(assembly)
    declarations = Declarations(checked)
    textFindings = Self.textFindings(assembly, checked)
    suggestions = nearNames()
  }

  /// Whether something remains after preprocessing, or may remain.
  var hasCode: Bool { !preprocessed.items.isEmpty || !preprocessed.complete }

  /// The first few findings about characters show what is wrong.
  private static let mostCharacters = 20

  /// WebGL allows any character in text that the preprocessor skips, as in comments.
  private static func textFindings(_ assembly: Assembly, _ checked: CheckedShader) -> [Diagnostic] {
    guard !assembly.diagnostics.isEmpty else { return [] }
    let removed = checked.profile == .webgl1 ? checked.preprocessed.removed : []
    var count = 0
    return assembly.diagnostics.filter { found in
      guard found.rule == .nonASCII, let place = found.location else { return true }
      if !removed.isEmpty, let offset = assembly.bodyOffset(of: place) {
        let end = removed.partitioningIndex { $0.lowerBound > offset }
        if end > 0, removed[end - 1].contains(offset) { return false }
      }
      count += 1
      return count <= mostCharacters
    }
  }

  /// The number of unknown names that get a suggestion.
  private static let mostSuggestions = 20

  /// Returns the names that unknown ones probably stand for.
  private func nearNames() -> [String: String] {
    let unknown = findings.lazy.filter { $0.hint == nil && Self.missingNames.contains($0.rule) }
    var found: [String: String] = [:]
    var names: Set<String> = []
    lazy var functions = Set(declarations.functions.map(\.name))
    lazy var called = functions.sorted() + BuiltInNames.called(in: stage)
    lazy var read =
      (declarations.variables.map(\.name) + declarations.declaredNames).filter {
        !functions.contains($0)
      } + BuiltInNames.all(in: stage)
    for finding in unknown {
      guard names.count < Self.mostSuggestions else { break }
      guard let name = assembly.text(finding.range), names.insert(name).inserted else { continue }
      let known = finding.rule == .noMatchingFunction ? called : read
      if let near = Spelling.closest(to: name, in: known), near != name { found[name] = near }
    }
    return found
  }

  /// Returns where the shader declares a variable or, last, a function of this name; `nil` if it
  /// declares neither.
  func declaration(of name: String) -> RelatedLocation? {
    if let variable = declarations.variable(name) {
      return RelatedLocation(
        assembly.location(of: variable.site), "\(variable.type.text) in the \(stage) shader")
    }
    return declarations.functions.last { $0.name == name }.map {
      RelatedLocation(assembly.location(of: $0.site), "declared in the \(stage) shader")
    }
  }

  private static let missingNames: Set<Rule.ID> = [.undeclaredIdentifier, .noMatchingFunction]

  /// Returns a hint that names what is probably meant by an unknown name; `nil` if nothing is like
  /// it.
  func suggestion(for name: String) -> String? {
    suggestions[name].map { "did you mean '\($0)'?" }
  }

  /// Returns a hint for a finding about an unknown name.
  func suggestion(for finding: Finding) -> String? {
    near(finding).map { "did you mean '\($0)'?" }
  }

  /// Returns the name that the unknown one of a finding probably stands for.
  func near(_ finding: Finding) -> String? {
    guard Self.missingNames.contains(finding.rule) else { return nil }
    return assembly.text(finding.range).flatMap { suggestions[$0] }
  }
}

extension Assembly {
  /// Returns the text of a range of ``body``; `nil` for a range at its end.
  fileprivate func text(_ range: SourceRange) -> String? {
    let bytes = Int(range.start)..<Int(range.end)
    guard !bytes.isEmpty, bytes.upperBound <= body.count else { return nil }
    return String(decoding: body[bytes], as: UTF8.self)
  }
}

extension CheckedShader {
  /// Checks an assembled shader.
  init(_ assembly: Assembly, stage: ShaderStage, profile: Profile) {
    let version = assembly.movedVersion.dropFirst()
    self.init(
      assembly.body, assembly.scan, stage: stage, profile: profile,
      version: version.first.flatMap { Int($0) }.map { version.count > 1 ? $0 * 1000 : $0 })
  }
}

/// A rule for one shader. It reports problems that compilers don't report.
struct FileRule: Sendable {
  /// Returns the findings in a shader.
  let check: @Sendable (ShaderFacts) -> [Diagnostic]

  /// Makes a rule that has at most one finding in a shader.
  static func single(_ find: @escaping @Sendable (ShaderFacts) -> Diagnostic?) -> FileRule {
    FileRule { facts in find(facts).map { [$0] } ?? [] }
  }

  /// All rules for one shader, in the order of their findings.
  static let all: [FileRule] = [
    versionLine, empty, missingMain, noOutput, attributeCount, uniformCount, samplerCount, language,
  ]

  /// What the front end finds and compilers don't report reliably.
  static let language = FileRule { facts in
    facts.findings.compactMap { finding in
      let reporter = finding.rule.rule.reporter
      guard reporter == .always || reporter == .alwaysInOwnFile else { return nil }
      let found = facts.diagnostic(finding, origin: .rule)
      let isShared = found.location?.file != facts.assembly.files[0].path
      return reporter == .alwaysInOwnFile && isShared ? nil : found
    }
  }
}

/// A rule for the two shaders of a program.
struct ProgramRule: Sendable {
  /// Returns the findings in a vertex and a fragment shader.
  let check: @Sendable (_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> [Diagnostic]

  /// Makes a rule that has at most one finding in a program.
  static func single(
    _ find: @escaping @Sendable (_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> Diagnostic?
  ) -> ProgramRule {
    ProgramRule { vertex, fragment in find(vertex, fragment).map { [$0] } ?? [] }
  }

  /// All rules for programs, in the order of their findings.
  static let all: [ProgramRule] = [
    uniforms, varyings, invariantBuiltIns, unreadVaryings, varyingCount, programSamplers,
  ]

  /// Applies all rules to a program; none if the declarations of a shader are not known.
  static func findings(_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> [Diagnostic] {
    guard vertex.isRead && fragment.isRead else { return [] }
    return all.flatMap { $0.check(vertex, fragment) }
  }
}
