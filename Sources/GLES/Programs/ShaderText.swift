import GLESKitSupport
import GLSL
import Glibc

/// The text of a shader's file. The files that it includes replace the directives.
struct ShaderText: Hashable, Sendable {
  /// The file's path.
  let path: String
  /// The text to compile.
  private(set) var text = ""
  /// Where each line of `text` comes from.
  private(set) var lines: [SourceLine] = []

  /// Reads a file and what it includes by `#include "name"`, with names relative to the including
  /// file's folder. A file is included once; later directives for it are left out.
  init(path: String) throws(FileError) {
    self.path = path
    var bytes: [UInt8] = []
    var included: Set<String> = []
    try append(path, to: &bytes, &included)
    text = String(decoding: bytes, as: UTF8.self)
  }

  private mutating func append(
    _ path: String, to bytes: inout [UInt8], _ included: inout Set<String>
  ) throws(FileError) {
    included.insert(path)
    // Reading a pipe would wait for a writer.
    if Files.kind(of: path) == .special { throw FileError(.read, path, code: EOPNOTSUPP) }
    let file = SourceText(path: path, bytes: try Files.read(path, limit: 1 << 26))
    let includes = Self.includes(in: file)
    for number in 1...max(file.lineCount, 1) {
      if let name = includes[number] {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let target = name.hasPrefix("/") ? name : folder + name
        if !included.contains(target) { try append(target, to: &bytes, &included) }
      } else {
        bytes += file.line(number)
        bytes.append(UInt8(ascii: "\n"))
        lines.append(SourceLine(path: path, number: number))
      }
    }
  }

  /// The names in `#include` directives, by line.
  private static func includes(in file: SourceText) -> [Int: String] {
    let tokens = Scan(file.bytes).tokens
    var names: [Int: String] = [:]
    for (hash, word) in zip(tokens, tokens.dropFirst())
    where hash.startsLine && hash.is("#") && word.line == hash.line && word.is(Word("include")) {
      let parts = file.line(Int(hash.line)).split(
        separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      // A directive without a name in quotes stays, and is the compiler's error.
      if parts.count == 3 { names[Int(hash.line)] = String(decoding: parts[1], as: UTF8.self) }
    }
    return names
  }
}
