/// The natural order of file names: numbers in them are compared by value.
enum NaturalOrder {
  static func precedes(_ first: String, _ second: String) -> Bool {
    parts(first).lexicographicallyPrecedes(parts(second)) { $0 < $1 }
  }

  /// The parts of a name: numbers before texts, and of equal numbers those with fewer zeros first.
  /// Without leading zeros, the longer number is larger.
  private static func parts(
    _ name: String
  ) -> [(isText: Int, length: Int, text: Substring, whole: Int)] {
    var parts: [(Int, Int, Substring, Int)] = []
    var rest = Substring(name)
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest.dropFirst(part.count)
      let digits = part.drop { $0 == "0" }
      parts.append(isDigit ? (0, digits.count, digits, part.count) : (1, 0, part, 0))
    }
    return parts
  }
}
