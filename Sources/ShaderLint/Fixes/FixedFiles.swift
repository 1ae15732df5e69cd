import GLESKitSupport
import GLSL

/// The files that the fixes of a report change.
package struct FixedFiles: Sendable {
  /// A file before and after its fixes.
  package struct Change: Sendable {
    /// The text that was linted.
    package var old: SourceText
    /// The text with all fixes.
    package var new: [UInt8]
  }

  /// The files that may be changed.
  var files = ProjectFiles(followsLinks: true)
  /// The changed files, by path.
  package private(set) var changes: [Change] = []
  /// The number of findings that they fix.
  package private(set) var count = 0
  /// The number of findings with a fix in the texts that were linted first. A fix can make another
  /// possible, or unnecessary.
  package fileprivate(set) var announced = 0

  /// Makes a set without changes.
  package init() {}

  /// Adds a changed file.
  mutating func add(_ change: Change) { changes.append(change) }

  /// The new texts, by path.
  package var texts: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: changes.map { ($0.old.path, $0.new) })
  }

  /// Applies the fixes of a report, the first of those that overlap.
  ///
  /// - Returns: Whether there was a fix to apply.
  package mutating func apply(_ report: LintReport) -> Bool {
    var accepted: [String: [TextFix.Edit]] = [:]
    var applied: Set<TextFix> = []
    for fix in report.diagnostics.compactMap(\.fix) {
      guard !applied.contains(fix) else {
        count += 1
        continue
      }
      let overlaps = fix.edits.contains { edit in
        accepted[edit.file]?.contains { $0.overlaps(edit) } ?? false
      }
      let isKnown = fix.edits.allSatisfy { report.sources[$0.file] != nil }
      guard !overlaps, isKnown else { continue }
      for edit in fix.edits { accepted[edit.file, default: []].append(edit) }
      applied.insert(fix)
      count += 1
    }
    for (path, edits) in accepted.sorted(by: { $0.key < $1.key }) {
      guard let source = report.sources[path] else { continue }
      let new = Self.text(source.bytes, edits)
      if let index = changes.firstIndex(where: { $0.old.path == path }) {
        changes[index].new = new
      } else {
        add(Change(old: source, new: new))
      }
    }
    return !accepted.isEmpty
  }

  private static func text(_ bytes: [UInt8], _ edits: [TextFix.Edit]) -> [UInt8] {
    var text: [UInt8] = []
    var next = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      text += bytes[next..<edit.range.lowerBound]
      text += Array(edit.text.utf8)
      next = edit.range.upperBound
    }
    return text + bytes[next...]
  }

  /// Writes the changed files. A file whose text is no longer the one that was linted stays as it
  /// is.
  ///
  /// - Returns: The files that could not be written, with the reason.
  package func write() -> [String] {
    var failures: [String] = []
    for change in changes {
      let path = change.old.path
      do {
        guard try files.read(path) == change.old.bytes else {
          failures.append("\(path): left as it is, because it changed in the meantime")
          continue
        }
        guard let real = files.writable(path) else {
          failures.append("\(path): left as it is, because it lies outside the project")
          continue
        }
        try AtomicFile.write(change.new, to: real)
      } catch {
        failures.append(error.description)
      }
    }
    return failures
  }
}

extension TextFix.Edit {
  /// Whether both change the same text, or insert at the same place.
  fileprivate func overlaps(_ other: Self) -> Bool {
    range == other.range || range.overlaps(other.range)
      || (range.isEmpty && other.range.contains(range.lowerBound))
      || (other.range.isEmpty && range.contains(other.range.lowerBound))
  }
}

extension Linter {
  /// The number of passes after which fixes stop. One fix can make another possible.
  private static let passLimit = 10

  /// Checks shaders and programs, applies the fixes of the findings in memory, and repeats this
  /// until there is nothing to fix.
  ///
  /// - Parameters:
  ///   - inputs: The shaders and programs.
  ///   - progress: As for ``run(_:progress:)``.
  /// - Returns: The report about the fixed texts, and the changes.
  /// - Throws: As ``run(_:progress:)``.
  package func fix(
    _ inputs: LintInputs, progress: ((_ done: Int, _ count: Int) -> Void)? = nil
  ) throws -> (LintReport, FixedFiles) {
    var report = try run(inputs, progress: progress)
    var fixed = FixedFiles()
    fixed.files = inputs.files
    fixed.announced = report.fixableCount
    for _ in 0..<Self.passLimit {
      var next = fixed
      guard next.apply(report) else { break }
      var inputs = inputs
      inputs.texts.merge(next.texts) { $1 }
      let after = try run(inputs, progress: progress)
      // A fix is meant to be safe; one that is not must not reach a file.
      guard after.counts.errors <= report.counts.errors else { break }
      (report, fixed) = (after, next)
    }
    return (report, fixed)
  }
}
