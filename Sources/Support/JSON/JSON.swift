/// A JSON value (RFC 8259). Literals make values: `["width": 900, "name": "front"]`.
package enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer, written with all digits.
  case integer(Int)
  /// A number, written with the fewest digits that identify it. NaN and infinities, which JSON does
  /// not have, are written as `null`.
  case number(Double)
  /// A string; quotes, backslashes and control characters are escaped.
  case string(String)
  /// Elements, in order.
  case array([JSON])
  /// Members, in order.
  case object([Member])

  /// A name and a value in an object.
  package struct Member: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSON

    /// Makes a member.
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The JSON text, without a newline at its end.
  ///
  /// - Parameter isPretty: Whether to write one member or element per line, indented by two spaces,
  ///   instead of one line without spaces.
  package func text(isPretty: Bool = true) -> String {
    var text = ""
    write(to: &text, newline: isPretty ? "\n" : nil)
    return text
  }

  private func write(to text: inout String, newline: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      Self.list(values, "[", "]", to: &text, newline: newline) { value, text, newline in
        value.write(to: &text, newline: newline)
      }
    case .object(let members):
      Self.list(members, "{", "}", to: &text, newline: newline) { member, text, newline in
        Self.quote(member.name, to: &text)
        text += newline == nil ? ":" : ": "
        member.value.write(to: &text, newline: newline)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, to text: inout String,
    newline: String?, _ write: (Element, inout String, String?) -> Void
  ) {
    text += opening
    let inner = newline.map { $0 + "  " }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      write(element, &text, inner)
    }
    if !elements.isEmpty { text += newline ?? "" }
    text += closing
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    // Most strings need no escapes, and lists of completions have thousands.
    let isPlain = string.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Terminals obey control characters, and so does JavaScript, into which JSON is often pasted.
      case _ where isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a ``bool(_:)``.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an ``integer(_:)``.
  package init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a ``number(_:)``.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// Makes a ``string(_:)``.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Makes an ``array(_:)``.
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Makes an ``object(_:)`` whose members keep their order.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
