import CompilerLogs
import GLSL

/// Decides which findings are reported where engines differ or say the same in other words.
enum Arbitration {
  /// What is done with a finding. One that no row is about is kept.
  enum Decision {
    case keep
    /// It is left out: another finding says it better, or it is meaningless.
    case drop
    /// It is left out, and does not count in the engine's verdict: the compiler is mistaken.
    case overrule
    /// It becomes a note, and does not count in the engine's verdict: the compiler can't tell.
    case advise
  }

  /// Whose findings a row is about.
  enum Source {
    /// The engines that ask a compiler: all but the own one.
    case compilers
    case all
  }

  /// A row of the table: findings of these rules by these sources, under a condition.
  struct Row {
    /// `nil` for all rules.
    var rules: Set<Rule.ID>?
    var source: Source
    var condition: Condition
    var decision: Decision
    var why: String
  }

  /// The table: the first row that fits decides.
  static let table: [Row] = [
    Row(
      rules: [.compilerHung, .outOfMemory], source: .compilers, condition: .ownAccepts,
      decision: .advise, why: "the own engine has checked it within the limits"),
    Row(
      rules: [.compilerCrashed, .compilerHung, .outOfMemory, .driverQuirk], source: .all,
      condition: .always, decision: .keep,
      why: "it is about the compiler, whatever others say of the shader"),
    Row(
      source: .compilers, condition: .quirk, decision: .overrule,
      why: "the specification allows it; Quirk.all has the evidence"),
    Row(
      rules: [.lineContinuation], source: .compilers, condition: .always, decision: .overrule,
      why: "a note of the front end says so, and drivers join the lines"),
    Row(
      rules: [.badExtension], source: .compilers, condition: .missingExtension, decision: .advise,
      why: "the devices and browsers for which the shader is have others than this driver"),
    Row(
      source: .compilers, condition: .missingExtension, decision: .overrule,
      why: "it follows from an extension that this driver lacks"),
    Row(
      rules: [.wrongVersion], source: .all, condition: .es3, decision: .drop,
      why: "with --es3, the driver judges what the own engine does not know"),
    Row(
      rules: [.syntaxError], source: .compilers, condition: .empty, decision: .drop,
      why: "empty-file is clearer than 'unexpected end of file'"),
    Row(
      source: .compilers, condition: .bothReject, decision: .drop,
      why: "the own engine reports all errors of a shader, each once and with its place"),
    Row(
      rules: [.uninitialized], source: .compilers, condition: .judged, decision: .drop,
      why: "Mesa looks at one function at a time, and most of its warnings are wrong"),
    Row(
      rules: [.driverWarning], source: .compilers, condition: .samplerIndex, decision: .drop,
      why: "the own engine knows which indices appendix A allows"),
    Row(
      rules: [.varyingNotWritten], source: .compilers, condition: .warningOnly, decision: .drop,
      why: "the program links: the vertex shader writes a part of it, or nothing"),
    Row(
      rules: aboutVariables.union([.linkError]), source: .compilers, condition: .sameVariable,
      decision: .drop, why: "rules know both declarations"),
    Row(
      source: .compilers, condition: .ownNamesErrors, decision: .drop,
      why: "the own engine has named what is wrong"),
    Row(
      rules: [.silentFailure], source: .compilers, condition: .rulesNameErrors, decision: .drop,
      why: "a rule gives the reason that the compiler lacks"),
    Row(
      rules: [.validationFailed], source: .compilers, condition: .textureUnits, decision: .drop,
      why: "validation depends on the state of a draw; here all samplers use unit 0"),
    Row(
      source: .all, condition: .sameLine, decision: .drop,
      why: "one mistake is one finding, and the first source has the best place"),
  ]

  /// Rules about a variable of a program, which drivers report with one another's words.
  static let aboutVariables: Set<Rule.ID> = [
    .uniformTypeMismatch, .uniformPrecisionMismatch, .varyingTypeMismatch, .varyingNotWritten,
    .invarianceMismatch,
  ]

  /// Findings about a compiler that ended before its verdict.
  private static let losses: Set<Rule.ID> = [.compilerCrashed, .compilerHung, .outOfMemory]

