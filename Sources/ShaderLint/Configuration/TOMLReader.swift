import CommandLineTool
import CompilerLogs

/// A mistake in a configuration file: where and what.
struct ConfigurationSyntaxError: Error, Hashable {
  /// The line, from 1.
  var line: Int
  /// What is wrong, and what was expected.
  var problem: String
}

/// Reads TOML 1.0 as configuration needs it: tables, arrays of tables, dotted and quoted keys, basic
/// and literal strings (one line each), whole numbers, decimals, booleans, arrays, inline tables.
/// Dates and multi-line strings are refused with a sentence.
struct TOMLReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var root = Node()

  /// A table while it grows: names keep their order.
  private final class Node {
    var names: [String] = []
    var values: [String: Entry] = [:]
  }

  private enum Entry {
    case value(JSON)
    case table(Node)
    case tables([Node])
  }

  /// The document as one object.
  static func read(_ text: String) throws(ConfigurationSyntaxError) -> JSON {
    var reader = TOMLReader(text)
    try reader.readDocument()
    return json(reader.root)
  }

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private static func json(_ node: Node) -> JSON {
    .object(
      node.names.compactMap { name in
        guard let entry = node.values[name] else { return nil }
        return switch entry {
        case .value(let value): JSON.Member(name, value)
        case .table(let table): JSON.Member(name, json(table))
        case .tables(let tables): JSON.Member(name, .array(tables.map(json)))
        }
      })
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func failure(_ problem: String) -> ConfigurationSyntaxError {
    ConfigurationSyntaxError(line: line, problem: problem)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    if scalar == "\n" { line += 1 }
    return true
  }

  private mutating func skipBlanks() { while next == " " || next == "\t" { index += 1 } }

  /// Passes over blanks, newlines and comments.
  private mutating func skipSpace() {
    while let scalar = next {
      if scalar == "#" {
        while let scalar = next, scalar != "\n" {
          _ = scalar
          index += 1
        }
      } else if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
        _ = take(scalar)
      } else {
        return
      }
    }
  }

  private mutating func endLine() throws(ConfigurationSyntaxError) {
    skipBlanks()
    if next == "#" { while let scalar = next, scalar != "\n" { _ = take(scalar) } }
    _ = take("\r")
    guard next == nil || take("\n") else { throw failure("one entry a line is expected") }
  }

  private mutating func readDocument() throws(ConfigurationSyntaxError) {
    var table = root
    while true {
      skipSpace()
      guard next != nil else { return }
      if take("[") {
        let isArray = take("[")
        let path = try readKey()
        guard take("]"), !isArray || take("]") else { throw failure("']' is missing") }
        try endLine()
        table = isArray ? try appendTable(path) : try enter(path, from: root)
      } else {
        try readEntry(into: table)
        try endLine()
      }
    }
  }

  private mutating func readEntry(into table: Node) throws(ConfigurationSyntaxError) {
    var path = try readKey()
    guard take("=") else {
      throw failure("'=' is expected after the key '\(path.joined(separator: "."))'")
    }
    skipBlanks()
    let name = path.removeLast()
    let owner = try enter(path, from: table)
    guard owner.values[name] == nil else { throw failure("'\(name)' is given twice") }
    owner.names.append(name)
    owner.values[name] = .value(try readValue(depth: 0))
  }

  private func enter(_ path: [String], from start: Node) throws(ConfigurationSyntaxError) -> Node {
    var node = start
    for name in path {
      switch node.values[name] {
      case .table(let table): node = table
      case .tables(let tables): node = tables[tables.count - 1]
      case .value: throw failure("'\(name)' is a value, not a table")
      case nil:
        let table = Node()
        node.names.append(name)
        node.values[name] = .table(table)
        node = table
      }
    }
    return node
  }

  private func appendTable(_ path: [String]) throws(ConfigurationSyntaxError) -> Node {
    let owner = try enter(Array(path.dropLast()), from: root)
    let name = path[path.count - 1]
    let table = Node()
    switch owner.values[name] {
    case nil:
      owner.names.append(name)
      owner.values[name] = .tables([table])
    case .tables(let tables): owner.values[name] = .tables(tables + [table])
    default: throw failure("'\(name)' is not a list of tables")
    }
    return table
  }

  private mutating func readKey() throws(ConfigurationSyntaxError) -> [String] {
    var path: [String] = []
    while true {
      skipBlanks()
      if next == "\"" || next == "'" {
        path.append(try readString())
      } else {
        let start = index
        while let scalar = next, isBare(scalar) { index += 1 }
        guard index > start else { throw failure("a key is expected") }
        path.append(text(start..<index))
      }
      skipBlanks()
      guard take(".") else { return path }
    }
  }

  private func isBare(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_" || scalar == "-"
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private mutating func readValue(depth: Int) throws(ConfigurationSyntaxError) -> JSON {
    guard depth < 32 else { throw failure("values are nested too deeply") }
    switch next {
    case "\"", "'": return .string(try readString())
    case "[": return try readArray(depth: depth)
    case "{": return try readInlineTable(depth: depth)
    default: return try readWord()
    }
  }

  private mutating func readString() throws(ConfigurationSyntaxError) -> String {
    let quote = next ?? "\""
    index += 1
    var result = String.UnicodeScalarView()
    while let scalar = next, scalar != "\n" {
      index += 1
      if scalar == quote {
        if result.isEmpty && next == quote {
          throw failure("strings over several lines are not read")
        }
        return String(result)
      }
      if scalar == "\\" && quote == "\"" {
        result.append(try readEscape())
      } else {
        result.append(scalar)
      }
    }
    throw failure("the string is not closed")
  }

  private mutating func readEscape() throws(ConfigurationSyntaxError) -> Unicode.Scalar {
    guard let scalar = next else { throw failure("the string is not closed") }
    index += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\"", "\\": return scalar
    case "u", "U":
      let digits = scalar == "u" ? 4 : 8
      guard index + digits <= scalars.count,
        let value = UInt32(text(index..<(index + digits)), radix: 16),
        let result = Unicode.Scalar(value)
      else { throw failure("\\\(scalar) needs \(digits) hexadecimal digits") }
      index += digits
      return result
    default: throw failure("'\\\(scalar)' is no escape; write '\\\\' for a backslash")
    }
  }

  private mutating func readArray(depth: Int) throws(ConfigurationSyntaxError) -> JSON {
    index += 1
    var values: [JSON] = []
    while true {
      skipSpace()
      if take("]") { return .array(values) }
      values.append(try readValue(depth: depth + 1))
      skipSpace()
      if take(",") { continue }
      guard next == "]" else { throw failure("',' or ']' is expected in the list") }
    }
  }

  private mutating func readInlineTable(depth: Int) throws(ConfigurationSyntaxError) -> JSON {
    index += 1
    let table = Node()
    skipBlanks()
    if take("}") { return .object([]) }
    while true {
      skipBlanks()
      try readEntry(into: table)
      skipBlanks()
      if take("}") { return Self.json(table) }
      guard take(",") else { throw failure("',' or '}' is expected in the table") }
    }
  }

  private mutating func readWord() throws(ConfigurationSyntaxError) -> JSON {
    let start = index
    while let scalar = next, isBare(scalar) || scalar == "+" || scalar == "." { index += 1 }
    let word = text(start..<index)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "": throw failure("a value is expected")
    default: break
    }
    let digits = word.filter { $0 != "_" }
    if let value = Int(digits) { return .integer(value) }
    if digits.hasPrefix("0x"), let value = Int(digits.dropFirst(2), radix: 16) {
      return .integer(value)
    }
    if let value = Double(digits), value.isFinite { return .number(value) }
    throw failure("'\(word)' is no value; strings stand in quotes")
  }
}
