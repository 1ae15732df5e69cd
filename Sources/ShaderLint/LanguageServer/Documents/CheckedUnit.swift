import GLESKitSupport
import GLSL

/// A shader with one set of definitions, assembled and checked, as the features of the editor see
/// it. Its text consists of the shader, the files that it includes and the prelude.
final class CheckedUnit {
  /// What tells units apart.
  struct Key: Hashable {
    /// The shader's file.
    var path: String
    /// Which shader of the file it is; empty for the whole file.
    var part = ""
    /// The index in the combinations of the permuted macros that the shader names.
    var variant: Int
  }

  let key: Key
  let input: ShaderInput
  let combination: Combination
  let facts: ShaderFacts
  let checked: CheckedShader
  let configuration: Configuration
  /// Whether the stage was guessed, because nothing tells it.
  let isGuess: Bool
  /// The names in the text.
  private(set) lazy var names = NameIndex(checked)
  /// The findings of the own engine, before the configuration changes their levels.
  private(set) lazy var findings = findAll()

  init(
    _ key: Key, _ input: ShaderInput, _ combination: Combination, _ assembly: Assembly,
    _ checked: CheckedShader,
    _ configuration: Configuration, standsAlone: Bool
  ) {
    self.key = key
    self.input = input
    self.combination = combination
    self.checked = checked
    self.configuration = configuration
    isGuess = input.stage == nil
    var facts = ShaderFacts(assembly, checked)
    facts.standsAlone = standsAlone
    self.facts = facts
  }

  var assembly: Assembly { facts.assembly }

  private func findAll() -> [Diagnostic] {
    let found = Arbitration.ruling(Verdicts(facts, hasOwnEngine: true)).findings
    return (found + facts.suppressions.diagnostics).filter { !input.isUncertain($0, in: assembly) }
  }

  /// Returns findings with their configured levels, without those that comments suppress.
  func leveled(_ found: [Diagnostic], partner: CheckedUnit? = nil) -> [Diagnostic] {
    let suppressions = [facts.suppressions] + (partner.map { [$0.facts.suppressions] } ?? [])
    return found.filter { diagnostic in
      !suppressions.contains { $0.cover(diagnostic, isLinked: partner != nil) }
    }.compactMap(configuration.applied)
  }

  // MARK: Positions

  /// Whether the shader contains a byte of its file; its end counts, too.
  func contains(_ offset: Int) -> Bool {
    input.range.map { $0.contains(offset) || $0.upperBound == offset } ?? true
  }

  /// Returns the file with a path; `nil` if it is not part of the text.
  func file(_ path: String) -> SourceText? { assembly.files.first { $0.path == path } }

  /// Returns the offset in the body of a byte of a file; `nil` if the file or its line is not part
  /// of the text, such as an `#include` line.
  func bodyOffset(of offset: Int, in path: String) -> Int? {
    guard let (line, column) = file(path)?.position(of: offset) else { return nil }
    return assembly.bodyOffset(of: Location(file: path, line: line, column: column))
  }

  /// Returns the place of a token; `nil` if it is not in a file.
  func location(of token: Token) -> Location? {
    let location = assembly.location(of: token)
    return location.line > 0 ? location : nil
  }

  /// Returns the place of an item's token in the source; `nil` if it is not in a file.
  func location(ofItem item: Int32) -> Location? {
    guard item >= 0 else { return nil }
    let token = checked.preprocessed.items[Int(item)].token
    return token.line > 0 ? location(of: token) : nil
  }

  /// Returns the index in the scan of the first token that begins at or after an offset.
  func tokenIndex(from offset: Int) -> Int {
    assembly.scan.tokens.partitioningIndex { Int($0.start) >= offset }
  }

  /// Returns the identifier that contains or ends at an offset.
  func identifier(at offset: Int) -> Token? {
    let index = tokenIndex(from: offset + 1) - 1
    guard index >= 0 else { return nil }
    let token = assembly.scan.tokens[index]
    return token.kind == .identifier && offset <= token.range.upperBound ? token : nil
  }
}
