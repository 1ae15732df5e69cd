import CompilerLogs
import GLESKitSupport
import GLSL

extension AssemblyBuilder {
  /// Returns the names in the `#include` lines of a text.
  static func includedNames(_ bytes: [UInt8]) -> [String] {
    // Few files include others, and a scan takes much longer than a search.
    guard bytes.withUnsafeBufferPointer({ $0.find("include") }) != nil else { return [] }
    let scan = Scan(bytes)
    let tokens = scan.tokens
    return scan.hashes.compactMap { index in
      guard index + 1 < tokens.count, tokens[index + 1].is(.include) else { return nil }
      let start = tokens[index + 1].range.upperBound
      let end = bytes[start...].firstIndex(where: \.isLineEnd) ?? bytes.count
      return includeName(bytes[start..<end])?.name
    }
  }

  /// Returns the functions that a text defines outside of `#if`.
  static func functions(in scan: Scan) -> Set<UInt64> {
    let tokens = scan.tokens
    var found: Set<UInt64> = []
    var (conditions, depth) = (0, 0)
    var head: UInt64?
    for index in tokens.indices {
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1] : token
      if token.is("#"), token.startsLine {
        if Directive.openings.contains(next.tag) { conditions += 1 }
        if next.is(.endif) { conditions -= 1 }
      }
      if token.is("{") || token.is("(") { depth += 1 }
      if token.is("}") || token.is(")") { depth -= 1 }
      guard conditions == 0, depth == 0 else { continue }
      if token.kind == .identifier, next.is("(") { head = token.tag }
      if token.is(";") { head = nil }
      if token.is(")"), next.is("{"), let name = head { found.insert(name) }
    }
    return found
  }

  /// Replaces bytes that no shader may contain with blanks, and reports them.
  mutating func sanitize(_ bytes: inout [UInt8], _ source: Assembler.Source) {
    let scan = source.scan
    var marked = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      marked = 3
      for index in 0..<3 { bytes[index] = .space }
      // Browsers remove it from texts that they load.
      report(
        .byteOrderMark, "the file begins with a byte-order mark (EF BB BF)",
        source.place(0, length: 3),
        allowed: .webgl)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      report(
        .byteOrderMark, "the file is UTF-16; save it as UTF-8 without a byte-order mark",
        source.place(0, length: 2))
      remove(&bytes)
      return
    }
    if let first = scan.nuls.first, case let count = bytes.count(where: { $0 == 0 }),
      count > Self.mostNULs
    {
      // Each stray byte of a picture or a program would be an error.
      report(
        .nulByte, "the file is not text: it has \(count) NUL bytes",
        source.place(Int(first), length: 1))
      if source.text.path == assembly.files[0].path { assembly.isNoText = true }
      remove(&bytes)
      return
    }
    for offset in scan.nonASCII.map(Int.init) where offset >= marked {
      var end = offset
      while end < bytes.count && bytes[end] > 0x7F { end += 1 }
      defer { for index in offset..<end { bytes[index] = .space } }
      // Compilers ignore unknown pragmas, whatever they contain.
      if isInPragma(offset, scan) { continue }
      let text = String(decoding: source.bytes[offset..<end], as: UTF8.self)
      report(
        .nonASCII, "\(Characters.described(text)) outside a comment",
        source.place(offset, length: end - offset),
        hint: Characters.advice(text))
    }
    if let first = scan.nuls.first {
      let more = scan.nuls.count > 1 ? " (and \(scan.nuls.count - 1) more)" : ""
      report(.nulByte, "NUL byte\(more)", source.place(Int(first), length: 1))
      for index in bytes.indices where bytes[index] == 0 { bytes[index] = .space }
    }
  }

  /// Removes a text that is none, so that nothing else is found in it.
  private mutating func remove(_ bytes: inout [UInt8]) {
    Self.blank(&bytes, bytes.indices)
    copied = true
  }

  /// A file with more NUL bytes is not text.
  private static let mostNULs = 8

  private func isInPragma(_ offset: Int, _ scan: Scan) -> Bool {
    let stray = scan.tokens.partitioningIndex { $0.start >= offset }
    let next = scan.hashes.partitioningIndex { $0 > stray }
    guard stray < scan.tokens.count, scan.tokens[stray].start == offset, next > 0 else {
      return false
    }
    let hash = scan.hashes[next - 1]
    return scan.tokens[hash].logicalLine == scan.tokens[stray].logicalLine
      && hash + 1 < scan.tokens.count && scan.tokens[hash + 1].is(.pragma)
  }
}
