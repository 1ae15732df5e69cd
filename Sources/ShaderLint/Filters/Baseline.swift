import GLESKitSupport
import GLSL

/// Findings that are known, so that a run reports only new ones.
///
/// A finding is known by its file, rule, message and source line, not by its line number, so that
/// edits elsewhere in a file don't make it new.
package struct Baseline {
  private struct Entry: Hashable, Comparable {
    var file: String
    var rule: String
    var message: String
    var source: String

    private var key: [String] { [file, rule, message, source] }

    static func < (a: Entry, b: Entry) -> Bool { a.key.lexicographicallyPrecedes(b.key) }
  }

  /// The most equal findings in a file, so that sums don't overflow.
  private static let mostFindings = 1_000_000_000

  /// The number of equal findings.
  private var counts: [Entry: Int] = [:]
  /// The folder of the file, in which the paths of findings start.
  private let folder: String

  /// Makes a baseline of the findings of a report.
  ///
  /// - Parameter path: The file that it will be written to.
  package init(_ report: LintReport, path: String) {
    folder = Paths.real(Paths.folder(of: path))
    for diagnostic in report.diagnostics {
      if let entry = entry(diagnostic, report) { counts[entry, default: 0] += 1 }
    }
  }

  /// Reads a baseline.
  package init(file path: String) throws(ConfigurationError) {
    folder = Paths.real(Paths.folder(of: path))
    func failure(_ problem: String, line: Int = 0) -> ConfigurationError {
      ConfigurationError(path: path, line: line, problem: problem)
    }
    let document: JSON
    do {
      document = try JSONDocument(
        String(decoding: try Files.read(path, limit: 64 << 20), as: UTF8.self)
      ).value
    } catch let error as FileError {
      throw ConfigurationError(error)
    } catch let error as TextError {
      throw failure(
        "this is not a baseline: \(error.problem); write one with --write-baseline",
        line: error.line)
    } catch {
      throw failure("\(error)")
    }
    guard document["version"].integer == 1, document.has("findings") else {
      throw failure("this is not a baseline; write one with --write-baseline")
    }
    for json in document["findings"].elements {
      guard let file = json["file"].string, let rule = json["rule"].string,
        let message = json["message"].string, let source = json["source"].string
      else {
        throw failure("a finding needs 'file', 'rule', 'message' and 'source'")
      }
      let entry = Entry(file: file, rule: rule, message: message, source: source)
      let count = json["count"].integer ?? 1
      guard (1...Self.mostFindings).contains(count) else {
        throw failure("'count' must be 1…\(Self.mostFindings)")
      }
      counts[entry, default: 0] += count
    }
  }

  /// The number of findings.
  package var count: Int { counts.values.reduce(0, +) }

  /// The text of a baseline file.
  package var text: String {
    let findings = counts.sorted { $0.key < $1.key }.map { entry, count -> JSON in
      [
        "file": .string(entry.file), "rule": .string(entry.rule),
        "message": .string(entry.message), "source": .string(entry.source),
        "count": .integer(count),
      ]
    }
    let document: JSON = ["version": 1, "findings": .array(findings)]
    return document.text() + "\n"
  }

  /// Returns the findings of a report that are known.
  func known(in report: LintReport) -> Set<Diagnostic> {
    var left = counts
    var known: Set<Diagnostic> = []
    for diagnostic in report.diagnostics {
      guard let entry = entry(diagnostic, report), let count = left[entry], count > 0 else {
        continue
      }
      left[entry] = count - 1
      known.insert(diagnostic)
    }
    return known
  }

  /// Returns a finding as the baseline has it; `nil` for one about the run.
  private func entry(_ diagnostic: Diagnostic, _ report: LintReport) -> Entry? {
    guard let location = diagnostic.location, diagnostic.isAboutShader else { return nil }
    let path = Paths.real(location.file)
    let line = report.sources[location.file]?.line(location.line) ?? []
    return Entry(
      file: String(Paths.below(folder, path)),
      rule: diagnostic.rule.text, message: diagnostic.message,
      source: String(decoding: line, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
