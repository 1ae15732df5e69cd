import CommandLineTool

/// Reads JSON (RFC 8259); `//` comments and a comma before a closing bracket are let pass, as people
/// write them into configuration files.
struct JSONReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1

  /// The value that `text` holds.
  static func read(_ text: String) throws(ConfigurationSyntaxError) -> JSON {
    var reader = JSONReader(scalars: Array(text.unicodeScalars))
    let value = try reader.readValue(depth: 0)
    reader.skipSpace()
    guard reader.next == nil else { throw reader.failure("text follows the value") }
    return value
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func failure(_ problem: String) -> ConfigurationSyntaxError {
    ConfigurationSyntaxError(line: line, problem: problem)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let scalar = next {
      if scalar == "\n" { line += 1 }
      if scalar == "/", index + 1 < scalars.count, scalars[index + 1] == "/" {
        while let scalar = next, scalar != "\n" {
          _ = scalar
          index += 1
        }
      } else if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func readValue(depth: Int) throws(ConfigurationSyntaxError) -> JSON {
    guard depth < 64 else { throw failure("values are nested too deeply") }
    skipSpace()
    switch next {
    case "\"": return .string(try readString())
    case "[":
      index += 1
      var values: [JSON] = []
      while true {
        skipSpace()
        if take("]") { return .array(values) }
        values.append(try readValue(depth: depth + 1))
        skipSpace()
        if take(",") { continue }
        guard next == "]" else { throw failure("',' or ']' is expected") }
      }
    case "{":
      index += 1
      var members: [JSON.Member] = []
      while true {
        skipSpace()
        if take("}") { return .object(members) }
        guard next == "\"" else { throw failure("a name in double quotes is expected") }
        let name = try readString()
        skipSpace()
        guard take(":") else { throw failure("':' is expected after \"\(name)\"") }
        guard !members.contains(where: { $0.name == name }) else {
          throw failure("\"\(name)\" is given twice")
        }
        members.append(JSON.Member(name, try readValue(depth: depth + 1)))
        skipSpace()
        if take(",") { continue }
        guard next == "}" else { throw failure("',' or '}' is expected") }
      }
    default: return try readWord()
    }
  }

  private mutating func readString() throws(ConfigurationSyntaxError) -> String {
    index += 1
    var units: [UInt16] = []
    while let scalar = next, scalar != "\n" {
      index += 1
      if scalar == "\"" { return String(decoding: units, as: UTF16.self) }
      guard scalar == "\\" else {
        units.append(contentsOf: String(scalar).utf16)
        continue
      }
      guard let escape = next else { break }
      index += 1
      switch escape {
      case "n": units.append(10)
      case "t": units.append(9)
      case "r": units.append(13)
      case "b": units.append(8)
      case "f": units.append(12)
      case "\"", "\\", "/": units.append(UInt16(truncatingIfNeeded: escape.value))
      case "u":
        let end = index + 4
        guard end <= scalars.count,
          let unit = UInt16(String(String.UnicodeScalarView(scalars[index..<end])), radix: 16)
        else { throw failure("\\u needs four hexadecimal digits") }
        units.append(unit)
        index = end
      default: throw failure("'\\\(escape)' is no escape; write '\\\\' for a backslash")
      }
    }
    throw failure("the string is not closed")
  }

  private mutating func readWord() throws(ConfigurationSyntaxError) -> JSON {
    let start = index
    while let scalar = next,
      scalar.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(scalar)
    {
      index += 1
    }
    let word = String(String.UnicodeScalarView(scalars[start..<index]))
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw failure("a value is expected")
    default: break
    }
    if let value = Int(word) { return .integer(value) }
    if let value = Double(word), value.isFinite { return .number(value) }
    throw failure("'\(word)' is no value")
  }
}
