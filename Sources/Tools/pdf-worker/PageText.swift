import GLESKitCPoppler
import GLESKitSupport

/// The text, links and pictures of a page. Places are in points, from the upper left corner of the
/// page.
struct PageText {
  /// A character and where it is drawn.
  struct Glyph {
    var character: Unicode.Scalar
    var box: PopplerRectangle
  }

  /// The lines as arrays of left, top, width, height and text; the links as arrays of the same
  /// numbers, target and text; the pictures as arrays of the same numbers.
  let json: JSON

  /// Reads a page. Lines stay empty where the file says that its text must not be copied.
  init(_ page: OpaquePointer, of document: OpaquePointer) {
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    let size = SIMD2(width, height)
    let mayCopy =
      poppler_document_get_permissions(document).rawValue & POPPLER_PERMISSIONS_OK_TO_COPY.rawValue
    let (lines, isRightToLeft) = mayCopy == 0 ? ([], false) : Self.lines(of: page)
    func text(_ glyphs: [Glyph]) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: LogicalOrder.of(glyphs, isRightToLeft: isRightToLeft))
      return String(text)
    }
    json = [
      "lines": .array(
        lines.compactMap { line in
          guard line.contains(where: { !$0.character.properties.isWhitespace }),
            let box = Self.union(line.map(\.box)), let place = Self.place(box, on: size)
          else { return nil }
          return .array(place + [.string(text(line))])
        }),
      "links": .array(
        Self.links(of: page, document, size) { area in
          lines.map { line in text(line.filter { area.contains($0.box) }) }
        }),
      "pictures": .array(Self.pictures(of: page, size)),
    ]
  }

  /// The lines from top to bottom, column by column, each from left to right, and whether the page
  /// is mostly right-to-left.
  private static func lines(of page: OpaquePointer) -> (lines: [[Glyph]], isRightToLeft: Bool) {
    // Only text that was drawn includes that of annotations and form fields.
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let cairo = cairo_create(surface)
    poppler_page_render(page, cairo)
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)

    // poppler selects text between two points, which it moves to the nearest blocks and lines. On a
    // page that is mostly right-to-left, what ends at the lower left corner may lack the last
    // blocks, and what ends at the lower right one lacks the last line.
    let (far, near) = (1e5, -1e5)
    let lowerRight = PopplerRectangle(x1: far, y1: near, x2: far, y2: far)
    let selections = [
      PopplerRectangle(x1: near, y1: near, x2: far, y2: far),
      PopplerRectangle(x1: far, y1: near, x2: near, y2: far), lowerRight,
    ].map { lines(of: page, between: $0) }
    guard selections.contains(where: \.isMarked), !selections.contains(where: \.isUnmarked) else {
      return (selections[0].lines, false)
    }
    var candidates = selections.map(\.lines)
    candidates[2] += lastLine(of: page, between: lowerRight)
    func count(_ lines: [[Glyph]]) -> Int { lines.reduce(0) { $0 + $1.count } }
    return (candidates.max { count($0) < count($1) } ?? [], true)
  }

  /// The line that only poppler's selection of words contains.
  private static func lastLine(
    of page: OpaquePointer, between corners: PopplerRectangle
  ) -> [[Glyph]] {
    var corners = corners
    let words = poppler_page_get_selected_region(page, 1, POPPLER_SELECTION_WORD, &corners)
    let glyphs = poppler_page_get_selected_region(page, 1, POPPLER_SELECTION_GLYPH, &corners)
    defer {
      cairo_region_destroy(words)
      cairo_region_destroy(glyphs)
    }
    cairo_region_subtract(words, glyphs)
    var rest = cairo_rectangle_int_t()
    cairo_region_get_extents(words, &rest)
    guard rest.width > 1, rest.height > 1 else { return [] }
    // Lines overlap.
    let (left, middle) = (Double(rest.x), Double(rest.y) + Double(rest.height) / 2)
    return lines(
      of: page,
      between: PopplerRectangle(
        x1: left + Double(rest.width), y1: middle, x2: left, y2: middle + 0.1)
    ).lines
  }

  /// Lines, and whether they have marked words and others.
  private struct Lines {
    var lines: [[Glyph]] = []
    var isMarked = false
    var isUnmarked = false
  }

  /// The most boxes that are read of the parts of a page together. All parts of a usual page have
  /// fewer, even if each of its glyphs ends one.
  private static let mostBoxes = 20_000_000

  /// The lines between two corners. A font may say that a glyph means U+0000, at which poppler's
  /// text ends: the next part begins with the next glyph.
  private static func lines(of page: OpaquePointer, between corners: PopplerRectangle) -> Lines {
    var corners = corners
    var all = Lines()
    var (before, boxes) = (Int.max, 0)
    while boxes < mostBoxes {
      let (part, count, next) = part(of: page, between: corners)
      if let last = all.lines.last?.last, let first = part.lines.first?.first,
        first.box.x1 >= last.box.x1, first.box.y1 < last.box.y2, first.box.y2 > last.box.y1
      {
        all.lines[all.lines.count - 1] += part.lines[0]
        all.lines += part.lines.dropFirst()
      } else {
        all.lines += part.lines
      }
      all.isMarked = all.isMarked || part.isMarked
      all.isUnmarked = all.isUnmarked || part.isUnmarked
      guard count < before, let next else { break }
      before = count
      boxes += count
      corners = PopplerRectangle(
        x1: next.x1, y1: (next.y1 + next.y2) / 2, x2: corners.x2, y2: corners.y2)
    }
    return all
  }

  /// The lines between two corners up to a glyph that means U+0000, the number of all boxes between
  /// them, and that of the first glyph that is not read.
  private static func part(
    of page: OpaquePointer, between corners: PopplerRectangle
  ) -> (lines: Lines, count: Int, next: PopplerRectangle?) {
    var corners = corners
    var boxes: UnsafeMutablePointer<PopplerRectangle>?
    var count: UInt32 = 0
    let text = poppler_page_get_text_for_area(page, &corners)
    poppler_page_get_text_layout_for_area(page, &corners, &boxes, &count)
    defer {
      g_free(text)
      g_free(boxes)
    }
    guard let text, let boxes else { return (Lines(), 0, nil) }
    let lines = String(cString: text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisualLine(Array($0.unicodeScalars)) }
    var rest = UnsafeBufferPointer(start: boxes, count: Int(count))[...]
    let glyphs = lines.map { line in
      // The line's end has a box, too.
      defer { rest = rest.dropFirst(line.characters.count + 1) }
      return line.sorted(zip(line.characters, rest).map { Glyph(character: $0, box: $1) })
    }
    let part = Lines(
      lines: glyphs, isMarked: lines.contains(where: \.isMarked),
      isUnmarked: lines.contains(where: \.isUnmarked))
    return (part, Int(count), rest.first)
  }

  private static func links(
    of page: OpaquePointer, _ document: OpaquePointer, _ size: SIMD2<Double>,
    text: (PopplerRectangle) -> [String]
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
      let words = text(area).joined(separator: " ").split(whereSeparator: \.isWhitespace)
      links.append(.array(place + [target, .string(words.joined(separator: " "))]))
    }
    // poppler lists the last link first.
    return links.reversed()
  }

  /// The areas of pictures, stencils among them, in the order in which they are drawn; the whole
  /// page if they are unknown.
  private static func pictures(of page: OpaquePointer, _ size: SIMD2<Double>) -> [JSON] {
    var pictures: [JSON] = []
    let list = poppler_page_get_image_mapping(page)
    defer { poppler_page_free_image_mapping(list) }
    var crop = PopplerRectangle()
    poppler_page_get_crop_box(page, &crop)
    // On pages that are turned by a quarter, poppler 22.12 reports other places.
    if list != nil, abs(crop.x2 - crop.x1 - size.x) > 1 {
      return [.array([0, 0, size.x, size.y].map(JSON.number))]
    }
    var node = list
    while let entry = node {
      node = entry.pointee.next
      guard let data = entry.pointee.data else { continue }
      // Unlike those of links, these areas count from the upper left corner, from which poppler
      // takes the lower left one of the crop box.
      let area = data.assumingMemoryBound(to: PopplerImageMapping.self).pointee.area
      let box = PopplerRectangle(
        x1: min(area.x1, area.x2) + crop.x1, y1: min(area.y1, area.y2) + crop.y1,
        x2: max(area.x1, area.x2) + crop.x1, y2: max(area.y1, area.y2) + crop.y1)
      if let place = place(box, on: size) { pictures.append(.array(place)) }
    }
    // poppler lists the last picture first.
    return pictures.reversed()
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
