import GLSL

/// Legal names that an engine refuses, and the spelling in which they are sent to it.
struct Renaming: Sendable {
  /// The spelling to send, by the name's hash.
  private var spellings: [UInt64: String] = [:]
  /// The name that stands in the source, by the spelling that is sent.
  private var originals: [String: String] = [:]

  /// Nothing is renamed.
  init() {}

  /// What `quirks` want renamed.
  init(_ quirks: [Quirk]) {
    for quirk in quirks {
      guard case .renames(let names) = quirk.treatment else { continue }
      for name in names {
        let spelling = Self.spelling(of: name)
        spellings[Word(name).tag] = spelling
        originals[spelling] = name
      }
    }
  }

  /// As long as `word`, so that no column moves, and no name that anybody would write.
  private static func spelling(of word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    return String(
      String.UnicodeScalarView(
        scalars.enumerated().map { index, scalar in
          index == 0 || !("a"..."z").contains(scalar)
            ? scalar : Unicode.Scalar(scalar.value - 32) ?? scalar
        }))
  }

  /// The text of `assembly` as it is sent.
  func text(of assembly: Assembly) -> [UInt8] {
    var text = assembly.text
    guard !spellings.isEmpty else { return text }
    for token in assembly.scan.tokens where token.kind == .identifier {
      guard let spelling = spellings[token.tag] else { continue }
      let start = assembly.prefix.count + Int(token.start)
      text.replaceSubrange(start..<(start + Int(token.length)), with: spelling.utf8)
    }
    return text
  }

  /// A message with the names put back that were sent in another spelling.
  func restored(_ message: String) -> String {
    originals.reduce(message) { text, pair in
      guard text.contains(pair.key) else { return text }
      return text.split(separator: pair.key, omittingEmptySubsequences: false)
        .joined(separator: pair.value)
    }
  }
}
