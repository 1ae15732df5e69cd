import GLESKitSupport
import Imaging

/// How PDFs are read.
public struct PDFOptions: Hashable, Sendable {
  /// The resolution in dots per inch; `nil` makes each page 1080 pixels high. It determines the
  /// frame size if ``BookJob/size`` is `nil`.
  public var dpi: Double?
  /// The password of encrypted files.
  public var password: String?
  /// The part of each page that is shown.
  package var box = PDFBox.crop

  /// The defaults above.
  public init() {}
}

/// A box of a PDF page. One that a page doesn't state is its crop box.
package enum PDFBox: String, Hashable, Sendable, CaseIterable {
  /// What viewers show.
  case crop
  /// The finished page, after the sheet is cut.
  case trim
  /// The page with what is cut off, so that color reaches its edges.
  case bleed
  /// The whole sheet, with printer's marks.
  case media
}

/// A PDF, which processes of their own read.
struct PDFFile: Sendable {
  let path: String
  private let options: PDFOptions
  private let workers: PDFWorkers
  /// The pages' sizes in points (1/72 inch), after rotation. Those that can't be shown have none.
  private let pages: [SIMD2<Double>]
  /// Why a page can't be shown, by its number.
  private let problems: [Int: String]
  /// What the file calls its pages; empty if it numbers them from 1 on.
  private let labels: [String]
  /// The title that the file states; `nil` if it states none.
  let title: String?

  /// More than the largest book; each page takes memory before it is drawn.
  private static let mostPages = 1_000_000

  /// The number of pages.
  var count: Int { pages.count }

  /// The part of each page that is shown.
  var box: PDFBox { options.box }

  /// Whether a resolution was asked for.
  var hasResolution: Bool { options.dpi != nil }

  /// Whether a file starts with the PDF signature; false if it cannot be read. With the extension
  /// of a PDF, others' bytes may precede the signature, such as the headers of a message.
  static func isPDF(_ path: String) -> Bool {
    let signature = Array("%PDF-".utf8)
    let count = Files.hasExtension(path, ["pdf"]) ? 1024 : signature.count
    return (try? Files.part(of: path, at: 0, count: count))?.contains(signature) ?? false
  }

  /// Counts and measures the pages.
  ///
  /// - Throws: ``RecordingError/program(_:)`` if the program that reads PDFs is missing,
  ///   ``RecordingError/pages(_:)`` for a file that it cannot read.
  init(_ path: String, _ options: PDFOptions = PDFOptions()) throws(RecordingError) {
    (self.path, self.options) = (path, options)
    workers = PDFWorkers(path, options)
    (pages, problems, labels, title) = try workers.perform("", ["pages": true]) { answer, _ in
      var (pages, problems): ([SIMD2<Double>], [Int: String]) = ([], [:])
      for run in answer["sizes"].elements {
        let parts = run.elements
        guard let count = parts.first?.integer, (1...Self.mostPages).contains(count) else {
          return nil
        }
        let size = parts[1...].compactMap(\.number)
        if let reason = parts[1...].first?.string {
          for number in pages.count..<pages.count + count { problems[number + 1] = reason }
        } else if size.count != 2 || !size.allSatisfy({ $0 > 0 && $0 < 1e6 }) {
          return nil
        }
        pages += repeatElement(size.count == 2 ? SIMD2(size[0], size[1]) : .zero, count: count)
        guard pages.count <= Self.mostPages else { break }
      }
      let labels = answer["labels"].elements.map(Self.words(of:))
      let title = Self.words(of: answer["title"])
      return (pages, problems, labels, title.isEmpty ? nil : title)
    }
    guard !pages.isEmpty, pages.count <= Self.mostPages else {
      throw .pages("'\(path)' has \(pages.count) pages; export the PDF again")
    }
  }

