import CompilerLogs

/// A shader that the front end has read and checked: its typed tree, and what is wrong with it.
package struct CheckedShader: Sendable {
  package let stage: ShaderStage
  package let profile: Profile
  package let preprocessed: Preprocessed
  package let tree: SyntaxTree
  /// What is wrong, in the order of the text.
  package private(set) var findings: [Finding]
  /// Whether half precision would lose something if all were `mediump`.
  private let mayLosePrecision: Bool

  /// Whether the shader is valid; warnings don't count.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  /// Whether the shader was judged: not if `#version` selects another language, or if it enables an
  /// extension that the front end does not know.
  package var isJudged: Bool { preprocessed.isJudged }

  /// Whether the declarations are known: the shader is judged, and was preprocessed to its end.
  package var isRead: Bool { preprocessed.isJudged && preprocessed.complete }

  /// Checks a shader.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - scan: The tokens of `bytes`.
  ///   - version: The number of a `#version` directive that is not in `bytes`; `nil` for none.
  package init(
    _ bytes: [UInt8], _ scan: Scan, stage: ShaderStage, profile: Profile = .es2,
    version: Int? = nil
  ) {
    self.init(
      Preprocessor.run(bytes, scan, profile: profile, version: version),
      stage: stage, profile: profile)
    guard stage == .fragment, isRead, isValid,
      preprocessed.tokens.contains(where: { $0.tag == Directive.highpMacro })
    else { return }
    let fallback = Preprocessor.run(
      bytes, scan, profile: profile, version: version, lacksHighp: true)
    guard fallback.isJudged, fallback.complete,
      mayLosePrecision || !preprocessed.hasSameCode(as: fallback)
    else { return }
    let checker = Checker(fallback, stage: stage, profile: profile)
    Parser(fallback, checker).parse()
    guard !checker.hasErrors else { return }
    checker.checkValues()
    add(checker.findings.filter { $0.rule == .mediumpRange })
  }

  /// Adds what `mediump` loses only where `GL_FRAGMENT_PRECISION_HIGH` is not defined.
  private mutating func add(_ losses: [Finding]) {
    let known = Set(findings.filter { $0.rule == .mediumpRange }.map(\.range))
    findings += losses.filter { !known.contains($0.range) }.map { finding in
      var finding = finding
      finding.rule = .precisionFallback
      finding.severity = .note
      finding.message = "without GL_FRAGMENT_PRECISION_HIGH, \(finding.message)"
      return finding
    }
    findings = Self.sorted(findings)
  }

  private static func sorted(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }.map(\.element)
  }

  /// Checks a preprocessed shader.
  package init(_ preprocessed: Preprocessed, stage: ShaderStage, profile: Profile = .es2) {
    self.stage = stage
    self.profile = profile
    self.preprocessed = preprocessed
    let checker = Checker(preprocessed, stage: stage, profile: profile)
    if preprocessed.isJudged && preprocessed.complete {
      Parser(preprocessed, checker).parse()
      checker.checkRecursion()
      checker.checkEmptiness()
      if !checker.hasErrors && !preprocessed.findings.contains(where: { $0.severity == .error }) {
        checker.analyze()
      }
    }
    tree = checker.tree
    mayLosePrecision = checker.mayLosePrecision
    // Directives of another language are not ours to judge.
    let found =
      preprocessed.isVersion100
      ? preprocessed.findings : preprocessed.findings.filter { $0.rule == .wrongVersion }
    findings = Self.sorted(found + checker.findings)
  }
}
