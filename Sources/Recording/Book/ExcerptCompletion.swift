/// The neighbors that an excerpt also shows, so that its pages lie as they do in the book.
package enum ExcerptCompletion: Sendable {
  /// None.
  case none
  /// The page that faces the first one, and the page that faces the last one. A page by itself
  /// stays as it is.
  case openings
  /// The same, also of a page by itself; and if that is one opening, in which nothing turns, the
  /// pages from which a leaf turns to it. The cover, before which there are none, opens.
  case turns

  /// A run of pages in a book of so many, with its neighbors. Pages in another order stay as they
  /// are.
  ///
  /// - Parameter run: Page indices from 0; an odd one lies before the spine, with the next one
  ///   facing it.
  func completed(_ run: [Int], in count: Int) -> [Int] {
    guard self != .none, self == .turns || run.count > 1, let first = run.first,
      let last = run.last, run == Array(first..<first + run.count)
    else { return run }
    var start = Self.start(ofOpeningWith: first)
    var end = Self.end(ofOpeningWith: last, in: count)
    guard self == .turns, start == Self.start(ofOpeningWith: last) else {
      return Array(start...end)
    }
    if start > 0 {
      start = Self.start(ofOpeningWith: start - 1)
    } else {
      end = Self.end(ofOpeningWith: min(end + 1, count - 1), in: count)
    }
    return Array(start...end)
  }

  private static func start(ofOpeningWith page: Int) -> Int {
    page > 0 && page.isMultiple(of: 2) ? page - 1 : page
  }

  private static func end(ofOpeningWith page: Int, in count: Int) -> Int {
    !page.isMultiple(of: 2) && page + 1 < count ? page + 1 : page
  }
}
