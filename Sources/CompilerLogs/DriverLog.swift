/// Parses the logs of a compiler that was asked: a driver's, or glslang's.
///
/// The compiler wrote each line, so nothing is guessed: a line without its form is a message, too.
package enum DriverLog {
  /// The limit for the text of a message in bytes; the middle of a longer one is removed.
  package static let messageLimit = 600
  /// The limit for the number of details of a message.
  static let detailLimit = 40

  /// Returns the messages of a log in order, without repetitions.
  ///
  /// - Parameters:
  ///   - log: The bytes from the driver. Those after a NUL are ignored, and invalid UTF-8 is
  ///     replaced.
  ///   - vendor: The compiler; `nil` if it is not known, to try the form of each one.
  ///   - failed: Whether the compilation failed. If no line has the form of an error, those in an
  ///     unknown format are errors.
  package static func parse(_ log: [UInt8], as vendor: Vendor?, failed: Bool) -> [LogMessage] {
    var messages = LogMessages()
    let vendors = vendor.map { [$0] } ?? Vendor.all
    for line in lines(log) {
      switch Vendor.count(line) ?? vendors.firstResult({ $0.read(line) ?? $0.heading(line) })
        ?? plain(line).map(LogLine.message)
      {
      case .message(let message): messages.add(message)
      case .detail(let text): messages.add(detail: text)
      case .failure, .heading: break
      case nil: messages.add(unknown: LogCursor(line).rest)
      }
    }
    if failed, !messages.hasErrors { messages.makeErrors() }
    return messages.all
  }

  /// Returns the non-blank lines up to the first NUL.
  package static func lines(_ log: [UInt8]) -> [ArraySlice<UInt8>] {
    joined(
      log.prefix { $0 != 0 }.split(whereSeparator: \.isLineEnd).flatMap(Vendor.splitAtSeverity))
  }

  /// Returns the non-blank lines. ANGLE quotes the token that it does not expect, which may be a
  /// line end, and a console puts the place of a script before the rest: `main.js:14 ' : text`.
  package static func joined(_ parts: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for line in parts where !line.allSatisfy(\.isBlank) {
      let rest = line.drop { $0 != UInt8(ascii: "'") }
      if rest.starts(with: "' : ".utf8), lines.last?.suffix(3).elementsEqual(": '".utf8) ?? false {
        lines[lines.count - 1] += rest
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// Reads `ERROR: text`, as all linkers write it.
  package static func plain(_ line: ArraySlice<UInt8>) -> LogMessage? {
    var cursor = LogCursor(line)
    _ = cursor.take("link ") || cursor.take("linker ")
    guard let severity = cursor.takeSeverity(), cursor.take(":"), !cursor.rest.isEmpty else {
      return nil
    }
    return LogMessage(severity, cursor.rest)
  }
}

extension Sequence {
  /// Returns the first result of `read` that is not `nil`.
  package func firstResult<T>(_ read: (Element) -> T?) -> T? {
    for element in self { if let result = read(element) { return result } }
    return nil
  }
}

/// The messages of a log while it is parsed.
package struct LogMessages {
  /// The messages in order.
  package private(set) var all: [LogMessage] = []
  /// The indices of each message, by the message without its stage.
  private var known: [LogMessage: [Int]] = [:]
  /// The texts of the messages with a line.
  private var texts: Set<String> = []

  package init() {}

  package var hasErrors: Bool { all.contains { $0.severity == .error } }

  /// Adds a message, unless it repeats another one.
  package mutating func add(_ message: LogMessage) {
    var message = message
    message.text = Self.shortened(message.text)
    var key = message
    key.stage = nil
    let indices = known[key] ?? []
    // A program may print a log twice, and once name the stage.
    if let index = indices.first(where: { all[$0].stage == nil }) {
      all[index].stage = message.stage
      return
    }
    let isKnown = indices.contains { message.stage == nil || all[$0].stage == message.stage }
    // A program may print a message again without its position.
    guard !isKnown, message.line != nil || !texts.contains(message.text) else { return }
    if message.line != nil { texts.insert(message.text) }
    known[key, default: []].append(all.count)
    all.append(message)
  }

  /// Adds a detail of the last message.
  package mutating func add(detail text: String) {
    let last = all.count - 1
    guard last >= 0 else { return add(LogMessage(.note, text)) }
    guard all[last].details.count < DriverLog.detailLimit else { return }
    all[last].details.append(Self.shortened(text))
  }

  /// Adds a line in an unknown format.
  package mutating func add(unknown text: String) {
    var message = LogMessage(.warning, text)
    message.isUnknown = true
    add(message)
  }

  /// Makes errors of the lines in an unknown format.
  package mutating func makeErrors() {
    for index in all.indices where all[index].isUnknown {
      all[index].severity = .error
      all[index].isUnknown = false
    }
  }

  /// Adds messages before the others.
  package mutating func insert(_ messages: [LogMessage]) { all.insert(contentsOf: messages, at: 0) }

  /// Returns a text without its middle if it exceeds the limit.
  private static func shortened(_ text: String) -> String {
    let limit = DriverLog.messageLimit
    guard text.utf8.count > limit else { return text }
    let head = String(text.unicodeScalars.prefix(limit / 2))
    let tail = String(text.unicodeScalars.suffix(limit / 6))
    return "\(head)… (\(text.utf8.count) bytes) …\(tail)"
  }
}
