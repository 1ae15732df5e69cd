/// How bad a finding is.
public enum Severity: UInt8, Comparable, Hashable, Sendable, CaseIterable {
  /// Worth knowing; never makes a run fail.
  case note
  /// Legal here, but a mistake, or not portable.
  case warning
  /// The shader or program does not conform, or this driver refuses it.
  case error

  /// The word that reports print: `note`, `warning`, `error`.
  public var word: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// The severity that `word` names; `nil` for any other word.
  package init?(word: String) {
    guard let match = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = match
  }

  /// Notes are least, errors most.
  public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
