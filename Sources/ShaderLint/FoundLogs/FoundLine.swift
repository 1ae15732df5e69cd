import CompilerLogs

/// Finds what compilers say in a line of any text.
///
/// A message counts only with a place or a code, or as a whole sentence of a compiler. It may begin
/// anywhere after a boundary, such as a blank or a quote, so that the numbers of a logger are never
/// taken for a line. Reading takes time in proportion to the line's length.
struct FoundLine {
  let bytes: [UInt8]
  /// The line in lower case.
  private let lower: [UInt8]
  /// The index after the prefix of a logger.
  let start: Int
  /// The messages with a place or a code, and their details, in order.
  private(set) var placed: [Part] = []

  /// The bytes within which the form of a message stands: a path, numbers and a code. Parsing all
  /// that follows at each place would take time in proportion to the square of the line's length.
  private static let formLimit = 600

  init(_ line: ArraySlice<UInt8>) {
    bytes = Array(Self.withoutQuote(Self.withoutPlace(line)))
    lower = bytes.map { $0 &- 65 < 26 ? $0 | 32 : $0 }
    start = LogPrefix.end(in: bytes)
    placed = readPlaced()
  }

  /// The text after the logger's prefix.
  var text: ArraySlice<UInt8> { bytes[start...] }

  /// Returns a line without the place of a script at its end, which consoles write:
  /// `text three.js:1234:5`, `text @ main.js:14`.
  private static func withoutPlace(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.last?.isDigit ?? false, let blank = line.lastIndex(where: \.isBlank) else {
      return line
    }
    let name = String(decoding: line[(blank + 1)...], as: UTF8.self)
    guard [".js:", ".mjs:", ".ts:", ".html:", "(index):"].contains(where: name.contains) else {
      return line
    }
    let end = line[..<blank].lastIndex { !$0.isBlank && $0 != UInt8(ascii: "@") }
    return end.map { line[...$0] } ?? line
  }

  /// Returns a line of a list of strings, `'text',`, without the quote at its end.
  private static func withoutQuote(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let first = line.firstIndex { !$0.isBlank } ?? line.endIndex
    let last = line.lastIndex { !" \t,;+".utf8.contains($0) } ?? line.startIndex
    return last > first && line[first].isQuote && line[last] == line[first] ? line[..<last] : line
  }

  // MARK: Messages with a place or a code

  /// What a line says, and the indices of the text that the compiler wrote.
  typealias Part = (line: LogLine, range: Range<Int>)

  private func readPlaced() -> [Part] {
    var starts: [(index: Int, vendor: Vendor)] = []
    var index = start
    var textStart = -1
    while index < bytes.count {
      if isBoundary(index), let (vendor, text) = places(index) {
        // sokol-shdc puts a place of its own before glslang's message.
        if index == textStart { starts.removeLast() }
        starts.append((index, vendor))
        // An #error may quote anything. Unity's place is at the end.
        if text.contains("#error") || vendor == .unity { break }
        // What follows the position may be a further message.
        let form = bytes[index...].prefix(Self.formLimit)
        textStart = form.firstRange(of: text.utf8.prefix(20))?.lowerBound ?? index
        index = max(index, textStart - 1)
      } else if !starts.isEmpty, isBoundary(index), Vendor.count(bytes[index...]) != nil {
        starts.append((index, .glslang))
        break
      }
      index += 1
    }
    let ends = starts.dropFirst().map(\.index) + [bytes.count]
    return zip(starts, ends).compactMap { start, end in
      let range = start.index..<self.end(from: start.index, before: end)
      return start.vendor.read(bytes[range]).map { ($0, range) }
    }
  }

  /// Returns the first compiler that reads a place or a code at an index, and the text after it.
  private func places(_ index: Int) -> (Vendor, String)? {
    guard !"\"`[{<|".utf8.contains(bytes[index]) else { return nil }
    let slice = bytes[index...].prefix(Self.formLimit)
    return Vendor.readers.firstResult { vendor in
      switch vendor.read(slice) {
      case .message(let message): return (vendor, message.text)
      case .detail(let text): return (vendor, text)
      case .heading where index == start: return (vendor, "")
      default: return nil
      }
    }
  }

  /// Returns whether a message can start at an index.
  private func isBoundary(_ index: Int) -> Bool {
    guard index > start else { return true }
    let before = bytes[index - 1]
    if bytes[index].isBlank || before.continuesIdentifier { return false }
    // Text in another script may have no blank before a message.
    if before.isBlank || before >= 0x80 || "\"'`*<>|=:,;!?([{)]}".utf8.contains(before) {
      return true
    }
    // grep prints the name of a file before the text, "phone.log-0:12(3): error: text", and people
    // comment logs out, "//0:12: S0001: text".
    if before == UInt8(ascii: "-") || before == .slash {
      return bytes[index].isDigit && index - 2 >= start
        && (bytes[index - 2].startsIdentifier || bytes[index - 2] == .slash)
    }
    // "compilation failed.ERROR: 0:1:".
    return before == UInt8(ascii: ".") && bytes[index...].starts(with: "ERROR: ".utf8)
  }

