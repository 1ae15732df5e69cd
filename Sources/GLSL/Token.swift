import GLESKitSupport

/// One token of a shader, as a range of its bytes.
package struct Token: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case identifier
    case number
    /// An operator or bracket of one or more characters.
    case punctuation
    /// A byte that no token begins with.
    case stray
  }

  package var kind: Kind
  /// The first of its line, but for blanks and comments.
  package var startsLine: Bool
  /// Blanks, a comment or a joined line end stand right before it.
  package var spaced: Bool
  /// The line it begins on, from 1.
  package var line: Int32
  /// The line on which its line begins once comments and backslashes have joined lines.
  package var logicalLine: Int32
  /// The offset of its first byte.
  package var start: Int32
  /// How many bytes it has.
  package var length: Int32
  /// A hash of its bytes for identifiers, the first byte for everything else.
  package var tag: UInt64

  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  /// Whether this is the one-byte punctuation `byte`.
  package func `is`(_ byte: Unicode.Scalar) -> Bool {
    kind == .punctuation && length == 1 && tag == UInt64(byte.value)
  }

  /// Whether this is the identifier whose hash is `word.tag`.
  package func `is`(_ word: Word) -> Bool { kind == .identifier && tag == word.tag }
}

/// The hash of a word that tokens are compared with. It has 64 bits (``FNV1a``), so two of the few
/// dozen words of the language never collide, and two names of one shader practically never.
package struct Word: Hashable, Sendable {
  package let tag: UInt64

  package init(_ text: StaticString) {
    tag = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .reduce(FNV1a.seed, FNV1a.mix)
  }

  package init(_ text: String) { tag = text.utf8.reduce(FNV1a.seed, FNV1a.mix) }
}
