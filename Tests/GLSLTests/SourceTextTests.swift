import GLSL
import Testing

@Test func linesEndAsTheLanguageSays() {
  let text = SourceText(path: "a", bytes: Array("a\rb\nc\r\nd\n\re".utf8))
  #expect(
    (1...6).map { String(decoding: text.line($0), as: UTF8.self) } == [
      "a", "b", "c", "d", "", "e",
    ])
  #expect(text.lineCount == 6)
  #expect(SourceText(path: "a", bytes: []).lineCount == 1)
  #expect(SourceText(path: "a", bytes: Array("x\n".utf8)).lineCount == 1)
}

@Test func excerptsShowTheLineAndTheMarkedBytes() throws {
  let source = SourceText(path: "a", bytes: Array("x\n\tfloat größe = 1;\n\n".utf8))
  let excerpt = try #require(SourceExcerpt(source, line: 2, column: 8, length: 7, width: 80))
  #expect(excerpt.text() == "  2 |  float größe = 1;\n    |        ^~~~~\n")
  #expect(excerpt.text { "<\($0)>" }.hasSuffix("<^~~~~>\n"))
  let whole = SourceExcerpt(source, line: 2, column: 0, length: 0, width: 80)
  #expect(whole?.text() == "  2 |  float größe = 1;\n")
  #expect(SourceExcerpt(source, line: 3, column: 1, length: 1, width: 80) == nil)
  #expect(SourceExcerpt(source, line: 9, column: 1, length: 1, width: 80) == nil)
}

@Test func excerptsHaveNoControlCharacters() throws {
  let source = SourceText(
    path: "a.frag", bytes: Array("\u{1B}[31m\u{9B}1m\u{202E}a\u{7F}é\t;".utf8))
  let excerpt = try #require(SourceExcerpt(source, line: 1, column: 0, length: 0, width: 80))
  #expect(excerpt.text() == "  1 | ?[31m?1m?a?é ;\n")
}

@Test func excerptsKeepTheColumnOfALongLineInView() throws {
  let line = String(repeating: "a", count: 300) + "!" + String(repeating: "b", count: 300)
  let source = SourceText(path: "a", bytes: Array(line.utf8))
  let excerpt = try #require(SourceExcerpt(source, line: 1, column: 301, length: 1, width: 60))
  let lines = excerpt.text().split(separator: "\n").map(Array.init)
  let column = try #require(lines[0].firstIndex(of: "!"))
  #expect(lines[1].firstIndex(of: "^") == column)
  #expect(lines[0].count <= 62)
}
