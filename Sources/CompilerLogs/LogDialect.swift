/// The way one family of compilers writes its logs.
///
/// A dialect is a small parser for one line, and the evidence by which it is chosen: how many lines
/// of a log it can read that no other dialect claims with more right.
package struct LogDialect: Sendable {
  /// The dialect's name, as `--dialect` takes it.
  package let name: String
  /// Where the dialect comes from, for people.
  package let summary: String
  /// Reads one line; `nil` when the line has no form of this dialect.
  let parse: @Sendable (ArraySlice<UInt8>) -> LogLine?
  /// Text that only this dialect writes, each with what it is worth against one readable line.
  let marks: [StaticString]

  /// Every dialect; where two claim a log equally, the earlier one is taken.
  package static let all: [LogDialect] = [
    mesa, angle, glslang, nvidia, amd, mali, adreno, powerVR, apple, videoCore, direct3D,
  ]

  /// The dialect of that name; `nil` where there is none.
  package static func named(_ name: String) -> LogDialect? { all.first { $0.name == name } }

  /// The dialect that `log` is most probably written in; `nil` when no line has a known form.
  package static func recognized(in log: [UInt8]) -> LogDialect? {
    let lines = LogText.lines(log).prefix(200)
    var best: (dialect: LogDialect, score: Int)?
    for dialect in all {
      var score = 0
      for line in lines {
        // A trailer is weak evidence: several compilers count their errors in the same words.
        switch dialect.parse(line) {
        case .message: score += 4
        case .detail: score += 1
        case .trailer: score += 1
        // A line that it cannot read speaks against it.
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

/// Cuts logs into lines.
enum LogText {
  /// The lines of `log` that are not blank, up to the first NUL.
  static func lines(_ log: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = log[..<(log.firstIndex(of: 0) ?? log.endIndex)]
    return text.split(whereSeparator: \.isLineEnd).filter { line in !line.allSatisfy(\.isBlank) }
  }
}
