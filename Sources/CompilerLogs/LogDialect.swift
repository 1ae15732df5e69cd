/// The log format of a family of compilers: a parser for one line, and text that identifies it.
package struct LogDialect: Sendable {
  /// The name, as `--dialect` accepts it.
  package let name: String
  /// The compilers that write this dialect.
  package let summary: String
  /// Parses one line; `nil` if it doesn't have the dialect's format.
  let parse: @Sendable (ArraySlice<UInt8>) -> LogLine?
  /// Text that only this dialect contains.
  let marks: [StaticString]

  /// All dialects. If two match a log equally well, the first one is used.
  package static let all: [LogDialect] = [
    mesa, angle, glslang, nvidia, amd, mali, adreno, powerVR, apple, videoCore, direct3D,
  ]

  /// Returns the dialect with a name; `nil` if there is none.
  package static func named(_ name: String) -> LogDialect? { all.first { $0.name == name } }

  /// Returns the most probable dialect of a log; `nil` if no line has a known format.
  package static func recognized(in log: [UInt8]) -> LogDialect? {
    let lines = LogText.lines(log).prefix(200)
    var best: (dialect: LogDialect, score: Int)?
    for dialect in all {
      var score = 0
      for line in lines {
        // Several compilers write the same trailers, so they are weak evidence.
        switch dialect.parse(line) {
        case .message: score += 4
        case .detail: score += 1
        case .trailer: score += 1
        // A line with another format is evidence against the dialect.
        case nil: score -= 4
        }
        for mark in dialect.marks {
          if line.withUnsafeBufferPointer({ $0.find(mark) }) != nil { score += 5 }
        }
      }
      if score > best?.score ?? 0 { best = (dialect, score) }
    }
    return best?.dialect
  }
}

/// Splits logs into lines.
enum LogText {
  /// Returns the non-blank lines up to the first NUL.
  static func lines(_ log: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = log[..<(log.firstIndex(of: 0) ?? log.endIndex)]
    return text.split(whereSeparator: \.isLineEnd).filter { line in !line.allSatisfy(\.isBlank) }
  }
}
