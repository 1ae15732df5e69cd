import CompilerLogs
import GLESKitSupport
import GLSL
import Profiling

/// shaderlint's own front end as an engine: the module `GLSL`. It runs in the process of the tool,
/// after a worker has checked a long text without exceeding the limits.
package enum OwnEngine {
  /// The longest text that is checked without a worker, in bytes: 10 ms, and 7 MB of memory.
  static let mostBytes = 1 << 16

  /// Returns why a text can't be checked within the limits; `nil` if it can, or if workers can't be
  /// started.
  static func loss(
    _ stage: ShaderStage, _ text: [UInt8], _ isolation: Isolation, _ profiler: Profiler
  ) -> JobOutcome.Loss? {
    guard text.count > mostBytes else { return nil }
    var loss: JobOutcome.Loss?
    var pool = WorkerPool(EngineChoice(engine: .own), isolation, profiler: profiler)
    try? pool.run(count: 1) { _ in
      .shader(stage, text)
    } begin: { _ in
    } done: { _, outcome in
      loss = outcome.loss?.cause
    }
    return loss
  }

  /// Returns whether the front end accepts a text, in a worker. The text of WebGL takes the same
  /// work.
  package static func accepts(_ stage: ShaderStage, _ text: [UInt8]) -> Bool {
    // What the text includes is part of it. An #include that remains names no file to be read here.
    let assembler = Assembler(options: AssemblyOptions()) { path throws(FileError) in
      throw FileError(.read, path, code: FileError.outside)
    }
    let assembly = assembler.assemble(path: "-", bytes: text)
    let facts = ShaderFacts(stage: stage, assembly: assembly)
    return !(FileRule.all.flatMap { $0.check(facts) } + diagnostics(facts)).contains {
      $0.severity == .error
    }
  }

  /// Returns the findings of the front end that compilers make as well.
  static func diagnostics(_ facts: ShaderFacts) -> [Diagnostic] {
    facts.findings.compactMap { finding in
      guard finding.rule.rule.reporter == .engine else { return nil }
      return facts.diagnostic(finding, origin: KnownEngine.own.origin)
    }
  }

  /// Returns what keeps two valid shaders from linking, in addition to ``ProgramRule``.
  static func linkDiagnostics(
    _ vertex: ShaderFacts, _ fragment: ShaderFacts
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for facts in [vertex, fragment] {
      if !facts.declarations.hasMain {
        found.append(
          Diagnostic(
            .missingMain, "the \(facts.stage.rawValue) shader has no main()",
            at: facts.assembly.start, origin: KnownEngine.own.origin))
      }
      for function in facts.declarations.functions where function.isCalled && !function.isDefined {
        found.append(
          Diagnostic(
            .undefinedFunction, "the function '\(function.name)' is called but not defined",
            at: facts.assembly.location(of: function.site), origin: KnownEngine.own.origin))
      }
    }
    return found
  }
}

extension ShaderFacts {
  /// Returns a finding of the front end as a finding of the linter.
  func diagnostic(_ finding: Finding, origin: Diagnostic.Origin) -> Diagnostic {
    var finding = finding
    // What is said once is said where no comment suppresses it.
    if let place = ([finding.range] + finding.repeats).first(where: {
      !suppressions.cover(finding.rule, assembly.location(of: $0))
    }) {
      finding.range = place
    }
    var diagnostic = Diagnostic(
      finding.rule, severity: finding.severity, finding.message,
      at: assembly.location(of: finding.range),
      related: finding.related.map {
        RelatedLocation(assembly.location(of: $0.range), $0.message)
      },
      hint: finding.hint ?? suggestion(for: finding), fix: finding.fix.flatMap(assembly.fix),
      origin: origin, lack: finding.lack, allowed: finding.allowed)
    if finding.hint == nil, let name = near(finding) {
      diagnostic.possibleFix = assembly.fix(
        Fix("Replace with '\(name)'", finding.range, name))
    }
    return diagnostic
  }
}
