/// Collects the messages of a log part by part, and decides at the end which of them are a
/// compiler's.
///
/// Only a message with a position or a code is certainly a compiler's. Apps also write "WARNING:"
/// and "Error:" before sentences of their own, so that a message without a position counts only in
/// the words and the company that compilers' messages have.
struct LogCollector {
  private var log: ParsedLog
  /// The indices of each message, by the message without its stage.
  private var known: [LogMessage: [Int]] = [:]
  /// The texts of the messages with a line.
  private var texts: Set<String> = []
  /// The lines that may be the app's, by the index of their message.
  private var doubtful: [Int: String] = [:]
  /// The lines that are a compiler's only because of the line before.
  private var announced: [Int: String] = [:]
  private var headlines: [String] = []
  /// The unknown lines that follow the title of a log.
  private var titled: [Int] = []
  /// The stage that the last headline or prefix named.
  private var stage: ShaderStage?
  /// The line of the source that was printed last.
  private var place: Int?
  /// The number of the last line of a numbered listing, and that of the messages before it.
  private var numbered: (line: Int, count: Int)?
  /// The part before.
  private var last: LogLine?
  /// Whether the text speaks of shaders.
  private lazy var mentionsShaders = source.map { LogVocabulary.mentionsShaders($0[...]) } ?? true
  /// The text; `nil` if it is known to be a log of shaders.
  private let source: [UInt8]?
  /// Whether the part before is an error that Godot found.
  private var followsGodot = false

  /// - Parameters:
  ///   - dialect: The dialect; `nil` if no line has a known format.
  ///   - source: The text, unless it is known to be a log of shaders.
  init(_ dialect: LogDialect?, in source: [UInt8]?) {
    log = ParsedLog(dialect: dialect?.name)
    self.source = source
  }

  /// Adds a part of a line.
  mutating func add(_ part: LogParser.Part) {
    if let named = LogSentences.stage(in: String(decoding: part.prefix, as: UTF8.self)) {
      stage = named
    }
    var line = part.line
    let text = LogParser.shortened(LogCursor(part.text).rest)
    if line == nil, last == .caret, let place, part.text.first(where: { !$0.isBlank }) == .bar {
      // regl: "  11| vec3 d = fwidth(bary);", "    | ^^^", "    | extension is not supported".
      let reason = LogText.withoutGutter(text)
      if !reason.isEmpty {
        var message = LogMessage(.error, reason)
        message.line = place
        line = .message(message)
      }
    }
    switch line {
    case .message(let message):
      add(message, text, lacksSeverity: LogDialect.lacksSeverity(part.text))
    case .reason(let message):
      let isCertain = LogVocabulary.isCompilers(message, isAnnounced: false, hasCompany: false)
      if let index = append(message), !isCertain { doubtful[index] = text }
    case .detail(let text): add(detail: LogParser.shortened(text))
    case .headline(let text):
      stage = LogSentences.stage(in: text)
      place = nil
      headlines.append(text)
    case .place(let line): place = line
    case .placeBefore(let place):
      guard takes(place) else {
        line = nil
        appendUnknown(text)
        break
      }
    case .numbered(let line): addNumbered(line)
    case .trailer:
      stage = LogSentences.stage(in: text) ?? stage
      if LogSentences.saysSuccess(text) { log.saysSuccess = true }
    case .caret: break
    case nil:
      guard !text.isEmpty else { break }
      if let index = appendUnknown(text),
        LogSentences.announcesLog(part.prefix)
          || (last?.isAnnouncement ?? false && LogVocabulary.mayBeReason(text))
      {
        titled.append(index)
      }
    }
    followsGodot = part.prefix.suffix(7).elementsEqual("SHADER ".utf8)
    switch line {
    case .detail: break
    // A rule below a title announces nothing itself.
    case .trailer where !part.text.contains(where: \.startsIdentifier): break
    default: last = line
    }
  }

  @discardableResult private mutating func appendUnknown(_ text: String) -> Int? {
    var message = LogMessage(.warning, text)
    message.isUnknown = true
    return append(message)
  }

  /// Gives the message before its place; returns whether it lacked one.
  private mutating func takes(_ place: FollowingPlace) -> Bool {
    guard let index = log.messages.indices.last, log.messages[index].line == nil,
      place.isGodots == followsGodot
    else { return false }
    if log.messages[index].isUnknown {
      // naga: "Shader 'sky' parsing error: Unknown type".
      let text = log.messages[index].text
      guard let error = text.firstRange(of: "error: ") else { return false }
      log.messages[index] = LogMessage(.error, String(text[error.upperBound...]))
    }
    log.messages[index].path = place.path
    log.messages[index].line = place.line
    log.messages[index].column = place.column
    doubtful[index] = nil
    announced[index] = nil
    return true
  }

  private mutating func add(_ message: LogMessage, _ text: String, lacksSeverity: Bool) {
    var message = message
    message.text = LogParser.shortened(message.text)
    message.line = message.line ?? place
    // "Could not link program:" announced these warnings.
    if message.severity == .warning, last.map(\.isHeadline) ?? false, headlines.last?.last == ":" {
      headlines.removeLast()
    }
    // A program may print the messages of all stages again without their severity.
    if message.line != nil, !lacksSeverity { message.stage = message.stage ?? stage }
    // "Shader log:" announces whatever follows.
    let isAnnounced =
      switch last {
      case .headline, .trailer: !log.messages.isEmpty || !headlines.isEmpty
      default: false
      }
    guard let index = append(message) else { return }
    if !LogVocabulary.isCompilers(message, isAnnounced: isAnnounced, hasCompany: last != nil) {
      doubtful[index] = text
    } else if !LogVocabulary.isCompilers(message, isAnnounced: false, hasCompany: false) {
      announced[index] = text
    }
  }

