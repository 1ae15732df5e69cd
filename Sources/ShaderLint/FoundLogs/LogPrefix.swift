import CompilerLogs

/// What a logger writes before a line.
///
/// Messages with a place are found by their form, wherever they begin; the other lines need to know
/// where the text of the logger ends.
enum LogPrefix {
  static let forms: [LogForm] = [
    // Android, `logcat -v threadtime`: "05-06 07:08:09.123  1234  5678 E Sky     : "
    "{n}-{n} {n}:{n}:{n}.{n} {n} {n} {letter} {any}:",
    // Android, `logcat -v time`: "11-02 08:16:37.387 D/Emulator(21959): "
    "{n}-{n} {n}:{n}:{n}.{n} {letter}/{any}):",
    // Android, `logcat -v brief`: "I/Player(  302): "
    "{letter}/{any}):",
    // Minecraft: "[07:08:09] [Render thread/WARN]: "
    "{open}{n}:{n}:{n}] {open}{any}]:",
    // syslog: "May  6 07:08:09 host app[123]: "
    "{word} {n} {n}:{n}:{n} {word} {word}",
    // Python's logging: "ERROR:sky.gl:"
    "ERROR:{word}:",
    // Markdown: a quotation, a title, a numbered list
    ">", "#", "{n}.",
  ]

  /// Returns the index after the prefix of a line and one blank; its start if it has none of a
  /// known form. Further blanks may be the text's own.
  static func end(in line: [UInt8]) -> Int {
    forms.firstResult { form in
      guard let end = form.end(in: line[...]), end < line.count else { return nil }
      if line[end].isBlank { return end + 1 }
      return line[end - 1] == UInt8(ascii: ":") ? end : nil
    } ?? 0
  }
}
