import GLESKitSupport

/// The text, links and pictures of a page of a PDF, as `pagecurl-pdf-worker` reports them.
struct PDFText: Sendable {
  /// A rectangle in points, from the upper left corner of the page.
  struct Box {
    var corner: SIMD2<Double>
    var size: SIMD2<Double>
  }

  /// What a link leads to.
  enum Target {
    /// A page of the same file, counted from 1.
    case page(Int)
    /// An address of any scheme.
    case address(String)
  }

  /// An entry of the outline.
  struct Entry {
    /// From 0.
    var depth: Int
    var title: String
    /// Counted from 1.
    var page: Int
  }

  /// A figure that the author has described.
  struct Figure {
    /// Counted from 1.
    let page: Int
    let text: String
  }

  /// Each line in the order in which it is read.
  let lines: [(box: Box, text: String)]
  /// Links, with the text in their area, which may be empty.
  let links: [(box: Box, target: Target, text: String)]
  /// Where pictures lie.
  let pictures: [Box]

  init(_ answer: JSON) {
    lines = answer["lines"].elements.compactMap { line in
      guard let box = Box(line), let text = line.elements.last?.string else { return nil }
      return (box, text)
    }
    links = answer["links"].elements.compactMap { link in
      let parts = link.elements
      guard parts.count == 6, let box = Box(link), let text = parts[5].string else { return nil }
      if let page = parts[4].integer { return (box, .page(page), text) }
      return parts[4].string.map { (box, .address($0), text) }
    }
    pictures = answer["pictures"].elements.compactMap { Box($0) }
  }
}

extension PDFText.Figure {
  /// A page and a text.
  init?(_ json: JSON) {
    let parts = json.elements
    guard parts.count == 2, let page = parts[0].integer, let text = parts[1].string else {
      return nil
    }
    self.init(page: page, text: text)
  }
}

extension PDFText.Box {
  /// The first four elements.
  fileprivate init?(_ json: JSON) {
    let numbers = json.elements.prefix(4).compactMap(\.number)
    guard numbers.count == 4 else { return nil }
    self.init(corner: SIMD2(numbers[0], numbers[1]), size: SIMD2(numbers[2], numbers[3]))
  }
}
