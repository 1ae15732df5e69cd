import CompilerLogs

/// A place in a file that a person edits.
package struct Location: Hashable, Sendable {
  /// The path as it was given or found; `-` for standard input.
  package var file: String
  /// The line, from 1; CR, LF and CRLF each end one. 0 where only the file is known.
  package var line: Int
  /// The column in bytes, from 1; a tab is one column. 0 where only the line is known.
  package var column: Int
  /// How many bytes the finding covers from ``column`` on; 0 where that is not known.
  package var length: Int

  /// Makes a location. `line` and `column` count from 1; 0 says "not known", the default.
  package init(file: String, line: Int = 0, column: Int = 0, length: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
    self.length = length
  }
}

/// A second place that explains a finding, such as the other of two declarations.
package struct RelatedLocation: Hashable, Sendable {
  /// Where.
  package var location: Location
  /// What stands there.
  package var message: String

  /// Makes a related location.
  package init(_ location: Location, _ message: String) {
    self.location = location
    self.message = message
  }
}

/// One finding: what is wrong, where, how bad, who says so, and what to do.
package struct Diagnostic: Hashable, Sendable {
  /// Which entry of ``Rule/catalogue`` this is an instance of.
  package var rule: Rule.ID
  /// How bad it is; starts as the rule's own severity or the driver's, and configuration may move it.
  package var severity: Severity
  /// One sentence, without a full stop, in the words of its origin.
  package var message: String
  /// Where; `nil` for a finding about the run as a whole.
  package var location: Location?
  /// Other places that explain it.
  package var related: [RelatedLocation]
  /// What to do about it, where that is known.
  package var hint: String?
  /// Who found it.
  package var origin: Origin

  /// Who found something.
  package enum Origin: Hashable, Sendable {
    /// A rule of ours.
    case rule
    /// An engine, by name: `driver`, `glslang`, or a log dialect for a log that was read from a file.
    case engine(String)

    /// The word that reports print.
    package var word: String {
      switch self {
      case .rule: "shaderlint"
      case .engine(let name): name
      }
    }
  }

  /// Makes a finding of `rule`; `severity` is by default the rule's own.
  package init(
    _ rule: Rule.ID, severity: Severity? = nil, _ message: String, at location: Location?,
    related: [RelatedLocation] = [], hint: String? = nil, origin: Origin = .rule
  ) {
    self.rule = rule
    self.severity = severity ?? rule.rule.severity
    self.message = message
    self.location = location
    self.related = related
    self.hint = hint
    self.origin = origin
  }
}
