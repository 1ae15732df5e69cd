import CompilerLogs
import GLESKitSupport
import GLSL

/// What is put around a shader before it is compiled.
package struct AssemblyOptions: Hashable, Sendable {
  /// One `-D NAME[=VALUE]`.
  package struct Definition: Hashable, Sendable {
    /// The macro's name.
    package var name: String
    /// Its replacement text; `1` unless said otherwise.
    package var value: String

    /// Makes a definition; `value` is `1` by default.
    package init(_ name: String, _ value: String = "1") {
      self.name = name
      self.value = value
    }
  }

  /// Folders that `#include` looks in after the including file's own.
  package var includeFolders: [String] = []
  /// A file whose text stands before every shader, as an engine would inject it; `nil` for none.
  package var prelude: String?
  /// Macros defined before the prelude.
  package var definitions: [Definition] = []

  /// Makes options with nothing set.
  package init() {}
}

/// Reads shaders and what they include, and puts the texts together.
///
/// Files that several shaders include are read and scanned once.
final class Assembler {
  /// Reads a whole file; tests and editors put their own in place of the file system.
  typealias Reader = (String) throws(FileError) -> [UInt8]

  /// The most files that may include each other in a row.
  static let depthLimit = 64
  /// The most bytes of text that one shader may expand to.
  static let sizeLimit = 16 << 20

  private let options: AssemblyOptions
  private let reader: Reader
  private var cache: [String: Result<Source, FileError>] = [:]

  /// A file with its tokens.
  struct Source {
    var text: SourceText
    var scan: Scan
    /// The file protects itself against being included twice.
    var once = false
    /// It begins with an `#ifndef` guard.
    var guarded = false
  }

  init(
    options: AssemblyOptions,
    reader: @escaping Reader = { path throws(FileError) in try Files.read(path, limit: 64 << 20) }
  ) {
    self.options = options
    self.reader = reader
  }

  /// Assembles the shader whose own text is `bytes`; `path` names it in reports and is where its
  /// includes are looked for.
  func assemble(path: String, bytes: [UInt8]) -> Assembly {
    let source = Self.source(path, bytes)
    var builder = AssemblyBuilder(main: source.text, options: options, load: load)
    builder.build(source)
    return builder.assembly
  }

  private func load(_ path: String) -> Result<Source, FileError> {
    if let known = cache[path] { return known }
    let result: Result<Source, FileError>
    do {
      result = .success(Self.source(path, try reader(path)))
    } catch {
      result = .failure(error)
    }
    cache[path] = result
    return result
  }

  private static func source(_ path: String, _ bytes: [UInt8]) -> Source {
    var source = Source(text: SourceText(path: path, bytes: bytes), scan: Scan(bytes))
    let tokens = source.scan.tokens
    guard let first = tokens.first, first.is("#") else { return source }
    for (index, token) in tokens.enumerated() where token.startsLine && token.is("#") {
      guard index + 2 < tokens.count else { break }
      if tokens[index + 1].is(.pragma) && tokens[index + 2].is(.once) { source.once = true }
      if index == 0 && tokens[1].is(.ifndef) { source.guarded = true }
    }
    return source
  }
}

extension Word {
  static let pragma = Word("pragma")
  static let once = Word("once")
  static let ifndef = Word("ifndef")
  static let include = Word("include")
  static let version = Word("version")
  static let line = Word("line")
  static let `extension` = Word("extension")
}
