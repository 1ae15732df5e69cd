// Where a message without a position begins in a line.

extension LogPrefix {
  /// The bytes after which a severity begins a message without a blank.
  private static let clauseEnds = ByteSet("=:'|")

  /// Returns the line if it is a detail of the message before.
  func detail(of dialects: [LogDialect]) -> Part? {
    let isDetail = dialects.contains { dialect in
      if case .detail = dialect.parse(line[start...]) { true } else { false }
    }
    return isDetail ? Part(text: line[start...], dialect: nil, prefix: []) : nil
  }

  /// The line without the words that announce it: "Shader log: Compile failed." is "Compile
  /// failed."
  var sentence: Part {
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
    let reading = LogSentences.read(line[first...])
    var isHeadline = reading?.isHeadline ?? false
    var chosen = first
    for index in line.indices.prefix(Self.sentenceLimit).dropFirst()
    where index > first && startsSentence(index) {
      let isSevere = startsSeverity(index)
      // "Warning: info log: ERROR: text": the first severity is the app's.
      let isInner = isSevere && !isWhole && line[..<index].suffix(2).first == UInt8(ascii: ":")
      switch LogSentences.read(line[index...]) {
      case .message, .reason: if !isMessage || isInner || followsArrow(index) { chosen = index }
      case nil:
        // "Info log: (unknown reason)" is no message.
        let isTitled = line[index].startsIdentifier && LogSentences.announcesLog(line[..<index])
        if isInner || (isSevere && !isMessage) || isTitled
          || startsComplaint(index)
        {
          chosen = index
        }
      // "Unable to compile shader: unknown error".
      case .trailer:
        let before = String(decoding: line[chosen..<index], as: UTF8.self)
        if !isHeadline && !LogSentences.mayBeFailure(before) { chosen = index }
      // "INVALID_OPERATION: useProgram: program not linked" is what a call of the app says.
      case .headline
      where Words(String(decoding: line[..<index], as: UTF8.self)).contain("invalid_"):
        break
      case .headline:
        chosen = index
        isHeadline = true
      default: chosen = index
      }
      // What follows is the message's own text.
      if isSevere { break }
    }
    if chosen == first, !isWhole, !isMessage, case .message = reading {
      chosen = clause(from: first)
    }
    let isQuoted = chosen > first && isQuote(before: chosen) && !startsSeverity(chosen)
    let text = isQuoted ? quotation(at: chosen) : line[chosen...]
    return Part(text: text, dialect: nil, prefix: line[start..<chosen])
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
    if line[index - 1] == .quote, startsSeverity(index) { return true }
    if isQuote(before: index) {
      let text = quotation(at: index)
      return LogSentences.isMessage(text) || LogVocabulary.startsComplaint(text)
    }
    guard !line[index].isBlank, index - 2 >= line.startIndex else { return false }
    guard line[index - 1].isBlank else {
      return Self.clauseEnds.contains(line[index - 1]) && startsSeverity(index)
    }
    // "error C2440: 'x' : text" is a message of a compiler of C++.
    var code = LogCursor(line[..<index].suffix(7))
    if code.takeCode(digits: 4) != nil, code.take(": ") { return false }
    return line[index - 2] == UInt8(ascii: ":") || line[index - 2] == UInt8(ascii: "]")
      || followsArrow(index) || startsSeverity(index)
  }

  /// The beginning of the clause with the words that make the line a link error, without what an
  /// app wrote before it: `message=Varying v is not declared in the vertex shader`.
  private func clause(from first: Int) -> Int {
    let text = Words(String(decoding: line[first...], as: UTF8.self))
    guard LogVocabulary.isLinkError(text), let word = LogVocabulary.linkWord(in: text) else {
      return first
    }
    let head = line[first..<min(first + word, line.endIndex)]
    let end = head.indices.last { index in
      let byte = head[index]
      if "|>#;/*".utf8.contains(byte) {
        return index + 1 == head.endIndex || head[index + 1].isBlank
      }
      // A quote that ends a name begins no clause.
      return "=\"'([{".utf8.contains(byte)
        && (!byte.isQuote || !head.filter { $0 == byte }.count.isMultiple(of: 2))
    }
    guard let end else { return first }
    return line[(end + 1)...].firstIndex { !$0.isBlank } ?? first
  }

  /// The text up to the quote that closes the one before `index`: "It says `text`, but why?"
  private func quotation(at index: Int) -> ArraySlice<UInt8> {
    let rest = line[index...].prefix(Self.formLimit)
    let end = Self.quotationEnd(rest, line[index - 1]) ?? rest.endIndex
    return rest[..<end]
  }

  /// Returns whether a complaint begins at `index` that names no token: "'x' : undeclared".
  private func startsComplaint(_ index: Int) -> Bool {
    let before = line[start..<index].last { !$0.isBlank && $0 != UInt8(ascii: ":") }
    return before != UInt8(ascii: "'") && LogVocabulary.startsComplaint(line[index...])
  }

  /// Returns whether what an app did stands before `index`: "glValidateProgram() -> text".
  private func followsArrow(_ index: Int) -> Bool {
    line[start..<(index - 1)].suffix(2).elementsEqual("->".utf8)
  }

  private func startsSeverity(_ index: Int) -> Bool {
    let text = line[index...]
    if text.starts(with: "ERROR: ".utf8) || text.starts(with: "WARNING: ".utf8) { return true }
    // "Error linking program: error: text". Other programs also write these words.
    guard index - 2 >= line.startIndex else { return false }
    return line[index - 2] == UInt8(ascii: ":")
      && ["error: ", "warning: ", "Error: ", "Warning: "].contains { text.starts(with: $0.utf8) }
      && (LogSentences.announces(line[start..<(index - 2)])
        || !(text.first == UInt8(ascii: "E") || text.first == UInt8(ascii: "W"))
          && LogVocabulary.isLinkError(
            Words(String(decoding: text.prefix(Self.formLimit), as: UTF8.self))))
  }
}
