/// Finds the messages in a line to which an app, a browser or Android added a prefix, or that holds
/// several messages.
///
/// Prefixes contain numbers, such as times and process numbers. A message starts where the text has
/// the complete form of a dialect, `ERROR: 0:12: …`, so that none of them is taken for a line.
struct LogPrefix {
  private let line: ArraySlice<UInt8>
  /// The offset after Android's prefix.
  private let start: Int

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
    guard placed.isEmpty else { return placed }
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
        } else if continues(at: index, dialect) {
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
  private static let formLimit = 600

  /// Whether the line may hold a path with a line in parentheses, or a name before a line.
  private let hasPath: Bool

  private func placing(_ text: ArraySlice<UInt8>, _ dialects: [LogDialect]) -> LogDialect? {
    guard let first = text.first, hasPath || Self.starts.contains(first) else { return nil }
    if Self.openers.contains(first) { return nil }
    return dialects.first { dialect in
      switch dialect.parse(text.prefix(Self.formLimit)) {
      case .message(let message):
        message.line != nil || message.source != nil || message.code != nil
      case .detail: [LogDialect.mesa.name, LogDialect.nvidia.name].contains(dialect.name)
      default: false
      }
    }
  }

  /// Returns whether a message without a place follows one of another language:
  /// `a.cpp(12,5): error C2065: text`.
  private func followsPlace(_ index: Int, _ dialect: LogDialect) -> Bool {
    dialect.name == LogDialect.nvidia.name && line[index].startsIdentifier
      && line[start..<index].suffix(3).elementsEqual("): ".utf8)
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

  // MARK: Sentences

  /// Returns the line if it is a detail of the message before.
  private func detail(of dialects: [LogDialect]) -> Part? {
    let isDetail = dialects.contains { dialect in
      if case .detail = dialect.parse(line[start...]) { true } else { false }
    }
    return isDetail ? Part(text: line[start...], dialect: nil, prefix: []) : nil
  }

  /// The line without the words that announce it: "Shader log: Compile failed." is "Compile
  /// failed."
  private var sentence: Part {
    let decoration = LogDecoration(self.line, from: start)
    let first = beginning(after: decoration)
    let line = first > start ? self.line[..<max(first, decoration.textEnd)] : self.line
    let readings = LogDialect.all.compactMap { $0.parse(line[first...]) }
    let isMessage = readings.contains { reading in
      switch reading {
      case .message, .trailer, .place, .placeBefore, .numbered, .caret: true
      default: false
      }
    }
    let isWhole = readings.contains { reading in
      switch reading {
      case .trailer: true
      default: reading.isPlaced
      }
    }
    var isHeadline =
      if case .headline = LogSentences.read(line[first...]) { true } else { false }
    var chosen = first
    for index in line.indices.dropFirst() where index > first && startsSentence(index) {
      let isSevere = startsSeverity(index)
      // "Warning: info log: ERROR: text": the first severity is the app's.
      let isInner = isSevere && !isWhole && line[..<index].suffix(2).first == UInt8(ascii: ":")
      switch LogSentences.read(line[index...]) {
      case .message, .reason: if !isMessage || isInner { chosen = index }
      case nil:
        // "Info log: (unknown reason)" is no message.
        let isTitled = line[index].startsIdentifier && LogSentences.announcesLog(line[..<index])
        if isInner || (isSevere && !isMessage) || isTitled { chosen = index }
      // "Unable to compile shader: unknown error".
      case .trailer:
        let before = String(decoding: line[chosen..<index], as: UTF8.self)
        if !isHeadline && !LogSentences.mayBeFailure(before) { chosen = index }
      case .headline:
        chosen = index
        isHeadline = true
      default: chosen = index
      }
      // What follows is the message's own text.
      if isSevere { break }
    }
    return Part(text: line[chosen...], dialect: nil, prefix: line[start..<chosen])
  }

  /// Returns the index after as much decoration as leaves a known form; that of the line's text if
  /// none does.
  private func beginning(after decoration: LogDecoration) -> Int {
    let reads = { (index: Int) -> Bool in
      let text = line[index..<max(index, decoration.textEnd)]
      return LogDialect.all.contains { $0.parse(text) != nil } || LogSentences.read(text) != nil
    }
    let blanks = line[start...].firstIndex { !$0.isBlank } ?? line.endIndex
    if LogDialect.all.contains(where: { $0.parse(line[blanks...])?.isPlaced ?? false }) {
      return blanks
    }
    for end in decoration.ends.reversed() where end < line.endIndex {
      // What a compiler indents may be a detail.
      let isBlank = line[end].isBlank
      if isBlank, end + 1 < line.endIndex, line[end + 1].isBlank, reads(end + 1) { return end + 1 }
      let text = line[end...].firstIndex { !$0.isBlank } ?? line.endIndex
      if text < line.endIndex, reads(text) { return text }
    }
    // regl's reason: "    | extension is not supported".
    if let end = decoration.ends.last,
      let text = line[end...].firstIndex(where: { !$0.isBlank }), line[text] == .bar
    {
      return text
    }
    return blanks
  }

  /// Returns whether `index` follows a colon or a closing bracket and a blank, or starts a
  /// severity.
  private func startsSentence(_ index: Int) -> Bool {
    if line[index - 1] == .quote { return startsSeverity(index) }
    guard line[index - 1].isBlank, !line[index].isBlank, index - 2 >= line.startIndex else {
      return false
    }
    // "error C2440: 'x' : text" is a message of a compiler of C++.
    var code = LogCursor(line[..<index].suffix(7))
    if code.takeCode(digits: 4) != nil, code.take(": ") { return false }
    return line[index - 2] == UInt8(ascii: ":") || line[index - 2] == UInt8(ascii: "]")
      || startsSeverity(index)
  }

  private func startsSeverity(_ index: Int) -> Bool {
    let text = line[index...]
    if text.starts(with: "ERROR: ".utf8) || text.starts(with: "WARNING: ".utf8) { return true }
    // "Error linking program: error: text". Other programs also write these words.
    guard index - 2 >= line.startIndex else { return false }
    return line[index - 2] == UInt8(ascii: ":")
      && ["error: ", "warning: ", "Error: ", "Warning: "].contains { text.starts(with: $0.utf8) }
      && LogSentences.announces(line[start..<(index - 2)])
  }
}

extension LogCursor {
  /// The index after Android's prefix: date, time, process and thread, priority, tag. `nil` if the
  /// line has none.
  ///
  /// `adb logcat` writes `06-05 08:16:37.387 I/Tag(30302): text` or
  /// `06-05 08:16:37.387  1234  5678 I Tag     : text`, or these without date and time.
  fileprivate var indexAfterLogcat: Int? {
    var cursor = self
    cursor.skipBlanks()
    var isDated = false
    while cursor.attempt({ $0.takeTime() }) != nil {
      isDated = true
      cursor.skipBlanks()
    }
    if isDated {
      _ = cursor.take(":")
      cursor.skipBlanks()
      // Process and thread: "1234 5678", "20329-20350/?", "2643-2778".
      while cursor.attempt({ $0.takeProcess() }) != nil { cursor.skipBlanks() }
    }
    guard let text = cursor.attempt({ $0.takeTag(isDated: isDated) }) else { return nil }
    return text
  }

  /// The index after the prefix of Python's `logging`, `ERROR:name:`; `nil` if the line has none.
  fileprivate var indexAfterPythonLogger: Int? {
    var cursor = self
    for level in ["ERROR:", "WARNING:", "INFO:", "DEBUG:", "CRITICAL:"]
    where cursor.takeExactly(level) {
      guard cursor.takeName() != nil else { return nil }
      while cursor.takeExactly(".") { guard cursor.takeName() != nil else { return nil } }
      return cursor.takeExactly(":") ? cursor.position : nil
    }
    return nil
  }

  /// Skips a date or a time: digits with `-`, `:` or `.` between them.
  private mutating func takeTime() -> Bool? {
    guard takeNumber() != nil else { return nil }
    var parts = 1
    while parts < 5, take(":") || take("-") || take(".") {
      guard takeNumber() != nil else { return parts >= 3 ? true : nil }
      parts += 1
    }
    return parts >= 2 && (isAtEnd || startsBlank || startsColon) ? true : nil
  }

  private mutating func takeProcess() -> Bool? {
    guard takeNumber() != nil else { return nil }
    if take("-") { guard takeNumber() != nil else { return nil } }
    if take("/") { _ = takeWord() }
    return startsBlank ? true : nil
  }

  /// Skips `E/Tag(123): ` or `E Tag : `, and returns the index after it.
  private mutating func takeTag(isDated: Bool) -> Int? {
    // Android Studio writes the tag and the app before the priority.
    var words = 0
    while isDated, words < 3, !startsPriority {
      guard takeWord() else { return nil }
      skipBlanks()
      words += 1
    }
    guard startsPriority else { return nil }
    skip(1)
    let hasSlash = take("/")
    guard hasSlash || isDated else { return nil }
    skipBlanks()
    // Android Studio's tag may come first, so that the text follows the priority.
    if words > 0 && !hasSlash { return position }
    guard takeUntilTagEnd() else { return nil }
    return position
  }
}