  /// Returns the end of a message without the quote or bracket that closes the one before it:
  /// "`ERROR: 0:4: text` (Chrome)".
  private func end(from index: Int, before limit: Int) -> Int {
    var end = limit
    while end > index, bytes[end - 1].isBlank { end -= 1 }
    // Markdown: a code block of which only the end is on this line.
    let text = bytes[index..<end]
    if let tick = text.firstIndex(of: 96), text[tick...].allSatisfy({ $0 == 96 }) { return tick }
    guard index > 0 else { return end }
    let pairs: [UInt8: UInt8] = [60: 62, 91: 93, 40: 41, 123: 125, 34: 34, 39: 39, 96: 96]
    guard let closing = pairs[bytes[index - 1]] else { return end }
    let places = text.indices.filter { bytes[$0] == closing }
    let ends = places.filter { place in
      place + 1 >= bytes.count || " \t.,;:)*|".utf8.contains(bytes[place + 1])
    }
    guard closing == 34 || closing == 39 else { return ends.first ?? end }
    // Messages quote names in the same way: `undefined variable "x"`.
    return places.count.isMultiple(of: 2) ? end : ends.last ?? end
  }

  // MARK: Sentences

  /// The bytes within which a message without a position begins.
  private static let sentenceLimit = 2000

  /// Returns the sentence of a compiler or linker that the line holds; `nil` if it holds none.
  func sentence(
    among sentences: [Vendor.Sentence] = Vendor.sentences
  ) -> (message: LogMessage, vendor: Vendor)? {
    let forms = sentences.filter { $0.form.mayOccur(in: lower) }
    guard !forms.isEmpty else { return nil }
    for index in sentenceStarts {
      let window = bytes[index...].prefix(Self.formLimit)
      guard let (_, severity, vendor) = forms.first(where: { $0.form.end(in: window) != nil })
      else {
        continue
      }
      let text = LogCursor(bytes[index..<end(from: index, before: bytes.count)]).rest
      // "warning: text". Apps write "Error: " before any log.
      let said: Severity? =
        lower[..<index].suffix(9).elementsEqual("warning: ".utf8)
        ? .warning : bytes[..<index].suffix(7).elementsEqual("error: ".utf8) ? .error : nil
      return (LogMessage(said ?? severity, text), vendor)
    }
    return nil
  }

  /// Counts of glslc and Skia, which other compilers write, too.
  private static let counts: [LogForm] = [
    "{n} error[s][ generated][.]", "{n} warning[s][ and {n} error[s]] generated.",
  ]

  /// Returns what else a line of a log says, and in which words; `nil` for a line of an unknown
  /// form.
  func heading(
    among headlines: Vendor.Headlines = Vendor.headlines
  ) -> (line: LogLine, text: ArraySlice<UInt8>, isCompilers: Bool)? {
    var headline: ArraySlice<UInt8>?
    let headlines = headlines.filter { $0.form.mayOccur(in: lower) }
    let end = bytes.lastIndex { !"\"'`)]> ".utf8.contains($0) } ?? -1
    let lastLetter = bytes[..<(end + 1)].lastIndex(where: \.startsIdentifier) ?? -1
    for index in sentenceStarts where index == start || index <= lastLetter {
      let text = bytes[index..<max(index, end + 1)]
      if let line = Vendor.count(text) ?? Vendor.heading(text, among: headlines) {
        return (headline == nil ? line : .failure, headline ?? text, true)
      }
      // "Failed to compile the shader: ERROR: text".
      if headline != nil, let message = DriverLog.plain(text),
        Vendor.heading(Array(message.text.utf8)[...], among: headlines) == nil
      {
        return (.message(message), text, false)
      }
      if headline == nil, Headline.begins(lower, at: index) { headline = text }
    }
    if let headline { return (.failure, headline, false) }
    if Self.counts.contains(where: { $0.end(in: text) == text.endIndex }) {
      return (.heading, text, false)
    }
    // The title of a log: "Shader log:", "gl.getShaderInfoLog()".
    var title = lower[start...]
    while let last = title.last, " :()".utf8.contains(last) { title.removeLast() }
    return title.suffix(3).elementsEqual("log".utf8)
      && title.split(whereSeparator: \.isBlank).count <= 6
      ? (.heading, text, false) : nil
  }

  /// The indices at which a sentence can begin: after the prefix, a colon, a quote or a bracket.
  /// What follows a number and a colon, `sky.cpp:12: text`, has a place that no compiler of shaders
  /// wrote, unless the number is a word, `Level 3: text`.
  private var sentenceStarts: [Int] {
    var last: Int?
    return bytes.indices.prefix(Self.sentenceLimit).dropFirst(start).filter { index in
      guard !bytes[index].isBlank else { return index == start }
      defer { last = index }
      guard let last else { return true }
      guard "\"'`=:|>([{<]".utf8.contains(bytes[last]) else { return false }
      guard bytes[last] == UInt8(ascii: ":"), last > start, bytes[last - 1].isDigit else {
        return true
      }
      return bytes[start..<last].last { !$0.isDigit }?.isBlank ?? true
    }
  }
}
