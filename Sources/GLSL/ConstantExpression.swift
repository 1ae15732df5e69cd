/// Evaluates the integer expressions of `#if` and of array sizes.
package struct ConstantExpression {
  /// A number, or an operator or parenthesis.
  package enum Item: Hashable {
    case value(Int)
    case symbol(String)
  }

  private var items: ArraySlice<Item>
  private var depth = 0

  /// Returns the value of `items`; `nil` for a malformed expression and for a division by zero.
  package static func value(_ items: [Item]) -> Int? {
    var reader = ConstantExpression(items: items[...])
    guard let value = reader.binary(0), reader.items.isEmpty else { return nil }
    return value
  }

  /// The precedence of each binary operator; a higher number binds tighter.
  private static let levels: [String: Int] = [
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
  ]

  private mutating func binary(_ least: Int) -> Int? {
    guard var left = unary() else { return nil }
    while case .symbol(let symbol)? = items.first, let level = Self.levels[symbol], level > least {
      items = items.dropFirst()
      guard let right = binary(level), let value = Self.apply(symbol, left, right) else {
        return nil
      }
      left = value
    }
    return left
  }

  private mutating func unary() -> Int? {
    // A hostile source must not overflow the stack.
    guard depth < 200 else { return nil }
    depth += 1
    defer { depth -= 1 }
    switch items.popFirst() {
    case .value(let value): return value
    case .symbol("("):
      guard let value = binary(0), items.popFirst() == .symbol(")") else { return nil }
      return value
    case .symbol("!"): return unary().map { $0 == 0 ? 1 : 0 }
    case .symbol("-"): return unary().map { 0 &- $0 }
    case .symbol("+"): return unary()
    case .symbol("~"): return unary().map { ~$0 }
    default: return nil
    }
  }

  private static func apply(_ symbol: String, _ a: Int, _ b: Int) -> Int? {
    switch symbol {
    case "||": a != 0 || b != 0 ? 1 : 0
    case "&&": a != 0 && b != 0 ? 1 : 0
    case "|": a | b
    case "^": a ^ b
    case "&": a & b
    case "==": a == b ? 1 : 0
    case "!=": a != b ? 1 : 0
    case "<": a < b ? 1 : 0
    case ">": a > b ? 1 : 0
    case "<=": a <= b ? 1 : 0
    case ">=": a >= b ? 1 : 0
    case "<<": (0..<64).contains(b) ? a << b : nil
    case ">>": (0..<64).contains(b) ? a >> b : nil
    case "+": a &+ b
    case "-": a &- b
    case "*": a &* b
    case "/": b == 0 || b == -1 ? (b == 0 ? nil : 0 &- a) : a / b
    case "%": b == 0 ? nil : (b == -1 ? 0 : a % b)
    default: nil
    }
  }
}

/// Reads the number literals of GLSL ES 1.00.
package enum Number {
  /// Returns the value of a decimal, octal or hexadecimal integer literal; `nil` for anything else.
  package static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return Int(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0") && text.count > 1 { return Int(text, radix: 8) }
    return Int(text)
  }
}
