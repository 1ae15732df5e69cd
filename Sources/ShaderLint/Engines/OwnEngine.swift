import GLSL

/// shaderlint's own front end as an engine: the module `GLSL`. It runs in the process of the tool.
enum OwnEngine {
  /// Returns the findings of the front end that compilers make as well.
  static func diagnostics(_ facts: ShaderFacts) -> [Diagnostic] {
    facts.findings.compactMap { finding in
      guard !finding.problem.isRule, !finding.problem.hasTextRule else { return nil }
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
    if hint == nil, [.undeclaredIdentifier, .noMatchingFunction].contains(finding.problem) {
      hint = assembly.text(finding.range).flatMap(suggestion)
    }
    return Diagnostic(
      Rule.ID(finding.problem), severity: finding.severity, finding.message,
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

extension Problem {
  /// Whether it is reported whichever engine runs, because compilers don't report it reliably.
  var isRule: Bool {
    switch self {
    case .missingPrecision, .reservedName, .doubleUnderscore, .webglName, .longName, .fragDataIndex,
      .deepStructure, .loopForm, .loopIndexWritten, .whileLoop, .dynamicIndex, .divisionByZero,
      .domain,
      .maybeDomain, .extraSemicolon, .uninitialized, .maybeUninitialized, .unreachableCode,
      .constantCondition, .missingReturn, .textureInBranch, .derivativeInBranch, .longLoop,
      .timePrecision, .highpInFragment, .optionalExtension:
      true
    default: isUnusedDeclaration
    }
  }

  /// Whether a declaration is unused, which says nothing about a file that several shaders include.
  var isUnusedDeclaration: Bool {
    switch self {
    case .unusedVariable, .unusedFunction, .unusedParameter, .unusedUniform, .unusedAttribute,
      .unusedVarying:
      true
    default: false
    }
  }

  /// Whether a ``FileRule`` about the text reports it, which also sees what the assembly removes.
  var hasTextRule: Bool {
    self == .emptyShader || self == .wrongVersion || self == .versionNotFirst
  }
}

extension Rule.ID {
  /// The rule for a problem that the front end found.
  init(_ problem: Problem) {
    switch problem {
    case .syntaxError: self = .syntaxError
    case .undeclaredIdentifier: self = .undeclaredIdentifier
    case .typeMismatch: self = .typeMismatch
    case .noMatchingFunction: self = .noMatchingFunction
    case .redeclaration: self = .redeclaration
    case .badOperands: self = .badOperands
    case .badAssignment: self = .badAssignment
    case .badField: self = .badField
    case .badIndex: self = .badIndex
    case .notConstant: self = .notConstant
    case .badQualifier: self = .badQualifier
    case .badConstructor: self = .badConstructor
    case .badReturn: self = .badReturn
    case .badCondition: self = .badCondition
    case .badControlFlow: self = .badControlFlow
    case .recursion: self = .recursion
    case .reservedWord: self = .reservedWord
    case .badArray: self = .badArray
    case .badLiteral: self = .badLiteral
    case .badExtension: self = .badExtension
    case .badFunction: self = .badFunction
    case .tooComplex: self = .tooComplex
    case .preprocessorError: self = .preprocessorError
    case .errorDirective: self = .errorDirective
    case .macroError: self = .macroError
    case .wrongVersion: self = .wrongVersion
    case .versionNotFirst: self = .versionNotFirst
    case .missingPrecision: self = .missingPrecision
    case .reservedName: self = .reservedName
    case .doubleUnderscore: self = .doubleUnderscore
    case .webglName: self = .webglName
    case .longName: self = .longName
    case .fragDataIndex: self = .fragDataIndex
    case .deepStructure: self = .deepStructure
    case .emptyShader: self = .emptyFile
    case .loopForm: self = .loopForm
    case .loopIndexWritten: self = .loopIndexWritten
    case .whileLoop: self = .whileLoop
    case .dynamicIndex: self = .dynamicIndex
    case .divisionByZero: self = .divisionByZero
    case .extraSemicolon: self = .extraSemicolon
    case .uninitialized: self = .uninitialized
    case .domain: self = .domain
    case .maybeDomain: self = .maybeDomain
    case .maybeUninitialized: self = .maybeUninitialized
    case .unreachableCode: self = .unreachableCode
    case .constantCondition: self = .constantCondition
    case .missingReturn: self = .missingReturn
    case .textureInBranch: self = .textureInBranch
    case .derivativeInBranch: self = .derivativeInBranch
    case .longLoop: self = .longLoop
    case .timePrecision: self = .timePrecision
    case .highpInFragment: self = .highpInFragment
    case .optionalExtension: self = .optionalExtension
    case .unusedVariable: self = .unusedVariable
    case .unusedFunction: self = .unusedFunction
    case .unusedParameter: self = .unusedParameter
    case .unusedUniform: self = .unusedUniform
    case .unusedAttribute: self = .unusedAttribute
    case .unusedVarying: self = .unusedVarying
    }
  }
}
