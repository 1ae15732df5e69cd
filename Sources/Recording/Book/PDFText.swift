/// The text, links and outline of a PDF, as `pdftohtml -xml` of poppler-utils reports them.
struct PDFText {
  /// A rectangle, from the upper left corner of the page.
  struct Box {
    var corner: SIMD2<Double>
    var size: SIMD2<Double>
  }

  /// What a link leads to.
  enum Target {
    /// A page of the same file, counted from 1.
    case page(Int)
    /// Another address, of any scheme.
    case address(String)
  }

  struct Page {
    /// In the units of the boxes.
    var size: SIMD2<Double>
    var lines: [(box: Box, text: String)] = []
    var links: [(box: Box, target: Target, text: String)] = []
  }

  struct Entry {
    var depth: Int
    var title: String
    /// Counted from 1.
    var page: Int
  }

  /// The pages, counted from 1.
  private(set) var pages: [Int: Page] = [:]
  private(set) var outline: [Entry] = []

  /// What `pdftohtml` calls the file in links within it. By default it is the name of the PDF, and
  /// links to other files could look the same.
  static let markupName = "gleskit-pages"

  /// Reads what `pdftohtml` wrote. A page of another shape than the file's own has no text: poppler
  /// reports the text of a cropped page relative to the whole one.
  init(_ markup: [UInt8], pageSizes: [SIMD2<Double>]) {
    var (page, depth) = (0, -1)
    // Poppler also prints remarks, so this is not quite XML.
    for line in String(decoding: markup, as: UTF8.self).split(separator: "\n") {
      if let tag = Tag("page", in: line), let number = tag.integer("number") {
        page = number
        guard let width = tag.number("width"), let height = tag.number("height"), width > 0,
          height > 0, page >= 1, page <= pageSizes.count
        else { continue }
        let size = pageSizes[page - 1]
        guard abs(width / height * size.y / size.x - 1) < 0.01 else { continue }
        pages[page] = Page(size: SIMD2(width, height))
      } else if let tag = Tag("text", in: line) {
        add(tag, to: page)
      } else if line.hasPrefix("<outline>") {
        depth += 1
      } else if line.hasPrefix("</outline>") {
        depth -= 1
      } else if let tag = Tag("item", in: line), let target = tag.integer("page") {
        outline.append(
          Entry(depth: max(depth, 0), title: Run.all(in: tag.content).text, page: target))
      }
    }
  }

  private mutating func add(_ tag: Tag, to page: Int) {
    guard let left = tag.number("left"), let top = tag.number("top"),
      let width = tag.number("width"), let height = tag.number("height"), width > 0, height > 0
    else { return }
    let box = Box(corner: SIMD2(left, top), size: SIMD2(width, height))
    let runs = Run.all(in: tag.content)
    let text = runs.text
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    pages[page]?.lines.append((box, text))
    // The place of a link within its line is estimated from the number of characters.
    var before = 0
    let count = Double(text.count)
    for run in runs {
      let share = SIMD2(Double(before), Double(run.text.count)) / count
      before += run.text.count
      guard let target = run.target else { continue }
      var part = box
      part.corner.x += share.x * width
      part.size.x = share.y * width
      pages[page]?.links.append((part, target, run.text))
    }
  }
}

/// A part of a line, all or nothing of which is a link.
private struct Run {
  var text = ""
  var target: PDFText.Target?

  /// The runs of marked text: `See <b>page <a href="book.html#9">9</a></b>`.
  static func all(in content: Substring) -> [Run] {
    var runs = [Run()]
    var rest = content
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      runs[runs.count - 1].text += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: rest.first == "<" ? ">" : ";") else { break }
      let part = rest[...end]
      if part.hasPrefix("<a ") {
        runs.append(Run(target: Tag("a", in: part)?.text("href").flatMap(target)))
      } else if part == "</a>" {
        runs.append(Run())
      } else if part.hasPrefix("&") {
        runs[runs.count - 1].text += character(part.dropFirst().dropLast())
      }
      rest = rest[rest.index(after: end)...]
    }
    runs[runs.count - 1].text += rest
    return runs.filter { !$0.text.isEmpty }
  }

  /// Poppler writes links within the file as `NAME.html#PAGE`.
  private static func target(_ address: String) -> PDFText.Target? {
    let start = "\(PDFText.markupName).html#"
    guard address.hasPrefix(start), let page = Int(address.dropFirst(start.count)) else {
      return .address(address)
    }
    return .page(page)
  }

  static func character(_ entity: Substring) -> String {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "nbsp", "#160": return " "
    default:
      guard entity.hasPrefix("#") else { return "&\(entity);" }
      let digits = entity.dropFirst()
      let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    }
  }
}

extension [Run] {
  fileprivate var text: String { map(\.text).joined() }
}

/// An element that a line contains.
private struct Tag {
  private let attributes: Substring
  /// What follows the tag, up to the element's end.
  let content: Substring

  init?(_ name: String, in line: Substring) {
    guard let start = line.firstRange(of: "<\(name) "),
      let end = line[start.upperBound...].firstIndex(of: ">")
    else { return nil }
    attributes = line[start.upperBound..<end]
    let rest = line[line.index(after: end)...]
    content = rest.lastRange(of: "</\(name)>").map { rest[..<$0.lowerBound] } ?? rest
  }

  func text(_ name: String) -> String? {
    guard let start = attributes.firstRange(of: "\(name)=\""),
      let end = attributes[start.upperBound...].firstIndex(of: "\"")
    else { return nil }
    return Run.all(in: attributes[start.upperBound..<end]).text
  }

  func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// A number of a reasonable size.
  func number(_ name: String) -> Double? {
    text(name).flatMap(Double.init).flatMap { abs($0) < 1e6 ? $0 : nil }
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
