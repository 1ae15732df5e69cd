import GLSL

/// The facts about a shader or a program: what each engine says. ``Arbitration`` decides.
struct Verdicts {
  /// The shader, or the vertex and the fragment shader.
  let shaders: [ShaderFacts]
  /// Whether a driver may judge a shader in GLSL ES 3.00.
  private(set) var allowsES3 = false
  /// In the order in which they were reached: the rules, the own engine, other engines.
  private(set) var all: [Verdict]

  /// Notes what shaderlint itself says about a shader.
  ///
  /// - Parameters:
  ///   - hasOwnEngine: Whether the own engine judges it, too.
  ///   - allowsES3: Whether a driver may judge a shader in GLSL ES 3.00.
  init(_ facts: ShaderFacts, hasOwnEngine: Bool, allowsES3: Bool = false) {
    self.allowsES3 = allowsES3
    shaders = [facts]
    all = [Verdict(findings: facts.textFindings + FileRule.all.flatMap { $0.check(facts) })]
    guard hasOwnEngine else { return }
    all.append(
      Verdict(
        engine: .own, accepts: facts.isJudged ? facts.isValid : nil,
        findings: OwnEngine.diagnostics(facts)))
  }

  /// Notes what shaderlint itself says about a program.
  init(vertex: ShaderFacts, fragment: ShaderFacts, hasOwnEngine: Bool) {
    shaders = [vertex, fragment]
    all = [Verdict(findings: ProgramRule.findings(vertex, fragment))]
    guard hasOwnEngine, vertex.isJudged, fragment.isJudged else { return }
    // Without valid shaders, what is missing says nothing.
    let areValid = vertex.isValid && fragment.isValid
    let found = areValid ? OwnEngine.linkDiagnostics(vertex, fragment) : []
    let hasErrors = (all[0].findings + found).contains { $0.severity == .error }
    all.append(Verdict(engine: .own, accepts: areValid && !hasErrors, findings: found))
  }

  mutating func add(_ verdict: Verdict) { all.append(verdict) }

  /// What the own engine says; `nil` if it was not asked.
  var own: Verdict? { self[KnownEngine.own.choice] }

  /// Returns what an engine says; `nil` if it was not asked.
  subscript(choice: EngineChoice) -> Verdict? { all.first { $0.engine?.choice == choice } }

  /// Whether it is a program.
  var isProgram: Bool { shaders.count == 2 }
}
