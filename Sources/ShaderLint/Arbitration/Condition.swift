import CompilerLogs

extension Arbitration {
  /// When a row of the table applies.
  struct Condition: Sendable {
    /// Returns whether the condition is met by a finding.
    let holds: @Sendable (_ finding: Diagnostic, _ evidence: Evidence) -> Bool
  }
}

extension Arbitration.Evidence {
  /// The shader; `nil` for a program.
  fileprivate var shader: ShaderFacts? { verdicts.isProgram ? nil : verdicts.shaders.first }

  /// Whether the own engine accepts the shader or program.
  fileprivate var ownAccepts: Bool { verdicts.own?.accepts == true }

  /// Whether shaderlint itself reports errors of a program.
  fileprivate var hasOwnErrors: Bool {
    verdicts.isProgram
      && verdicts.all.contains { verdict in
        verdict.engine?.isCompiler != true && verdict.findings.contains { $0.severity == .error }
      }
  }
}

extension Arbitration.Condition {
  static let always = Self { _, _ in true }
  /// A quirk of the compiler overrules the error in a shader.
  static let quirk = Self { finding, evidence in
    guard finding.severity == .error, let shader = evidence.shader, let engine = evidence.engine
    else { return false }
    return engine.quirks.contains { $0.overrules(finding, in: shader) }
  }
  /// The driver may judge the shader in GLSL ES 3.00, and does.
  static let es3 = Self { _, evidence in
    evidence.verdicts.allowsES3 && evidence.shader?.preprocessed.version == 300_000
      && evidence.verdicts.all.contains { $0.engine?.isCompiler == true }
  }
  /// Nothing remains of the shader after preprocessing.
  static let empty = Self { _, evidence in evidence.shader?.hasCode == false }
  /// The engine and the own engine both reject the shader.
  static let bothReject = Self { _, evidence in
    evidence.shader != nil && evidence.accepts == false && evidence.verdicts.own?.accepts == false
  }
  /// The front end judges the shader.
  static let judged = Self { _, evidence in evidence.shader?.isJudged == true }
  /// The own engine accepts the shader or program.
  static let ownAccepts = Self { _, evidence in evidence.ownAccepts }
  /// The own engine accepts the shader, and the engine lacks an extension.
  static let missingExtension = Self { _, evidence in
    guard evidence.shader != nil, evidence.ownAccepts, let engine = evidence.engine else {
      return false
    }
    return evidence.verdicts[engine.choice]?.findings.contains {
      $0.rule == .badExtension && $0.message.contains("unsupported")
    } == true
  }
  /// It is about indices of sampler arrays, and the front end accepts the shader.
  static let samplerIndex = Self { finding, evidence in
    finding.message.contains("sampler arrays indexed")
      && evidence.shader.map { $0.isJudged && $0.isValid } ?? false
  }
  /// It is no error, and the own engine accepts the program.
  static let warningOnly = Self { finding, evidence in
    finding.severity != .error && evidence.verdicts.isProgram && evidence.ownAccepts
  }
  /// A rule reports the same variable of the program.
  static let sameVariable = Self { finding, evidence in
    guard evidence.verdicts.isProgram,
      let name = LinkTranslator.name(in: finding.message, evidence.verdicts.shaders)
    else { return false }
    return evidence.verdicts.all[0].findings.contains {
      Arbitration.aboutVariables.contains($0.rule)
        && LogMessage.quotedName(in: $0.message) == name
    }
  }
  /// It is an error of linking, and the own engine runs and names others.
  static let ownNamesErrors = Self { finding, evidence in
    finding.severity == .error && finding.rule != .validationFailed
      && evidence.verdicts.own != nil && evidence.hasOwnErrors
  }
  /// Rules report errors of the program.
  static let rulesNameErrors = Self { _, evidence in evidence.hasOwnErrors }
  /// It is about texture units.
  static let textureUnits = Self { finding, _ in
    let text = finding.message.lowercased()
    return text.contains("sampler") || text.contains("texture unit")
  }
  /// An earlier source reports the same rule in the same line of the shader.
  static let sameLine = Self { finding, evidence in
    evidence.shader != nil && evidence.kept.contains(Arbitration.Line(finding))
  }
}

extension Quirk {
  /// Returns whether an error is a mistake of the compiler.
  fileprivate func overrules(_ error: Diagnostic, in shader: ShaderFacts) -> Bool {
    let text = error.message.lowercased()
    guard case .overrules(let words, let condition) = treatment, words.allSatisfy(text.contains)
    else { return false }
    switch condition {
    case .webgl: return shader.profile == .webgl1
    case .lineDirective:
      guard shader.isJudged, shader.isValid, let place = error.location,
        let file = shader.assembly.files.first(where: { $0.path == place.file })
      else { return false }
      let words = file.line(place.line).drop(while: \.isBlank).dropFirst().drop(while: \.isBlank)
      return words.starts(with: "line".utf8)
    case .localHidesParameter:
      // The front end knows both scopes.
      guard shader.isJudged, let place = error.location else { return false }
      return !shader.findings.contains {
        let other = shader.assembly.location(of: $0.range)
        return $0.rule == .redeclaration && other.file == place.file && other.line == place.line
          && other.column == place.column
      }
    }
  }
}
