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
    let words = words
    return preprocessed.items.map { item in
      let token = item.token
      switch token.kind {
      case .identifier:
        return has3D && token.is(sampler3D) ? .type : words[token.tag] ?? .identifier
      case .number:
        let bytes = preprocessed.bytes[token.range]
        if Number.integer(bytes) != nil { return .integer }
        return Number.float(bytes) == nil ? .malformedNumber : .float
      case .punctuation:
        return token.length == 1
          ? Lexeme(mark: UInt8(token.tag)) : Lexeme(mark: preprocessed.bytes[token.range])
      case .stray: return .stray
      }
    }
  }
}
