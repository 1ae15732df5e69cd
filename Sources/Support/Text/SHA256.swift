/// The SHA-256 hash (FIPS 180-4), as `sha256sum` prints it.
package struct SHA256 {
  private var state = SHA256.roots { $0.squareRoot() }.prefix(8).map(\.self)
  private var block: [UInt8] = []
  private var length = 0

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    var rest = bytes[...]
    if !block.isEmpty {
      let missing = rest.prefix(64 - block.count)
      block += missing
      rest = rest.dropFirst(missing.count)
      guard block.count == 64 else { return }
      block.withUnsafeBytes { mix($0) }
      block.removeAll(keepingCapacity: true)
    }
    while rest.count >= 64 {
      mix(UnsafeRawBufferPointer(rebasing: rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    block += rest
  }

  /// The hash of all bytes, in 64 hexadecimal digits.
  package consuming func finish() -> String {
    let bits = UInt64(length) * 8
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (119 - length % 64) % 64)
    end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    end.withUnsafeBytes { update($0) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The hash of a file.
  package static func hash(ofFile path: String) throws(FileError) -> String {
    var hash = SHA256()
    try Files.read(path) { hash.update($0) }
    return hash.finish()
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    var words = (0..<16).map { index in
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let low = Self.turned(a, 7) ^ Self.turned(a, 18) ^ (a >> 3)
      let high = Self.turned(b, 17) ^ Self.turned(b, 19) ^ (b >> 10)
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var s = state
    for index in 0..<64 {
      let high = Self.turned(s[4], 6) ^ Self.turned(s[4], 11) ^ Self.turned(s[4], 25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let first = s[7] &+ high &+ choice &+ Self.constants[index] &+ words[index]
      let low = Self.turned(s[0], 2) ^ Self.turned(s[0], 13) ^ Self.turned(s[0], 22)
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      s = [first &+ low &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants = roots { cubeRoot($0) }

  /// The first 32 bits of the fractions of a root of the first 64 primes.
  private static func roots(_ root: (Double) -> Double) -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { UInt32((root(Double($0)).truncatingRemainder(dividingBy: 1) * 0x1p32)) }
  }

  /// By Newton's method, to the last bits.
  private static func cubeRoot(_ value: Double) -> Double {
    (0..<60).reduce(value) { root, _ in (2 * root + value / (root * root)) / 3 }
  }
}
