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
  var includeSuffixes: [String] = []
  /// Lines to put before each vertex shader and each fragment shader, before the prelude.
  var vertexLines: [String] = []
  var fragmentLines: [String] = []
  /// What to compile in the place of text that a program replaces.
  var standIns: [StandIn] = []
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
    return paths + includeSuffixes.flatMap { suffix in paths.map { $0 + suffix } }
  }

  /// Returns the lines to put before a shader of a stage.
  func lines(before stage: ShaderStage?) -> [String] {
    switch stage {
    case .vertex: vertexLines
    case .fragment: fragmentLines
    case nil: []
    }
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
    /// What to compile of the text, with the same lines.
    var bytes: [UInt8]
    /// The tokens of ``bytes``.
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
  /// - Parameters:
  ///   - stage: The stage, for lines that the options put before shaders of it.
  ///   - original: The file's text if `bytes` is a part of it, in which the other text is blank.
  func assemble(
    path: String, bytes: [UInt8], stage: ShaderStage? = nil, original: [UInt8]? = nil
  ) -> Assembly {
    let source = source(SourceText(path: path, bytes: original ?? bytes), bytes)
    var builder = AssemblyBuilder(
      main: source.text, options: options, isPart: original != nil, load: load)
    builder.build(source, options.lines(before: stage))
    return builder.assembly
  }

  /// Reads a file again when a shader includes it the next time.
  func forget(_ path: String) { cache[path] = nil }

  private func load(_ path: String) -> Result<Source, FileError> {
    if let known = cache[path] { return known }
    let result: Result<Source, FileError>
    do {
      let bytes = try reader(path)
      let shader = HostCode.includedText(path, bytes) ?? bytes
      result = .success(source(SourceText(path: path, bytes: bytes), shader))
    } catch {
      result = .failure(error)
    }
    cache[path] = result
    return result
  }

  private func source(_ text: SourceText, _ bytes: [UInt8]) -> Source {
    let bytes = StandIn.apply(options.standIns, to: bytes)
    var source = Source(text: text, bytes: bytes, scan: Scan(bytes))
    let tokens = source.scan.tokens
    guard let first = tokens.first, first.is("#") else { return source }
    for index in source.scan.hashes {
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
