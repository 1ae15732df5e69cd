import GLESKitSupport

/// A token of a shader: a range of its bytes.
package struct Token: Hashable, Sendable {
  /// The kinds of tokens.
  package enum Kind: UInt8, Sendable {
    case identifier
    case number
    /// An operator or bracket of one or more characters.
    case punctuation
    /// A byte that starts no token.
    case stray
  }

  package var kind: Kind
  /// Whether it is the first token of its line.
  package var startsLine: Bool
  /// Whether white space, a comment or a joined line end precedes it.
  package var spaced: Bool
  /// The line on which it begins, from 1.
  package var line: Int32
  /// The first of the lines that comments and backslashes join with its line.
  package var logicalLine: Int32
  /// The offset of its first byte.
  package var start: Int32
  /// The number of bytes.
  package var length: Int32
  /// The hash of an identifier; the first byte of any other token.
  package var tag: UInt64
  /// Whether it is a macro's name inside the expansion of that macro, where it stays as it is.
  var isPainted = false

  /// The bytes of the token.
  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// Returns whether this is the one-byte punctuation `byte`.
  @inlinable package func `is`(_ byte: Unicode.Scalar) -> Bool {
    kind == .punctuation && length == 1 && tag == UInt64(byte.value)
  }

  /// Returns whether this is the identifier `word`.
  @inlinable package func `is`(_ word: Word) -> Bool { kind == .identifier && tag == word.tag }
}

/// The hash of a word that tokens are compared with. It has 64 bits (``FNV1a``), so two of the few
/// dozen words of the language never collide, and two names of one shader practically never.
package struct Word: Hashable, Sendable {
  package let tag: UInt64

  package init(_ text: StaticString) {
    tag = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .reduce(FNV1a.seed) { FNV1a.mix($0, $1) }
  }

  init(tag: UInt64) { self.tag = tag }

  package init(_ text: String) { tag = text.utf8.reduce(FNV1a.seed) { FNV1a.mix($0, $1) } }
}

/// The words of directives.
extension Word {
  package static let ifdef = Word("ifdef")
  package static let ifndef = Word("ifndef")
  package static let `if` = Word("if")
  package static let elif = Word("elif")
  package static let `else` = Word("else")
  package static let endif = Word("endif")
  package static let define = Word("define")
  package static let undef = Word("undef")
  package static let `extension` = Word("extension")
  package static let pragma = Word("pragma")
  package static let version = Word("version")
  package static let line = Word("line")
  package static let include = Word("include")
  static let error = Word("error")
  static let stdgl = Word("STDGL")
  static let invariant = Word("invariant")
  static let all = Word("all")
  static let defined = Word("defined")
}
