import GLSL

/// The uniforms that a shader's text declares, whether or not the linker kept them.
///
/// GL lists only the active ones, so the text tells a misspelt name from an unused one. Directives
/// are skipped: declarations in all branches of an `#if` count.
struct DeclaredUniforms {
  /// The names without array subscripts, with the members of structs: `u_lights.position`.
  private(set) var names: Set<String> = []

  /// What follows a variable's name for each of its values: nothing, and `.member` for each member
  /// of a struct, down to the members of members.
  private typealias Suffixes = [String]

  /// By the hash of the struct's name.
  private var structs: [UInt64: Suffixes] = [:]
  private let bytes: [UInt8]
  private var tokens: ArraySlice<Token>

  /// More names than any driver has uniforms for. Structs of structs can multiply without end.
  private static let limit = 4096
  private static let precisions = ["lowp", "mediump", "highp"].map { Word($0).tag }
  private static let structWord = Word("struct")
  private static let uniformWord = Word("uniform")

  init(source: String) {
    bytes = Array(source.utf8)
    var isDirective = false
    tokens =
      Scan(bytes).tokens.filter { token in
        if token.startsLine { isDirective = token.is("#") }
        return !isDirective
      }[...]
    while let token = tokens.popFirst() {
      if token.is(Self.uniformWord) { names.formUnion(declaration()) }
      if token.is(Self.structWord) { _ = structure() }
    }
  }

  /// Returns a uniform's name without array subscripts: `u_lights[1].position` is declared as
  /// `u_lights.position`.
  static func plain(_ name: String) -> String {
    var depth = 0
    return name.filter { character in
      if character == "[" { depth += 1 }
      defer { if character == "]" { depth -= 1 } }
      return depth == 0
    }
  }

  /// Reads `Name { members }`, what follows `struct`.
  private mutating func structure() -> Suffixes {
    var tag: UInt64?
    if let token = tokens.first, token.kind == .identifier {
      tag = token.tag
      tokens.removeFirst()
    }
    guard tokens.first?.is("{") == true else { return tag.flatMap { structs[$0] } ?? [""] }
    tokens.removeFirst()
    var suffixes = [""]
    while let token = tokens.first, !token.is("}") {
      suffixes += declaration().prefix(Self.limit).map { ".\($0)" }
    }
    tokens = tokens.dropFirst()
    suffixes = Array(suffixes.prefix(Self.limit))
    if let tag { structs[tag] = suffixes }
    return suffixes
  }

  /// Reads `[precision] type name [subscript], name … ;` and returns the names with their suffixes.
  private mutating func declaration() -> [String] {
    while let token = tokens.first, Self.precisions.contains(token.tag) { tokens.removeFirst() }
    guard let type = tokens.popFirst() else { return [] }
    let suffixes = type.is(Self.structWord) ? structure() : structs[type.tag] ?? [""]
    var found: [String] = []
    var depth = 0
    while let token = tokens.popFirst(), !token.is(";") {
      if token.is("[") { depth += 1 }
      if token.is("]") { depth -= 1 }
      guard depth == 0, token.kind == .identifier else { continue }
      let name = String(decoding: bytes[token.range], as: UTF8.self)
      found += suffixes.prefix(Self.limit).map { name + $0 }
    }
    return found
  }
}
