/// The severity of a message or finding.
public enum Severity: UInt8, Comparable, Hashable, Sendable, CaseIterable {
  /// Information that never makes a run fail.
  case note
  /// Legal, but probably wrong or not portable.
  case warning
  /// The shader or program is invalid, or the driver rejects it.
  case error

  /// The word for it: `note`, `warning` or `error`.
  public var word: String { "\(self)" }

  /// Makes a severity from its word; `nil` for any other word.
  package init?(word: String) {
    guard let match = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = match
  }

  /// Notes are less than warnings, warnings less than errors.
  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
