import CompilerLogs
import GLESKitSupport
import GLSL

/// The text that is added to a shader before it is compiled.
package struct AssemblyOptions: Hashable, Sendable {
  /// One `-D NAME[=VALUE]`.
  package struct Definition: Hashable, Sendable {
    /// The macro's name.
    package var name: String
    /// Its replacement text.
    package var value: String

    /// Makes a definition; `value` is `1` by default.
    package init(_ name: String, _ value: String = "1") {
      self.name = name
      self.value = value
    }
  }

  /// Folders that `#include` searches after the folder of the including file.
  package var includeFolders: [String] = []
  /// A file whose text is put before each shader, as an engine would do; `nil` for none.
  package var prelude: String?
  /// Macros that are defined before the prelude.
  package var definitions: [Definition] = []
  /// What `#include` adds to a name that it doesn't find, such as `.glsl`.
  var includeSuffix = ""
  /// Whether to ignore `#version` lines, which an engine replaces.
  var ignoresVersion = false

  /// Makes options with nothing set.
  package init() {}

  /// Returns all definitions of lists; later ones of a name replace earlier ones.
  static func merged(_ lists: [Definition]...) -> [Definition] {
    var merged: [Definition] = []
    for definition in lists.joined() {
      merged.removeAll { $0.name == definition.name }
      merged.append(definition)
    }
    return merged
  }

  /// Returns the paths that `#include` tries for a name: first those in `folders`.
  func candidates(for name: String, in folders: [String]) -> [String] {
    let paths = (folders + includeFolders).map { Paths.join($0, name) }
    return includeSuffix.isEmpty ? paths : paths + paths.map { $0 + includeSuffix }
  }
}

/// Reads shaders and their includes, and assembles the text to compile.
///
/// A file that several shaders include is read and scanned once.
final class Assembler {
  /// Reads a whole file. Tests and editors replace the file system with it.
  typealias Reader = (String) throws(FileError) -> [UInt8]

  /// The limit for nested includes.
  static let depthLimit = 64
  /// The limit for a file and for the assembled text of one shader, in bytes. The front end needs
  /// 45 times as much memory.
  static let sizeLimit = 16 << 20

  private let options: AssemblyOptions
  private let reader: Reader
  private var cache: [String: Result<Source, FileError>] = [:]

  /// A file with its tokens.
  struct Source {
    var text: SourceText
    var scan: Scan
    /// Whether the file contains `#pragma once`.
    var once = false
    /// Whether the file begins with an `#ifndef` guard.
    var guarded = false
  }

  init(
    options: AssemblyOptions,
    reader: @escaping Reader = { path throws(FileError) in
      try Files.read(path, limit: Assembler.sizeLimit)
    }
  ) {
    self.options = options
    self.reader = reader
  }

  /// Assembles a shader; `path` is its name in reports and the start of the search for includes.
  ///
  /// - Parameter original: The file's text if `bytes` is a part of it, in which the other text is
  ///   blank.
  func assemble(path: String, bytes: [UInt8], original: [UInt8]? = nil) -> Assembly {
    let source = Self.source(path, bytes)
    var builder = AssemblyBuilder(
      main: source.text, options: options, isPart: original != nil, load: load)
    builder.build(source)
    var assembly = builder.assembly
    // Positions and reports are those of the file.
    if let original { assembly.files[0] = SourceText(path: path, bytes: original) }
    return assembly
  }

  /// Reads a file again when a shader includes it the next time.
  func forget(_ path: String) { cache[path] = nil }

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
