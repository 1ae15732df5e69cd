/// The number literals of GLSL ES 1.00 (§4.1.3, §4.1.4).
package enum Number {
  /// Returns the value of a decimal, octal or hexadecimal integer literal; `nil` for anything else.
  package static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first.isDigit else { return nil }
    var digits = bytes
    var base = 10
    if first == UInt8(ascii: "0") && bytes.count > 1 {
      let isHexadecimal = bytes[bytes.startIndex + 1] | 32 == UInt8(ascii: "x")
      base = isHexadecimal ? 16 : 8
      digits = bytes.dropFirst(isHexadecimal ? 2 : 1)
    }
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard let digit = digit(byte), digit < base, value < 1 << 40 else { return nil }
      value = value * base + digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 55
    default: nil
    }
  }

  /// Returns the value of a floating-point literal: digits with a point, an exponent, or both;
  /// `nil` for anything else, such as an integer or a suffix.
  package static func float(_ bytes: ArraySlice<UInt8>) -> Double? {
    var index = bytes.startIndex
    var mantissa = 0
    func digits() -> Int {
      let start = index
      while index < bytes.endIndex, bytes[index].isDigit { index += 1 }
      return index - start
    }
    mantissa += digits()
    var isFloat = false
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
      isFloat = true
      index += 1
      mantissa += digits()
    }
    guard mantissa > 0 else { return nil }
    if index < bytes.endIndex, bytes[index] | 32 == UInt8(ascii: "e") {
      isFloat = true
      index += 1
      if index < bytes.endIndex, bytes[index] == 43 || bytes[index] == 45 { index += 1 }
      guard digits() > 0 else { return nil }
    }
    guard isFloat, index == bytes.endIndex else { return nil }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
