import CompilerLogs
import GLESKitSupport

/// A log that people or programs passed on: part of a longer text, behind the prefixes of loggers,
/// in a string, or copied from a web page.
package struct FoundLog {
  /// The compiler or program whose form most lines have; `nil` if no line has a known form.
  package private(set) var vendor: Vendor?
  /// The messages and the lines that are not from a compiler, in order.
  package var messages: [LogMessage] { collected.all }
  /// Whether the log has a line of a compiler without a finding: a title, a count, `No errors`.
  package private(set) var isRecognized = false

  private var collected = LogMessages()
  /// The stage that the last heading or prefix named.
  private var stage: ShaderStage?
  /// The line of a listing that was printed last.
  private var place: Int?
  private var followsMark = false
  /// Whether the line before is one that only compilers write: a title, a count.
  private var followsHeading = false
  private var failures: [(text: String, stage: ShaderStage?)] = []

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: What an app, a browser or a phone printed. Bytes after a NUL are ignored.
  ///   - vendor: The compiler; `nil`, the default, to recognize it.
  package init(_ text: [UInt8], as vendor: Vendor? = nil) {
    let lines = Self.lines(text).map(FoundLine.init)
    self.vendor = vendor ?? Self.recognized(in: lines)
    for line in lines { read(line) }
    finish()
  }

  /// Returns the non-blank lines without what programs and web pages add.
  static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = utf8(fromUTF16: text) ?? text
    let plain = LogMarkup.plain(text.prefix { $0 != 0 })
    return DriverLog.joined(
      plain.split(whereSeparator: \.isLineEnd).flatMap(LogEscapes.lines)
        .flatMap(Vendor.splitAtSeverity))
  }

  /// Returns a text in UTF-8 if a byte order mark says that it is in UTF-16, as PowerShell writes
  /// what a program prints; `nil` for other texts.
  private static func utf8(fromUTF16 text: [UInt8]) -> [UInt8]? {
    guard text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: text.count - 1, by: 2).map { index in
      let unit = text[index...index + 1]
      return UInt16(text[0] == 0xFF ? unit.littleEndianNumber : unit.bigEndianNumber)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the vendor whose form and words most of the first 200 lines have.
  static func recognized(
    in lines: [FoundLine], by marks: [(text: [UInt8], vendor: Vendor)] = Vendor.marks
  ) -> Vendor? {
    var scores: [Vendor: Int] = [:]
    for line in lines.prefix(200) {
      let parts = line.placed
      for part in parts {
        for vendor in Vendor.found where vendor.read(line.bytes[part.range]) != nil {
          scores[vendor, default: 0] += 1
        }
      }
      if parts.isEmpty, let (_, vendor) = line.sentence() {
        scores[vendor, default: 0] += 1
      }
      for mark in marks where line.bytes.contains(word: mark.text) {
        scores[mark.vendor, default: 0] += 1
      }
    }
    let best = scores.values.max() ?? 0
    return best > 0 ? Vendor.found.first { scores[$0] == best } : nil
  }

  // MARK: Lines

  private mutating func read(_ line: FoundLine) {
    let (isAfterMark, isBelowHeading) = (followsMark, followsHeading)
    (followsMark, followsHeading) = (false, false)
    let parts = line.placed
    guard parts.isEmpty else {
      let prefix = line.bytes[..<parts[0].range.lowerBound]
      stage = Headline.stage(in: prefix) ?? stage
      for part in parts { add(part.line, line.bytes[part.range]) }
      return
    }
    let listed = ListedSource(line.text, isBelowLine: place != nil)
    if case .message(var message) = listed, line.heading()?.isCompilers != true {
      message.line = place
      return add(message)
    }
    if let (message, _) = line.sentence() { return add(message) }
    if let heading = line.heading() {
      // A rule below a title continues it, but a fence of Markdown is none of a log.
      followsHeading =
        heading.isCompilers && (isBelowHeading || heading.text.contains(where: \.startsIdentifier))
      isRecognized = isRecognized || followsHeading
      return add(heading.line, heading.text)
    }
    // A line with a colon at its end announces a log.
    if isBelowHeading, let message = DriverLog.plain(line.text), message.text.last != ":" {
      return add(message)
    }
    switch listed {
    case .line(let number): place = number
    case .mark(let isRegl): followsMark = isRegl
    case .bar(let text) where isAfterMark && place != nil:
      var message = LogMessage(.error, text)
      message.line = place
      add(message)
    case .message, .bar, nil:
      if listed == nil { place = nil }
      // The rest of a literal, such as `")`, says nothing.
      guard line.text.contains(where: { $0.continuesIdentifier || $0 >= 0x80 }) else { return }
      collected.add(unknown: LogCursor(line.text).rest)
    }
  }

  /// A program may print the messages of both stages again without their severity.
  private static let repetition: LogForm = "{source}:{line}: {token}:"

  private mutating func add(_ line: LogLine, _ text: ArraySlice<UInt8>) {
    if Self.repetition.end(in: text) != nil { stage = nil }
    switch line {
    case .message(var message):
      if message.line == nil, let code = message.code, message.source == nil {
        // Microsoft's "fatal error C1083".
        if code.hasPrefix("C1"), text.starts(with: "fatal".utf8) {
          return collected.add(unknown: LogCursor(text).rest)
        }
        message.line = place
      }
      add(message)
    case .detail(let text): collected.add(detail: text)
    case .failure:
      stage = Headline.stage(in: text)
      place = nil
      failures.append((LogCursor(text).rest, stage))
    case .heading: stage = Headline.stage(in: text) ?? stage
    }
  }

  private mutating func add(_ message: LogMessage) {
    var message = message
    if message.line != nil { message.stage = message.stage ?? stage }
    // "Fragment shader compilation failed:" announced this warning.
    if message.severity == .warning, failures.last?.text.last == ":" { failures.removeLast() }
    collected.add(message)
    isRecognized = true
  }

  // MARK: The end

  private mutating func finish() {
    guard !failures.isEmpty else { return }
    isRecognized = true
    guard !collected.hasErrors else { return }
    // A log that gives no reason for a failure still says that there is one, for each stage.
    let named = ShaderStage.allCases.compactMap { stage in failures.first { $0.stage == stage } }
    // A line with a colon announces another one.
    let first = failures.first { $0.text.last != ":" } ?? failures[0]
    let reported = named.isEmpty ? [first] : named
    collected.insert(reported.map { LogMessage(.error, $0.text) })
  }
}
