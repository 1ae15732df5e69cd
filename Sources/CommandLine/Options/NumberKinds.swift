import GLESKitSupport
import Imaging

extension ValueKind where Value == Int {
  /// An integer in decimal digits within `range`, optionally with a `unit` such as "pixels".
  package static func integer(
    _ placeholder: String, in range: ClosedRange<Int>, unit: String? = nil
  ) -> ValueKind {
    let limits = span(range.lowerBound, range.upperBound, unit: unit)
    return ValueKind(
      placeholder, expectation: "an integer from \(limits)", constraint: limits,
      schema: [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ],
      read: { text throws(ValueError) in
        try wholeNumber(text[...], in: range)
      }, write: { String($0) })
  }
}

extension ValueKind where Value == Double {
  /// A finite number within `range`, in decimal notation (`-20`, `.5`, `1e3`), or one of `names`.
  /// Seconds may have the suffix `s`.
  ///
  /// - Parameters:
  ///   - placeholder: The word that stands for the value.
  ///   - range: The limits; any finite number by default.
  ///   - unit: The unit, such as "degrees".
  ///   - names: Words that stand for numbers, such as `left` for 180.
  package static func number(
    _ placeholder: String, in range: ClosedRange<Double>? = nil, unit: String? = nil,
    names: [Choice<Double>] = []
  ) -> ValueKind {
    let limits = range.map { span(decimal($0.lowerBound), decimal($0.upperBound), unit: unit) }
    let number =
      limits.map { "a number from \($0)" } ?? unit.map { "a number of \($0)" } ?? "a finite number"
    let words = names.map(\.name)
    var schema: JSON = ["type": "number"]
    if let range {
      schema = [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    }
    if !words.isEmpty {
      schema = ["anyOf": [schema, ["enum": .array(words.map { .string($0) })]]]
    }
    return ValueKind(
      placeholder, expectation: alternatives([number] + words),
      constraint: alternatives([limits ?? unit].compactMap(\.self) + words),
      completion: words.isEmpty ? .none : .words(words), schema: schema,
      read: { text throws(ValueError) in
        if let named = names.first(where: { $0.name == text }) { return named.value }
        let hasUnit =
          unit == "seconds" && text.last == "s" && text.dropLast().last?.isNumber == true
        return try finiteNumber(hasUnit ? String(text.dropLast()) : text, in: range, names: words)
      },
      write: { value in names.first { $0.value == value }?.name ?? decimal(value) })
  }
}

extension ValueKind where Value == PixelSize {
  /// A size written `WIDTHxHEIGHT` or `WIDTHXHEIGHT`, each side within `range` pixels.
  package static func size(_ placeholder: String = "WxH", in range: ClosedRange<Int>) -> ValueKind {
    let limits = span(range.lowerBound, range.upperBound, unit: "pixels a side")
    return ValueKind(
      placeholder, expectation: "a size such as 900x1200, \(limits)", constraint: limits,
      schema: ["type": "string", "pattern": "^[0-9]+[xX][0-9]+$"],
      read: { text throws(ValueError) in
        let sides = text.split(omittingEmptySubsequences: false) { "xX".contains($0) }
        guard sides.count == 2, sides.allSatisfy(isWholeNumber) else {
          throw ValueError("is not WIDTHxHEIGHT")
        }
        return PixelSize(
          try wholeNumber(sides[0], in: range), try wholeNumber(sides[1], in: range))
      }, write: { "\($0.width)x\($0.height)" })
  }
}

extension ValueKind where Value == SIMD4<UInt8> {
  /// A color as red, green, blue and alpha, 0 to 255 each, not premultiplied: `#rgb`, `#rrggbb`,
  /// `#rrggbbaa`, a CSS color name or, unless it has to be opaque, `transparent`.
  package static func color(_ placeholder: String = "COLOR", isOpaque: Bool = false) -> ValueKind {
    let names = ColorNames.all.filter { !isOpaque || $0 != "transparent" }
    let forms =
      ["#rgb", "#rrggbb"] + (isOpaque ? [] : ["#rrggbbaa"]) + ["a CSS color name"]
      + (isOpaque ? [] : ["transparent"])
    return ValueKind(
      placeholder, expectation: alternatives(forms), constraint: alternatives(forms),
      completion: .words(names), schema: ["type": "string"],
      read: { text throws(ValueError) in
        let color: SIMD4<UInt8>
        if let named = ColorNames.color(text) {
          color = named
        } else if text.hasPrefix("#") {
          color = try hexadecimalColor(text.dropFirst())
        } else {
          // Of so many names, one is near any word.
          throw ValueError(
            "is unknown", suggestion: Spelling.closest(to: text, in: names, within: 2))
        }
        if isOpaque && color.w < 255 { throw ValueError("is transparent") }
        return color
      },
      write: { color in
        if let name = ColorNames.name(of: color) { return name }
        return (0..<(color.w == 255 ? 3 : 4)).reduce(into: "#") { text, channel in
          let digits = String(color[channel], radix: 16)
          text += digits.count == 1 ? "0\(digits)" : digits
        }
      })
  }
}

private func span(
  _ low: some CustomStringConvertible, _ high: some CustomStringConvertible,
  unit: String?
) -> String {
  "\(low) to \(high)" + (unit.map { " \($0)" } ?? "")
}

/// Writes whole numbers without a fraction: `180`, not `180.0`.
func decimal(_ value: Double) -> String {
  if let whole = Int(exactly: value), abs(whole) < 1_000_000_000 { return String(whole) }
  return String(value)
}

/// Whether a text consists of decimal digits after an optional sign.
private func isWholeNumber(_ text: Substring) -> Bool {
  let digits =
    text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true
    ? text.utf8.dropFirst() : text.utf8
  return !digits.isEmpty
    && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

private func wholeNumber(_ text: Substring, in range: ClosedRange<Int>) throws(ValueError) -> Int {
  guard isWholeNumber(text) else { throw ValueError("is not an integer") }
  guard let value = Int(text), range.contains(value) else { throw ValueError("is out of range") }
  return value
}

private func finiteNumber(
  _ text: String, in range: ClosedRange<Double>?, names: [String]
) throws(ValueError) -> Double {
  guard let value = Double(text), !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") })
  else {
    throw ValueError("is not a number", suggestion: Spelling.closest(to: text, in: names))
  }
  guard value.isFinite else { throw ValueError("is not a finite number") }
  if let range, !range.contains(value) { throw ValueError("is out of range") }
  return value
}

private func hexadecimalColor(_ digits: Substring) throws(ValueError) -> SIMD4<UInt8> {
  let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
  guard values.count == digits.count, [3, 6, 8].contains(values.count) else {
    throw ValueError("is not a color")
  }
  let pairs = values.count == 3 ? values.flatMap { [$0, $0] } : values
  var color = SIMD4<UInt8>(repeating: 255)
  for channel in 0..<(pairs.count / 2) {
    color[channel] = UInt8(pairs[2 * channel] * 16 + pairs[2 * channel + 1])
  }
  return color
}
