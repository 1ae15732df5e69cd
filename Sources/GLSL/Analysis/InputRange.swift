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
  /// Returns the ranges of the inputs of a shader, by symbol.
  ///
  /// - Parameter given: The ranges that comments give; `nil` to suppose nothing.
  static func ranges(
    of tree: SyntaxTree, _ given: [String: InputRange]?
  ) -> [ValueRange] {
    let coordinates = given == nil ? [] : textureCoordinates(of: tree)
    return tree.symbols.indices.map { index in
      let symbol = tree.symbols[index]
      switch symbol.storage {
      case .uniform, .varying, .attribute:
        guard let given else { return .any }
        if let range = given[symbol.name] { return ValueRange(range.low, range.high) }
        if fractions.contains(symbol.name) { return ValueRange(0, 1) }
        // The center of a fragment is not at an edge.
        return coordinates.contains(Int32(index)) ? ValueRange(ValueRange.least, 1) : .any
      case .builtIn where symbol.name == "gl_FragCoord": return given == nil ? .any : screen
      case .builtIn where symbol.name == "gl_PointCoord": return ValueRange(0, 1)
      default: return .any
      }
    }
  }

  private static let screen = ValueRange(
    joining: [
      (ValueRange(0.5, 1920), 1), (ValueRange(0.5, 1080), 1), (ValueRange(0, 1), 1), (.any, 1),
    ])

  /// Uniforms that go from 0 to 1 in all transitions of gl-transitions, and elsewhere.
  private static let fractions: Set<String> = ["progress", "u_progress", "uProgress"]

  /// The varyings that are passed to look-ups as they are, or named as texture coordinates are.
  private static func textureCoordinates(of tree: SyntaxTree) -> Set<Int32> {
    var found = Set(
      tree.symbols.indices.lazy.map { Int32($0) }.filter { id in
        tree[symbol: id].storage == .varying && isCoordinate(tree[symbol: id].name)
      })
    for expression in tree.expressions
    where expression.kind == .builtInCall && expression.operandCount > 1
      && BuiltInFunction.all[Int(expression.reference)].takesTextureCoordinates
    {
      let coordinate = tree.operand(1, of: expression)
      guard let root = tree.rootVariable(of: coordinate), tree[symbol: root].storage == .varying
      else { continue }
      found.insert(root)
    }
    return found
  }

  /// Returns whether a name is one of texture coordinates, such as `v_texCoord0` or `vUv`.
  private static func isCoordinate(_ name: String) -> Bool {
    let letters = name.utf8.lazy.filter { $0.continuesIdentifier && !$0.isDigit && $0 != 0x5f }
    let word = String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    return coordinateNames.contains(word)
      || word.hasPrefix("v") && coordinateNames.contains(String(word.dropFirst()))
  }

  private static let coordinateNames: Set<String> = [
    "uv", "texcoord", "texcoords", "texturecoord", "texturecoords", "texturecoordinate",
    "texturecoordinates",
  ]

  /// Returns whether a fragment's place is divided by the size of the screen, by its name.
  func isPlaceOnScreen(_ place: NodeID, _ size: NodeID) -> Bool {
    guard let place = tree.rootVariable(of: place), let size = tree.rootVariable(of: size) else {
      return false
    }
    return tree[symbol: place].name == "gl_FragCoord"
      && tree[symbol: size].name.lowercased().contains("resolution")
  }
}
