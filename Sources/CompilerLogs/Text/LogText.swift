/// Splits logs into lines, and undoes what programs, consoles and web pages do to text.
enum LogText {
  /// Returns a line without the bar that a listing puts before its text: `    | text`.
  static func withoutGutter(_ line: String) -> String {
    String(line.drop { $0 == "|" || $0 == " " })
  }

  /// Returns the non-blank lines up to the first NUL.
  static func lines(_ log: [UInt8]) -> [ArraySlice<UInt8>] {
    var text = log[...]
    if let wide = utf8(fromUTF16: log) { text = wide[...] }
    text = text[..<(text.firstIndex(of: 0) ?? text.endIndex)]
    if LogMarkup.mayBe(in: text) { text = LogMarkup.plain(text)[...] }
    var lines: [ArraySlice<UInt8>] = []
    for line in text.split(whereSeparator: \.isLineEnd).flatMap(LogEscapes.lines).flatMap(cells)
    where !line.allSatisfy(\.isBlank) {
      // ANGLE quotes the token that it does not expect, which may be a line end.
      let last = lines.last ?? []
      if last.suffix(3).elementsEqual(": '".utf8), let rest = afterToken(line) {
        lines[lines.count - 1] = last + rest
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// Returns a text in UTF-8 if a byte order mark says that it is in UTF-16, as PowerShell writes
  /// what a program prints; `nil` for other texts.
  private static func utf8(fromUTF16 log: [UInt8]) -> [UInt8]? {
    guard log.count >= 2, (log[0] == 0xFF && log[1] == 0xFE) || (log[0] == 0xFE && log[1] == 0xFF)
    else { return nil }
    let low = log[0] == 0xFF ? 0 : 1
    let units = stride(from: 2, to: log.count - 1, by: 2).map { index in
      UInt16(log[index + low]) | UInt16(log[index + 1 - low]) << 8
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the cells of a table's row, `| text | text |`, or the line.
  private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.last(where: { !$0.isBlank }) == .bar, line.first(where: { !$0.isBlank }) == .bar,
      line.filter({ $0 == .bar }).count > 2
    else { return [line] }
    return line.split(separator: .bar)
  }

  /// Returns a line from `' : ` on, without what a program wrote before it: the place of a script,
  /// `main.js:14 ' : text`, or a time.
  private static func afterToken(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if line.starts(with: "' : ".utf8) { return line }
    guard let quote = line.firstIndex(of: UInt8(ascii: "'")),
      line[quote...].starts(with: "' : ".utf8), quote - line.startIndex < 200,
      line[..<quote].last?.isBlank ?? false
    else { return nil }
    return line[quote...]
  }
}