  /// Gives the messages since the line before their place, if the listing goes on after them.
  private mutating func addNumbered(_ line: Int) {
    if let numbered, numbered.line + 1 == line {
      for index in numbered.count..<max(numbered.count, log.messages.count)
      where log.messages[index].line == nil && !log.messages[index].isUnknown {
        log.messages[index].line = numbered.line
        doubtful[index] = nil
      }
    }
    numbered = (line, log.messages.count)
  }

  /// Appends a message; returns its index, or `nil` if it repeats another one.
  private mutating func append(_ message: LogMessage) -> Int? {
    var key = message
    key.stage = nil
    let indices = known[key] ?? []
    if indices.contains(where: { log.messages[$0].stage == message.stage }) { return nil }
    if message.stage == nil, !indices.isEmpty { return nil }
    // A program may print a message again without its position.
    if message.line == nil, texts.contains(message.text) { return nil }
    if message.line != nil { texts.insert(message.text) }
    // A program may print a log twice, and once name the stage.
    if let index = indices.first(where: { log.messages[$0].stage == nil }) {
      log.messages[index].stage = message.stage
      return nil
    }
    known[key, default: []].append(log.messages.count)
    log.messages.append(message)
    return log.messages.count - 1
  }

  private mutating func add(detail text: String) {
    guard !log.messages.isEmpty else {
      log.messages.append(LogMessage(.note, text))
      return
    }
    if log.messages[log.messages.count - 1].details.count < LogParser.detailLimit {
      log.messages[log.messages.count - 1].details.append(text)
    }
  }

  // MARK: The end

  /// Returns the log.
  mutating func finished() -> ParsedLog {
    dropDoubtful()
    readTitled()
    dropCutOff()
    guard !log.messages.contains(where: { $0.severity == .error }) else { return log }
    let unknown = log.messages.indices.filter { log.messages[$0].isUnknown }
    let complaints = unknown.filter { index in
      let text = log.messages[index].text
      return LogVocabulary.isComplaint(text)
        && (LogVocabulary.speaksOfShaders(text) || mentionsShaders)
    }
    // A log that gives no reason for a failure still says that there is one, for each stage.
    let failures = complaints.isEmpty ? unexplainedFailures() : []
    let guess = unknown.first { LogSentences.mayBeFailure(log.messages[$0].text) }
    let errors = complaints.isEmpty && failures.isEmpty ? guess.map { [$0] } ?? [] : complaints
    for index in errors {
      log.messages[index].severity = .error
      log.messages[index].isUnknown = false
      log.messages[index].text = Self.withoutQuote(log.messages[index].text)
    }
    log.messages.insert(
      contentsOf: failures.map {
        LogMessage(.error, LogParser.shortened(Self.withoutQuote($0)))
      }, at: 0)
    return log
  }

  /// Returns a text without the quote at its beginning that nothing closes.
  private static func withoutQuote(_ text: String) -> String {
    guard let quote = text.first, "`\"'".contains(quote),
      !text.filter({ $0 == quote }).count.isMultiple(of: 2)
    else { return text }
    return String(text.dropFirst())
  }

  /// Makes errors of the first lines of logs that say nothing else of a failure.
  private mutating func readTitled() {
    guard !headlines.isEmpty,
      !log.messages.contains(where: { $0.line != nil && $0.severity == .error })
    else { return }
    for index in titled where log.messages.indices.contains(index) {
      log.messages[index].severity = .error
      log.messages[index].isUnknown = false
    }
  }

  /// Drops the last message if it is the beginning of another: people quote a part of a log.
  private mutating func dropCutOff() {
    guard let index = log.messages.lastIndex(where: { !$0.isUnknown }) else { return }
    if log.messages[..<index].contains(where: log.messages[index].isCutOff(of:)) {
      log.messages.remove(at: index)
    }
  }

  /// The headlines that stand for the errors of a log without any.
  private mutating func unexplainedFailures() -> [String] {
    var stages: Set<ShaderStage> = []
    var headlines = headlines
    if !headlines.isEmpty, !mentionsShaders {
      headlines.removeAll { !LogSentences.namesTask(Words($0)) }
    }
    let named = headlines.filter { text in
      LogSentences.stage(in: text).map { stages.insert($0).inserted } ?? false
    }
    // A headline with a colon announces another one.
    let first = headlines.first { $0.last != ":" } ?? headlines.first
    return named.isEmpty ? first.map { [$0] } ?? [] : named
  }

  /// Makes unknown lines of messages that may be the app's, if others are certainly a compiler's or
  /// nothing speaks of shaders.
  private mutating func dropDoubtful() {
    if log.messages.contains(where: { $0.line != nil && $0.severity == .error }) {
      doubtful.merge(announced) { line, _ in line }
    }
    let certain = log.messages.indices.filter {
      !log.messages[$0].isUnknown && doubtful[$0] == nil
    }
    let isError = certain.contains { log.messages[$0].severity == .error }
    let isLog = !certain.isEmpty || !headlines.isEmpty || log.saysSuccess
    for (index, line) in doubtful where log.messages.indices.contains(index) {
      let isWord = !log.messages[index].text.contains(" ")
      let isKept =
        if isLog { log.messages[index].severity == .error && !isWord } else {
          !isWord && (LogVocabulary.speaksOfShaders(line) || mentionsShaders)
        }
      guard isError || !isKept else { continue }
      log.messages[index].severity = .warning
      log.messages[index].text = line
      log.messages[index].isUnknown = true
    }
  }
}
