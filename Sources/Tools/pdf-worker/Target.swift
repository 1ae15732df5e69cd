import GLESKitCPoppler
import GLESKitSupport

/// What a link or an entry of the outline leads to.
enum Target {
  /// A page of the file, counted from 1, or an address; `nil` for all else, such as other files.
  static func json(
    _ action: UnsafePointer<PopplerAction>, of document: OpaquePointer
  ) -> JSON? {
    switch action.pointee.type {
    case POPPLER_ACTION_URI:
      return action.pointee.uri.uri.map { .string(String(cString: $0)) }
    case POPPLER_ACTION_GOTO_DEST:
      return action.pointee.goto_dest.dest.flatMap { page($0, of: document) }.map(JSON.integer)
    default: return nil
    }
  }

  private static func page(
    _ destination: UnsafePointer<PopplerDest>, of document: OpaquePointer
  ) -> Int? {
    var number = destination.pointee.page_num
    if destination.pointee.type == POPPLER_DEST_NAMED {
      guard let found = poppler_document_find_dest(document, destination.pointee.named_dest) else {
        return nil
      }
      number = found.pointee.page_num
      poppler_dest_free(found)
    }
    return (1...max(1, poppler_document_get_n_pages(document))).contains(number)
      ? Int(number) : nil
  }
}

/// The outline of a file.
enum Outline {
  /// No outline for people is deeper.
  private static let deepest = 64
  /// More than any book has.
  private static let most = 100_000

  /// The entries as arrays of depth, title and page. Entries that lead to no page are left out.
  static func entries(of document: OpaquePointer) -> [JSON] {
    var entries: [JSON] = []
    guard let iterator = poppler_index_iter_new(document) else { return [] }
    defer { poppler_index_iter_free(iterator) }
    add(iterator, depth: 0, of: document, to: &entries)
    return entries
  }

  private static func add(
    _ iterator: OpaquePointer, depth: Int, of document: OpaquePointer, to entries: inout [JSON]
  ) {
    repeat {
      if let action = poppler_index_iter_get_action(iterator) {
        if let title = action.pointee.any.title,
          case .integer(let page)? = Target.json(action, of: document)
        {
          entries.append([.integer(depth), .string(String(cString: title)), .integer(page)])
        }
        poppler_action_free(action)
      }
      if depth < deepest, let child = poppler_index_iter_get_child(iterator) {
        add(child, depth: depth + 1, of: document, to: &entries)
        poppler_index_iter_free(child)
      }
    } while entries.count < most && poppler_index_iter_next(iterator) != 0
  }
}
