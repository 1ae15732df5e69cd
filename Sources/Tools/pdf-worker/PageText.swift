import GLESKitCPoppler
import GLESKitSupport

/// The text and links of a page. Places are in points, from the upper left corner of the page.
struct PageText {
  /// A character and where it is drawn.
  struct Glyph {
    var character: Unicode.Scalar
    var box: PopplerRectangle
  }

  /// The lines as arrays of left, top, width, height and text; the links as arrays of the same
  /// numbers, target and text.
  let json: JSON

  /// Reads a page. Lines stay empty where the file says that its text must not be copied.
  init(_ page: OpaquePointer, of document: OpaquePointer) {
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    let size = SIMD2(width, height)
    let mayCopy =
      poppler_document_get_permissions(document).rawValue & POPPLER_PERMISSIONS_OK_TO_COPY.rawValue
    let lines = mayCopy == 0 ? [] : Self.lines(of: page)
    json = [
      "lines": .array(
        lines.compactMap { line in
          guard line.contains(where: { !$0.character.properties.isWhitespace }),
            let box = Self.union(line.map(\.box)), let place = Self.place(box, on: size)
          else { return nil }
          return .array(place + [.string(Self.text(line))])
        }),
      "links": .array(Self.links(of: page, document, size, lines)),
    ]
  }

  /// The lines from top to bottom, column by column, each from left to right.
  private static func lines(of page: OpaquePointer) -> [[Glyph]] {
    // Only text that was drawn includes that of annotations and form fields.
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let cairo = cairo_create(surface)
    poppler_page_render(page, cairo)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)

    var boxes: UnsafeMutablePointer<PopplerRectangle>?
    var count: UInt32 = 0
    let text = poppler_page_get_text(page)
    poppler_page_get_text_layout(page, &boxes, &count)
    defer {
      g_free(text)
      g_free(boxes)
    }
    guard let text, let boxes else { return [] }
    var rest = UnsafeBufferPointer(start: boxes, count: Int(count))[...]
    return String(cString: text).split(separator: "\n", omittingEmptySubsequences: false).map {
      let line = VisualLine(Array($0.unicodeScalars))
      // The line's end has a box, too.
      defer { rest = rest.dropFirst(line.characters.count + 1) }
      return line.sorted(zip(line.characters, rest).map { Glyph(character: $0, box: $1) })
    }
  }

  private static func text(_ glyphs: [Glyph]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: LogicalOrder.of(glyphs.map(\.character)))
    return String(text)
  }

  private static func links(
    of page: OpaquePointer, _ document: OpaquePointer, _ size: SIMD2<Double>, _ lines: [[Glyph]]
  ) -> [JSON] {
    var links: [JSON] = []
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    var node = list
    while let entry = node {
      node = entry.pointee.next
      guard let data = entry.pointee.data else { continue }
      let link = data.assumingMemoryBound(to: PopplerLinkMapping.self).pointee
      // Areas count from the lower left corner.
      let area = PopplerRectangle(
        x1: min(link.area.x1, link.area.x2), y1: size.y - max(link.area.y1, link.area.y2),
        x2: max(link.area.x1, link.area.x2), y2: size.y - min(link.area.y1, link.area.y2))
      guard let action = link.action, let target = Target.json(action, of: document),
        let place = place(area, on: size)
      else { continue }
      let covered = lines.map { line in text(line.filter { area.contains($0.box) }) }
      let words = covered.joined(separator: " ").split(whereSeparator: \.isWhitespace)
      links.append(.array(place + [target, .string(words.joined(separator: " "))]))
    }
    // poppler lists the last link first.
    return links.reversed()
  }

  private static func union(_ boxes: [PopplerRectangle]) -> PopplerRectangle? {
    guard var all = boxes.first else { return nil }
    for box in boxes.dropFirst() {
      all = PopplerRectangle(
        x1: min(all.x1, box.x1), y1: min(all.y1, box.y1), x2: max(all.x2, box.x2),
        y2: max(all.y2, box.y2))
    }
    return all
  }

  /// The part of a box that lies on the page: left, top, width, height; `nil` if there is none.
  private static func place(_ box: PopplerRectangle, on size: SIMD2<Double>) -> [JSON]? {
    let (left, top) = (max(box.x1, 0), max(box.y1, 0))
    let (width, height) = (min(box.x2, size.x) - left, min(box.y2, size.y) - top)
    guard width > 0, height > 0 else { return nil }
    return [left, top, width, height].map(JSON.number)
  }
}

extension PopplerRectangle {
  /// Whether the middle of a box lies in it.
  fileprivate func contains(_ box: PopplerRectangle) -> Bool {
    let (x, y) = ((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2)
    return x >= x1 && x <= x2 && y >= y1 && y <= y2
  }
}
