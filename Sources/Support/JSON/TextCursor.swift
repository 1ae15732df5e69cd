/// A syntax error in a text and its position.
package struct TextError: Error, Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The character in the line, from 1.
  package var column: Int
  /// What is wrong and what was expected.
  package var problem: String
}

/// A position in a text that a parser moves forward, with its line and column.
package struct TextCursor {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var lineStart = 0
  /// The line, from 1.
  package private(set) var line = 1

  /// Makes a cursor at the start of a text.
  package init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The character in the line, from 1.
  package var column: Int { index - lineStart + 1 }

  /// The next scalar; `nil` at the end.
  package var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Makes an error at this position.
  package func failure(_ problem: String) -> TextError {
    TextError(line: line, column: column, problem: problem)
  }

  /// Consumes the next scalar; `nil` at the end.
  package mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    if scalar == "\n" {
      line += 1
      lineStart = index
    }
    return scalar
  }

  /// Consumes `scalar` if it is next.
  package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    _ = take()
    return true
  }

  /// Consumes scalars while they satisfy `condition`.
  package mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, condition(scalar) {
      text.append(scalar)
      _ = take()
    }
    return String(text)
  }

  /// Consumes a number of `digits` hexadecimal digits; `nil` if there are fewer.
  package mutating func takeHexadecimal(digits: Int) -> UInt32? {
    guard index + digits <= scalars.count else { return nil }
    let text = scalars[index..<index + digits]
    guard text.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
    index += digits
    return UInt32(String(String.UnicodeScalarView(text)), radix: 16)
  }

  /// Skips white space and comments, which start with `comment` and end with the line.
  package mutating func skipSpace(comment: String) {
    while let scalar = next {
      if scalars[index...].starts(with: comment.unicodeScalars) {
        while let scalar = next, scalar != "\n" { index += 1 }
      } else if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
        _ = take()
      } else {
        return
      }
    }
  }
}
