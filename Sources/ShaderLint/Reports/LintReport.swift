import GLESKitSupport
import GLSL

/// The findings of a run.
package struct LintReport: Sendable {
  /// A shader, one of its permutations, or a program.
  package struct Unit: Sendable {
    /// The kinds of units.
    package enum Kind: String, Sendable {
      /// A single shader.
      case shader
      /// Two linked shaders.
      case program
      /// A compiler's log without its shader.
      case log
    }

    /// The path, or the two paths of a program joined with ` + `, followed by the definitions of a
    /// permutation in brackets.
    package var name: String
    /// The kind of unit.
    package var kind: Kind
    /// The path for findings without a place.
    package var file: String
    /// The number of its permutation, from 0.
    var permutation = 0
    /// The findings, by position.
    package var diagnostics: [Diagnostic] = []
    /// The verdict of each engine.
    package var verdicts: [Verdict] = []
    /// The files of a shader's text.
    var files: [String] = []

    /// Whether it is a program with errors in a stage.
    var hasBrokenStage = false

    /// Whether it has errors, or is a program with errors in a stage.
    package var fails: Bool { hasBrokenStage || diagnostics.contains { $0.severity == .error } }

    /// The verdict of an engine.
    package struct Verdict: Hashable, Sendable {
      /// The engine's name.
      package var engine: String
      /// Whether it accepts the shader or program, after corrections for its quirks.
      package var accepts: Bool
    }
  }

  /// The units, in the order of the inputs.
  package var units: [Unit] = []
  /// Findings outside units, such as unreadable files.
  package var general: [Diagnostic] = []
  /// The sources with findings, by path.
  package var sources: [String: SourceText] = [:]
  /// The files that were read, in order.
  package var readFiles: [String] = []
  /// The names of shaders that were not checked, such as those in another language.
  package var skipped: Set<String> = []
  /// The configuration files that apply.
  package var configurations: [String] = []
  /// The driver's description; `nil` if the driver was not used.
  package var driver: String?

  /// Makes an empty report.
  package init() {}

  /// The report without notes, for `--quiet`.
  package var withoutNotes: LintReport {
    var report = self
    report.general.removeAll { $0.severity == .note }
    for index in units.indices {
      report.units[index].diagnostics.removeAll { $0.severity == .note }
    }
    return report
  }

  /// All findings: those outside units, then the others by file, in the order in which the files
  /// were read, and by line. A finding without a line comes after those with one. A finding that
  /// several units share, such as in an included file, occurs once.
  package var diagnostics: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    let outside = general.filter { seen.insert($0).inserted }
    let found = units.flatMap(\.diagnostics).filter { seen.insert($0).inserted }
    var ranks: [String: Int] = [:]
    for file in readFiles + found.compactMap(\.location?.file) where ranks[file] == nil {
      ranks[file] = ranks.count
    }
    let keys = found.enumerated().map { index, diagnostic in
      let place = diagnostic.location
      let rank = place.flatMap { ranks[$0.file] } ?? .max
      return (rank, place.flatMap { $0.line > 0 ? $0.line : nil } ?? .max, index)
    }
    return outside + keys.sorted(by: <).map { found[$0.2] }
  }

  /// The number of shaders, with each permutation counted.
  package var shaderCount: Int { units.count { $0.kind == .shader } }

  /// The number of findings of each severity.
  package var counts: (errors: Int, warnings: Int, notes: Int) {
    diagnostics.reduce(into: (0, 0, 0)) { counts, diagnostic in
      switch diagnostic.severity {
      case .error: counts.0 += 1
      case .warning: counts.1 += 1
      case .note: counts.2 += 1
      }
    }
  }

  /// The number of findings that ``Linter/fix(_:progress:)`` can remove.
  package var fixableCount: Int { diagnostics.filter { $0.fix != nil }.count }

  /// Returns the column of a location in UTF-16 code units, from 1; `nil` if unknown.
  func utf16Column(_ location: Location) -> Int? {
    guard location.column > 0 else { return nil }
    guard let text = sources[location.file] else { return location.column }
    let line = text.line(location.line)
    return String(decoding: line.prefix(location.column - 1), as: UTF8.self).utf16.count + 1
  }
}

/// The formats of reports.
package enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// Human-readable text with source lines, carets, hints and a summary.
  case human
  /// `file:line:column: severity: message [id]`, GCC's format, which editors read.
  case gcc
  /// One JSON object.
  case json
  /// SARIF 2.1.0, for code-scanning services.
  case sarif
  /// GitHub workflow commands, for annotations.
  case github
  /// JUnit XML: a test case for each shader and program.
  case junit
  /// Checkstyle XML.
  case checkstyle
}

extension LintReport {
  /// Returns the report as text.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - style: Colors and width for ``ReportFormat/human``.
  package func text(as format: ReportFormat, style: HumanStyle = HumanStyle()) -> String {
    let report = (style.isQuiet ? withoutNotes : self).joiningMissingNames
    return switch format {
    case .human: Self.withoutCommands(HumanReporter(report, style).text())
    case .gcc: Self.withoutCommands(report.gccText())
    case .json: Self.withoutCommands(report.jsonText(), "\\u0023")
    case .sarif: Self.withoutCommands(report.sarifText(), "\\u0023")
    case .github: Self.withoutCommands(report.githubText())
    case .junit: Self.withoutCommands(report.junitText(), "&#35;")
    case .checkstyle: Self.withoutCommands(report.checkstyleText(), "&#35;")
    }
  }

  /// Returns a text without the commands that services for CI find anywhere in a line: `##[error]`
  /// (GitHub), `##vso[…]` (Azure), `##teamcity[…]`. Names, messages and source lines may have them.
  ///
  /// - Parameter escape: How the format writes the second `#`.
  package static func withoutCommands(_ text: String, _ escape: String = "\\x23") -> String {
    let bytes = Array(text.utf8)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isCommand =
        byte == .hash && index > 0 && bytes[index - 1] == .hash
        && bytes[(index + 1)...].first { !letters.contains($0) } == UInt8(ascii: "[")
      if isCommand { result += escape.utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
