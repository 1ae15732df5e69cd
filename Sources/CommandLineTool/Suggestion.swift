/// The one of `candidates` that `word` was most likely meant to be: the nearest by insertions,
/// deletions, replacements and swaps of neighbours, if it is at most a third of its length away, or
/// the only one that begins with `word`; else `nil`.
public func suggestion(for word: String, among candidates: [String]) -> String? {
  let nearest = candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  if let nearest, nearest.distance <= max(1, nearest.name.count / 3),
    nearest.distance < nearest.name.count
  {
    return nearest.name
  }
  let completed = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
  return completed.count == 1 ? completed[0] : nil
}

/// The optimal string alignment distance: edits between `first` and `second`, a swap counting one.
func editDistance(_ first: String, _ second: String) -> Int {
  // No word of a table is longer; a runaway argument must not cost a quadratic amount of work.
  let limit = 64
  let a = Array(first.unicodeScalars.prefix(limit))
  let b = Array(second.unicodeScalars.prefix(limit))
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var before = [Int](repeating: 0, count: b.count + 1)
  var above = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      row[j] = min(above[j] + 1, row[j - 1] + 1, replaced)
      if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
        row[j] = min(row[j], before[j - 2] + 1)
      }
    }
    (before, above) = (above, row)
  }
  return above[b.count]
}
