import GLESKitSupport
import GLSL

/// `textDocument/formatting` and `textDocument/rangeFormatting`.
enum Formatting {
  /// - Parameter isRange: Whether the request names a range; its lines are formatted.
  static func answer(
    _ parameters: JSON, _ workspace: Workspace, isRange: Bool = false
  ) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    // A server for the program's language formats it.
    if workspace.shaders(in: document.path).isProgram { return [] }
    let text = document.text
    var options = Formatter.Options()
    options.indent = min(max(1, parameters["options"]["tabSize"].integer ?? options.indent), 8)
    options.usesTabs = parameters["options"]["insertSpaces"].bool == false
    var lines = 0...text.bytes.count
    if isRange {
      let start = try TextPosition(parameters["range"]["start"])
      let end = try TextPosition(parameters["range"]["end"])
      guard start <= end else {
        throw RequestError(.invalidParameters, "the range ends before it begins")
      }
      let first = text.offset(of: TextPosition(line: start.line, character: 0))
      let last = TextPosition(line: end.line, character: end.character == 0 ? 0 : .max)
      lines = first...max(first, text.offset(of: last))
    }
    return .array(
      Formatter.edits(text.bytes, options).filter {
        $0.range.upperBound >= lines.lowerBound && $0.range.lowerBound <= lines.upperBound
      }.map { text.range($0.range).edit(String(decoding: $0.text, as: UTF8.self)) })
  }
}
