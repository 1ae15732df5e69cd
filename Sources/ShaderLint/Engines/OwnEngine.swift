import GLSL

/// shaderlint's own front end as an engine: the module `GLSL`. It runs in the process of the tool.
enum OwnEngine {
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
    var hint = finding.hint
    if hint == nil, [.undeclaredIdentifier, .noMatchingFunction].contains(finding.rule) {
      hint = assembly.text(finding.range).flatMap(suggestion)
    }
    return Diagnostic(
      finding.rule, severity: finding.severity, finding.message,
      at: assembly.location(of: finding.range),
      related: finding.related.map {
        RelatedLocation(assembly.location(of: $0.range), $0.message)
      },
      hint: hint, fix: finding.fix.flatMap(assembly.fix), origin: origin)
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
