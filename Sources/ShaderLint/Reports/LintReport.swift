import GLESKitSupport
import GLSL

/// What a run found, ready to be written in any format.
package struct LintReport: Sendable {
  /// One thing that was checked: a shader, one of its permutations, or a program.
  package struct Unit: Sendable {
    /// What it is.
    package enum Kind: String, Sendable {
      /// A shader alone.
      case shader
      /// Two shaders linked.
      case program
    }

    /// The path, or for a program both paths with ` + ` between; the definitions of a permutation
    /// follow in brackets.
    package var name: String
    /// What it is.
    package var kind: Kind
    /// The path that findings without a place of their own belong to.
    package var file: String
    /// What was found, in order of position.
    package var diagnostics: [Diagnostic] = []
    /// The verdict of each engine that was asked, by name.
    package var verdicts: [Verdict] = []

    /// An engine's yes or no.
    package struct Verdict: Hashable, Sendable {
      /// The engine's name.
      package var engine: String
      /// Whether it accepts the shader or program, after its quirks are corrected.
      package var accepts: Bool
    }

    /// Makes a unit with nothing found.
    package init(name: String, kind: Kind, file: String) {
      self.name = name
      self.kind = kind
      self.file = file
    }
  }

  /// Everything that was checked, in input order.
  package var units: [Unit] = []
  /// What was found outside any unit, such as a file that cannot be read.
  package var general: [Diagnostic] = []
  /// The texts of files that findings point at, by path.
  package var sources: [String: SourceText] = [:]
  /// Every file that was read, in the order of reading.
  package var readFiles: [String] = []
  /// The driver's own words about itself; `nil` when none was asked.
  package var driver: String?

  /// Makes an empty report.
  package init() {}

  /// All findings in input order; one that several units share, as those in a file that many include,
  /// stands once.
  package var diagnostics: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return (general + units.flatMap(\.diagnostics)).filter { seen.insert($0).inserted }
  }

  /// How many findings of each severity there are.
  package var counts: (errors: Int, warnings: Int, notes: Int) {
    diagnostics.reduce(into: (0, 0, 0)) { counts, diagnostic in
      switch diagnostic.severity {
      case .error: counts.0 += 1
      case .warning: counts.1 += 1
      case .note: counts.2 += 1
      }
    }
  }

  /// The column of a location in UTF-16 code units, from 1, as editors count; `nil` when unknown.
  func utf16Column(_ location: Location) -> Int? {
    guard location.column > 0 else { return nil }
    guard let text = sources[location.file] else { return location.column }
    let line = text.line(location.line)
    return String(decoding: line.prefix(location.column - 1), as: UTF8.self).utf16.count + 1
  }
}

/// The ways to write a report.
package enum ReportFormat: String, CaseIterable, Hashable, Sendable {
  /// For a person: source lines, carets, hints, a summary.
  case human
  /// `file:line:column: severity: message [id]`, as GCC writes and every editor reads.
  case gcc
  /// One JSON object.
  case json
  /// SARIF 2.1.0, which code-scanning services read.
  case sarif
  /// GitHub workflow commands, which become annotations.
  case github
  /// JUnit XML: a test case for each shader and program.
  case junit
  /// Checkstyle XML.
  case checkstyle
}

extension LintReport {
  /// The report as text.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - style: Colours and width, for ``ReportFormat/human`` only.
  package func text(as format: ReportFormat, style: HumanStyle = HumanStyle()) -> String {
    switch format {
    case .human: HumanReporter(self, style).text()
    case .gcc: gccText()
    case .json: jsonText()
    case .sarif: sarifText()
    case .github: githubText()
    case .junit: junitText()
    case .checkstyle: checkstyleText()
    }
  }
}
