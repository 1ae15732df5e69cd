import CompilerLogs
import TestSupport
import Testing

@testable import ShaderLint

/// What programs, consoles and web pages do to a log before people see it.
struct Wrapping: Sendable, CustomStringConvertible {
  let description: String
  /// Whether something stands before each line.
  var isPrefix = false
  let apply: @Sendable ([String]) -> String

  private static func lines(
    _ name: String, isPrefix: Bool = false, _ change: @escaping @Sendable (String) -> String
  ) -> Wrapping {
    Wrapping(description: name, isPrefix: isPrefix) {
      $0.map(change).joined(separator: "\n") + "\n"
    }
  }

  private static func prefix(_ text: String) -> Wrapping {
    lines(text, isPrefix: true) { text + $0 }
  }

  /// Returns a text with a backslash before backslashes and `quote`.
  private static func escaped(_ text: String, _ quote: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(quote, with: "\\" + quote)
      .replacing("\n", with: "\\n")
  }

  private static func escapedForHTML(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  static let all: [Wrapping] = [
    prefix("2024-05-06T07:08:09.123Z "), prefix("07:08:09 "), prefix("[07:08:09] [Render/WARN]: "),
    prefix("07:08:09.123 [main] ERROR c.e.Sky - "), prefix("May  6 07:08:09 host app[123]: "),
    prefix("05-06 07:08:09.123  1234  5678 E Sky     : "), prefix("E/Sky( 1234): "),
    prefix("[2024.05.06-07.08.09:123][  0]LogSky: "), prefix("ERROR:sky.gl:"), prefix("E       "),
    prefix("app_1  | "), prefix("> "), prefix(">> > "), prefix("- "), prefix("* "),
    prefix("sky.js:12 "), prefix("java.lang.RuntimeException: "), prefix("(EE) "),
    prefix("\u{274C} "),
    prefix("\u{FEFF}"), prefix("\t"),
    lines("a terminal's colors") { "\u{1B}[31m\($0)\u{1B}[0m" },
    lines("colors without their escape") { "[31m\($0)[0m" },
    lines("colors as text") { "\\x1b[1;31m\($0)\\x1b[0m" },
    lines("a list of code", isPrefix: true) { "- `\($0)`" },
    lines("a list of strings", isPrefix: true) { "  '\($0.replacing("'", with: "\\'"))'," },
    lines("a web page") { "<p class=\"log\">\(escapedForHTML($0))<br/></p>" },
    lines("blanks of a web page") { $0.replacing(" ", with: "\u{A0}") },
    lines("the place of a call") { "\($0) sky.js:12:34" },
    Wrapping(description: "Python") {
      "GLError: (b'\(escaped($0.joined(separator: "\n") + "\n", "'"))', 35632)\n"
    },
    Wrapping(description: "Rust") {
      "Err(Link(\"\(escaped($0.joined(separator: "\n") + "\n", "\""))\\u{0}\"))\n"
    },
    Wrapping(description: "JSON") {
      "{\"log\":\"\(escaped($0.joined(separator: "\n") + "\n", "\""))\",\"line\":12}\n"
    },
  ]
}

/// A message with a line keeps it, and no number of what is around a log becomes one.
@Test(arguments: Wrapping.all) func linesSurvive(_ wrapping: Wrapping) {
  let sweep = Sweep(short: 5, sample: 100, full: LogCase.all.count)
  let cases = LogCase.all.filter { log in log.expected.contains { $0.line != nil } }
  for number in sweep.numbers {
    let log = cases[number * 7 % cases.count]
    let lines = FoundLog.lines(log.text).map { String(decoding: $0, as: UTF8.self) }
    // The lines of a listing are only known where they begin.
    let isListing = lines.contains { line in
      if case .line? = ListedSource(Array(line.utf8)[...], isBelowLine: false) {
        true
      } else {
        false
      }
    }
    if wrapping.isPrefix, isListing { continue }
    let plain = FoundLog(Array(lines.joined(separator: "\n").utf8)).messages
    let found = FoundLog(Array(wrapping.apply(lines).utf8)).messages
    for number in [\LogMessage.line, \.column] {
      let (found, plain) = (
        found.compactMap { $0[keyPath: number] }, plain.compactMap { $0[keyPath: number] }
      )
      // A title behind an unknown prefix is none; without it, two shaders' messages are the same.
      let isEqual = wrapping.isPrefix ? Set(found) == Set(plain) : found == plain
      #expect(isEqual, "\(wrapping): \(log): \(found), not \(plain)")
    }
  }
}

@Test func logsInUTF16() {
  let text = "ERROR: 0:3: 'a' : undeclared identifier\nERROR: 0:5: '\u{FC}' : syntax error\n"
  for isLittle in [true, false] {
    let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? pair : pair.reversed()
    }
    let messages = FoundLog(bytes).messages
    #expect(messages.map(\.line) == [3, 5])
    #expect(messages.last?.text == "'\u{FC}' : syntax error")
  }
}

@Test func pathsAreNotEscapes() {
  for path in ["C:\\new\\textures\\sky.frag", "D:\\rain\\night.frag"] {
    let parsed = FoundLog(Array("\(path)(12) : error C1008: undefined \"fog\"".utf8))
    #expect(parsed.messages.map(\.path) == [path])
    #expect(parsed.messages.map(\.line) == [12])
  }
}

@Test func prefixesHaveTheirForms() {
  let prefixes = [
    "05-06 07:08:09.123  1234  5678 E Sky     : ", "11-02 08:16:37.387 D/Emulator(21959): ",
    "I/Player(  302): ", "[07:08:09] [Render thread/WARN]: ", "May  6 07:08:09 host app[123]: ",
    "ERROR:sky.gl:", "> ", "# ", "1. ",
  ]
  #expect(prefixes.count == LogPrefix.forms.count)
  for (prefix, form) in zip(prefixes, LogPrefix.forms) {
    let line = Array("\(prefix)text".utf8)
    #expect(LogPrefix.end(in: line) == prefix.utf8.count, "\(prefix)")
    #expect(form.end(in: line[...]) != nil, "\(prefix)")
  }
}
