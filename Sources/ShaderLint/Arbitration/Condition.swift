import CompilerLogs

extension Arbitration {
  /// When a row of the table applies.
  enum Condition: CaseIterable {
    case always
    /// A quirk of the compiler overrules the error in a shader.
    case quirk
    /// The driver may judge the shader in GLSL ES 3.00, and does.
    case es3
    /// Nothing remains of the shader after preprocessing.
    case empty
    /// The engine and the own engine both reject the shader.
    case bothReject
    /// The front end judges the shader.
    case judged
    /// The own engine accepts the shader or program.
    case ownAccepts
    /// The own engine accepts the shader, and the engine lacks an extension.
    case missingExtension
    /// It is about indices of sampler arrays, and the front end accepts the shader.
    case samplerIndex
    /// It is no error, and the own engine accepts the program.
    case warningOnly
    /// A rule reports the same variable of the program.
    case sameVariable
    /// It is an error of linking, and the own engine runs and names others.
    case ownNamesErrors
    /// Rules report errors of the program.
    case rulesNameErrors
    /// It is about texture units.
    case textureUnits
    /// An earlier source reports the same rule in the same line of the shader.
    case sameLine
  }
}

extension Arbitration.Condition {
  /// Returns whether the condition is met by a finding.
  func holds(_ finding: Diagnostic, _ evidence: Arbitration.Evidence) -> Bool {
    let verdicts = evidence.verdicts
    let shader = verdicts.isProgram ? nil : verdicts.shaders.first
    switch self {
    case .always: return true
    case .quirk:
      guard finding.severity == .error, let shader, let engine = evidence.engine else {
        return false
      }
      return engine.quirks.contains { $0.overrules(finding, in: shader) }
    case .es3:
      return verdicts.allowsES3 && shader?.preprocessed.version == 300_000
        && verdicts.all.contains { $0.engine?.isCompiler == true }
    case .empty: return shader?.hasCode == false
    case .bothReject:
      return shader != nil && evidence.accepts == false && verdicts.own?.accepts == false
    case .judged: return shader?.isJudged == true
    case .ownAccepts: return verdicts.own?.accepts == true
    case .missingExtension:
      guard shader != nil, verdicts.own?.accepts == true, let engine = evidence.engine else {
        return false
      }
      return verdicts[engine.choice]?.findings.contains {
        $0.rule == .badExtension && $0.message.contains("unsupported")
      } == true
    case .samplerIndex:
      return finding.message.contains("sampler arrays indexed")
        && shader.map { $0.isJudged && $0.isValid } ?? false
    case .warningOnly:
      return finding.severity != .error && verdicts.isProgram && verdicts.own?.accepts == true
    case .sameVariable:
      guard verdicts.isProgram,
        let name = LinkTranslator.name(in: finding.message, verdicts.shaders)
      else { return false }
      return verdicts.all[0].findings.contains {
        Arbitration.aboutVariables.contains($0.rule)
          && LogMessage.quotedName(in: $0.message) == name
      }
    case .ownNamesErrors:
      return finding.severity == .error && finding.rule != .validationFailed
        && verdicts.isProgram && verdicts.own != nil && Self.haveErrors(verdicts)
    case .rulesNameErrors: return verdicts.isProgram && Self.haveErrors(verdicts)
    case .textureUnits:
      let text = finding.message.lowercased()
      return text.contains("sampler") || text.contains("texture unit")
    case .sameLine:
      return shader != nil && evidence.kept.contains(Arbitration.Line(finding))
    }
  }

  /// Whether shaderlint itself reports errors.
  private static func haveErrors(_ verdicts: Verdicts) -> Bool {
    verdicts.all.contains { verdict in
      verdict.engine?.isCompiler != true && verdict.findings.contains { $0.severity == .error }
    }
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
      return shader.isJudged
        && !shader.findings.contains {
          $0.rule == .redeclaration
            && shader.assembly.location(of: $0.range).line == error.location?.line
        }
    }
  }
}
