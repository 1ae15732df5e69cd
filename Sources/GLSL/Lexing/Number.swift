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
    /// Reads digits, appends them to a number, and returns how many they are.
    func digits(_ number: inout Int) -> Int {
      let start = index
      while index < bytes.endIndex, bytes[index].isDigit {
        number = number &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
        index += 1
      }
      return index - start
    }
    var mantissa = 0
    var count = digits(&mantissa)
    var exponent = 0
    var isFloat = false
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
      isFloat = true
      index += 1
      let places = digits(&mantissa)
      count += places
      exponent -= places
    }
    guard count > 0 else { return nil }
    var isShort = count <= 15
    if index < bytes.endIndex, bytes[index] | 32 == UInt8(ascii: "e") {
      isFloat = true
      index += 1
      let sign = index < bytes.endIndex ? bytes[index] : 0
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
      var written = 0
      let length = digits(&written)
      guard length > 0 else { return nil }
      isShort = isShort && length <= 3
      exponent = exponent &+ (sign == UInt8(ascii: "-") ? 0 &- written : written)
    }
    guard isFloat, index == bytes.endIndex else { return nil }
    guard isShort, abs(exponent) < powers.count else {
      return Double(String(decoding: bytes, as: UTF8.self))
    }
    // Both operands are exact, so the result is the nearest one. A tenth of the time of the above.
    let power = powers[abs(exponent)]
    return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }

  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
