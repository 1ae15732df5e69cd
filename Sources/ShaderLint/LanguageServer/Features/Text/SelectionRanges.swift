import GLESKitSupport
import GLSL

/// `textDocument/selectionRange`: what an editor selects step by step around a position: the name,
/// the expressions and statements around it, the function, and the whole file.
enum SelectionRanges {
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    var answers: [JSON] = []
    for json in parameters["positions"].elements {
      let position = try TextPosition(json)
      let request: JSON = ["textDocument": parameters["textDocument"], "position": json]
      var ranges = [document.text.range(0..<document.text.bytes.count)]
      if try !workspace.isOutsideShaders(request) {
        ranges += self.ranges(at: try Cursor(request, workspace))
      }
      // From the largest to the smallest, each within the one before.
      ranges.append(TextRange(start: position, end: position))
      ranges.sort { ($0.start, $1.end) < ($1.start, $0.end) }
      var answer: JSON?
      var last: TextRange?
      for range in ranges where range.start <= position && range.end >= position {
        if let last, range == last || range.start < last.start || range.end > last.end { continue }
        last = range
        answer =
          answer.map { ["range": range.json, "parent": $0] } ?? ["range": range.json]
      }
      answers.append(answer ?? .null)
    }
    return .array(answers)
  }

  private static func ranges(at cursor: Cursor) -> [TextRange] {
    let unit = cursor.unit
    guard let offset = cursor.bodyOffset else { return [] }
    let tree = unit.checked.tree
    // The item at the offset, or the one before it, if a name ends there.
    let next = unit.checked.itemCount(before: offset + 1)
    var parts = tree.expressions.map { ($0.first, $0.last) }
    parts += tree.statements.map { ($0.first, $0.last) }
    parts += tree.functions.filter { $0.body >= 0 }
      .map { ($0.definition, tree[statement: $0.body].last) }
    let item = Int32(next) - 1
    parts.append((item, item))
    return parts.compactMap { first, last in
      guard first <= item, last >= item, let start = unit.location(ofItem: first),
        let end = unit.location(ofItem: last), start.file == cursor.document.path,
        end.file == start.file
      else { return nil }
      let text = cursor.document.text
      return TextRange(start: text.range(of: start).start, end: text.range(of: end).end)
    }
  }
}
