/// The uniforms that a shader's text declares, whether or not the linker kept them.
///
/// GL only lists the active ones, so this is what tells a misspelt name from an unused one. It is a
/// light scan: preprocessor lines are skipped, both branches of an `#if` count.
struct DeclaredUniforms {
  /// The names without array subscripts, struct members spelt out: `u_lights.position`.
  private(set) var names: Set<String> = []

  private var structs: [String: [(type: String, name: String)]] = [:]
  private var tokens: ArraySlice<Substring>

  init(source: String) {
    tokens = Self.tokens(of: source)[...]
    while let token = tokens.popFirst() {
      switch token {
      case "uniform": uniform()
      case "struct": _ = structure()
      default: break
      }
    }
  }

  /// Takes the array subscripts out of a uniform's name: `u_lights[1].position` is declared as
  /// `u_lights.position`.
  static func plain(_ name: String) -> String {
    var depth = 0
    return name.filter { character in
      if character == "[" { depth += 1 }
      defer { if character == "]" { depth -= 1 } }
      return depth == 0
    }
  }

  private mutating func uniform() {
    for (type, name) in declaration() { add(name, of: type, depth: 0) }
  }

  private mutating func add(_ name: String, of type: String, depth: Int) {
    names.insert(name)
    // A struct cannot contain itself; text that says so must not recurse for ever.
    guard let members = structs[type], depth < 8 else { return }
    for member in members { add("\(name).\(member.name)", of: member.type, depth: depth + 1) }
  }

  /// `struct Name { members }`, after its first word; returns the struct's name.
  private mutating func structure() -> String {
    var name = ""
    if let word = tokens.first, word != "{" {
      name = String(word)
      tokens.removeFirst()
    }
    guard tokens.first == "{" else { return name }
    tokens.removeFirst()
    var members: [(String, String)] = []
    while let token = tokens.first, token != "}" { members += declaration() }
    tokens = tokens.dropFirst()
    structs[name] = members
    return name
  }

  /// `[precision] type name [subscript], name … ;`, the semicolon included.
  private mutating func declaration() -> [(type: String, name: String)] {
    while let token = tokens.first, ["lowp", "mediump", "highp"].contains(token) {
      tokens.removeFirst()
    }
    guard let word = tokens.popFirst() else { return [] }
    let type = word == "struct" ? structure() : String(word)
    var found: [(String, String)] = []
    var depth = 0
    while let token = tokens.popFirst(), token != ";" {
      switch token {
      case "[": depth += 1
      case "]": depth -= 1
      case ",": break
      default:
        let isName = token.first.map { $0.isLetter || $0 == "_" } ?? false
        if depth == 0 && isName { found.append((type, "\(token)")) }
      }
    }
    return found
  }

  /// Words and single punctuation marks; comments, preprocessor lines and white space left out.
  private static func tokens(of source: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = Substring(source)
    while let first = rest.first {
      if rest.hasPrefix("//") || first == "#" {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty && !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else if first.isLetter || first == "_" || first.isNumber {
        let word = rest.prefix { $0.isLetter || $0 == "_" || $0.isNumber }
        tokens.append(word)
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(rest.prefix(1)) }
        rest.removeFirst()
      }
    }
    return tokens
  }
}
