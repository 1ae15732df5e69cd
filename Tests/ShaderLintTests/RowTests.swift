import CompilerLogs
import TestSupport
import Testing

@testable import ShaderLint

/// The logs of compilers, and messages in the sources of those that are public.
private let logs = LogCase.all.map { FoundLog.lines($0.text).map(FoundLine.init) }
private let lines = logs.flatMap { $0 }.filter(\.placed.isEmpty)
/// The messages whose rule a person wrote down.
private let messages = LogCase.all.filter { log in log.expected.contains { $0.rule != nil } }
  .flatMap { log in
    zip(FoundLog(log.text).messages, log.expected).compactMap { $1.rule == nil ? nil : $0 }
  }

/// Each row of the tables changes what is read of a log.
@Suite struct RowTests {
  private func expectNeeded<Row>(
    _ rows: [Row], _ name: (Int) -> String, _ isNeeded: (_ row: Row, _ others: [Row]) -> Bool
  ) {
    for index in rows.indices {
      var others = rows
      let row = others.remove(at: index)
      let changes = isNeeded(row, others)
      #expect(changes, "\(name(index)), row \(index)")
    }
  }

  @Test func sentences() {
    let rows = Vendor.sentences
    expectNeeded(rows, { rows[$0].vendor.name }) { row, others in
      lines.contains { line in
        line.sentence(among: [row]) != nil
          && line.sentence()?.message != line.sentence(among: others)?.message
      }
    }
  }

  @Test func headlines() {
    typealias Heading = (line: LogLine, text: ArraySlice<UInt8>, isCompilers: Bool)
    func differ(_ a: Heading?, _ b: Heading?) -> Bool {
      a?.line != b?.line || a?.isCompilers != b?.isCompilers
    }
    let rest = lines.filter { $0.sentence() == nil && differ($0.heading(), $0.heading(among: [])) }
    expectNeeded(Vendor.headlines, { _ in "a headline" }) { _, others in
      rest.contains { differ($0.heading(), $0.heading(among: others)) }
    }
  }

  @Test func marks() {
    let vendors = logs.map { FoundLog.recognized(in: $0) }
    expectNeeded(Vendor.marks, { Vendor.marks[$0].vendor.name }) { row, others in
      zip(logs, vendors).contains { log, vendor in
        log.contains { $0.bytes.contains(word: row.text) }
          && FoundLog.recognized(in: log, by: others) != vendor
      }
    }
  }

  private func phase(_ message: LogMessage) -> MessageClassifier.Phase {
    message.line == nil && message.code != "preprocessor" ? .link : .compile
  }

  @Test func codes() {
    for code in Vendor.all.flatMap(\.codes.keys) {
      let isNeeded = messages.contains { message in
        guard message.code == code else { return false }
        var bare = message
        bare.code = nil
        let phase = phase(message)
        return MessageClassifier.rule(for: message, in: phase)
          != MessageClassifier.rule(for: bare, in: phase)
      }
      #expect(isNeeded, "\(code)")
    }
  }

  @Test func words() {
    for (table, phase, isError) in [
      (MessageClassifier.warningWords, .compile, false),
      (MessageClassifier.compileWords, .compile, true), (MessageClassifier.linkWords, .link, nil),
    ] as [(MessageClassifier.Table, MessageClassifier.Phase, Bool?)] {
      let texts = messages.filter { message in
        self.phase(message) == phase && isError.map { $0 == (message.severity == .error) } ?? true
      }.map { $0.text.lowercased() }
      let rows = table.flatMap { row in row.words.map { (rule: row.rule, words: [$0]) } }
      expectNeeded(rows, { "\(rows[$0])" }) { row, others in
        texts.contains { text in
          MessageClassifier.match(text, [row]) != nil
            && MessageClassifier.match(text, table) != MessageClassifier.match(text, others)
        }
      }
    }
  }

  @Test func wordsOfHeadlines() {
    let headlines = logs.flatMap { $0 }.flatMap { line in
      let text = line.bytes.map { $0 &- 65 < 26 ? $0 | 32 : $0 }
      return text.indices.filter { Headline.begins(text, at: $0) }.map { (text, $0) }
    }
    for word in Headline.words.flatMap({ $0 }) {
      let others = Headline.words.map { $0.subtracting([word]) }
      let isNeeded = headlines.contains { !Headline.begins($0, at: $1, words: others) }
      #expect(isNeeded, "\(word)")
    }
    expectNeeded(Headline.ends, { Headline.ends[$0] }) { _, others in
      headlines.contains { !Headline.begins($0, at: $1, ends: others) }
    }
  }
}
