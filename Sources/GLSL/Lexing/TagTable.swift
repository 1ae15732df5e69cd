/// A table by the hashes of names, such as ``Token/tag``, which are not hashed again: lookups by
/// name are a tenth of the work for a shader.
package struct TagTable<Value: Sendable>: Sendable {
  /// The hashes; 0 where there is none, and in the place of one that is 0.
  private var tags: [UInt64]
  /// The values; `nil` for those that were removed, too.
  private var values: [Value?]
  private var count = 0

  /// Differs in each process, so that nobody can write names that all meet in one place.
  private let multiplier = tagTableMultiplier

  /// - Parameter capacity: The number of names for which the table need not grow.
  init(capacity: Int = 8) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    tags = [UInt64](repeating: 0, count: size)
    values = [Value?](repeating: nil, count: size)
  }

  /// Makes a table of values and their names.
  init(_ values: [Value], name: (Value) -> String) {
    self.init(capacity: values.count)
    for value in values { self[Word(name(value)).tag] = value }
  }

  package subscript(tag: UInt64) -> Value? {
    get { values[place(of: tag)] }
    set {
      let place = place(of: tag)
      if tags[place] == 0 {
        guard newValue != nil else { return }
        count += 1
        tags[place] = max(tag, 1)
      }
      values[place] = newValue
      if 2 * count > tags.count { grow() }
    }
  }

  /// Returns the place of a hash, or the free one where it belongs.
  private func place(of tag: UInt64) -> Int {
    let tag = max(tag, 1)
    let mask = tags.count - 1
    var place = Int(truncatingIfNeeded: (tag &* multiplier) >> 32) & mask
    while tags[place] != tag && tags[place] != 0 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    var larger = TagTable(capacity: tags.count)
    for (tag, value) in zip(tags, values) where value != nil { larger[tag] = value }
    self = larger
  }
}

private let tagTableMultiplier = UInt64.random(in: .min ... .max) | 1
