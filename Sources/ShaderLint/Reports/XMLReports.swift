import GLESKitSupport

extension LintReport {
  /// The report as JUnit XML: a test case for each unit, which fails if the unit has errors.
  /// Warnings go to `system-out`. Findings outside units get their own test case.
  func junitText() -> String {
    var cases = ""
    var failures = 0
    var all = units
    if !general.isEmpty {
      var run = Unit(name: "files", kind: .shader, file: "")
      run.diagnostics = general
      all.insert(run, at: 0)
    }
    for unit in all {
      cases += "    <testcase name=\"\(Self.attribute(unit.name))\""
      cases += " classname=\"shaderlint.\(unit.kind.rawValue)\" time=\"0\""
      let errors = unit.diagnostics.filter { $0.severity == .error }
      let others = unit.diagnostics.filter { $0.severity != .error }
      guard !unit.diagnostics.isEmpty || unit.fails else {
        cases += "/>\n"
        continue
      }
      cases += ">\n"
      if let first = errors.first {
        failures += 1
        cases += "      <failure message=\"\(Self.attribute(first.message))\""
        cases += " type=\"\(first.rule.text)\">\(Self.content(Self.lines(errors)))</failure>\n"
      } else if unit.fails {
        failures += 1
        cases += "      <failure message=\"a stage of the program does not compile\"/>\n"
      }
      if !others.isEmpty {
        cases += "      <system-out>\(Self.content(Self.lines(others)))</system-out>\n"
      }
      cases += "    </testcase>\n"
    }
    let counts = "tests=\"\(all.count)\" failures=\"\(failures)\" errors=\"0\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="shaderlint" \(counts) time="0">
        <testsuite name="shaderlint" \(counts) skipped="0" time="0">
      \(cases)  </testsuite>
      </testsuites>

      """
  }

  /// The report as Checkstyle XML: the findings of each file.
  func checkstyleText() -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n"
    var order: [String] = []
    var byFile: [String: [Diagnostic]] = [:]
    for diagnostic in diagnostics {
      let file = diagnostic.location?.file ?? "shaderlint"
      if byFile[file] == nil { order.append(file) }
      byFile[file, default: []].append(diagnostic)
    }
    for file in order {
      text += "  <file name=\"\(Self.attribute(file))\">\n"
      for diagnostic in byFile[file] ?? [] {
        text += "    <error line=\"\(max(1, diagnostic.location?.line ?? 1))\""
        if let column = diagnostic.location?.column, column > 0 { text += " column=\"\(column)\"" }
        // Checkstyle calls notes "info".
        let severity = diagnostic.severity == .note ? "info" : diagnostic.severity.word
        text += " severity=\"\(severity)\" message=\"\(Self.attribute(diagnostic.message))\""
        text += " source=\"shaderlint.\(diagnostic.rule.text)\"/>\n"
      }
      text += "  </file>\n"
    }
    return text + "</checkstyle>\n"
  }

  private static func lines(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      let place = diagnostic.location.map { "\($0.text): " } ?? ""
      let related = diagnostic.related.map {
        "\n  \($0.location.text): \(oneLine($0.message))"
      }.joined()
      return "\(place)\(diagnostic.severity.word): \(oneLine(diagnostic.message)) "
        + "[\(diagnostic.rule.text)]\(related)"
    }.joined(separator: "\n")
  }

  private static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  private static func content(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// Escapes text for XML. Control characters that XML 1.0 does not allow become U+FFFD.
  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\n" where !inAttribute: escaped += "\n"
      case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      // A terminal or a log on a web page would obey it.
      case _ where isControl(scalar): escaped += "&#\(scalar.value);"
      default: escaped += Markup.entities[scalar] ?? String(scalar)
      }
    }
  }
}
