import CompilerLogs
import GLESKitSupport
import GLSL

/// Reads shaders and their includes, and assembles the text to compile.
///
/// A file that several shaders include is read and scanned once.
final class Assembler {
  /// Reads a whole file. Tests and editors replace the file system with it.
  typealias Reader = (String) throws(FileError) -> [UInt8]

  /// The limit for nested includes.
  static let depthLimit = 64
  /// The limit for the number of includes in one shader, each counted as often as it is read: this
  /// many take 30 ms.
  static let countLimit = 10_000
  /// The limit for a file and for the assembled text of one shader, in bytes. The front end needs
  /// 45 times as much memory.
  static let sizeLimit = 16 << 20

  /// The directives of GLSL ES 1.00, and `#include`.
  static let directives = [
    "define", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif", "error", "pragma",
    "extension", "version", "line", "include",
  ]

  private let options: AssemblyOptions
  private let reader: Reader
  private var cache: [String: Result<Source, FileError>] = [:]
  /// The file of the last part: a file may hold thousands of shaders.
  private var whole: SourceText?

  /// A file with its tokens.
  struct Source {
    var text: SourceText
    /// What to compile of the text, with the same lines.
    var bytes: [UInt8]
    /// The tokens of ``bytes``.
    var scan: Scan
    /// The number of lines of ``text`` before ``bytes``.
    var linesBefore = 0
    /// Whether the file contains `#pragma once`.
    var once = false
    /// Whether the file imports others by `#pragma glslify`.
    var isBundled = false
    /// Whether the file begins with an `#ifndef` guard.
    var guarded = false

    /// Returns the place in the file of an offset in ``bytes``.
    func place(_ offset: Int, length: Int = 0) -> Location {
      let line = scan.line(of: offset)
      return Location(
        file: text.path, line: linesBefore + line, column: scan.column(of: offset, line: line),
        length: length)
    }
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
  ///   - firstLine: The line of the file with which `bytes` begins.
  func assemble(
    path: String, bytes: [UInt8], stage: ShaderStage? = nil, original: [UInt8]? = nil,
    firstLine: Int = 1
  ) -> Assembly {
    let text: SourceText
    // Arrays with the same buffer are compared in no time.
    if let whole, whole.path == path, whole.bytes == original {
      text = whole
    } else {
      text = SourceText(path: path, bytes: original ?? bytes)
      whole = original == nil ? nil : text
    }
    var source = source(text, bytes)
    source.linesBefore = firstLine - 1
    var builder = AssemblyBuilder(
      main: source.text, options: options, isPart: original != nil, load: load)
    builder.build(source, options.lines(before: stage))
    return builder.assembly
  }

  /// Reads a file again when a shader includes it the next time.
  func forget(_ path: String) { cache[path] = nil }

  private func load(_ path: String) -> Result<Source, FileError> {
    if let known = cache[path] { return known }
    let result = Result<Source, FileError> { () throws(FileError) in
      let bytes = try reader(path)
      let shader = HostCode.includedText(path, bytes) ?? bytes
      return source(SourceText(path: path, bytes: bytes), shader)
    }
    cache[path] = result
    return result
  }

  private func source(_ text: SourceText, _ bytes: [UInt8]) -> Source {
    let bytes = StandIn.apply(options.standIns, to: HostCode.withoutTags(bytes))
    var source = Source(text: text, bytes: bytes, scan: Scan(bytes))
    let tokens = source.scan.tokens
    for index in source.scan.hashes {
      guard index + 2 < tokens.count else { break }
      if tokens[index + 1].is(.pragma) {
        if tokens[index + 2].is(.once) { source.once = true }
        // Of a package that others import, `export` needs nothing.
        if tokens[index + 2].is(.glslify), index + 4 < tokens.count,
          !tokens[index + 4].is(Word("export"))
        {
          source.isBundled = true
        }
      }
      if index == 0 && tokens[1].is(.ifndef) { source.guarded = true }
    }
    return source
  }
}

extension Word {
  fileprivate static let once = Word("once")
  fileprivate static let glslify = Word("glslify")
}
