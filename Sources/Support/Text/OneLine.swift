/// Returns `text` with control characters written as escapes such as `\n`, `\x1b` and `\u{202e}`.
///
/// A file name or a driver's log can then neither break a line of output, nor send commands to the
/// terminal, nor reverse the direction of the text around it.
package func oneLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.reduce(into: "") { line, scalar in
    let hexadecimal = String(scalar.value, radix: 16)
    switch scalar {
    case "\n": line += "\\n"
    case "\t": line += "\\t"
    case _ where !isControl(scalar): line.unicodeScalars.append(scalar)
    case _ where scalar.value < 256:
      line += scalar.value < 16 ? "\\x0" : "\\x"
      line += hexadecimal
    default: line += "\\u{\(hexadecimal)}"
    }
  }
}

/// Returns a C string as ``oneLine(_:)`` does, with bytes that are not UTF-8 escaped.
package func oneLine(_ bytes: UnsafePointer<CChar>) -> String {
  var parser = Unicode.UTF8.ForwardParser()
  var place = bytes
  var line = ""
  // The parser takes the bytes one by one; which it has taken is known only from its results.
  var rest = AnyIterator { () -> UInt8? in
    guard place.pointee != 0 else { return nil }
    defer { place += 1 }
    return UInt8(bitPattern: place.pointee)
  }
  var start = 0
  while true {
    switch parser.parseScalar(from: &rest) {
    case .valid(let encoded):
      line += oneLine(String(Unicode.UTF8.decode(encoded)))
      start += encoded.count
    case .error(let length):
      for offset in start..<start + length {
        line += "\\x" + String(UInt8(bitPattern: bytes[offset]), radix: 16)
      }
      start += length
    case .emptyInput: return line
    }
  }
}

/// Whether terminals obey a character instead of showing it.
package func isControl(_ scalar: Unicode.Scalar) -> Bool {
  // Control characters (Cc) end at U+009F, so most text needs no look at Unicode's tables.
  guard scalar.value > 0x9F else { return scalar.value < 0x20 || scalar.value > 0x7E }
  guard scalar.value >= 0x600 else { return false }
  return scalar.properties.isBidiControl || scalar == "\u{2028}" || scalar == "\u{2029}"
}
