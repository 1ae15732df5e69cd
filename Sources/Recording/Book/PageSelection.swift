import GLESKitSupport

/// A selection of a book's pages, such as `3-9` or `1,4-6,12-`.
public struct PageSelection: Hashable, Sendable, CustomStringConvertible {
  /// The selection as it was given.
  public let description: String
  private let ranges: [ClosedRange<Int>]

  /// Parses page numbers and ranges from 1 on, separated by commas; a range without an end runs to
  /// the last page. Returns `nil` for any other text.
  public init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.number(ends[0]) else { return nil }
      if ends.count == 1 {
        ranges.append(first...first)
      } else if ends[1].isEmpty {
        ranges.append(first...Self.largest)
      } else {
        guard let last = Self.number(ends[1]), last >= first else { return nil }
        ranges.append(first...last)
      }
    }
    self.ranges = ranges
    description = text
  }

  /// Returns the selected `pages`, in the order in which the selection names them.
  ///
  /// - Throws: ``RecordingError/selection(_:page:count:labeled:)`` for a page that doesn't exist.
  func choose<Element>(from pages: [Element]) throws(RecordingError) -> [Element] {
    var chosen: [Element] = []
    for range in ranges {
      let last = range.upperBound == Self.largest ? pages.count : range.upperBound
      guard last <= pages.count, range.lowerBound <= last else {
        throw .selection(description, page: max(range.lowerBound, last), count: pages.count)
      }
      chosen += pages[range.lowerBound - 1..<last]
    }
    return chosen
  }

  private static let largest = 1_000_000

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      (1..<largest).contains(number)
    else { return nil }
    return number
  }
}
