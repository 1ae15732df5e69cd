import CompilerLogs
import GLSL

/// One text for a compiler, put together from definitions, a prelude, a file and what it includes,
/// and the way back from each of its lines to the file a person edits.
struct Assembly: Sendable {
  /// The lines that stand before the body and come from no file: the `#version` line, when it has to
  /// be put in or moved up.
  var prefix: [UInt8] = []
  /// How many lines `prefix` has.
  var prefixLines = 0
  /// Where the `#version` line that was moved into `prefix` came from.
  var prefixOrigin: Location?
  /// Everything else, with bytes that no shader may contain replaced by blanks, one for one.
  var body: [UInt8] = []
  /// The tokens of `body`.
  var scan = Scan([])
  /// The files that `body` was made of; the first is the shader itself.
  var files: [SourceText]
  /// From lines of `body` to lines of `files`.
  var map = LineMap()
  /// What went wrong while assembling, and what is wrong with the bytes.
  var diagnostics: [Diagnostic] = []
  /// How `#line` directives that had to stay in the text renumber it; empty when there are none.
  var renumbering: [Renumbering] = []

  /// From line `first` of the body on, a compiler counts from `logical`.
  struct Renumbering: Hashable, Sendable {
    var first: Int
    var logical: Int
  }

  /// The text that a compiler gets.
  var text: [UInt8] { prefix.isEmpty ? body : prefix + body }

  /// The place in a file that belongs to a line (from 1) and byte column (from 1, 0 for unknown) of
  /// ``body``; the file alone where the line came from no file.
  func location(bodyLine line: Int, column: Int, length: Int = 0) -> Location {
    guard let origin = map.origin(of: line) else { return Location(file: files[0].path) }
    let file = files[origin.file]
    guard origin.line <= file.lineStarts.count else { return Location(file: file.path) }
    return Location(file: file.path, line: origin.line, column: column, length: length)
  }

  /// The place in a file of a token of ``body``.
  func location(of token: Token) -> Location {
    let line = Int(token.line)
    return location(
      bodyLine: line, column: scan.column(of: Int(token.start), line: line),
      length: Int(token.length))
  }

  /// The line of ``body`` that a compiler means by `line`; `nil` when it means the prefix.
  func bodyLine(compilerLine line: Int) -> Int? {
    let physical = line - prefixLines
    guard !renumbering.isEmpty else { return physical >= 1 ? physical : nil }
    // A kept #line makes numbers ambiguous: take the last stretch that has the number.
    for (index, stretch) in renumbering.enumerated().reversed() {
      let end =
        index + 1 < renumbering.count ? renumbering[index + 1].first : scan.lineStarts.count + 1
      let candidate = stretch.first + line - stretch.logical
      if candidate >= stretch.first && candidate < end { return candidate }
    }
    return physical >= 1 ? min(physical, scan.lineStarts.count) : nil
  }

  /// The bytes of a token of ``body``, as text.
  func string(_ token: Token) -> String { String(decoding: body[token.range], as: UTF8.self) }
}
