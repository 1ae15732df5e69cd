import CompilerLogs
import GLESKitSupport

/// Reads the part of TOML 1.0 that configuration files need: tables, arrays of tables, dotted and
/// quoted keys, basic and literal strings on one line, integers, floats, booleans, arrays and
/// inline tables. Dates and multi-line strings are errors.
struct TOMLReader {
  private var cursor: TextCursor
  private var root = Node("")
  /// The path of the part to find (``JSON/path(_:member:)``), and the line where it begins.
  private let wanted: String?
  private var line: Int?

  /// A table under construction. Names keep their order.
  private final class Node {
    /// Its path, if a part is searched for.
    let path: String
    var names: [String] = []
    var values: [String: Entry] = [:]

    init(_ path: String) { self.path = path }
  }

  /// An array of tables under construction. A class, so that adding a table to a million others
  /// doesn't copy them.
  private final class Tables {
    var list: [Node] = []
  }

  private enum Entry {
    case value(JSON)
    case table(Node)
    case tables(Tables)
  }

  /// Returns the document as one object.
  static func read(_ text: String) throws(TextError) -> JSON {
    var reader = TOMLReader(text)
    try reader.readDocument()
    return json(reader.root)
  }

  /// Returns the line where a part of the document begins, such as `files[1].stage`; 1 if there is
  /// no such part.
  static func line(of part: String, in text: String) -> Int {
    var reader = TOMLReader(text, looksFor: part)
    try? reader.readDocument()
    return reader.line ?? 1
  }

  private init(_ text: String, looksFor part: String? = nil) {
    cursor = TextCursor(text)
    wanted = part
  }

  /// Returns the path of a member of a table, and notes its line.
  private mutating func path(_ table: Node, member name: String) -> String {
    wanted == nil ? "" : noted(JSON.path(table.path, member: name))
  }

  /// Returns the path of an element of an array, and notes its line.
  private mutating func path(_ array: String, element index: Int) -> String {
    wanted == nil ? "" : noted(JSON.path(array, element: index))
  }

  private mutating func noted(_ path: String) -> String {
    if path == wanted, line == nil { line = cursor.line }
    return path
  }

  private static func json(_ node: Node) -> JSON {
    .object(
      node.names.compactMap { name in
        guard let entry = node.values[name] else { return nil }
        return switch entry {
        case .value(let value): JSON.Member(name, value)
        case .table(let table): JSON.Member(name, json(table))
        case .tables(let tables): JSON.Member(name, .array(tables.list.map(json)))
        }
      })
  }

  private mutating func skipBlanks() { while cursor.take(" ") || cursor.take("\t") {} }

  private mutating func skipSpace() { cursor.skipSpace(comment: "#") }

  private mutating func endLine() throws(TextError) {
    skipBlanks()
    if cursor.next == "#" { _ = cursor.take { $0 != "\n" } }
    _ = cursor.take("\r")
    guard cursor.next == nil || cursor.take("\n") else {
      throw cursor.failure("expected the end of the line")
    }
  }

  private mutating func readDocument() throws(TextError) {
    var table = root
    while true {
      skipSpace()
      guard cursor.next != nil else { return }
      if cursor.take("[") {
        let isArray = cursor.take("[")
        let path = try readKey()
        guard cursor.take("]"), !isArray || cursor.take("]") else {
          throw cursor.failure("expected ']'")
        }
        table = isArray ? try appendTable(path) : try enter(path, from: root)
        try endLine()
      } else {
        try readEntry(into: table, depth: 0)
        try endLine()
      }
    }
  }

  private mutating func readEntry(into table: Node, depth: Int) throws(TextError) {
    var path = try readKey()
    guard cursor.take("=") else {
      throw cursor.failure("expected '=' after the key '\(path.joined(separator: "."))'")
    }
    skipBlanks()
    let name = path.removeLast()
    let owner = try enter(path, from: table)
    guard owner.values[name] == nil else { throw cursor.failure("duplicate key '\(name)'") }
    owner.names.append(name)
    owner.values[name] = .value(try readValue(at: self.path(owner, member: name), depth: depth))
  }

  private mutating func enter(_ path: [String], from start: Node) throws(TextError) -> Node {
    var node = start
    for name in path {
      switch node.values[name] {
      case .table(let table): node = table
      case .tables(let tables): node = tables.list[tables.list.count - 1]
      case .value: throw cursor.failure("'\(name)' is a value, not a table")
      case nil:
        let table = Node(self.path(node, member: name))
        node.names.append(name)
        node.values[name] = .table(table)
        node = table
      }
    }
    return node
  }

