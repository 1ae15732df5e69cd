import CompilerLogs

/// The range of an input that a comment gives: `// shaderlint: range u_time 0..3600`.
package struct InputRange: Hashable, Sendable {
  /// The name of a uniform, varying or attribute.
  package let name: String
  /// The least and the greatest value of a component.
  package let low, high: Double

  /// Reads the words after `range`; `nil` if they are no name and two numbers in order.
  package init?(_ words: some Collection<some StringProtocol>) {
    let words = Array(words)
    guard words.count == 2, words[0].utf8.allSatisfy(\.continuesIdentifier),
      let dots = words[1].firstRange(of: ".."), let low = Double(words[1][..<dots.lowerBound]),
      let high = Double(words[1][dots.upperBound...]), low.isFinite, high.isFinite, low <= high
    else { return nil }
    (name, self.low, self.high) = (String(words[0]), low, high)
  }
}

extension Preprocessed {
  /// The ranges of inputs that comments give, by name.
  var inputRanges: [String: InputRange] {
    comments.reduce(into: [:]) { ranges, comment in
      let words = String(decoding: bytes[comment], as: UTF8.self)
        .split { $0.isWhitespace || $0 == "," }
      guard let start = words.firstIndex(of: "shaderlint:"), words[(start + 1)...].first == "range",
        let range = InputRange(words[(start + 2)...].prefix(2))
      else { return }
      ranges[range.name] = range
    }
  }
}

extension RangeAnalysis {
  /// Returns whether a fragment's place is divided by the size of the screen, by its name.
  func isPlaceOnScreen(_ place: NodeID, _ size: NodeID) -> Bool {
    guard let place = tree.rootVariable(of: place), let size = tree.rootVariable(of: size) else {
      return false
    }
    return tree[symbol: place].name == "gl_FragCoord"
      && tree[symbol: size].name.lowercased().contains("resolution")
  }
}
