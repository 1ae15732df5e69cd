/// A color or weight of text on a terminal; the raw value is its ANSI code.
package enum TextStyle: String, CaseIterable, Sendable {
  /// For what comes first.
  case bold = "1"
  /// For details.
  case faint = "2"
  /// For errors.
  case red = "31"
  /// For warnings.
  case magenta = "35"
  /// For hints and notes.
  case cyan = "36"
}

extension String {
  /// Returns the text in the given styles, for a terminal that shows colors.
  package func styled(_ styles: [TextStyle]) -> String {
    guard !styles.isEmpty else { return self }
    return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(self)\u{1B}[0m"
  }
}
