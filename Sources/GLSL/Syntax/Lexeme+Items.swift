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
    return preprocessed.items.map { item in
      has3D && item.token.is(sampler3D) ? .type : Lexeme(item.token, in: preprocessed.bytes)
    }
  }

  /// The lexeme of a token of a text.
  init(_ token: Token, in bytes: [UInt8]) {
    switch token.kind {
    case .identifier: self = Self.words[token.tag] ?? .identifier
    case .number:
      let bytes = bytes[token.range]
      self =
        Number.integer(bytes) != nil
        ? .integer : Number.float(bytes) == nil ? .malformedNumber : .float
    case .punctuation:
      self = token.length == 1 ? Self(mark: UInt8(token.tag)) : Self(mark: bytes[token.range])
    case .stray: self = .stray
    }
  }
}
