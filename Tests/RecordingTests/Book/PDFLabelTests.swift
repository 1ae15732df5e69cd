import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// What PDFs call their pages (ISO 32000, section 12.4.2).
@Suite final class PDFLabelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A PDF of pages whose labels are in these ranges.
  private func book(_ ranges: String?, pages: Int = 6, box: String = "[0 0 60 80]") throws -> String
  {
    let kids = (0..<pages).map { "\(3 + $0) 0 R" }.joined(separator: " ")
    let labels = ranges.map { "/PageLabels << /Nums [\($0)] >>" } ?? ""
    let file = pdfFile(
      of: [
        "<< /Type /Catalog /Pages 2 0 R \(labels) >>",
        "<< /Type /Pages /Kids [\(kids)] /Count \(pages) >>",
      ] + (0..<pages).map { _ in "<< /Type /Page /Parent 2 0 R /MediaBox \(box) >>" })
    let path = "\(folder.path)/book.pdf"
    try AtomicFile.write(file, to: path)
    return path
  }

  @Test(arguments: [
    ("0 << /S /r >> 2 << /S /D >>", ["i", "ii", "1", "2", "3", "4"]),
    (
      "0 << /P (Cover) >> 1 << /S /R /St 9 >> 4 << /P (A-) /S /D /St 7 >>",
      ["Cover", "IX", "X", "XI", "A-7", "A-8"]
    ),
    (
      "0 << /S /A /St 26 >> 2 << /S /a >> 4 << /P <FEFF05D000200020> /S /D >>",
      ["Z", "AA", "a", "b", "א 1", "א 2"]
    ),
    // Those that name no page: none, spaces, commands to terminals, a change of direction.
    (
      "0 << >> 1 << /P ( ) >> 2 << /P <FEFF001B005B> >> 3 << /P <FEFF202E0031> >> 4 << /S /D >>",
      [nil, nil, nil, nil, "1", "2"]
    ),
    // Numbers from 1 on, and no page numbers.
    ("0 << /S /D >>", [nil, nil, nil, nil, nil, nil]),
    ("0 << /S /A /St 20000000 >>", [nil, nil, nil, nil, nil, nil]),
    (
      "0 << /S /r >> 2 << /P (\(String(repeating: "x", count: 65))) >> 4 << /S /D >>",
      ["i", "ii", nil, nil, "1", "2"]
    ),
    (nil, [nil, nil, nil, nil, nil, nil]),
  ])
  func labels(_ ranges: String?, _ labels: [String?]) throws {
    let file = try PDFFile(try book(ranges))
    #expect((1...6).map { file.label(of: $0) } == labels)
  }

  @Test func errorsNameLabelsThatAreNotTheNumbers() throws {
    let path = try book("0 << /S /r >> 2 << /S /D /St 3 >>")
    let file = try PDFFile(path)
    #expect(
      (1...3).map(file.name(of:)) == ["page 1 (labeled 'i')", "page 2 (labeled 'ii')", "page 3"])
    #expect(file.source(2).name == "page 2 (labeled 'ii') of '\(path)'")
    let empty = try PDFFile(try book("0 << /S /r >>", box: "[0 0 0 80]"))
    #expect(
      empty.problem(of: 4)?.description.contains(
        "page 4 (labeled 'iv') of '\(path)': it is 0.0 by 80.0") == true)
  }

  /// Pages are selected by their numbers.
  @Test func aSelectionThatNamesALabel() throws {
    let path = try book("0 << /S /D /St 105 >>")
    for (text, message) in [
      ("107", "select pages from 1 to 6; '107' is the label of page 3"),
      ("2-110", "select pages from 1 to 6; '110' is the label of page 6"),
      ("7", "select pages from 1 to 6"),
    ] {
      let error = #expect(throws: RecordingError.self) {
        _ = try PageSource.pages(at: [path], selecting: PageSelection(text))
      }
      #expect(error?.description.hasSuffix(message) == true)
    }
    #expect(try PageSource.pages(at: [path], selecting: PageSelection("3")).pages.count == 1)
  }

  /// Pages of other files and of one without labels have their numbers.
  @Test func webPagesHaveLabels() throws {
    let path = try book("0 << /S /r >> 2 << /S /D /St 3 >>")
    let file = try PDFFile(path)
    try Files.createFolders("\(folder.path)/plain")
    try AtomicFile.write(
      try Files.read(try book(nil, pages: 2)), to: "\(folder.path)/plain/book.pdf")
    let plain = try PDFFile("\(folder.path)/plain/book.pdf")
    let pages =
      [file.source(1), .blank(), file.source(3), file.source(4)]
      + [plain.source(1), .half(.left, of: file.source(1)), .half(.right, of: file.source(1))]
    let contents = try WebContents(of: pages, shape: PixelSize(60, 80))
    #expect(contents.pages.map(\.label) == ["i", nil, nil, nil, nil, "i", "i"])
    let excerpt = try WebContents(of: Array(pages[2...3]), shape: PixelSize(60, 80))
    #expect(excerpt.pages.map(\.label) == ["3", "4"] && excerpt.pages[1].name == "Page 4")
  }

  @Test func labelsAreEscapedInWebPages() throws {
    let path = try book("0 << /P (\"><script>) >> 2 << /S /r >>")
    let output = "\(folder.path)/book.html"
    var job = BookJob(pages: [path], output: .webPage(path: output, title: ""))
    job.size = PixelSize(60, 80)
    try job.plan().run { _ in }
    let text = String(decoding: try Files.read(output), as: UTF8.self)
    #expect(text.ranges(of: " data-label=\"&quot;&gt;&lt;script&gt;\" ").count == 2)
    #expect(text.contains(" data-label=\"iv\" ") && !text.contains("data-label=\"3\""))
  }
}
