import CompilerLogs

/// A part of a source text, on one line unless it covers a whole construct.
package struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: Int32
  /// The offset after the last byte.
  package var end: Int32
  /// The line of the first byte, from 1.
  package var line: Int32

  package init(start: Int32, end: Int32, line: Int32) {
    self.start = start
    self.end = end
    self.line = line
  }

  package init(_ token: Token) {
    self.init(start: token.start, end: token.start + token.length, line: token.line)
  }

  /// The range from the first token to the last one. If the last is before the first, because both
  /// come from macros, the first alone.
  package init(_ first: Token, _ last: Token) {
    let end = last.start + last.length
    self.init(
      start: first.start, end: end > first.start ? end : first.start + first.length,
      line: first.line)
  }
}

/// Something that is wrong in a shader.
package struct Finding: Sendable {
  /// Another place that explains the finding.
  package struct Related: Hashable, Sendable {
    package var range: SourceRange
    package var message: String
  }

  package var rule: RuleID
  package var severity: Severity
  /// One sentence without a full stop.
  package var message: String
  package var range: SourceRange
  /// Later places of the same mistake, for readers who suppress the first.
  package var repeats: [SourceRange] = []
  package var related: [Related] = []
  /// What to do, if known.
  package var hint: String?
  /// A change that removes the finding, if it is certain.
  package var fix: Fix?
  /// What the shader lacks, if a program can give it.
  package var lack: Lack?
  /// The languages that allow it.
  package var allowed: Dialects = []
}
