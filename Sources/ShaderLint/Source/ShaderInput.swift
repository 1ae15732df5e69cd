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
  /// The line of ``original`` with which ``bytes`` begins, from 1.
  var firstLine = 1
  /// The bytes of ``original`` that are the shader; `nil` for all.
  var range: Range<Int>?
  /// The lines with a placeholder, whose findings may be wrong.
  var uncertainLines: Set<Int> = []
  /// Names in the program around the shader that may be macros.
  var programNames: Set<String> = []

  /// Whether it was found in a folder, and not named.
  var isFound = false

  /// The path, and the part if the file holds several shaders.
  var name: String { part.isEmpty ? path : "\(path) (\(part))" }

  /// Whether a finding may be wrong: it lies on a line with a placeholder, or misses a name that
  /// the program may define as a macro, or a file that was not found.
  func isUncertain(_ diagnostic: Diagnostic, in assembly: Assembly) -> Bool {
    if assembly.lacksInclude {
      if case .type = diagnostic.lack { return true }
      if Self.missingNames.union([.missingPrecision, .missingMain]).contains(diagnostic.rule) {
        return true
      }
    }
    if let place = diagnostic.location, place.file == path, uncertainLines.contains(place.line) {
      return true
    }
    guard !programNames.isEmpty, Self.missingNames.contains(diagnostic.rule) else { return false }
    let quoted = diagnostic.message.split(separator: "'", omittingEmptySubsequences: false)
    return quoted.count > 1 && programNames.contains(String(quoted[1]))
  }

  private static let missingNames: Set<Rule.ID> = [
    .undeclaredIdentifier, .noMatchingFunction, .macroError,
  ]

  /// Makes an input. Pass `bytes` for text that is not in a file, such as an editor's buffer.
  package init(path: String, stage: ShaderStage? = nil, bytes: [UInt8]? = nil) {
    self.path = path
    self.stage = stage
    self.bytes = bytes
  }
}

/// A part of a file that is not checked.
struct SkippedPart: Hashable {
  /// The line at which the part begins; 0 for the whole file.
  var line = 0
  var reason: String
}
