/// Finds the messages in a line to which an app, a browser or Android added a prefix, or that holds
/// several messages.
///
/// Prefixes contain numbers, such as times and process numbers. A message starts where the text has
/// the complete form of a dialect, `ERROR: 0:12: …`, so that none of them is taken for a line.
struct LogPrefix {
  let line: ArraySlice<UInt8>
  /// The offset after Android's prefix.
  let start: Int

  init(_ line: ArraySlice<UInt8>) {
    var line = LogDecoration.withoutPlace(Self.withoutQuotes(line))
    let cursor = LogCursor(line)
    start = cursor.indexAfterLogcat ?? cursor.indexAfterPythonLogger ?? line.startIndex
    if let last = line.last, Self.closers.contains(last) {
      line = line[..<max(start, LogDecoration(line, from: start).textEnd)]
    }
    self.line = line
    hasPath = line.withUnsafeBufferPointer {
      $0.find(") :") != nil || $0.find("):") != nil || $0.find(": error: ") != nil
        || $0.find(": warning: ") != nil
    }
  }

  /// Returns a line without the quotes around it.
  private static func withoutQuotes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = line.firstIndex(where: { !$0.isBlank }), line[first] == .quote,
      let last = line.lastIndex(where: { !$0.isBlank }), line[last] == .quote, last > first + 1
    else { return line }
    return line[(first + 1)..<last]
  }

  /// A part of a line: one message, or text without one.
  struct Part {
    var text: ArraySlice<UInt8>
    /// The dialect in whose form the text is; `nil` if it has no position and no code.
    var dialect: LogDialect?
    /// What stands before the text.
    var prefix: ArraySlice<UInt8>
  }

  /// Returns the parts of the line, in order, for a log of a dialect. There is at least one.
  func parts(for dialect: LogDialect?) -> [Part] {
    // Most logs come from a driver without a prefix.
    let dialects = dialect.map { [$0] } ?? []
    let placed = placed(by: dialects)
    if let prefix = placed.first?.prefix {
      // "ERROR: 0:4: text (ANGLE), 0:4(2): error: text (Mesa)".
      let isSevere = prefix.withUnsafeBufferPointer { $0.find("ERROR: ") != nil }
      return isSevere ? self.placed(by: LogDialect.all) : placed
    }
    let sentence = detail(of: dialects) ?? sentence
    guard let dialect, dialect.read(sentence.text) == nil else { return [sentence] }
    // An app may print the logs of several compilers.
    let others = self.placed(by: LogDialect.all)
    return others.isEmpty ? [detail(of: LogDialect.all) ?? sentence] : others
  }

  /// Returns the parts of the line, in order, for a log of an unknown dialect.
  func partsOfAnyDialect() -> [Part] {
    let placed = placed(by: LogDialect.all)
    return placed.isEmpty ? [detail(of: LogDialect.all) ?? sentence] : placed
  }

  /// Returns the messages with a position or a code; empty if the line has none.
  private func placed(by dialects: [LogDialect]) -> [Part] {
    var parts: [Part] = []
    var from = start
    var index = start
    var isQuoting = false
    while index < line.endIndex {
      if isBoundary(index), !isQuoting, let dialect = placing(line[index...], dialects),
        !followsPlace(index, dialect)
      {
        if parts.isEmpty {
          parts.append(Part(text: line[index...], dialect: dialect, prefix: line[from..<index]))
          // An #error may quote anything.
          isQuoting = quotes(line[index...])
        } else if continues(at: index, dialect)
          || (isQuote(before: index) && line[index - 1] == parts[0].prefix.last)
        {
          end(&parts, at: index)
          parts.append(Part(text: line[index...], dialect: dialect, prefix: []))
        }
        from = index
      } else if !parts.isEmpty, !isQuoting, isBoundary(index),
        LogSentences.readCount(line[index...]) != nil
      {
        end(&parts, at: index)
        return parts
      }
      index += 1
    }
    if !parts.isEmpty { end(&parts, at: line.endIndex) }
    return parts
  }

  /// Ends the last part before `index`, without a quote that the app put around the log.
  private func end(_ parts: inout [Part], at index: Int) {
    let last = parts.count - 1
    var text = parts[last].text[..<index]
    let before = parts[last].prefix.last
    if let before, let end = Self.quotationEnd(text, before) { text = text[..<end] }
    while let byte = text.last {
      let closing = before.flatMap { Self.closings[$0] ?? $0 }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";"), let closing,
        [.quote, UInt8(ascii: "'"), UInt8(ascii: "`")].contains(closing),
        text.dropLast().last == closing
      {
        text.removeLast()
      } else if byte.isBlank || before.flatMap({ Self.closings[$0] }) == byte {
        text.removeLast()
      } else if byte == before, [.quote, UInt8(ascii: "'"), UInt8(ascii: "`")].contains(byte) {
        text.removeLast()
      } else if text.suffix(2).elementsEqual("\\n".utf8) || text.suffix(2).elementsEqual("\\0".utf8)
      {
        text.removeLast(2)
      } else {
        break
      }
    }
    parts[last].text = text
  }

  /// Returns the end of a quoted message that other text follows, "`ERROR: 0:4: text` (Chrome)";
  /// `nil` if there is none.
  static func quotationEnd(_ text: ArraySlice<UInt8>, _ quote: UInt8) -> Int? {
    guard quote == UInt8(ascii: "`") || quote == .quote else { return nil }
    var last: Int?
    var isOpen = false
    for index in text.indices where text[index] == quote {
      let next = index + 1 < text.endIndex ? text[index + 1] : .space
      let isEnd = next.isBlank || ".,;:)*|".utf8.contains(next)
      // Messages quote names in the same way: `undefined variable "x"`, "`x' undeclared".
      if quote == .quote { isOpen.toggle() }
      guard isEnd, isOpen || quote != .quote else { continue }
      if quote != .quote { return index }
      last = index
    }
    return last
  }

  /// Returns whether a quotation begins before `index`.
  func isQuote(before index: Int) -> Bool {
    guard index - 2 >= start, line[index - 1].isQuote else { return false }
    return (line[index - 2].isBlank || line[index - 2] == UInt8(ascii: "("))
      && Self.quotationEnd(line[index...].prefix(Self.formLimit), line[index - 1]) != nil
  }

  /// The brackets that close those before a message.
  static let closings: [UInt8: UInt8] = [
    UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "["): UInt8(ascii: "]"),
    UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]

  // MARK: Messages with a position or a code

  /// The bytes with which messages start, other than those with a path.
  private static let starts = ByteSet("0123456789(EWINFLSPMewinflo")
  private static let openers = ByteSet("\"'`[{<")
  private static let closers = ByteSet("'`*\",; )]}>")
  /// The bytes other than blanks after which a message can start.
  private static let separators = ByteSet("\"'`*<>|=:,;!?([{)]}")

  /// The bytes within which the form of a message stands: a path, numbers and a code. Parsing all
  /// that follows at each place would take time in proportion to the square of the line's length.
  static let formLimit = 600
  /// The bytes of a line within which a message without a position begins.
  static let sentenceLimit = 2000

  /// Whether the line may hold a path with a line in parentheses, or a name before a line.
  private let hasPath: Bool

  private func placing(_ text: ArraySlice<UInt8>, _ dialects: [LogDialect]) -> LogDialect? {
    guard let first = text.first, hasPath || Self.starts.contains(first) else { return nil }
    if Self.openers.contains(first) { return nil }
    return dialects.first { dialect in
      switch dialect.parse(text.prefix(Self.formLimit)) {
      case .message(let message):
        message.line != nil || message.source != nil || message.code != nil || message.path != nil
      case .detail: [LogDialect.mesa.name, LogDialect.nvidia.name].contains(dialect.name)
      default: false
      }
    }
  }

  /// Returns whether what looks like a message is a part of another one: the code behind a place in
  /// another language, `a.cpp(12,5): error C2065: text`, and the column of `0:0(3): error: text`.
  private func followsPlace(_ index: Int, _ dialect: LogDialect) -> Bool {
    guard dialect.name == LogDialect.nvidia.name else { return false }
    guard index - 2 >= start else { return false }
    return line[index].startsIdentifier
      ? line[start..<index].suffix(3).elementsEqual("): ".utf8)
      : line[index - 1] == UInt8(ascii: ":") && line[index - 2].isDigit
  }

  /// Returns whether a message can start at `index`.
  private func isBoundary(_ index: Int) -> Bool {
    guard index > start else { return true }
    let before = line[index - 1]
    if line[index].isBlank || before.continuesIdentifier { return false }
    // Text in another script may have no blank before a message.
    if before.isBlank || before >= 0x80 || Self.separators.contains(before) {
      return true
    }
    // grep prints the name of a file and the line of the text: "phone.log-0:12(3): error: text".
    if before == UInt8(ascii: "-"), line[index].isDigit {
      return index - 2 >= start && line[index - 2].startsIdentifier
    }
    // A comment that begins with a position: "//0:12: S0001: text".
    if line[start..<index].suffix(2).elementsEqual("//".utf8), line[index].isDigit {
      return isBoundary(index - 2)
    }
    // "compilation failed.ERROR: 0:1:".
    return before == UInt8(ascii: ".") && line[index...].starts(with: "ERROR: ".utf8)
  }

  /// Returns whether the message at `index` is a further one, and no part of the one before.
  private func continues(at index: Int, _ dialect: LogDialect) -> Bool {
    let before = line[index - 1]
    guard before.isBlank || before == UInt8(ascii: "n") || before == UInt8(ascii: ".") else {
      return false
    }
    // "on line 12: text", "ERROR: 0:12: 'x' : text", "Shader error in 'Name': text".
    if ["on ", "ERROR: ", "WARNING: ", "Shader "].contains(where: { ends(with: $0, at: index) }) {
      return false
    }
    // `0:14: L0001: text`: the code alone is also a form.
    switch dialect.parse(line[index...].prefix(Self.formLimit)) {
    case .message(let message): return message.line != nil || message.source != nil
    case .detail: return true
    default: return false
    }
  }

  private func ends(with word: StaticString, at index: Int) -> Bool {
    line[..<index].suffix(word.utf8CodeUnitCount).withUnsafeBufferPointer { $0.find(word) != nil }
  }

  private func quotes(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { $0.find("#error") != nil || $0.find("'error'") != nil }
  }
}
