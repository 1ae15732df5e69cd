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
  /// Why a file can't be read. `text` has the other files, so that a change to them shows.
  private(set) var failure: FileError?

  /// Reads a file and what it includes by `#include "name"`, with names relative to the including
  /// file's folder. A file is included once; later directives for it are left out.
  init(path: String) {
    self.path = path
    var bytes: [UInt8] = []
    var included: Set<FileIdentity> = []
    append(path, to: &bytes, &included)
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter directive: The line of the directive that names the file.
  private mutating func append(
    _ path: String, to bytes: inout [UInt8], _ included: inout Set<FileIdentity>,
    from directive: SourceLine? = nil
  ) {
    func fail(_ code: Int32) {
      let place = directive.map { "\($0.path):\($0.number)" }
      failure = failure ?? FileError(.read, path, code: code, place: place)
    }
    // A file has many paths: `a.glsl` is also `../shaders/a.glsl`.
    if let file = FileIdentity(ofInput: path), !included.insert(file).inserted { return }
    // Reading a pipe would wait for a writer.
    if Files.kind(of: path) == .special { return fail(EOPNOTSUPP) }
    let content: [UInt8]
    do { content = try Files.read(path, limit: 1 << 26) } catch { return fail(error.code) }
    let file = SourceText(path: path, bytes: content)
    let includes = Self.includes(in: file)
    for number in 1...max(file.lineCount, 1) {
      if let name = includes[number] {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let target = name.hasPrefix("/") ? name : folder + name
        append(
          target, to: &bytes, &included, from: SourceLine(path: path, number: number))
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
