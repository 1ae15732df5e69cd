import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/foldingRange`: blocks, conditionals and comments.
enum Folding {
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let text = try workspace.document(parameters).text
    // A server for the program's language folds it.
    if workspace.shaders(in: text.path).isProgram { return [] }
    let scan = Scan(text.bytes)
    var ranges: [JSON] = []
    func add(_ first: Int, _ last: Int, _ kind: String? = nil) {
      guard last > first else { return }
      var range: JSON = ["startLine": .integer(first), "endLine": .integer(last)]
      range.add("kind", kind.map(JSON.string))
      ranges.append(range)
    }
    var braces: [Int] = []
    var conditions: [Int] = []
    for (index, token) in scan.tokens.enumerated() {
      let line = Int(token.line) - 1
      if token.is("{") { braces.append(line) }
      // The closing line stays visible.
      if token.is("}"), let start = braces.popLast() { add(start, line - 1) }
      guard token.startsLine, token.is("#"), index + 1 < scan.tokens.count else { continue }
      let word = scan.tokens[index + 1]
      let isMiddle = word.is(.else) || word.is(.elif)
      if isMiddle || word.is(.endif), let start = conditions.popLast() {
        add(start, line - 1, "region")
      }
      if isMiddle || Directive.openings.contains(word.tag) { conditions.append(line) }
    }
    for comment in comments(text, scan) { add(comment.first, comment.last, "comment") }
    return .array(ranges)
  }

  /// The first and last lines of block comments, and of line comments that follow each other, which
  /// begin a line.
  private static func comments(_ text: SourceText, _ scan: Scan) -> [(first: Int, last: Int)] {
    var found: [(first: Int, last: Int)] = []
    var isRun = false
    for (index, piece) in SourcePieces(text.bytes, tab: 1, scan).all.enumerated() {
      let isLine = piece.kind == .lineComment
      guard isLine || piece.kind == .blockComment, piece.lineBreaks > 0 || index == 0 else {
        isRun = false
        continue
      }
      let first = scan.line(of: piece.range.lowerBound) - 1
      if isLine, isRun, found[found.count - 1].last == first - 1 {
        found[found.count - 1].last = first
      } else {
        found.append((first, scan.line(of: piece.range.upperBound - 1) - 1))
      }
      isRun = isLine
    }
    return found
  }
}
