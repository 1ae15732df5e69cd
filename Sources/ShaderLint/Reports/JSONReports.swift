import GLESKitSupport

extension LintReport {
  /// The report as JSON: `version`, `driver`, `summary`, `units` and `diagnostics`.
  func jsonText() -> String {
    let counts = counts
    let summary: JSON = [
      "errors": .integer(counts.errors), "warnings": .integer(counts.warnings),
      "notes": .integer(counts.notes),
      "shaders": .integer(units.filter { $0.kind == .shader }.count),
      "programs": .integer(units.filter { $0.kind == .program }.count),
    ]
    let report: JSON = [
      "version": 1, "driver": driver.map { .string($0) } ?? .null, "summary": summary,
      "units": .array(units.map(unit)), "diagnostics": .array(diagnostics.map(value)),
    ]
    return report.text() + "\n"
  }

  private func unit(_ unit: Unit) -> JSON {
    let verdicts = unit.verdicts.map { JSON.Member($0.engine, .bool($0.accepts)) }
    return [
      "name": .string(unit.name), "kind": .string(unit.kind.rawValue),
      "verdict": .string(unit.fails ? "fail" : "pass"),
      "engines": .object(verdicts),
    ]
  }

  private func value(_ diagnostic: Diagnostic) -> JSON {
    var json: JSON = [
      "id": .string(diagnostic.rule.text), "name": .string(diagnostic.rule.name),
      "severity": .string(diagnostic.severity.word), "message": .string(diagnostic.message),
      "origin": .string(diagnostic.origin.word),
      "location": diagnostic.location.map(value) ?? .null,
    ]
    let related = diagnostic.related.map { related -> JSON in
      ["location": value(related.location), "message": .string(related.message)]
    }
    json.add("related", related.isEmpty ? nil : .array(related))
    json.add("hint", diagnostic.hint.map(JSON.string))
    json.add("fix", diagnostic.fix.map(value))
    return json
  }

  private func value(_ fix: TextFix) -> JSON {
    let edits = fix.edits.map { edit -> JSON in
      [
        "file": .string(edit.file), "start": position(edit.range.lowerBound, in: edit.file),
        "end": position(edit.range.upperBound, in: edit.file), "text": .string(edit.text),
      ]
    }
    return ["title": .string(fix.title), "edits": .array(edits)]
  }

  private func position(_ offset: Int, in file: String) -> JSON {
    let place = place(offset, in: file)
    return [
      "offset": .integer(offset), "line": .integer(place.line), "column": .integer(place.column),
      "utf16Column": .integer(utf16Column(place) ?? place.column),
    ]
  }

  private func place(_ offset: Int, in file: String) -> Location {
    let (line, column) = sources[file]?.position(of: offset) ?? (1, offset + 1)
    return Location(file: file, line: line, column: column)
  }

  private func value(_ location: Location) -> JSON {
    func known(_ number: Int) -> JSON? { number > 0 ? .integer(number) : nil }
    var json: JSON = ["file": .string(location.file)]
    json.add("line", known(location.line))
    json.add("column", known(location.column))
    json.add("utf16Column", utf16Column(location).map(JSON.integer))
    json.add("length", known(location.length))
    return json
  }

  /// The report as SARIF 2.1.0 (OASIS): one run with the rules that occur and a result per finding.
  func sarifText() -> String {
    let found = diagnostics
    let rules = Array(Set(found.map(\.rule))).sorted { $0.number < $1.number }
    let positions = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1, $0) })
    let tool: JSON = [
      "driver": [
        "name": "shaderlint", "version": .string(gleskitVersion),
        "informationUri": "https://registry.khronos.org/OpenGL/specs/es/2.0/",
        "rules": .array(rules.map { descriptor($0.rule) }),
      ]
    ]
    let run: JSON = [
      "tool": tool, "columnKind": "utf16CodeUnits",
      "results": .array(found.map { result($0, positions[$0.rule] ?? 0) }),
    ]
    let log: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [run],
    ]
    return log.text() + "\n"
  }

  private func descriptor(_ rule: Rule) -> JSON {
    [
      "id": .string(rule.id.text), "name": .string(rule.name),
      "shortDescription": ["text": .string(rule.summary)],
      "fullDescription": ["text": .string(rule.explanation)],
      "help": ["text": .string(rule.page)],
      "defaultConfiguration": [
        "level": .string(rule.severity.word), "enabled": .bool(!rule.isOffByDefault),
      ],
    ]
  }

  private func result(_ diagnostic: Diagnostic, _ position: Int) -> JSON {
    let hint = diagnostic.hint.map { " (\($0))" } ?? ""
    var json: JSON = [
      "ruleId": .string(diagnostic.rule.text), "ruleIndex": .integer(position),
      "level": .string(diagnostic.severity.word),
      "message": ["text": .string(diagnostic.message + hint)],
    ]
    json.add("locations", diagnostic.location.map { [["physicalLocation": physical($0)]] })
    let related = diagnostic.related.map { related -> JSON in
      [
        "physicalLocation": physical(related.location),
        "message": ["text": .string(related.message)],
      ]
    }
    json.add("relatedLocations", related.isEmpty ? nil : .array(related))
    json.add("fixes", diagnostic.fix.map { [sarif($0)] })
    return json
  }

  private func sarif(_ fix: TextFix) -> JSON {
    let files = Dictionary(grouping: fix.edits, by: \.file).sorted { $0.key < $1.key }
    let changes = files.map { file, edits -> JSON in
      [
        "artifactLocation": ["uri": .string(Self.uri(file))],
        "replacements": .array(
          edits.map { edit -> JSON in
            let start = place(edit.range.lowerBound, in: file)
            let end = place(edit.range.upperBound, in: file)
            return [
              "deletedRegion": [
                "startLine": .integer(start.line),
                "startColumn": .integer(utf16Column(start) ?? 1),
                "endLine": .integer(end.line), "endColumn": .integer(utf16Column(end) ?? 1),
              ],
              "insertedContent": ["text": .string(edit.text)],
            ]
          }),
      ]
    }
    return ["description": ["text": .string(fix.title)], "artifactChanges": .array(changes)]
  }

  private func physical(_ location: Location) -> JSON {
    var json: JSON = ["artifactLocation": ["uri": .string(Self.uri(location.file))]]
    guard location.line > 0 else { return json }
    var region: JSON = ["startLine": .integer(location.line)]
    if let column = utf16Column(location) {
      region.add("startColumn", .integer(column))
      region.add("endColumn", location.length > 0 ? .integer(column + location.length) : nil)
    }
    json.add("region", region)
    return json
  }

  /// Returns a path as a URI reference (RFC 3986).
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var uri = String.UnicodeScalarView()
    for byte in path.utf8 {
      if plainBytes.contains(byte) {
        uri.append(Unicode.Scalar(byte))
      } else {
        uri.append("%")
        uri.append(digits[Int(byte >> 4)])
        uri.append(digits[Int(byte & 15)])
      }
    }
    return path.hasPrefix("/") ? "file://\(String(uri))" : String(uri)
  }

  private static let plainBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
}
