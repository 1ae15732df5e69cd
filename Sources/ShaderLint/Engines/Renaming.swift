import GLSL

/// Respells legal names that an engine rejects.
struct Renaming: Sendable {
  /// The spelling for the engine, by the hash of the name.
  private var spellings: [UInt64: String] = [:]
  /// The name in the source, by the spelling for the engine.
  private var originals: [String: String] = [:]

  /// Makes a renaming that changes nothing.
  init() {}

  /// Makes the renaming that `quirks` ask for.
  init(_ quirks: [Quirk]) {
    for quirk in quirks {
      guard case .renames(let names) = quirk.treatment else { continue }
      for name in names {
        // An unlikely name of the same length, so that columns don't change.
        let spelling = "\(name.prefix(1))\(name.dropFirst().uppercased())"
        spellings[Word(name).tag] = spelling
        originals[spelling] = name
      }
    }
  }

  /// Returns the text of `assembly` for the engine.
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

  /// Returns a message with the original names.
  func restored(_ message: String) -> String {
    originals.reduce(message) { text, pair in
      guard text.contains(pair.key) else { return text }
      return text.split(separator: pair.key, omittingEmptySubsequences: false)
        .joined(separator: pair.value)
    }
  }
}
