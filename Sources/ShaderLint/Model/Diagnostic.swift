import CompilerLogs
import GLSL

/// A place in a source file.
package struct Location: Hashable, Sendable {
  /// The path as given or found; `-` for standard input.
  package var file: String
  /// The line, from 1; 0 if only the file is known. CR, LF and CRLF each end one line.
  package var line = 0
  /// The column in bytes, from 1; 0 if only the line is known. A tab is one column.
  package var column = 0
  /// The number of bytes from ``column`` on that the finding covers; 0 if that is not known.
  package var length = 0
}

/// Another place that explains a finding, such as the other of two declarations.
package struct RelatedLocation: Hashable, Sendable {
  /// The place.
  package var location: Location
  /// What the place shows.
  package var message: String

  /// Makes a related location.
  package init(_ location: Location, _ message: String) {
    self.location = location
    self.message = message
  }
}

/// A finding: what is wrong and where, its severity and origin, and what to do.
package struct Diagnostic: Hashable, Sendable {
  /// The rule in ``Rule/catalog``.
  package var rule: Rule.ID
  /// The severity: the rule's or the driver's, unless the configuration changes it.
  package var severity: Severity
  /// One sentence without a full stop, worded by its origin.
  package var message: String
  /// The place; `nil` for a finding about the whole run.
  package var location: Location?
  /// Other places that explain the finding.
  package var related: [RelatedLocation]
  /// What to do, if known.
  package var hint: String?
  /// A change that removes the finding, if it is certain.
  package var fix: TextFix?
  /// A change that may remove the finding. Editors offer it, and `--fix` does not make it.
  package var possibleFix: TextFix?
  /// What reported it.
  package var origin: Origin
  /// What the shader lacks, if a program can give it.
  package var lack: Lack?
  /// The languages that allow it.
  package var allowed: Dialects

  /// What reports findings.
  package enum Origin: Hashable, Sendable {
    /// One of shaderlint's own rules.
    case rule
    /// An engine's name, `driver` or `glslang`, or the dialect of a log that was read from a file.
    case engine(String)

    /// The name in reports.
    package var word: String {
      switch self {
      case .rule: "shaderlint"
      case .engine(let name): name
      }
    }
  }

  /// Makes a finding; `severity` is the rule's by default.
  package init(
    _ rule: Rule.ID, severity: Severity? = nil, _ message: String, at location: Location?,
    related: [RelatedLocation] = [], hint: String? = nil, fix: TextFix? = nil,
    origin: Origin = .rule, lack: Lack? = nil, allowed: Dialects = []
  ) {
    self.rule = rule
    self.severity = severity ?? rule.rule.severity
    self.message = message
    self.location = location
    self.related = related
    self.hint = hint
    self.fix = fix
    self.origin = origin
    self.lack = lack
    self.allowed = allowed
  }
}
