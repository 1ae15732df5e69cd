import Testing

/// PDFs that are no books. Those that poppler can mend are drawn, whole.
struct BadPDF: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  private init(_ description: String, _ text: String) {
    testDescription = description
    bytes = Array(text.utf8)
  }

  /// One that is in order.
  static let good = BadPDF("a page", pdf())

  static let refused = withoutStructure + truncated + withBadPages + locked

  private static let withoutStructure = [
    BadPDF("a header only", "%PDF-1.4\n"),
    BadPDF("a header and an end", "%PDF-1.4\n%%EOF\n"),
    BadPDF("a version of the future and nonsense", "%PDF-9.9\nnonsense"),
    BadPDF(
      "a trailer without objects",
      "%PDF-1.4\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF"),
    BadPDF("lists without end", "%PDF-1.4\n1 0 obj\n" + String(repeating: "[", count: 100_000)),
    BadPDF("zeros", "%PDF-1.4\n" + String(repeating: "\0", count: 5000)),
    BadPDF("one long word", "%PDF-1.4\n" + String(repeating: "\u{7F}", count: 5000)),
    BadPDF("no catalog", pdf(catalog: "null")),
    BadPDF("a catalog that is itself", pdf(catalog: "1 0 R")),
    BadPDF("a catalog that is a list", pdf(catalog: "[ ]")),
  ]

  private static let truncated = (1..<8).map { eighths in
    BadPDF("cut to \(eighths)/8", String(pdf().prefix(pdf().count * eighths / 8)))
  }

  private static let withBadPages = [
    BadPDF("no pages", pdf(pages: "<< /Type /Pages /Kids [] /Count 0 >>")),
    BadPDF("−1 pages", pdf(pages: "<< /Type /Pages /Kids [3 0 R] /Count -1 >>")),
    BadPDF("nine pages of one", pdf(pages: "<< /Type /Pages /Kids [3 0 R] /Count 9 >>")),
    BadPDF("a billion pages", pdf(pages: "<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>")),
    BadPDF("pages that hold themselves", pdf(pages: "<< /Type /Pages /Kids [2 0 R] /Count 1 >>")),
    BadPDF("pages that are not there", pdf(pages: "<< /Type /Pages /Kids [9 0 R] /Count 1 >>")),
    BadPDF("pages without a list", pdf(pages: "<< /Type /Pages /Count 1 >>")),
    BadPDF("pages that are nothing", pdf(pages: "null")),
    BadPDF("a page that is nothing", pdf(page: "null")),
    BadPDF("a page without height", pdf(page: page(box: "0 0 20 0"))),
    BadPDF("a page of 35 km", pdf(page: page(box: "0 0 99999999 99999999"))),
  ]

  private static let locked = [
    BadPDF(
      "a password",
      pdf(
        trailer: "/Encrypt << /Filter /Standard /V 1 /R 2 /O (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) "
          + "/U (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) /P -4 >> /ID [(a) (a)]")),
    BadPDF("a lock that nobody knows", pdf(trailer: "/Encrypt << /Filter /Nonsense >>")),
  ]

  static let mended = [
    BadPDF("a page of 0×0", pdf(page: page(box: "0 0 0 0"))),
    BadPDF("a page from right to left", pdf(page: page(box: "20 30 0 0"))),
    BadPDF("a page of words", pdf(page: page(box: "a b c d"))),
    BadPDF("a drawing that is nonsense", pdf(content: stream("1 0 0 rg ((((((( re f"))),
    BadPDF(
      "a drawing that is not as long as it says",
      pdf(content: "<< /Length 99999999 >>\nstream\n1 0 0 rg\nendstream")),
    BadPDF(
      "a drawing that is not compressed as it says",
      pdf(content: stream("1 0 0 rg", more: "/Filter /FlateDecode"))),
    BadPDF("resources without end", pdf(page: page(more: nested))),
    BadPDF("a table of objects at 0", pdf(table: 0)),
    BadPDF("a table of objects far behind the end", pdf(table: 99_999_999_999)),
    BadPDF("a table of objects at −5", pdf(table: -5)),
    BadPDF("an older table in the header", pdf(trailer: "/Prev 9")),
  ]

  private static let nested =
    "/Resources " + String(repeating: "<< /A ", count: 5000) + String(repeating: ">>", count: 5000)

  static func page(box: String = "0 0 20 30", more: String = "") -> String {
    "<< /Type /Page /Parent 2 0 R /MediaBox [\(box)] \(more) /Contents 4 0 R >>"
  }

  static func stream(_ drawing: String, more: String = "") -> String {
    "<< /Length \(drawing.utf8.count) \(more) >>\nstream\n\(drawing)\nendstream"
  }

  /// A PDF of one page after ISO 32000, section 7.5, in which one part is bad.
  static func pdf(
    catalog: String = "<< /Type /Catalog /Pages 2 0 R >>",
    pages: String = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page: String = page(),
    content: String = stream("1 0 0 rg 0 0 10 15 re f"), trailer: String = "", table: Int? = nil
  ) -> String {
    var text = "%PDF-1.4\n"
    var places = ""
    for (index, object) in [catalog, pages, page, content].enumerated() {
      let digits = String(text.utf8.count)
      places += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = table ?? text.utf8.count
    return text + "xref\n0 5\n0000000000 65535 f \n" + places
      + "trailer << /Size 5 /Root 1 0 R \(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
  }
}
