import GLESKitSupport
import GLSL

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

extension SourceText {
  /// Returns the line and the column in bytes, both from 1, of the byte at `offset`.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let line = lineStarts.partitioningIndex { $0 > offset }
    return (line, offset - Int(lineStarts[line - 1]) + 1)
  }
}
