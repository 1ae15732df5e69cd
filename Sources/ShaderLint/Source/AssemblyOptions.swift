import CompilerLogs
import GLESKitSupport

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

  /// Returns these options with the folders and the prelude of others, which come first.
  func preceded(by others: AssemblyOptions) -> AssemblyOptions {
    var options = self
    options.includeFolders = others.includeFolders + includeFolders
    options.prelude = others.prelude ?? prelude
    return options
  }

  /// Returns all definitions of lists; later ones of a name replace earlier ones.
  static func merged(_ lists: [Definition]...) -> [Definition] {
    var names: Set<String> = []
    return lists.joined().reversed().filter { names.insert($0.name).inserted }.reversed()
  }

  /// Returns the paths that `#include` tries for a name: first those in `folders`. A name such as
  /// `/lib/noise.glsl` is relative to the folder of the project for some engines.
  func candidates(for name: String, in folders: [String], last: [String] = []) -> [String] {
    let folders = folders + includeFolders + last
    var paths = folders.map { Paths.join($0, name) }
    if name.hasPrefix("/"), let folder = folders.first {
      paths = Paths.folders(from: folder).map { Paths.join($0, String(name.dropFirst())) } + paths
    }
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
        guard let first = result.find(text, from: start) else { break }
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
}

extension [UInt8] {
  /// Returns the index of the first occurrence of a text, which is not empty, from `start` on.
  func find(_ text: [UInt8], from start: Int) -> Int? {
    let rest = self[Swift.min(start, count)...]
    let place = rest.withUnsafeBufferPointer { rest in text.withUnsafeBufferPointer(rest.find) }
    return place.map { rest.startIndex + $0 }
  }
}
