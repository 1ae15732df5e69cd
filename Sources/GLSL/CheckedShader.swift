import CompilerLogs

/// A shader that the front end has read and checked: its typed tree, and what is wrong with it.
package struct CheckedShader: Sendable {
  package let stage: ShaderStage
  package let profile: Profile
  package let preprocessed: Preprocessed
  package let tree: SyntaxTree
  /// What is wrong, in the order of the text.
  package let findings: [Finding]

  /// Whether the shader is valid; warnings don't count.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  /// Whether the shader was judged: not if `#version` selects another language, or if it enables an
  /// extension that the front end does not know.
  package var isJudged: Bool { Self.isJudged(preprocessed) }

  private static func isJudged(_ preprocessed: Preprocessed) -> Bool {
    (preprocessed.version ?? 100) == 100 && preprocessed.unjudgedExtension == nil
  }

  /// Checks a shader.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - scan: The tokens of `bytes`.
  ///   - extensions: Hashes of extensions whose macros are defined; by default all known ones.
  package init(
    _ bytes: [UInt8], _ scan: Scan, stage: ShaderStage, profile: Profile = .es2,
    extensions: Set<UInt64> = Set(Extension.byTag.keys)
  ) {
    self.init(
      Preprocessor.run(bytes, scan, extensions: extensions, profile: profile), stage: stage,
      profile: profile)
  }

  /// Checks a preprocessed shader.
  package init(_ preprocessed: Preprocessed, stage: ShaderStage, profile: Profile = .es2) {
    self.stage = stage
    self.profile = profile
    self.preprocessed = preprocessed
    let checker = Checker(preprocessed, stage: stage, profile: profile)
    if preprocessed.complete && Self.isJudged(preprocessed) {
      Parser(preprocessed, checker).parse()
      checker.checkRecursion()
      checker.checkEmptiness()
    }
    tree = checker.tree
    // Directives of another language are not ours to judge.
    let found =
      (preprocessed.version ?? 100) == 100
      ? preprocessed.findings : preprocessed.findings.filter { $0.problem == .wrongVersion }
    findings = (found + checker.findings).enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }.map(\.element)
  }

  /// The definition of `main`; `nil` if there is none.
  package var main: Function? {
    tree.functions.first { $0.name == "main" && $0.definition >= 0 }
  }

  /// Returns the place of an item in the source.
  package func range(of item: Int32) -> SourceRange {
    SourceRange(preprocessed.items[Int(item)].origin)
  }
}
