/// A line in lower case.
struct Words {
  let bytes: [UInt8]
  /// A hash of each two neighboring bytes, which rules most words out.
  private let pairs: ByteSet

  init(_ text: String) { self.init(lowercase: text.utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }) }
  init(_ bytes: ArraySlice<UInt8>) { self.init(lowercase: Array(bytes)) }

  private init(lowercase bytes: [UInt8]) {
    self.bytes = bytes
    var pairs = ByteSet()
    var last: UInt8 = 0
    for byte in bytes {
      pairs.insert(Self.hash(last, byte))
      last = byte
    }
    self.pairs = pairs
  }

  private static func hash(_ first: UInt8, _ second: UInt8) -> UInt8 { first &* 31 &+ second }

  func contain(_ word: StaticString) -> Bool {
    for index in 1..<max(word.utf8CodeUnitCount, 1)
    where !pairs.contains(Self.hash(word.utf8Start[index - 1], word.utf8Start[index])) {
      return false
    }
    return bytes.withUnsafeBufferPointer { $0.find(word) != nil }
  }

  func containAny(_ words: [StaticString]) -> Bool { words.contains(where: contain) }

  /// The words without parentheses and what they hold, such as the version of a program.
  var withoutAsides: Words {
    guard bytes.contains(UInt8(ascii: "(")) else { return self }
    var kept: [UInt8] = []
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if depth == 0 { kept.append(byte) }
      if byte == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
    }
    return Words(kept[...])
  }

  /// The number of words.
  var count: Int { bytes.split(whereSeparator: \.isBlank).count }
}
