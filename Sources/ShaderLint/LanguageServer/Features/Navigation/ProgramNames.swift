import GLESKitSupport
import GLSL

/// Where a program has the name of a uniform, attribute or varying outside of its shaders that are
/// checked.
struct ProgramNames {
  /// Strings that are the name, as in `getUniformLocation(program, "u_time")`, without the quotes.
  private(set) var strings: [Range<Int>] = []
  /// The name in texts of shaders that are not checked.
  private(set) var texts: [Range<Int>] = []
  /// The name in the code of the program, such as the keys of its objects, and in texts that may be
  /// none of shaders.
  private(set) var code: [Range<Int>] = []
  /// A text of a shader that is not checked, and in which the name can't be replaced.
  private(set) var unclear: Range<Int>?

  /// - Parameter checked: The parts of the program that are shaders, in order.
  init(_ name: String, newName: String, in program: HostCode, besides checked: [Range<Int>]) {
    let bytes = program.bytes
    let (word, new) = (Array(name.utf8), Array(newName.utf8))
    var next = 0
    var index = 0
    while index < bytes.count {
      while next < checked.count, checked[next].upperBound <= index { next += 1 }
      if next < checked.count, checked[next].contains(index) {
        index = checked[next].upperBound
        continue
      }
      var (piece, end) = program.piece(at: index)
      switch piece {
      case .literal(let text) where next == checked.count || !checked[next].overlaps(text):
        add(text, word, new, program)
      case .string(let range) where range.count >= 2:
        add(range.dropFirst().dropLast(), word, new, program)
      case .code where bytes[index].startsIdentifier:
        end = bytes[index...].firstIndex { !$0.continuesIdentifier } ?? bytes.count
        if bytes[index..<end].elementsEqual(word) { code.append(index..<end) }
      case .comment, .literal, .string, .code: break
      }
      index = end
    }
  }

  private mutating func add(
    _ literal: Range<Int>, _ word: [UInt8], _ new: [UInt8], _ program: HostCode
  ) {
    let bytes = program.bytes
    let places = Self.places(of: word, in: literal, bytes)
    guard let first = places.first else { return }
    // An element or a member is set by its name, too.
    if first.lowerBound == literal.lowerBound,
      first == literal || "[.".utf8.contains(bytes[first.upperBound])
    {
      strings.append(first)
    } else if bytes[literal].contains(UInt8(ascii: ";")) {
      // The values that the program puts into a text are code, and so is all that is no shader.
      var endOfValue = 0
      let isInValue = literal.map { index in
        if index >= endOfValue { endOfValue = program.expression(at: index, literal) ?? index }
        return index < endOfValue
      }
      let isShader = HostCode.isOfShader(bytes[literal])
      let isCode = places.map { !isShader || isInValue[$0.lowerBound - literal.lowerBound] }
      code += zip(places, isCode).filter(\.1).map(\.0)
      let places = zip(places, isCode).filter { !$1 }.map(\.0)
      // A member or component is another thing than a variable of its name.
      let hasMember = places.contains { bytes[..<$0.lowerBound].last == UInt8(ascii: ".") }
      if hasMember || !Self.places(of: new, in: literal, bytes).isEmpty {
        unclear = unclear ?? first
      }
      texts += places
    }
  }

  /// Returns where a word stands in a part of a text.
  private static func places(
    of word: [UInt8], in range: Range<Int>, _ bytes: [UInt8]
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let end = bytes[index..<range.upperBound].firstIndex { !$0.continuesIdentifier }
      let place = index..<(end ?? range.upperBound)
      if bytes[place].elementsEqual(word) { found.append(place) }
      index = place.upperBound + 1
    }
    return found
  }
}