  /// What is known when a finding is weighed.
  struct Evidence {
    let verdicts: Verdicts
    let engine: KnownEngine?
    /// Whether the engine accepts, apart from its mistakes.
    var accepts: Bool?
    /// The rules and places of what is kept of the findings of earlier sources.
    var kept: Set<Line> = []
  }

  /// A rule that is reported, and the line.
  struct Line: Hashable {
    var rule: Rule.ID
    var file: String?
    var line: Int?

    init(_ finding: Diagnostic) {
      rule = finding.rule
      file = finding.location?.file
      line = finding.location?.line
    }
  }

  /// Returns the row that decides about a finding; `nil` if it is kept for lack of one.
  static func row(for finding: Diagnostic, _ evidence: Evidence) -> Row? {
    let isCompiler = evidence.engine?.isCompiler == true
    return table.first { row in
      (row.source == .all || isCompiler) && row.rules?.contains(finding.rule) != false
        && row.condition.holds(finding, evidence)
    }
  }

  /// The outcome for a shader or a program.
  struct Ruling {
    /// What is reported.
    var findings: [Diagnostic] = []
    /// Whether each engine that judges it accepts it, after corrections.
    var verdicts: [LintReport.Unit.Verdict] = []
    /// The engines that reject it only by mistake.
    var mistaken: Set<String> = []
    /// Those of them that can't judge it.
    var undecided: Set<String> = []

    func accepts(_ engine: String) -> Bool {
      verdicts.contains { $0.engine == engine && $0.accepts }
    }
  }

  /// Decides about a shader, or about a program.
  ///
  /// - Parameter stages: The rulings on the shaders of a program.
  static func ruling(_ verdicts: Verdicts, stages: [Ruling] = []) -> Ruling {
    var ruling = Ruling()
    for verdict in verdicts.all {
      var evidence = Evidence(verdicts: verdicts, engine: verdict.engine, accepts: verdict.accepts)
      var found = verdict.findings
      if let name = verdict.engine?.choice.name {
        var decisions: Set<Decision> = []
        found = found.compactMap { finding in
          let decision = row(for: finding, evidence)?.decision ?? .keep
          decisions.insert(decision)
          guard decision == .advise else { return decision == .overrule ? nil : finding }
          var note = finding
          note.severity = .note
          return note
        }
        // A compiler that is lost has no verdict.
        if found.contains(where: { losses.contains($0.rule) }) { ruling.undecided.insert(name) }
        if !decisions.isDisjoint(with: [.overrule, .advise]), verdict.accepts == false,
          !found.contains(where: { $0.severity == .error })
        {
          evidence.accepts = true
          ruling.mistaken.insert(name)
          if decisions.contains(.advise) { ruling.undecided.insert(name) }
        }
        if verdicts.isProgram {
          // A program whose shaders are rejected by mistake can't be linked. Of joined lines, a
          // note about the shader says so.
          let isJoined = stages.flatMap(\.findings).contains { $0.rule == .lineContinuation }
          if verdict.accepts == nil, !isJoined,
            stages.contains(where: { $0.mistaken.contains(name) })
          {
            found.append(notLinked(verdicts, name))
          }
          evidence.accepts =
            stages.allSatisfy { $0.accepts(name) } && verdict.accepts ?? true
        }
        if (stages + [ruling]).contains(where: { $0.undecided.contains(name) }) {
          evidence.accepts = nil
        }
        if let accepts = evidence.accepts {
          ruling.verdicts.append(LintReport.Unit.Verdict(engine: name, accepts: accepts))
        }
      }
      evidence.kept = Set(ruling.findings.map(Line.init))
      ruling.findings += found.filter {
        [.keep, .advise].contains(row(for: $0, evidence)?.decision ?? .keep)
      }
    }
    return ruling
  }

  private static func notLinked(_ verdicts: Verdicts, _ engine: String) -> Diagnostic {
    Diagnostic(
      .driverQuirk, "not linked: the \(engine) engine rejects a legal shader",
      at: Location(file: verdicts.shaders[1].assembly.files[0].path, line: 1))
  }
}
