/// "Did you mean …?" for names that people type: options, uniforms, keys.
package enum Spelling {
  /// Returns the end of an error message that suggests a name, `; did you mean 'name'?`; empty for
  /// `nil`.
  package static func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate nearest to `name`, or `nil` where none is near enough to be worth a guess.
  ///
  /// Near enough means at most a third of the longer word's characters (and at least one if another
  /// remains, at most `most`) changed, inserted, removed or swapped with their neighbor, letter
  /// case aside; or being the only candidate that begins with `name`. Of equally near candidates
  /// the first wins.
  package static func closest(
    to name: String, in candidates: some Sequence<String>, within most: Int = 3
  ) -> String? {
    // No name in a table is longer; a runaway argument must not cost a quadratic amount of work.
    let word = Array(name.lowercased().prefix(128))
    var best: (candidate: String, distance: Int)?
    var completions: [String] = []
    for candidate in candidates {
      let other = Array(candidate.lowercased())
      if word.count >= 2 && other.starts(with: word) { completions.append(candidate) }
      let longest = max(word.count, other.count)
      let allowed = min(max(longest / 3, min(longest - 1, 1)), most)
      guard abs(word.count - other.count) <= allowed else { continue }
      let distance = distance(word, other)
      if distance <= allowed && distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate ?? (completions.count == 1 ? completions[0] : nil)
  }

  /// The optimal string alignment distance: Levenshtein's, plus swaps of neighbors at cost 1.
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
