import CompilerLogs
import GLESKitSupport
import GLSL

/// The text for a compiler, assembled from definitions, a prelude, a file and its includes, with a
/// map from each line back to its file.
struct Assembly: Sendable {
  /// The `#version` line, if it was added or moved to the top; else empty.
  var prefix: [UInt8] = []
  /// The number of lines in `prefix`.
  var prefixLines: Int { prefix.isEmpty ? 0 : 1 }
  /// The original place of a `#version` line that was moved into `prefix`.
  var prefixOrigin: Location?
  /// Everything else. Each byte that a shader must not contain is replaced with a blank.
  var body: [UInt8] = []
  /// The tokens of `body`.
  var scan = Scan([])
  /// The files in `body`; the first is the shader itself.
  var files: [SourceText]
  /// Whether the shader is a part of its file, in which the other text is blank.
  var isPart = false
  /// Maps lines of `body` to lines of `files`.
  var map = LineMap()
  /// Findings about includes and invalid bytes.
  var diagnostics: [Diagnostic] = []
  /// Whether a file to include was not found, so that declarations may be missing.
  var lacksInclude = false
  /// Whether the shader itself is no text, by its NUL bytes.
  var isNoText = false
  /// Whether glslify adds text to that of the files.
  var isBundled = false
  /// The effect of `#line` directives that had to stay in the text.
  var renumbering: [Renumbering] = []

  /// From line `first` of the body on, compilers count from `logical`.
  struct Renumbering: Hashable, Sendable {
    var first: Int
    var logical: Int
  }

  /// The words of a `#version` line that was moved into `prefix`: `version`, its number, and a
  /// profile if it has one. Empty if none was moved.
  var movedVersion: [String] {
    guard prefixOrigin != nil else { return [] }
    return prefix.split { $0.isSpace || $0 == .hash }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text to compile.
  var text: [UInt8] { prefix.isEmpty ? body : prefix + body }

  /// The place of findings about the whole shader: the start of its file, or its first token if it
  /// is a part of the file.
  var start: Location {
    let first = isPart ? scan.tokens.lazy.map { location(of: $0) }.first { $0.line > 0 } : nil
    return Location(file: files[0].path, line: first?.line ?? 1, column: first?.column ?? 1)
  }

  /// Returns the place in a file of a line (from 1) and byte column (from 1; 0 if unknown) of
  /// ``body``; only the shader's file if the line doesn't come from a file.
  func location(bodyLine line: Int, column: Int, length: Int = 0) -> Location {
    guard let origin = map.origin(of: line) else { return Location(file: files[0].path) }
    let file = files[origin.file]
    guard origin.line <= file.lineStarts.count else { return Location(file: file.path) }
    return Location(file: file.path, line: origin.line, column: column, length: length)
  }

  /// Returns the offset in ``body`` of a place in a file; `nil` if the file or its line is not part
  /// of the text, such as an `#include` line.
  func bodyOffset(of place: Location) -> Int? {
    guard let index = files.firstIndex(where: { $0.path == place.file }) else { return nil }
    for (number, segment) in map.segments.enumerated() where segment.file == index {
      let end =
        number + 1 < map.segments.count
        ? map.segments[number + 1].first : scan.lineStarts.count + 1
      let bodyLine = segment.first + place.line - segment.line
      guard place.line >= segment.line, bodyLine < end else { continue }
      return min(Int(scan.lineStarts[bodyLine - 1]) + place.column - 1, body.count)
    }
    return nil
  }

  /// Returns the place in a file of a token of ``body``.
  func location(of token: Token) -> Location { location(of: SourceRange(token)) }

  /// Returns the place in a file of a range of ``body``, up to the end of its first line.
  func location(of range: SourceRange) -> Location {
    let line = Int(range.line)
    let end = line < scan.lineStarts.count ? Int(scan.lineStarts[line]) - 1 : body.count
    return location(
      bodyLine: line, column: scan.column(of: Int(range.start), line: line),
      length: max(0, min(Int(range.end), end) - Int(range.start)))
  }

  /// Returns the line of ``body`` for a line number from a compiler; `nil` for the prefix.
  func bodyLine(compilerLine line: Int) -> Int? {
    let physical = line - prefixLines
    guard !renumbering.isEmpty else { return physical >= 1 ? physical : nil }
    // With #line, numbers can be ambiguous: use the last stretch that contains the number.
    for (index, stretch) in renumbering.enumerated().reversed() {
      let end =
        index + 1 < renumbering.count ? renumbering[index + 1].first : scan.lineStarts.count + 1
      let candidate = stretch.first + line - stretch.logical
      if candidate >= stretch.first && candidate < end { return candidate }
    }
    return physical >= 1 ? min(physical, scan.lineStarts.count) : nil
  }

  /// Returns the text of a token of ``body``.
  func string(_ token: Token) -> String { String(decoding: body[token.range], as: UTF8.self) }
}

extension Assembly {
  /// Returns a fix of ``body`` as a fix of files; `nil` if a part of it is not in a file as it
  /// stands, if it would insert text into an included file, which other shaders share, or if the
  /// shader is a part of a file, which may be in another language.
  func fix(_ fix: Fix) -> TextFix? {
    guard !isPart else { return nil }
    var edits: [TextFix.Edit] = []
    for edit in fix.edits {
      guard let found = file(of: edit.range), !found.range.isEmpty || found.file == 0 else {
        return nil
      }
      edits.append(
        TextFix.Edit(file: files[found.file].path, range: found.range, text: edit.text))
    }
    return TextFix(title: fix.title, edits: edits)
  }

