import CompilerLogs

/// A shader to check.
package struct ShaderInput: Hashable, Sendable {
  /// The path, as reports show it; `#include` searches its folder.
  package var path: String
  /// The stage; `nil` to derive it from the name, a `#pragma` in the text, or the options.
  package var stage: ShaderStage?
  /// The text; `nil` to read the file at ``path``.
  package var bytes: [UInt8]?

  /// Which of several shaders in the file it is, such as `vertex`; empty for a whole file.
  var part = ""
  /// Macros that choose the part.
  var definitions: [AssemblyOptions.Definition] = []
  /// The file's text if ``bytes`` is a part of it, in which the other text is blank.
  var original: [UInt8]?
  /// The bytes of ``original`` that are the shader; `nil` for all.
  var range: Range<Int>?
  /// The lines with a placeholder, whose findings may be wrong.
  var uncertainLines: Set<Int> = []

  /// The path, and the part if the file holds several shaders.
  var name: String { part.isEmpty ? path : "\(path) (\(part))" }

  /// Whether a finding lies on a line with a placeholder, so that it may be wrong.
  func isUncertain(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.location.map { $0.file == path && uncertainLines.contains($0.line) } ?? false
  }

  /// Makes an input. Pass `bytes` for text that is not in a file, such as an editor's buffer.
  package init(path: String, stage: ShaderStage? = nil, bytes: [UInt8]? = nil) {
    self.path = path
    self.stage = stage
    self.bytes = bytes
  }
}
