/// One of several equal parts of a job's frames, such as part 2 of 8.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The part, counted from 1.
  package let number: Int
  /// The number of parts.
  package let count: Int

  /// Parses `2/8`; `nil` for any other text, and for a part above the number of parts.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count, count <= 1_000_000
    else { return nil }
    self.number = number
    self.count = count
  }

  /// `2/8`.
  package var description: String { "\(number)/\(count)" }

  /// Which ones of so many frames, or segments, this part has.
  func range(of total: Int) -> Range<Int> {
    total * (number - 1) / count..<total * number / count
  }
}
