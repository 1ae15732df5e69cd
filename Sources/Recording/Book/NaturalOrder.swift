/// The natural order of file names: numbers in them are compared by value.
enum NaturalOrder {
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (a, b) = (parts(first), parts(second))
    for (left, right) in zip(a, b) where left != right {
      switch (left, right) {
      case (.number(let x, let text), .number(let y, let other)):
        if x != y { return x < y }
        return text.count < other.count
      case (.text(let x), .text(let y)): return x < y
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return a.count < b.count
  }

  private enum Part: Equatable {
    /// The digits without leading zeros: the longer number is larger.
    case number(Digits, text: Substring)
    case text(Substring)
  }

  private struct Digits: Comparable {
    let digits: Substring
    static func < (first: Digits, second: Digits) -> Bool {
      first.digits.count != second.digits.count
        ? first.digits.count < second.digits.count : first.digits < second.digits
    }
  }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(name)
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest.dropFirst(part.count)
      parts.append(
        isDigit ? .number(Digits(digits: part.drop { $0 == "0" }), text: part) : .text(part))
    }
    return parts
  }
}
