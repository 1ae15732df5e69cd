extension Lexeme {
  /// Keywords by hash. The words of types are ``type``.
  private static let words: TagTable<Lexeme> = {
    var words = TagTable<Lexeme>(capacity: 200)
    for (lexeme, text) in spellings where text.utf8.first.map({ $0.startsIdentifier }) == true {
      words[Word(text).tag] = lexeme
    }
    for type in BasicType.keywords { words[Word(type.name).tag] = .type }
    for word in ReservedWords.all { words[Word(word).tag] = .reserved }
    return words
  }()

  private static let sampler3D = Word(BasicType.sampler3D.name)

  /// Returns the lexeme of each item.
  package static func all(of preprocessed: Preprocessed) -> [Lexeme] {
    // sampler3D is a reserved word, but an extension makes it a type.
    let has3D = preprocessed.extensions.contains(Word(Extension.texture3D.rawValue).tag)
    let bytes = preprocessed.bytes
    return preprocessed.items.map { item in
      has3D && item.token.is(sampler3D) ? .type : lexeme(of: item.token, in: bytes)
    }
  }

  /// Returns the lexeme of a token of a text.
  static func lexeme(of token: Token, in bytes: [UInt8]) -> Lexeme {
    switch token.kind {
    case .identifier: return words[token.tag] ?? .identifier
    case .number:
      let bytes = bytes[token.range]
      return Number.integer(bytes) != nil
        ? .integer : Number.float(bytes) == nil ? .malformedNumber : .float
    case .punctuation:
      return token.length == 1 ? Lexeme(mark: UInt8(token.tag)) : Lexeme(mark: bytes[token.range])
    case .stray: return .stray
    }
  }
}
