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

  /// The frames of this part. Parts are cut between segments of `segment` frames.
  func range(of frames: Int, segment: Int = 1) -> Range<Int> {
    let segments = (frames + segment - 1) / segment
    let start = segments * (number - 1) / count * segment
    let end = segments * number / count * segment
    return min(start, frames)..<min(end, frames)
  }
}