  /// Returns the file that has the text of a range of ``body``, and where.
  private func file(of range: SourceRange) -> (file: Int, range: Range<Int>)? {
    let line = Int(range.line)
    guard let origin = map.origin(of: line) else { return nil }
    let file = files[origin.file]
    guard origin.line <= file.lineStarts.count, line <= scan.lineStarts.count else { return nil }
    let start =
      Int(file.lineStarts[origin.line - 1]) + Int(range.start) - Int(scan.lineStarts[line - 1])
    let own = Int(range.start)..<Int(range.end)
    let end = start + own.count
    guard end <= file.bytes.count, own.upperBound <= body.count,
      file.bytes[start..<end].elementsEqual(body[own])
    else { return nil }
    return (origin.file, start..<end)
  }
}

/// Maps each line of a compiled text to the file and line it came from.
///
/// A driver compiles one text that consists of definitions, prelude, includes and the file itself.
/// Each line has its own number in that text, so the number alone identifies the origin. The source
/// string number of `#line N S` can't be used: Mesa 22.3.6 prints it as 0 in most messages.
struct LineMap: Sendable {
  /// A run of lines that are consecutive in both texts.
  struct Segment: Hashable, Sendable {
    /// The first line in the compiled text, from 1.
    var first: Int
    /// The index of the file; `nil` for lines that don't come from a file.
    var file: Int?
    /// The line of the file that became line `first`, from 1.
    var line: Int
  }

  private(set) var segments: [Segment] = []

  mutating func append(_ segment: Segment) { segments.append(segment) }

  /// Returns the file and line that `line` of the compiled text came from; `nil` if it didn't come
  /// from a file.
  func origin(of line: Int) -> (file: Int, line: Int)? {
    let next = segments.partitioningIndex { $0.first > line }
    guard next > 0, let file = segments[next - 1].file else { return nil }
    return (file, segments[next - 1].line + line - segments[next - 1].first)
  }
}

extension SourceText {
  /// Returns the line and the column in bytes, both from 1, of the byte at `offset`.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let line = lineStarts.partitioningIndex { $0 > offset }
    return (line, offset - Int(lineStarts[line - 1]) + 1)
  }
}
