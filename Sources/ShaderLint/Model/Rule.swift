import CompilerLogs

/// A rule of the catalog: its identifier, its name, and its page in `explain`.
package struct Rule: Hashable, Sendable {
  /// The identifier, such as `GL1001`, which never changes.
  package let id: ID
  /// The name, such as `undeclared-identifier`. Configuration files accept both.
  package var name: String { id.name }
  /// The severity unless the driver or the configuration gives another one.
  package let severity: Severity
  /// Who reports it, if the front end finds it.
  let reporter: Reporter
  /// Whether its findings are only reported if the configuration or ``isMinimum`` says so.
  package let isOffByDefault: Bool
  /// Whether a device that supports nothing but the minimum of OpenGL ES 2.0 rejects the shader.
  package let isMinimum: Bool
  /// What was found, in one sentence.
  package let summary: String
  /// Why it matters, and what to do.
  package let explanation: String
  /// Where the specification says so, such as `GLSL ES 1.00, section 5.4`; `nil` if it does not.
  package let clause: String?
  /// A short example of the problem; `nil` if there is none.
  package let bad: String?
  /// The example after the fix.
  package let good: String?

  /// Who reports what the front end finds.
  enum Reporter: Sendable {
    /// The own engine, if it runs: other compilers report it, too.
    case engine
    /// The linter, whichever engines run, because compilers don't report it reliably.
    case always
    /// As ``always``, but not for a file that several shaders include: one of them may use what
    /// another one does not.
    case alwaysInOwnFile
    /// A ``FileRule``, which also sees what the assembly removes.
    case text
  }

  init(
    _ id: ID, _ severity: Severity, by reporter: Reporter = .engine, isOffByDefault: Bool = false,
    isMinimum: Bool = false, summary: String, explanation: String, clause: String? = nil,
    bad: String? = nil, good: String? = nil
  ) {
    self.id = id
    self.reporter = reporter
    self.severity = severity
    self.isOffByDefault = isOffByDefault
    self.isMinimum = isMinimum
    self.summary = summary
    self.explanation = explanation
    self.clause = clause
    self.bad = bad
    self.good = good
  }

  /// All rules, by number.
  package static let catalog: [Rule] =
    compileRules + linkRules + ownRules + limitationRules + useRules + flowRules + toolRules
}
