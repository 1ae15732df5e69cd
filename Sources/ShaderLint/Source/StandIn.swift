import GLESKitSupport

/// What to compile in the place of text that a program replaces, such as `%count%`.
struct StandIn: Hashable, Sendable {
  /// The text in the shader, on one line.
  var text: String
  /// What to compile instead; not longer than ``text``.
  var replacement: String

  /// Returns `bytes` with all stand-ins. Blanks fill up each line, so that what follows keeps its
  /// column. If a name goes on after the text, the rest of it moves to the replacement.
  static func apply(_ standIns: [StandIn], to bytes: [UInt8]) -> [UInt8] {
    guard !standIns.isEmpty else { return bytes }
    var result = bytes
    for standIn in standIns {
      let text = Array(standIn.text.utf8)
      let replacement = Array(standIn.replacement.utf8)
      var start = 0
      while start < result.count {
        guard let first = find(text, in: result, from: start) else { break }
        let end = first + text.count
        let nameEnd = result[end...].firstIndex { !$0.continuesIdentifier } ?? result.count
        let joined = replacement + result[end..<nameEnd]
        let blanks = [UInt8](repeating: .space, count: nameEnd - first - joined.count)
        result.replaceSubrange(first..<nameEnd, with: joined + blanks)
        // An empty replacement leaves blanks, which the text may match again.
        start = first + max(replacement.count, 1)
      }
    }
    return result
  }

  private static func find(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index + text.count <= bytes.count {
        if bytes[index] == text[0], bytes[index...].starts(with: text) { return index }
        index += 1
      }
      return nil
    }
  }
}
