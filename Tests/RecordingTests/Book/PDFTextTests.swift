import Testing

@testable import Recording

/// The reports of poppler's programs, as they should be and as hostile files could make them.
@Suite struct PDFTextTests {
  private func text(_ markup: String) -> PDFText {
    PDFText(Array(markup.utf8), pageSizes: [SIMD2(600, 800), SIMD2(800, 600)])
  }

  @Test func linesLinksAndOutline() throws {
    let text = text(
      """
      <page number="1" position="absolute" top="0" left="0" height="1200" width="900">
      <text top="63" left="76" width="200" height="20" font="0">\
      A <b>&lt;word&gt;</b> &#x26; &amp;</text>
      <text top="90" left="76" width="100" height="20" font="0">\
      To <a href="gleskit-pages.html#2">page 2</a>.</text>
      <text top="99" left="76" width="100" height="20" font="0">\
      <a href="https://a.b/?c&amp;d">A site</a></text>
      <text top="120" left="76" width="100" height="20" font="0"> </text>
      </page>
      <page number="2" position="absolute" top="0" left="0" height="1200" width="900">
      <text top="1" left="1" width="9" height="9" font="0">a page of another shape</text>
      </page>
      <outline>
      <item page="1">One</item>
      <outline>
      <item page="2">One &quot;a&quot;</item>
      </outline>
      </outline>
      """)
    let page = try #require(text.pages[1])
    #expect(text.pages.count == 1)
    #expect(page.lines.map(\.text) == ["A <word> & &", "To page 2.", "A site"])
    #expect(page.lines[0].box.corner == SIMD2(76, 63) && page.lines[0].box.size == SIMD2(200, 20))
    #expect(page.links.map(\.text) == ["page 2", "A site"])
    guard case .page(2) = page.links[0].target,
      case .address("https://a.b/?c&d") = page.links[1].target
    else {
      Issue.record("\(page.links)")
      return
    }
    // Three of ten characters come before it, and it has six.
    let box = page.links[0].box
    #expect(box.corner == SIMD2(76 + 30, 90) && box.size == SIMD2(60, 20))
    #expect(text.outline.map(\.title) == ["One", "One \"a\""])
    #expect(text.outline.map(\.depth) == [0, 1] && text.outline.map(\.page) == [1, 2])
  }

  /// Numbers that no program of poppler writes are none.
  @Test(arguments: ["nan", "inf", "-1", "0", "1e30", "9223372036854775808", "-9223372036854775808"])
  func numbersThatAreNone(number: String) {
    let pages = text("<page number=\"\(number)\" height=\"800\" width=\"600\">")
    #expect(pages.pages.isEmpty)
    #expect(text("<item page=\"\(number)\">a</item>").outline.allSatisfy { $0.page <= 0 })
    let line = text(
      """
      <page number="1" height="800" width="600">
      <text top="1" left="1" width="\(number)" height="20">a</text>
      """)
    #expect(line.pages[1]?.lines.isEmpty == true)
    let large = text("<page number=\"1\" height=\"\(number)\" width=\"\(number)\">")
    #expect(large.pages.isEmpty)
  }

  @Test func pageSizesAndTitle() throws {
    func info(_ report: String) -> PDFInfo? { PDFInfo(Array(report.utf8)) }
    let pages = "Page    1 size: 612 x 792 pts (letter)\nPage    1 rot:  0\n"
    let second = "Page    2 size: 595.3 x 842 pts\nPage    2 rot:  90\n"
    let book = try #require(info("Title:   A: book\nPages: 2\n\(pages)\(second)"))
    #expect(book.title == "A: book" && book.pages == [SIMD2(612, 792), SIMD2(842, 595.3)])
    #expect(info("Title: \n\(pages)")?.title == nil)
    for bad in ["0", "-1", "nan", "inf", "1e6"] {
      #expect(info("\(pages)Page    2 size: \(bad) x 9 pts\n") == nil, "\(bad)")
    }
    #expect(info("\(pages)Page    3 size: 5 x 9 pts\n") == nil)
    #expect(info("") == nil)
  }
}
