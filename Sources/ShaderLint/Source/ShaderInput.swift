import CompilerLogs

/// A shader to check.
package struct ShaderInput: Hashable, Sendable {
  /// The path that reports print and that includes are looked for beside.
  package var path: String
  /// The stage; `nil` goes by the name, a `#pragma` in the text, or the options.
  package var stage: ShaderStage?
  /// The text; `nil` reads the file at ``path``.
  package var bytes: [UInt8]?

  /// Makes an input; a text that is not in a file, such as an editor's buffer, is given as `bytes`.
  package init(path: String, stage: ShaderStage? = nil, bytes: [UInt8]? = nil) {
    self.path = path
    self.stage = stage
    self.bytes = bytes
  }
}
