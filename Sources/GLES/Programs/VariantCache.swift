/// Values that are made when first needed and kept, such as the variants of a program.
package struct VariantCache<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  /// Makes an empty cache.
  package init() {}

  /// The number of values made so far.
  package var count: Int { values.count }

  /// Returns the value for a key, and makes it if there is none.
  package mutating func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = values[key] { return known }
    let made = try make()
    values[key] = made
    return made
  }
}