  private mutating func appendTable(_ key: [String]) throws(TextError) -> Node {
    let owner = try enter(Array(key.dropLast()), from: root)
    let name = key[key.count - 1]
    let array = path(owner, member: name)
    let tables: Tables
    switch owner.values[name] {
    case nil:
      tables = Tables()
      owner.names.append(name)
      owner.values[name] = .tables(tables)
    case .tables(let others): tables = others
    default: throw cursor.failure("'\(name)' is not an array of tables")
    }
    let table = Node(path(array, element: tables.list.count))
    tables.list.append(table)
    return table
  }

  private mutating func readKey() throws(TextError) -> [String] {
    var path: [String] = []
    while true {
      // Tables are read and freed recursively.
      guard path.count < 32 else { throw cursor.failure("the key has more than 32 parts") }
      skipBlanks()
      if cursor.next == "\"" || cursor.next == "'" {
        path.append(try readString())
      } else {
        let name = cursor.take(while: Self.isBare)
        guard !name.isEmpty else { throw cursor.failure("expected a key") }
        path.append(name)
      }
      skipBlanks()
      guard cursor.take(".") else { return path }
    }
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
      || scalar == "_" || scalar == "-"
  }

  private mutating func readValue(at path: String, depth: Int) throws(TextError) -> JSON {
    guard depth < 32 else { throw cursor.failure("values are nested too deeply") }
    switch cursor.next {
    case "\"", "'": return .string(try readString())
    case "[": return try readArray(at: path, depth: depth)
    case "{": return try readInlineTable(at: path, depth: depth)
    default: return try readWord()
    }
  }

  private mutating func readString() throws(TextError) -> String {
    let start = cursor
    let quote = cursor.take() ?? "\""
    var result = String.UnicodeScalarView()
    while let scalar = cursor.next, scalar != "\n" {
      _ = cursor.take()
      if scalar == quote {
        if result.isEmpty && cursor.next == quote {
          throw start.failure("multi-line strings are not supported")
        }
        return String(result)
      }
      if scalar == "\\" && quote == "\"" {
        result.append(try readEscape())
      } else {
        result.append(scalar)
      }
    }
    throw start.failure("unterminated string")
  }

  private mutating func readEscape() throws(TextError) -> Unicode.Scalar {
    let start = cursor
    guard let scalar = cursor.take() else { throw start.failure("unterminated string") }
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\"", "\\": return scalar
    case "u", "U":
      let digits = scalar == "u" ? 4 : 8
      guard let result = cursor.takeHexadecimal(digits: digits).flatMap(Unicode.Scalar.init) else {
        throw start.failure("\\\(scalar) needs \(digits) hexadecimal digits")
      }
      return result
    default: throw start.failure("unknown escape '\\\(scalar)'; write '\\\\' for a backslash")
    }
  }

  private mutating func readArray(at path: String, depth: Int) throws(TextError) -> JSON {
    let start = cursor
    _ = cursor.take()
    var values: [JSON] = []
    while true {
      skipSpace()
      guard cursor.next != nil else { throw start.failure("this array lacks its closing ']'") }
      if cursor.take("]") { return .array(values) }
      let element = self.path(path, element: values.count)
      values.append(try readValue(at: element, depth: depth + 1))
      skipSpace()
      if cursor.take(",") { continue }
      guard cursor.next == "]" else { throw cursor.failure("expected ',' or ']' in the array") }
    }
  }

  private mutating func readInlineTable(at path: String, depth: Int) throws(TextError) -> JSON {
    _ = cursor.take()
    let table = Node(path)
    skipBlanks()
    if cursor.take("}") { return .object([]) }
    while true {
      skipBlanks()
      try readEntry(into: table, depth: depth + 1)
      skipBlanks()
      if cursor.take("}") { return Self.json(table) }
      guard cursor.take(",") else { throw cursor.failure("expected ',' or '}' in the table") }
    }
  }

  private mutating func readWord() throws(TextError) -> JSON {
    let start = cursor
    let word = cursor.take { Self.isBare($0) || $0 == "+" || $0 == "." }
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "": throw start.failure("expected a value")
    default: break
    }
    let digits = word.filter { $0 != "_" }
    if let value = Int(digits) { return .integer(value) }
    if digits.hasPrefix("0x"), let value = Int(digits.dropFirst(2), radix: 16) {
      return .integer(value)
    }
    if let value = Double(digits), value.isFinite { return .number(value) }
    throw start.failure("'\(word)' is not a value; put strings in quotes")
  }
}
