extension RandomAccessCollection {
  /// Returns the index of the first element that has a property, by binary search; `endIndex` if
  /// none has.
  ///
  /// - Parameter hasProperty: Must be false for all elements before the first for which it is true,
  ///   and true for all elements after that.
  package func partitioningIndex(where hasProperty: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if hasProperty(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