  private static func words(of text: JSON) -> String {
    (text.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Why a page, counted from 1, can't be shown; `nil` if it has a size.
  func problem(of page: Int) -> RecordingError? {
    problems[page].map { workers.error(of: name(of: page), because: $0) }
  }

  /// What the file calls a page, counted from 1, such as "iii"; `nil` for a label that is empty,
  /// long or has control characters.
  func label(of page: Int) -> String? {
    guard labels.indices.contains(page - 1) else { return nil }
    let label = labels[page - 1]
    let isShown =
      (1...64).contains(label.utf8.count) && !label.unicodeScalars.contains(where: isControl)
    return isShown ? label : nil
  }

  /// What errors call a page, counted from 1.
  func name(of page: Int) -> String {
    let label = label(of: page).flatMap { $0 == "\(page)" ? nil : " (labeled '\($0)')" }
    return "page \(page)\(label ?? "")"
  }

  /// A page, counted from 1.
  func source(_ page: Int) -> PageSource {
    problem(of: page).map { .unreadable($0) } ?? .pdf(self, page: page)
  }

  /// The size of a page, counted from 1.
  func naturalSize(of page: Int) -> PixelSize {
    let size = pages[page - 1]
    if let dpi = options.dpi {
      func pixels(_ points: Double) -> Int {
        Int(min(max((points * dpi / 72).rounded(), 1), 16_384))
      }
      return PixelSize(pixels(size.x), pixels(size.y))
    }
    let width = min(max((size.x / size.y * 1080).rounded(), 1), 16_384)
    return PixelSize(Int(width), 1080)
  }

  /// The size of a page, counted from 1, in points (1/72 inch).
  func points(of page: Int) -> SIMD2<Double> { pages[page - 1] }

  /// The height of a page, counted from 1, in millimeters.
  func millimeters(of page: Int) -> Double { pages[page - 1].y * 25.4 / 72 }

  /// Draws a page, counted from 1, as large as fits into `box`.
  ///
  /// A side that is a pixel short is stretched by it here. Scaling the picture would blur its text.
  func picture(of page: Int, for box: PixelSize) throws(RecordingError) -> Image {
    if let problem = problem(of: page) { throw problem }
    let points = pages[page - 1]
    let scale = min(Double(box.width) / points.x, Double(box.height) / points.y)
    let fitted = PixelSize(
      max(1, Int((points.x * scale).rounded())), max(1, Int((points.y * scale).rounded())))
    let size =
      box.width - fitted.width <= 1 && box.height - fitted.height <= 1 ? box : fitted
    return try workers.perform(
      name(of: page),
      ["draw": .integer(page), "width": .integer(size.width), "height": .integer(size.height)],
      preparing: { worker throws(CError) in try worker.makeRoom(for: size) }
    ) { _, worker throws(CError) in try worker.picture(size) }
  }

  /// The text and links of a page, counted from 1. The text is empty where the file says that it
  /// must not be copied.
  func text(of page: Int) throws(RecordingError) -> PDFText {
    try workers.perform("the text of \(name(of: page))", ["text": .integer(page)]) { answer, _ in
      PDFText(answer)
    }
  }

  /// The language that the file states for its text; `nil` if it states none.
  func language() throws(RecordingError) -> String? {
    try workers.perform("the language", ["language": true]) { answer, _ in
      .some(answer["language"].string)
    }
  }

  /// What the tags say of figures, in reading order.
  func figures() throws(RecordingError) -> [PDFText.Figure] {
    try workers.perform("the tags", ["figures": true]) { answer, _ in
      answer.elements.compactMap { PDFText.Figure($0) }
    }
  }

  /// The entries of the outline that lead to pages.
  func outline() throws(RecordingError) -> [PDFText.Entry] {
    try workers.perform("the outline", ["outline": true]) { answer, _ in
      answer.elements.compactMap { entry in
        let parts = entry.elements
        guard parts.count == 3, let depth = parts[0].integer, let title = parts[1].string,
          let page = parts[2].integer
        else { return nil }
        return PDFText.Entry(depth: depth, title: title, page: page)
      }
    }
  }
}
