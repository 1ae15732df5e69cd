import CompilerLogs
import GLESKitSupport
import GLSL

/// Finds the token that a compiler's message refers to.
struct TokenLocator {
  private let facts: ShaderFacts
  private let countsOutput: Bool

  /// - Parameter countsOutput: Whether the columns refer to preprocessed text, as Mesa's do.
  init(_ facts: ShaderFacts, countsOutput: Bool) {
    self.facts = facts
    // The mapping is not known with a #line that had to stay or an unfinished macro expansion.
    self.countsOutput =
      countsOutput && facts.preprocessed.complete && facts.assembly.renumbering.isEmpty
  }

  /// Returns the place of a message; `nil` if it has no line.
  ///
  /// - Parameter name: The name that the message quotes; the place is that of the name, if found.
  func location(of message: LogMessage, name: String?) -> Location? {
    let assembly = facts.assembly
    guard let line = message.line else { return nil }
    // Line 0 means the whole shader: the declaration of the name is more precise.
    if line == 0 { return name.flatMap(declaration) }
    if line <= assembly.prefixLines {
      // A line that shaderlint added has no other place than the beginning of the file.
      return assembly.prefixOrigin ?? Location(file: assembly.files[0].path, line: 1, column: 1)
    }
    guard let bodyLine = assembly.bodyLine(compilerLine: line) else { return nil }
    if message.code == "preprocessor" { return directive(bodyLine, message) }
    if countsOutput, let column = message.column,
      let site = site(message, line: bodyLine, column: column, name: name)
    {
      return assembly.location(of: site)
    }
    return locationInSource(bodyLine, column: message.column, name: name)
  }

  private func declaration(of name: String) -> Location? {
    let bare = name.split(separator: " ").last.map(String.init) ?? name
    return facts.declaration(of: bare)?.location
  }

  /// Returns the place of a preprocessor message: the macro that it names, else the directive.
  private func directive(_ line: Int, _ message: LogMessage) -> Location {
    if message.text.contains("comment"), let start = facts.assembly.scan.openComment {
      let line = facts.assembly.scan.line(of: Int(start))
      return facts.assembly.location(
        bodyLine: line, column: facts.assembly.scan.column(of: Int(start), line: line), length: 2)
    }
    let words = message.text.split(separator: " ").map(String.init)
    let named = words.firstIndex { $0.lowercased() == "macro" }.flatMap {
      $0 + 1 < words.count ? words[$0 + 1] : nil
    }
    // "Unterminated #if" and similar messages concern the whole directive.
    let isWhole = named == nil && message.text.contains("#")
    return locationInSource(
      line, column: isWhole ? nil : message.column,
      name: named ?? message.quotedName)
  }

  /// Returns the source token for a position in preprocessed text; `nil` for an empty line.
  ///
  /// Mesa counts columns in the output of its preprocessor, in which macros are expanded and each
  /// run of blanks and comments is one blank. The line breaks in a macro call disappear, so that
  /// the lines below have other numbers (measured with 22.3.6).
  private func site(
    _ message: LogMessage, line: Int, column: Int, name: String?
  ) -> Token? {
    let items = facts.preprocessed.items
    let first = items.partitioningIndex { $0.outputLine >= line }
    let range = first..<max(first, items.partitioningIndex { $0.outputLine > line })
    guard let last = range.last else { return nil }
    var end = 1
    let start =
      range.first { index in
        end += Int(items[index].token.length) + (items[index].token.spaced ? 1 : 0)
        return end > column
      } ?? last
    if let refined = RefinedPlace.index(
      for: message.text, from: start, in: items, body: facts.preprocessed.bytes)
    {
      return items[refined].origin
    }
    if let name {
      let tag = Word(name).tag
      func names(_ index: Int) -> Bool {
        items[index].token.kind == .identifier && items[index].token.tag == tag
      }
      if let found = (start..<range.upperBound).first(where: names)
        ?? (range.lowerBound..<start).last(where: names)
      {
        return items[found].origin
      }
    }
    return items[start].origin
  }

  /// Returns a place on a line of the source: the quoted name, else the column, else the first
  /// token.
  private func locationInSource(_ line: Int, column: Int?, name: String?) -> Location {
    let assembly = facts.assembly
    let tokens = assembly.scan.tokens
    let first = tokens.partitioningIndex { Int($0.line) >= line }
    let onLine = tokens[first...].prefix { Int($0.line) == line }
    let reported = column ?? 0
    if let name, !name.isEmpty {
      let bytes = Array(name.utf8)
      let matches = onLine.filter { assembly.body[$0.range].elementsEqual(bytes) }
      let match = matches.first { start(of: $0) >= reported } ?? matches.first
      if let match { return assembly.location(of: match) }
    }
    guard reported > 0 else {
      guard let token = onLine.first else { return assembly.location(bodyLine: line, column: 0) }
      var place = assembly.location(of: token)
      place.length = 0
      return place
    }
    let hit = onLine.first { (start(of: $0)..<(start(of: $0) + Int($0.length))).contains(reported) }
    if let hit { return assembly.location(of: hit) }
    return assembly.location(bodyLine: line, column: reported)
  }

  /// Returns the column of a token on its line.
  private func start(of token: Token) -> Int {
    facts.assembly.scan.column(of: Int(token.start), line: Int(token.line))
  }
}
