extension HostCode {
  /// Returns the end of the regular expression of JavaScript that starts at `index`; what is in one
  /// begins no literal.
  func endOfRegularExpression(_ index: Int) -> Int? {
    guard language == .script, bytes[index] == .slash else { return nil }
    // After a value, a slash divides.
    let code = bytes[..<index]
    let last = code.lastIndex { !$0.isBlank && !$0.isLineEnd }
    guard last.map({ "(,=:[!&|?{};+-*%<>".utf8.contains(bytes[$0]) || endsKeyword(at: $0) }) ?? true
    else { return nil }
    var isInClass = false
    var end = index + 1
    while end < min(bytes.count, index + Self.longestExpression), bytes[end] != .newline {
      switch bytes[end] {
      case .backslash: end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case .slash where !isInClass: return end + 1
      default: break
      }
      end += 1
    }
    return nil
  }

  /// The most bytes of a regular expression.
  private static let longestExpression = 2_000

  /// Returns whether a keyword of JavaScript ends at `index` after which a value begins.
  private func endsKeyword(at index: Int) -> Bool {
    guard bytes[index].continuesIdentifier else { return false }
    let start = bytes[...index].lastIndex { !$0.continuesIdentifier && $0 != UInt8(ascii: ".") }
    let word = bytes[(start.map { $0 + 1 } ?? 0)...index]
    return ["return", "typeof", "case", "in", "of", "void", "delete", "throw", "await", "yield"]
      .contains { word.elementsEqual($0.utf8) }
  }
}
