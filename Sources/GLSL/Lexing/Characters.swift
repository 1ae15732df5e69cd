/// Names of the characters that get into shaders from web pages and word processors.
package enum Characters {
  private static let names: [Unicode.Scalar: (name: String, replacement: String)] = [
    "\u{A0}": ("a no-break space", "a space"),
    "\u{AD}": ("a soft hyphen", "nothing"),
    "\u{200B}": ("a zero-width space", "nothing"),
    "\u{200C}": ("a zero-width non-joiner", "nothing"),
    "\u{200D}": ("a zero-width joiner", "nothing"),
    "\u{2009}": ("a thin space", "a space"),
    "\u{202F}": ("a narrow no-break space", "a space"),
    "\u{3000}": ("an ideographic space", "a space"),
    "\u{2028}": ("a line separator", "a newline"),
    "\u{FEFF}": ("a byte-order mark", "nothing"),
    "\u{2018}": ("a typographic quote", "'"),
    "\u{2019}": ("a typographic quote", "'"),
    "\u{201C}": ("a typographic quote", "\""),
    "\u{201D}": ("a typographic quote", "\""),
    "\u{2013}": ("an en dash", "-"),
    "\u{2014}": ("an em dash", "-"),
    "\u{2212}": ("a minus sign that is not the ASCII one", "-"),
    "\u{D7}": ("a multiplication sign", "*"),
    "\u{37E}": ("a Greek question mark", ";"),
    "\u{FF1B}": ("a full-width semicolon", ";"),
    "\u{FF08}": ("a full-width parenthesis", "("),
    "\u{FF09}": ("a full-width parenthesis", ")"),
    "\u{FF0C}": ("a full-width comma", ","),
    "\u{2026}": ("an ellipsis", "..."),
  ]

  /// Returns a description of `text`, a run of characters above 0x7F, for a message.
  package static func described(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return "a byte above 0x7F" }
    let number = String(first.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    if let known = names[first] { return "\(known.name) (\(code))" }
    if first == "\u{FFFD}" { return "a byte above 0x7F that is not UTF-8" }
    return "'\(text.prefix(12))' (\(code))"
  }

  /// Returns what to write instead.
  package static func advice(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first else { return nil }
    if let known = names[first] { return "write \(known.replacement) instead" }
    return "GLSL ES 1.00 is ASCII outside comments"
  }
}
