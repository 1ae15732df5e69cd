import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Text, links and outlines of PDFs, as the program that reads them reports them.
@Suite final class PDFTextTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page of 600×800 points with the font `F`, a monospaced one with characters 0.6 em wide.
  ///
  /// - Parameters:
  ///   - letters: What the letters from `a` on mean.
  ///   - page: Other entries of the page.
  ///   - objects: Other objects, from number 6 on.
  private func book(
    _ content: String, letters: [String] = [], page: String = "", catalog: String = "",
    objects: [String] = [], trailer: String = ""
  ) throws -> PDFFile {
    let codes = zip(UInt8(ascii: "a")..., letters).map { code, letter in
      let digits = letter.utf16.map { String(0x10000 + Int($0), radix: 16).dropFirst() }
      return "<\(String(code, radix: 16))> <\(digits.joined())>"
    }
    let map =
      codes.isEmpty ? "" : "\(codes.count) beginbfchar \(codes.joined(separator: " ")) endbfchar"
    let resources = "/Resources << /Font << /F 5 0 R >> >>"
    let file = pdfFile(
      of: [
        "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
          + "\(resources) \(page) >>",
        pdfStream(content),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier"
          + (map.isEmpty ? " >>" : " /ToUnicode 6 0 R >>"),
        pdfStream("1 begincodespacerange <00> <ff> endcodespacerange \(map)"),
      ] + objects, trailer: trailer)
    let path = "\(folder.path)/book.pdf"
    try AtomicFile.write(file, to: path)
    return try PDFFile(path)
  }

  @Test func linesAreWhereTheyAreDrawn() throws {
    let text = try book(
      "BT /F 10 Tf 60 700 Td (Two words) Tj 0 -20 Td (A <&>) Tj ET"
    ).text(of: 1)
    #expect(text.lines.map(\.text) == ["Two words", "A <&>"])
    let box = text.lines[0].box
    #expect(abs(box.corner.x - 60) < 0.01 && abs(box.size.x - 9 * 6) < 0.01)
    // The baseline lies in it.
    #expect(box.corner.y < 100 && box.corner.y + box.size.y > 100 && box.size.y < 15)
  }

  /// Of a page that is turned, poppler does not know where they are.
  @Test(arguments: [
    ("", [100, 500, 150, 100]), ("/CropBox [40 70 590 780]", [60, 480, 150, 100]),
    ("/Rotate 90", [0, 0, 800, 600]),
  ])
  func picturesAreWhereTheyAreDrawn(_ page: String, _ place: [Double]) throws {
    let picture = "q 150 0 0 100 100 200 cm BI /W 3 /H 2 /CS /G /BPC 8 ID 123456 EI Q"
    let boxes = try book(picture, page: page).text(of: 1).pictures
    #expect(boxes.count == 1)
    for box in boxes {
      let found = [box.corner.x, box.corner.y, box.size.x, box.size.y]
      #expect(zip(found, place).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    }
  }

  private static let hebrew = ["א", "ב", "ג", "ד"]
  private static let arabic = ["س", "ل", "ا", "م", "لا"]

  /// PDFs draw text from left to right whatever its direction is.
  @Test(arguments: [
    // What letters from a on mean; what is drawn; what is read.
    (hebrew, "dcba", "אבגד"), (hebrew, "dc ba", "אב גד"), (hebrew, "dc 12 ba", "אב 12 גד"),
    (hebrew, "dcba XYZXYZXYZ ba", "אב XYZXYZXYZ אבגד"),
    (hebrew, "XY, dc ba. ZW", "XY, אב גד. ZW"), (hebrew, "XY dc 3 ba ZWV", "XY אב 3 גד ZWV"),
    (hebrew, "a b", "ב א"),
    (arabic, "dcba", "سلام"), (arabic, "dcba dc 3.5 ba", "سل 3.5 ام سلام"),
    // A ligature of two letters.
    (arabic, "dea", "سلام"), (arabic, "XYZXYZ dea XYZ", "XYZXYZ سلام XYZ"),
    // A vowel sign.
    (["ש", "\u{5B8}", "ל"], "cab", "שָל"), (["ש", "\u{5B8}", "ל"], "XYZXYZ cab", "XYZXYZ שָל"),
  ])
  func textIsInLogicalOrder(_ letters: [String], _ drawn: String, _ read: String) throws {
    let text = try book("BT /F 10 Tf 60 700 Td (\(drawn)) Tj ET", letters: letters).text(of: 1)
    #expect(text.lines.map(\.text) == [read])
    #expect(text.lines.allSatisfy { abs($0.box.size.x - 6 * Double(drawn.utf8.count)) < 0.01 })
  }

  /// Of right-to-left pages, lines that end the page are not lost.
  @Test(arguments: [12, 15, 30, 60, 300], [120, 240, 330])
  func pagesFromRightToLeft(_ down: Int, _ left: Int) throws {
    let text = try book(
      "BT /F 10 Tf 60 700 Td (" + String(repeating: "dcba ", count: 11) + ") Tj ET "
        + "BT /F 10 Tf \(left) \(700 - down) Td (dc ba) Tj ET", letters: Self.hebrew
    ).text(of: 1)
    #expect(text.lines.count == 2 && text.lines.last?.text == "אב גד")
  }

  /// Of a line of two languages, a link covers its own words.
  @Test func linksOfTextInBothDirections() throws {
    let text = try book(
      "BT /F 10 Tf 60 700 Td (dc ba) Tj ET", letters: Self.hebrew,
      page: "/Annots [<< /Type /Annot /Subtype /Link /Rect [78 695 90 712] "
        + "/A << /S /URI /URI (https://a.b/) >> >>]"
    ).text(of: 1)
    #expect(text.links.map(\.text) == ["אב"])
  }

  private static let annotations = [
    "/Rect [60 690 90 710] /Dest [3 0 R /Fit]", "/Rect [200 100 300 250] /Dest (chapter)",
    "/Rect [96 710 150 690] /A << /S /URI /URI (https://a.b/?c&d) >>",
    // Not of this file, not on the page, and to no page.
    "/Rect [1 1 9 9] /A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>",
    "/Rect [700 1 720 9] /Dest [3 0 R /Fit]", "/Rect [1 1 9 9] /Dest (nowhere)",
  ].map { "<< /Type /Annot /Subtype /Link \($0) >>" }.joined(separator: " ")

  @Test(arguments: [
    ("", SIMD2(60.0, 90.0)), ("/CropBox [50 0 600 790]", SIMD2(10.0, 80.0)),
    ("/Rotate 90", SIMD2(690.0, 60.0)),
  ])
  func linksLieWhereTheFileSays(_ page: String, _ corner: SIMD2<Double>) throws {
    let file = try book(
      "BT /F 10 Tf 60 700 Td (Page1 addresses) Tj ET 1 0 0 rg 200 100 100 150 re f",
      page: "/Annots [\(Self.annotations)] \(page)",
      catalog: "/Dests << /chapter [3 0 R /Fit] >>")
    let links = try file.text(of: 1).links
    #expect(links.map(\.text) == ["Page1", "", "addresses"])
    guard links.count == 3, case .page(1) = links[0].target, case .page(1) = links[1].target,
      case .address("https://a.b/?c&d") = links[2].target
    else {
      Issue.record("\(links)")
      return
    }
    let isTurned = page == "/Rotate 90"
    #expect(links[0].box.corner == corner)
    #expect(links[0].box.size == (isTurned ? SIMD2(20, 30) : SIMD2(30, 20)))
    #expect(links[1].box.size == (isTurned ? SIMD2(150, 100) : SIMD2(100, 150)))
  }

  /// A link on a picture gets a name, and the page that it leads to.
  @Test func webPagesHaveLinksOnPictures() throws {
    let file = try book("", page: "/Annots [\(Self.annotations)]")
    let contents = try WebContents(
      of: [.pdf(file, page: 1)], shape: PixelSize(600, 800))
    #expect(contents.hasText)
    let links = contents.pages[0].text["links"].elements
    #expect(links.first?.elements.dropFirst(4) == [0, "Page 1"])
    #expect(links.last?.elements.dropFirst(4) == ["https://a.b/?c&d", "https://a.b/?c&d"])
  }

  /// The elements of tags from object 7 on: figures in a section, of which some are not described.
  private static let tags = [
    "<< /Type /StructTreeRoot /K 8 0 R >>",
    "<< /Type /StructElem /S /Sect /P 7 0 R /Pg 3 0 R /K [9 0 R 10 0 R 11 0 R 12 0 R] >>",
    "<< /Type /StructElem /S /Figure /P 8 0 R /Pg 3 0 R /Alt (A  lighthouse\\nat dusk) /K 0 >>",
    "<< /Type /StructElem /S /Figure /P 8 0 R /Pg 3 0 R /Alt () /K 1 >>",
    "<< /Type /StructElem /S /P /P 8 0 R /Pg 3 0 R /Alt (No figure) /K 2 >>",
    "<< /Type /StructElem /S /Formula /P 8 0 R /Alt (a < b) "
      + "/K << /Type /MCR /Pg 3 0 R /MCID 3 >> >>",
  ]

  /// Figures have the places of the pictures, if there are as many, and else the whole page.
  @Test(arguments: [1, 2]) func tagsDescribeFigures(_ pictures: Int) throws {
    let drawn = [100, 300].prefix(pictures).map { left in
      "q 100 0 0 100 \(left) 200 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q "
    }
    let file = try book(
      "BT /F 10 Tf 60 700 Td (Text) Tj ET " + drawn.joined(),
      catalog: "/StructTreeRoot 7 0 R /MarkInfo << /Marked true >>", objects: Self.tags)
    let texts = ["A lighthouse at dusk", "a < b"]
    let figures = try file.figures()
    #expect(figures.map(\.text) == texts)
    #expect(figures.map(\.page) == [1, 1])
    let contents = try WebContents(of: [.pdf(file, page: 1)], shape: PixelSize(600, 800))
    #expect(contents.pages.map(\.figures) == [texts])
    let shown = contents.pages[0].text["figures"].elements.map(\.elements)
    #expect(shown.map { $0.last?.string } == texts)
    let page: [Double?] = [0, 0, 1000, 1333.3]
    let places: [[Double?]] =
      pictures == 2 ? [[166.7, 833.3, 166.7, 166.7], [500, 833.3, 166.7, 166.7]] : [page, page]
    #expect(shown.map { $0.dropLast().map(\.number) } == places)
    // A picture belongs to the half on which the most of it lies, the whole page to both.
    let halves = try WebContents(
      of: [.half(.left, of: .pdf(file, page: 1)), .half(.right, of: .pdf(file, page: 1))],
      shape: PixelSize(300, 800))
    #expect(
      halves.pages.map(\.figures) == (pictures == 2 ? [[texts[0]], [texts[1]]] : [texts, texts]))
    let shownOnHalves = halves.pages.flatMap { $0.text["figures"].elements }.map(\.elements)
    for figure in shownOnHalves where pictures == 1 {
      #expect(figure.dropLast().map(\.number) == [0, 0, 1000, 2666.7])
    }
  }

  /// poppler's text ends at a glyph that means several characters with U+0000 among them.
  @Test(arguments: ["\0A", "A\0"]) func textGoesOnAfterNulls(_ letter: String) throws {
    let lines = try book(
      "BT /F 10 Tf 60 700 Td (cacb) Tj 0 -20 Td (dbad) Tj 0 -20 Td (bb) Tj ET",
      letters: [letter, "B", "C", "D"]
    ).text(of: 1).lines
    #expect(lines.map(\.text) == ["CACB", "DBAD", "BB"])
    #expect(abs(lines[0].box.size.x - 4 * 6) < 0.1)
  }

  /// What is read of a page each of whose many glyphs ends poppler's text has a bound.
  @Test func manyNullsEndThePage() throws {
    let line = "(\(String(repeating: "a", count: 190))) Tj T* "
    let lines = try book(
      "BT /F 5 Tf 6 TL 10 790 Td " + String(repeating: line, count: 130) + "ET",
      letters: ["\0A"]
    ).text(of: 1).lines
    #expect(lines.first?.text == String(repeating: "A", count: 190))
    #expect(lines.count < 130)
  }

  /// Annotations and form fields are drawn, and their text is part of the page's.
  @Test func annotationsAreDrawnAndRead() throws {
    let field =
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [300 400 420 440] "
      + "/AP << /N 7 0 R >> >>"
    let file = try book(
      "", page: "/Annots [8 0 R]", catalog: "/AcroForm << /Fields [8 0 R] >>",
      objects: [
        pdfStream(
          "1 0 0 rg 0 0 120 40 re f 0 g BT /F 10 Tf 5 15 Td (Filled in) Tj ET",
          "/Type /XObject /Subtype /Form /BBox [0 0 120 40] /Resources << /Font << /F 5 0 R >> >>"),
        field,
      ])
    #expect(try file.text(of: 1).lines.map(\.text) == ["Filled in"])
    let picture = try file.picture(of: 1, for: PixelSize(600, 800))
    #expect(picture[410, 365] == [255, 0, 0, 255] && picture[290, 365] == [255, 255, 255, 255])
  }

  @Test func outlinesAndTitles() throws {
    let file = try book(
      "", catalog: "/Outlines 7 0 R",
      objects: [
        "<< /First 8 0 R /Last 8 0 R /Count 2 >>",
        "<< /Title (One) /Parent 7 0 R /Dest [3 0 R /Fit] /First 9 0 R /Last 10 0 R >>",
        "<< /Title <FEFF05D0> /Parent 8 0 R /Next 10 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>",
        // An outline that contains itself.
        "<< /Title (Nowhere) /Parent 8 0 R /Prev 9 0 R /Next 9 0 R /First 8 0 R /Last 8 0 R >>",
        "<< /Title (A\\nbook) >>",
      ], trailer: "/Info 11 0 R")
    let outline = try file.outline()
    #expect(outline.map(\.title) == ["One", "א"])
    #expect(outline.map(\.depth) == [0, 1] && outline.map(\.page) == [1, 1])
    #expect(file.title == "A book")
  }

  @Test(arguments: [
    ("/Lang (pt-BR)", "pt-BR"), ("/Lang <FEFF00640065>", "de"), ("", nil), ("/Lang /en", nil),
    ("/Lang (a book\">)", nil),
  ])
  func webPagesHaveTheLanguageOfTheFile(catalog: String, language: String?) throws {
    let file = try book("", catalog: catalog)
    let shape = PixelSize(600, 800)
    #expect(try WebContents(of: [file.source(1)], shape: shape).language == language)
  }

  @Test func filesInDifferentLanguagesHaveNone() throws {
    let german = try book("", catalog: "/Lang (de)")
    try AtomicFile.write(try Files.read(german.path), to: "\(folder.path)/german.pdf")
    let pages = [
      try PDFFile("\(folder.path)/german.pdf").source(1),
      try book("", catalog: "/Lang (fr)").source(1),
    ]
    #expect(try WebContents(of: pages, shape: PixelSize(600, 800)).language == nil)
  }

  /// What a process that is under a hostile file's control could answer.
  @Test(arguments: [
    "{}", "[]", "{\"lines\": [[1, 2, 3, \"a\"], [1, 2, 3, 4, 5], 7]}",
    "{\"links\": [[1, 2, 3, 4, null, \"a\"], [1, 2, 3, \"4\", 1, \"a\"]]}",
  ])
  func answersThatAreNone(answer: String) throws {
    let text = PDFText(try JSONDocument(answer).value)
    #expect(text.lines.isEmpty && text.links.isEmpty)
  }

  /// The processes that read a file.
  private func readers(of path: String) throws -> [pid_t] {
    try Files.list("/proc").compactMap { pid_t($0) }.filter { process in
      guard let file = realpath("/proc/\(process)/fd/5", nil) else { return false }
      defer { free(file) }
      return String(cString: file) == path
    }
  }

  /// A process that dies is replaced once; it ends with the file's last use.
  @Test func aProcessThatDiesIsReplaced() throws {
    let path = "\(folder.path)/book.pdf"
    do {
      let file = try book("BT /F 10 Tf 60 700 Td (Text) Tj ET")
      let first = try #require(try readers(of: path).first)
      kill(first, SIGKILL)
      #expect(try file.text(of: 1).lines.map(\.text) == ["Text"])
      let second = try #require(try readers(of: path).first)
      #expect(first != second)
    }
    #expect(try readers(of: path).isEmpty)
  }

  /// Threads read pages at the same time, and each picture is its own.
  @Test func threadsShareAFile() throws {
    let file = try book("BT /F 200 Tf 60 400 Td (Text) Tj ET")
    let whole = try file.picture(of: 1, for: PixelSize(300, 400))
    let pictures = try Parallel.results(24, threads: 4) { index in
      try? file.picture(of: 1, for: index % 2 == 0 ? PixelSize(300, 400) : PixelSize(150, 200))
    }
    #expect(pictures.count == 24)
    #expect(stride(from: 0, to: 24, by: 2).allSatisfy { pictures[$0] == whole })
  }
}
