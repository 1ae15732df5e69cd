import GLESKitSupport
import Imaging

/// The outline of a book, and the text, links, pictures and figures of its pages, as far as they
/// come from PDFs.
struct WebContents {
  /// An entry of the outline. Pages count from 0, depths from 0.
  struct Entry: Hashable {
    let depth: Int
    let title: String
    let page: Int
  }

  /// The outline. PDFs that follow each other are listed one after the other.
  let outline: [Entry]
  /// A page.
  struct Page {
    /// What screen readers call it.
    let name: String
    /// What its PDF calls it, such as "iii"; `nil` if that is its number.
    let label: String?
    /// What `TextLayer` in `text.js` reads.
    var text: JSON = ["lines": [], "links": []]
    /// Where its pictures lie, as `BookPages` in `pages.js` reads it; `nil` if it is of no PDF.
    var pictures: String?
    /// What its author says of its figures.
    var figures: [String] = []

    /// Whether it has lines of text.
    var hasLines: Bool { !text["lines"].elements.isEmpty }
  }

  /// All pages.
  let pages: [Page]
  /// Whether any page has text or links.
  let hasText: Bool
  /// The language that all PDFs state; `nil` if they state none, or different ones.
  let language: String?

  /// Schemes of addresses that links may have. `text.js` checks the same.
  private static let safeSchemes = ["https:", "http:", "mailto:"]

  /// Reads the contents of all PDFs among the pages of a book.
  ///
  /// - Parameter shape: The size of the book's pages, whose shape all pages get.
  init(of pages: [PageSource], shape: PixelSize) throws(RecordingError) {
    var places: [String: [Int: Int]] = [:]
    var files: [PDFFile] = []
    for (index, source) in pages.enumerated() {
      guard let (file, page) = source.pdf else { continue }
      if places[file.path] == nil { files.append(file) }
      // Of a page that is shown twice, links lead to the first.
      if places[file.path]?[page] == nil { places[file.path, default: [:]][page] = index }
    }
    var outline: [Entry] = []
    var described: [String: [Int: [PDFText.Figure]]] = [:]
    for file in files {
      // A file whose tags cannot be read can be read without them.
      described[file.path] = Dictionary(grouping: (try? file.figures()) ?? [], by: \.page)
      for entry in try file.outline() {
        guard let page = places[file.path]?[entry.page] else { continue }
        outline.append(Entry(depth: entry.depth, title: entry.title, page: page))
      }
    }
    self.outline = outline
    let labels = pages.enumerated().map { index, source in
      // The halves of a double page have one label.
      guard let (file, page) = source.pdf, let label = file.label(of: page) else {
        return String?.none
      }
      return label == "\(index + 1)" ? nil : label
    }
    let languages = Set(
      files.map { file in
        (try? file.language()).flatMap { WebPageOptions.isLanguageTag($0) ? $0 : nil }
      })
    language = languages.count == 1 ? languages.first ?? nil : nil
    let names = labels.enumerated().map { "Page \($1 ?? "\($0 + 1)")" }
    var hasText = false
    self.pages = try pages.indices.map { index throws(RecordingError) in
      let source = pages[index]
      var page = Page(name: names[index], label: labels[index])
      guard let (file, number) = source.pdf else { return page }
      let text = try file.text(of: number)
      if !text.lines.isEmpty || !text.links.isEmpty { hasText = true }
      let place = Placement(of: file.points(of: number), source, on: shape)
      page.pictures = text.pictures.compactMap { place.part(of: $0) }
        .map { part in part.map { "\($0)" }.joined(separator: ",") }.joined(separator: " ")
      let said = described[file.path]?[number] ?? []
      // Tags don't tell where figures lie. If they are the pictures, they have the same order.
      let whole = PDFText.Box(corner: .zero, size: file.points(of: number))
      let boxes = said.count == text.pictures.count ? text.pictures : said.map { _ in whole }
      // What lies on both halves of a double page belongs to both, unless one has only its edge.
      let shown = zip(said, boxes).compactMap { figure, box in
        place.part(of: box, least: 1 / 3).map { (box: $0.map(JSON.number), text: figure.text) }
      }
      page.figures = shown.map(\.text)
      let lines = text.lines.compactMap { line in
        place.box(line.box).map { JSON.array($0 + [.string(line.text)]) }
      }
      let links = text.links.compactMap { link -> JSON? in
        guard let target = Self.target(link.target, places[file.path] ?? [:]),
          let box = place.box(link.box)
        else { return nil }
        let name = link.text.isEmpty ? target.string ?? names[target.integer ?? 0] : link.text
        return .array(box + [target, .string(name)])
      }
      let named = shown.map { JSON.array($0.box + [.string($0.text)]) }
      page.text = ["lines": .array(lines), "links": .array(links), "figures": .array(named)]
      return page
    }
    self.hasText = hasText
  }

  /// Where a link leads, or `nil` if that is not shown, or an address of an unsafe scheme.
  private static func target(_ target: PDFText.Target, _ places: [Int: Int]) -> JSON? {
    switch target {
    case .page(let page): places[page].map { .integer($0) }
    case .address(let address):
      safeSchemes.contains { address.lowercased().hasPrefix($0) } ? .string(address) : nil
    }
  }
}

/// How a page lies on the pages of the book, in thousandths of their width, as ``Image/laid(on:)``
/// puts it there.
private struct Placement {
  private let scale: SIMD2<Double>
  private let start: SIMD2<Double>
  /// The part of the page that is shown, from left to right, in points.
  private let shown: Range<Double>

  /// - Parameter size: The size of the whole page in points.
  init(of size: SIMD2<Double>, _ source: PageSource, on shape: PixelSize) {
    shown =
      switch source {
      case .half(.left, _): 0..<size.x / 2
      case .half(.right, _): size.x / 2..<size.x
      default: -.infinity..<(.infinity)
      }
    let corner = SIMD2(max(shown.lowerBound, 0), 0)
    let size = SIMD2(min(shown.upperBound, size.x) - corner.x, size.y)
    let page = SIMD2(1000, 1000 * Double(shape.height) / Double(shape.width))
    let stretch = page / size
    let isAlike = abs(stretch.x / stretch.y - 1) <= Image.shapeTolerance
    scale = isAlike ? stretch : SIMD2(repeating: stretch.min())
    start = (page - size * scale) / 2 - corner * scale
  }

  /// What is read of a box; `nil` if the most of it is on the other half of a double page.
  func box(_ box: PDFText.Box) -> [JSON]? {
    shown.contains(box.corner.x + box.size.x / 2) ? numbers(of: box).map(JSON.number) : nil
  }

  /// The part of a box that is shown: left, top, width and height.
  ///
  /// - Parameter least: The share of its width that must be shown, 0…1.
  /// - Returns: `nil` if less than that is shown, or nothing.
  func part(of box: PDFText.Box, least: Double = 0) -> [Double]? {
    let across = (box.corner.x..<box.corner.x + box.size.x).clamped(to: shown)
    let width = across.upperBound - across.lowerBound
    guard !across.isEmpty, width >= least * box.size.x else { return nil }
    return numbers(
      of: PDFText.Box(
        corner: SIMD2(across.lowerBound, box.corner.y), size: SIMD2(width, box.size.y)))
  }

  private func numbers(of box: PDFText.Box) -> [Double] {
    let (corner, size) = (start + box.corner * scale, box.size * scale)
    return [corner.x, corner.y, size.x, size.y].map { ($0 * 10).rounded() / 10 }
  }
}
