import GLESKitSupport
import GLSL

extension LintReport {
  /// The report with one finding for those in a file of a shader about several names that no
  /// checked file declares.
  ///
  /// A program may add their declarations, or an `#include` line may be missing. Nothing tells
  /// which, so the finding is an error, and its message and hint are true of both. Filters and
  /// baselines know each name, so only the text of a report joins them.
  var joiningMissingNames: LintReport {
    var report = self
    for unit in units.indices {
      let found = units[unit].diagnostics.filter { $0.nameWithoutDeclaration != nil }
      for alike in Dictionary(grouping: found, by: \.location?.file).values {
        guard let joined = Diagnostic(joining: alike) else { continue }
        let others = Set(alike)
        let index = report.units[unit].diagnostics.firstIndex(of: alike[0]) ?? 0
        report.units[unit].diagnostics[index] = joined
        report.units[unit].diagnostics.removeAll(where: others.contains)
      }
    }
    return report
  }
}

extension Diagnostic {
  /// The name that it is about if no checked file declares it.
  fileprivate var nameWithoutDeclaration: String? {
    if case .declaration(let name) = lack { name } else { nil }
  }

  /// The most names in a message; each has its place in any case.
  private static let mostNames = 5

  /// Joins findings about names without declarations; `nil` if there is only one name.
  fileprivate init?(joining found: [Diagnostic]) {
    let names = Set(found.compactMap(\.nameWithoutDeclaration)).sorted()
    guard names.count > 1, let first = found.first else { return nil }
    self = first
    message =
      "\(names.count) names are not declared in any checked file: "
      + names.map { "'\($0)'" }.listed(Self.mostNames)
    hint =
      "declare or include them; for names that a program adds, name a file with their "
      + "declarations as 'prelude' in [[files]]"
    related = found.dropFirst().compactMap { finding in
      finding.location.map { RelatedLocation($0, finding.message) }
    }
  }
}
