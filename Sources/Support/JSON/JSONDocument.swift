/// A parsed JSON text (RFC 8259) that knows the position of each part of its value, for error
/// messages. `//` comments and trailing commas are allowed.
package struct JSONDocument: Sendable {
  /// The value.
  package let value: JSON
  private let text: String

  /// Parses a text.
  package init(_ text: String) throws(TextError) {
    self.text = text
    var reader = JSONReader(text)
    value = try reader.readDocument()
  }

  /// Makes an error at a part of the value.
  ///
  /// The text is parsed again to find it: the positions of a million parts would take several times
  /// the memory of the value.
  ///
  /// - Parameters:
  ///   - path: The part, such as `turns[2].angle`; empty for the whole value.
  ///   - problem: What is wrong and how to fix it.
  package func failure(at path: String, _ problem: String) -> TextError {
    var reader = JSONReader(text, looksFor: path)
    _ = try? reader.readDocument()
    var failure = reader.place ?? TextError(line: 1, column: 1, problem: "")
    failure.problem = problem
    return failure
  }
}

extension JSON {
  /// The path of the member `name` of the object at `path`, for ``JSONDocument/failure(at:_:)``.
  package static func path(_ path: String, member name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  /// The path of an element of the array at `path`, counted from 0.
  package static func path(_ path: String, element index: Int) -> String { "\(path)[\(index)]" }
}

private struct JSONReader {
  private var cursor: TextCursor
  /// The path of the member or element to find.
  private let wanted: String?
  /// The position of its name or value.
  private(set) var place: TextError?

  init(_ text: String, looksFor path: String? = nil) {
    cursor = TextCursor(text)
    wanted = path
  }

  mutating func readDocument() throws(TextError) -> JSON {
    skipSpace()
    note("", at: cursor)
    let value = try readValue(at: "", depth: 0)
    skipSpace()
    guard cursor.next == nil else { throw cursor.failure("unexpected text after the value") }
    return value
  }

  private mutating func note(_ path: String, at cursor: TextCursor) {
    if path == wanted { place = cursor.failure("") }
  }

  private mutating func skipSpace() { cursor.skipSpace(comment: "//") }

  private mutating func readValue(at path: String, depth: Int) throws(TextError) -> JSON {
    guard depth < 64 else { throw cursor.failure("values are nested more than 64 levels deep") }
    switch cursor.next {
    case "\"": return .string(try readString())
    case "[": return try readArray(at: path, depth: depth)
    case "{": return try readObject(at: path, depth: depth)
    default: return try readWord()
    }
  }

  private mutating func readArray(at path: String, depth: Int) throws(TextError) -> JSON {
    _ = cursor.take()
    var values: [JSON] = []
    while true {
      skipSpace()
      if cursor.take("]") { return .array(values) }
      let element = wanted == nil ? "" : JSON.path(path, element: values.count)
      note(element, at: cursor)
      values.append(try readValue(at: element, depth: depth + 1))
      skipSpace()
      if cursor.take(",") { continue }
      guard cursor.next == "]" else { throw cursor.failure("expected ',' or ']'") }
    }
  }

  private mutating func readObject(at path: String, depth: Int) throws(TextError) -> JSON {
    _ = cursor.take()
    var members: [JSON.Member] = []
    var names: Set<String> = []
    while true {
      skipSpace()
      if cursor.take("}") { return .object(members) }
      guard cursor.next == "\"" else { throw cursor.failure("expected a name in double quotes") }
      let start = cursor
      let name = try readString()
      guard names.insert(name).inserted else { throw start.failure("duplicate name \"\(name)\"") }
      let member = wanted == nil ? "" : JSON.path(path, member: name)
      note(member, at: start)
      skipSpace()
      guard cursor.take(":") else { throw cursor.failure("expected ':' after \"\(name)\"") }
      skipSpace()
      members.append(JSON.Member(name, try readValue(at: member, depth: depth + 1)))
      skipSpace()
      if cursor.take(",") { continue }
      guard cursor.next == "}" else { throw cursor.failure("expected ',' or '}'") }
    }
  }

  private mutating func readString() throws(TextError) -> String {
    let start = cursor
    _ = cursor.take()
    var units: [UInt16] = []
    while let scalar = cursor.next, scalar != "\n" {
      _ = cursor.take()
      if scalar == "\"" { return String(decoding: units, as: UTF16.self) }
      if scalar == "\\" {
        units.append(try readEscape())
      } else {
        units.append(contentsOf: String(scalar).utf16)
      }
    }
    throw start.failure("unterminated string")
  }

  private mutating func readEscape() throws(TextError) -> UInt16 {
    let start = cursor
    switch cursor.take() {
    case "n": return 10
    case "t": return 9
    case "r": return 13
    case "b": return 8
    case "f": return 12
    case let scalar? where scalar == "\"" || scalar == "\\" || scalar == "/":
      return UInt16(truncatingIfNeeded: scalar.value)
    case "u":
      guard let unit = cursor.takeHexadecimal(digits: 4) else {
        throw start.failure("\\u needs four hexadecimal digits")
      }
      return UInt16(truncatingIfNeeded: unit)
    case let scalar:
      let escape = scalar.map { "\\\($0)" } ?? "\\"
      throw start.failure("unknown escape '\(escape)'; write '\\\\' for a backslash")
    }
  }

  private mutating func readWord() throws(TextError) -> JSON {
    let start = cursor
    let word = cursor.take { scalar in
      scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar)
    }
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw start.failure("expected a value")
    default: break
    }
    // Swift reads hexadecimal numbers and infinities, too.
    if word.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), !word.hasPrefix("+") {
      if let value = Int(word) { return .integer(value) }
      if let value = Double(word), value.isFinite { return .number(value) }
    }
    throw start.failure("'\(word)' is not a JSON value")
  }
}
