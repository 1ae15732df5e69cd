import GLESKitCPoppler
import GLESKitSupport

/// What the tags of a file say of its figures.
enum Figures {
  /// No tags that people write are deeper.
  private static let deepest = 64
  /// More than any book has.
  private static let most = 100_000

  /// The figures and formulas with an alternative text, in reading order, as arrays of page and
  /// text. poppler 22.12 does not tell where figures lie, unlike paragraphs.
  static func entries(of document: OpaquePointer) -> [JSON] {
    var entries: [JSON] = []
    guard let iterator = poppler_structure_element_iter_new(document) else { return [] }
    defer { poppler_structure_element_iter_free(iterator) }
    add(iterator, depth: 0, to: &entries)
    return entries
  }

  private static func add(_ iterator: OpaquePointer, depth: Int, to entries: inout [JSON]) {
    repeat {
      if let element = poppler_structure_element_iter_get_element(iterator) {
        if let entry = entry(element, iterator) { entries.append(.array(entry)) }
        g_object_unref(UnsafeMutableRawPointer(element))
      }
      if depth < deepest, let child = poppler_structure_element_iter_get_child(iterator) {
        add(child, depth: depth + 1, to: &entries)
        poppler_structure_element_iter_free(child)
      }
    } while entries.count < most && poppler_structure_element_iter_next(iterator) != 0
  }

  private static func entry(_ element: OpaquePointer, _ iterator: OpaquePointer) -> [JSON]? {
    let kind = poppler_structure_element_get_kind(element)
    guard kind == POPPLER_STRUCTURE_ELEMENT_FIGURE || kind == POPPLER_STRUCTURE_ELEMENT_FORMULA,
      let text = poppler_structure_element_get_alt_text(element)
    else { return nil }
    defer { g_free(text) }
    let words = String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty, let number = page(of: element, iterator, depth: 0) else { return nil }
    return [.integer(Int(number) + 1), .string(words)]
  }

  /// The page of an element or of the first below it that has one, from 0.
  private static func page(
    of element: OpaquePointer, _ iterator: OpaquePointer, depth: Int
  ) -> Int32? {
    let number = poppler_structure_element_get_page(element)
    guard number < 0 else { return number }
    guard depth < deepest, let child = poppler_structure_element_iter_get_child(iterator) else {
      return nil
    }
    defer { poppler_structure_element_iter_free(child) }
    repeat {
      guard let element = poppler_structure_element_iter_get_element(child) else { continue }
      defer { g_object_unref(UnsafeMutableRawPointer(element)) }
      if let number = page(of: element, child, depth: depth + 1) { return number }
    } while poppler_structure_element_iter_next(child) != 0
    return nil
  }
}
