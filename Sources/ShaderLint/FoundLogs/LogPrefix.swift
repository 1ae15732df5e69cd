import CompilerLogs

/// What a logger writes before a line.
///
/// Messages with a place are found by their form, wherever they begin; the other lines need to know
/// where the text of the logger ends.
struct LogPrefix {
  /// A prefix as the program writes it.
  let example: String
  let form: LogForm

  static let all = [
    // Android: logcat -v threadtime, time and brief
    LogPrefix(
      example: "05-06 07:08:09.123  1234  5678 E Sky     : ",
      form: "{n}-{n} {n}:{n}:{n}.{n} {n} {n} {letter} {any}:"),
    LogPrefix(
      example: "11-02 08:16:37.387 D/Emulator(21959): ",
      form: "{n}-{n} {n}:{n}:{n}.{n} {letter}/{any}):"),
    LogPrefix(example: "I/Player(  302): ", form: "{letter}/{any}):"),
    // Minecraft
    LogPrefix(
      example: "[07:08:09] [Render thread/WARN]: ", form: "{open}{n}:{n}:{n}] {open}{any}]:"),
    // syslog
    LogPrefix(
      example: "May  6 07:08:09 host app[123]: ", form: "{word} {n} {n}:{n}:{n} {word} {word}"),
    // Python's logging
    LogPrefix(example: "ERROR:sky.gl:", form: "ERROR:{word}:"),
    // Markdown: a quotation, a title, a numbered list
    LogPrefix(example: "> ", form: ">"), LogPrefix(example: "# ", form: "#"),
    LogPrefix(example: "1. ", form: "{n}."),
  ]

  /// Returns the index after the prefix of a line and one blank; its start if it has none of a
  /// known form. Further blanks may be the text's own.
  static func end(in line: [UInt8]) -> Int {
    all.firstResult { $0.end(in: line) } ?? 0
  }

  /// Returns the index after this prefix; `nil` if the line does not begin with it.
  func end(in line: [UInt8]) -> Int? {
    guard let end = form.end(in: line[...]), end < line.count else { return nil }
    if line[end].isBlank { return end + 1 }
    return line[end - 1].isBlank || example.last == ":" ? end : nil
  }
}
