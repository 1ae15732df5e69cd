extension LogMessage {
  /// The first name that the message quotes, as `` `x' ``, `'x'` or `"x"`; `nil` if it quotes none.
  package var quotedName: String? { Self.quotedName(in: text) }

  /// The first name that `text` quotes; see ``quotedName``.
  package static func quotedName(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated()
    where scalar == "`" || scalar == "'" || scalar == "\"" {
      let closing: Unicode.Scalar = scalar == "\"" ? "\"" : "'"
      // An apostrophe within a word quotes nothing.
      if index > 0, scalars[index - 1].properties.isAlphabetic { continue }
      guard let end = scalars[(index + 1)...].firstIndex(where: { $0 == closing || $0 == "`" }),
        end > index + 1
      else { continue }
      return String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
    }
    return nil
  }
}
