extension Diagnostic {
  /// Whether it is about a shader's text, not about a file that can't be read or checked.
  var isAboutShader: Bool {
    location != nil && ![.unreadableFile, .nothingToCheck, .skippedFiles].contains(rule)
  }
}

extension LintReport {
  /// Returns the report without findings outside changed lines and without known ones. A note says
  /// how many there are.
  package func filtered(changed: ChangedLines?, baseline: Baseline?) -> LintReport {
    let known = baseline?.known(in: self) ?? []
    let others = Set(
      diagnostics.filter { diagnostic in
        guard let changed, diagnostic.isAboutShader else { return false }
        return !known.contains(diagnostic) && !changed.contain(diagnostic)
      })
    guard !known.isEmpty || !others.isEmpty else { return self }
    var report = self
    for index in units.indices {
      report.units[index].diagnostics.removeAll { known.contains($0) || others.contains($0) }
      // A verdict would count findings that are hidden.
      report.units[index].verdicts = []
      report.units[index].hasBrokenStage = false
    }
    report.general.removeAll { known.contains($0) || others.contains($0) }
    let reasons =
      (others.isEmpty ? [] : ["\(others.count) outside the changed lines"])
      + (known.isEmpty ? [] : ["\(known.count) in the baseline"])
    report.general.append(
      Diagnostic(
        .hiddenFindings, "findings that are not shown: \(reasons.joined(separator: ", "))", at: nil)
    )
    return report
  }
}
