import CompilerLogs
import GLESKitCommandLine
import GLESKitSupport
import GLSL
import TestSupport
import Testing

@testable import ShaderLint

/// The formats for machines, against what their consumers read.
@Suite struct ReportTests {
  /// A report with everything that is hard to write: quotes, markup, control characters, letters
  /// beyond ASCII before the column, related places, findings without a place.
  private static let report: LintReport = {
    let text = "// é😀 <&>\n/* é😀 */ float a = \"x\";\n"
    var report = LintReport()
    report.sources["dir/a b%é.frag"] = SourceText(path: "dir/a b%é.frag", bytes: Array(text.utf8))
    report.driver = "vendor: \"Mesa\""
    let place = Location(file: "dir/a b%é.frag", line: 2, column: 24, length: 3)
    var first = LintReport.Unit(name: "dir/a b%é.frag", kind: .shader, file: "dir/a b%é.frag")
    first.diagnostics = [
      Diagnostic(
        .syntaxError, "unexpected \"x\" <&> ]]> 100%, a:b\u{1}\u{7}\nnext", at: place,
        related: [RelatedLocation(Location(file: "b.vert", line: 1), "the \"other\"")],
        hint: "write <y>",
        fix: TextFix(
          title: "Write <y>",
          edits: [TextFix.Edit(file: "dir/a b%é.frag", range: 39..<40, text: "y\n")]),
        origin: .engine("driver")),
      Diagnostic(.missingVersion, "no #version", at: Location(file: "dir/a b%é.frag")),
    ]
    first.verdicts = [LintReport.Unit.Verdict(engine: "driver", accepts: false)]
    var second = LintReport.Unit(name: "p + q", kind: .program, file: "q")
    second.diagnostics = [
      Diagnostic(.unused, "unused", at: Location(file: "q", line: 3, column: 1))
    ]
    report.units = [first, second, LintReport.Unit(name: "fine", kind: .shader, file: "fine")]
    report.general = [Diagnostic(.unreadableFile, "gone", at: nil)]
    return report
  }()

  private static func json(_ format: ReportFormat) throws -> JSON {
    try JSONDocument(report.text(as: format)).value
  }

  /// Names, messages and lines of a file that are commands for a service or a terminal.
  @Test func reportsAreNoCommands() throws {
    let path = " ::error::\u{202E}x.frag"
    let text = "##[add-mask]a\n"
    var report = LintReport()
    report.sources[path] = SourceText(path: path, bytes: Array(text.utf8))
    var unit = LintReport.Unit(name: path, kind: .shader, file: path)
    unit.diagnostics = [
      Diagnostic(
        .errorDirective, "##vso[task.complete]\u{202E}",
        at: Location(file: path, line: 1, column: 1),
        related: [RelatedLocation(Location(file: path, line: 1), "##teamcity[x]")])
    ]
    report.units = [unit]
    for format in ReportFormat.allCases {
      let lines = report.text(as: format).split(separator: "\n").map { $0.drop { $0 == " " } }
      #expect(!lines.contains { $0.contains("##[") || $0.contains("##vso[") }, "\(format)")
      #expect(!lines.contains { $0.contains("##teamcity[") }, "\(format)")
      #expect(!lines.contains { $0.unicodeScalars.contains("\u{202E}") }, "\(format)")
      #expect(format == .github || !lines.contains { $0.hasPrefix("::") }, "\(format)")
    }
    #expect(report.text(as: .gcc).hasPrefix("./ ::error::\\u{202e}x.frag:1:1: error: #\\x23vso["))
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: path)]
    #expect(inputs.listing() == "./ ::error::\\u{202e}x.frag\n")
    inputs.shaders = [ShaderInput(path: "##vso[x].frag")]
    #expect(inputs.listing() == "#\\x23vso[x].frag\n")
    let patch = UnifiedDiff.text(path: "##vso[x]\n::error::", old: [1, 10], new: [2, 10])
    #expect(String(decoding: patch, as: UTF8.self).hasPrefix("--- #\\x23vso[x]\\n::error::\n"))
  }

  /// What terminals obey and what changes the direction of text is escaped, wherever it comes from.
  @Test(arguments: ReportFormat.allCases)
  func reportsAreOneLineEach(_ format: ReportFormat) {
    func text(_ part: String) -> String {
      let path = "a\(part)b.frag"
      let place = Location(file: path, line: 1, column: 2)
      let isLineEnd = ["\n", "\r"].contains(part)
      var report = LintReport()
      report.sources[path] = SourceText(
        path: path, bytes: Array("x \(isLineEnd ? "" : part) y\n".utf8))
      var unit = LintReport.Unit(name: "\(path) + c\(part)", kind: .program, file: path)
      unit.diagnostics = [
        Diagnostic(
          .errorDirective, "message \(part)", at: place,
          related: [RelatedLocation(Location(file: path, line: 1), "related \(part)")],
          hint: "hint \(part)")
      ]
      report.units = [unit, LintReport.Unit(name: path, kind: .shader, file: path)]
      report.general = [
        Diagnostic(.unreadableFile, "general \(part)", at: nil),
        Diagnostic(.unreadableFile, "file \(part)", at: Location(file: path), hint: part),
      ]
      report.readFiles = [path]
      report.configurations = [path]
      report.driver = "driver \(part)"
      return report.text(as: format)
    }
    let lines = text("x").utf8.count { $0 == .newline }
    let ranges: [ClosedRange<UInt32>] = [
      1...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let written = text(String(scalar))
      // Of a source line, a tab becomes blanks.
      #expect(
        scalar == "\n" || !written.unicodeScalars.contains(scalar), "\(format) has U+\(value)")
      #expect(written.utf8.count { $0 == .newline } == lines, "\(format), U+\(value)")
    }
  }

  @Test func json() throws {
    let value = try Self.json(.json)
    #expect(value["version"] == 1)
    #expect(value["summary"]["errors"] == 2)
    #expect(value["units"][0]?["verdict"] == "fail")
    #expect(value["units"][1]?["verdict"] == "pass")
    #expect(value["units"][0]?["engines"]["driver"] == false)
    let first = value["diagnostics"][1]
    #expect(first?["id"] == "GL1002")
    #expect(first?["location"]["column"] == 24)
    // é is two bytes and one unit, the smiling face four bytes and two units.
    #expect(first?["location"]["utf16Column"] == 21)
    #expect(first?["related"][0]?["location"]["file"] == "b.vert")
    #expect(value["diagnostics"][0]?["location"] == .null)
    let start = first?["fix"]["edits"][0]?["start"]
    #expect(start?["line"] == 2 && start?["column"] == 26 && start?["utf16Column"] == 23)
  }

  /// What SARIF 2.1.0 (OASIS standard, sections 3.13 to 3.52) demands of the properties used here.
  @Test func sarif() throws {
    let log = try Self.json(.sarif)
    #expect(log["version"] == "2.1.0")
    let run = log["runs"][0]
    #expect(run?["columnKind"] == "utf16CodeUnits")
    guard case .array(let rules)? = run?["tool"]["driver"]["rules"],
      case .array(let results)? = run?["results"]
    else {
      Issue.record("rules and results must be lists")
      return
    }
    #expect(results.count == Self.report.diagnostics.count)
    #expect(Set(rules.map { $0["id"] }).count == rules.count)
    for result in results {
      guard case .integer(let index) = result["ruleIndex"] else {
        Issue.record("ruleIndex")
        continue
      }
      #expect(rules[index]["id"] == result["ruleId"])
      #expect([JSON("note"), "warning", "error", "none"].contains(result["level"]))
      guard case .string(let text) = result["message"]["text"] else {
        Issue.record("message.text")
        continue
      }
      #expect(!text.isEmpty)
      if let physical = result["locations"][0]?["physicalLocation"] {
        guard case .string(let uri) = physical["artifactLocation"]["uri"] else {
          Issue.record("uri")
          continue
        }
        #expect(uri.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !uri.contains(" "), "\(uri)")
        if case .integer(let line) = physical["region"]["startLine"] {
          #expect(line >= 1)
        }
      }
    }
    #expect(
      results[1]["locations"][0]?["physicalLocation"]["artifactLocation"]["uri"]
        == "dir/a%20b%25%C3%A9.frag")
    let change = results[1]["fixes"][0]?["artifactChanges"][0]
    #expect(change?["replacements"][0]?["deletedRegion"]["endColumn"] == 24)
    #expect(change?["replacements"][0]?["insertedContent"]["text"] == "y\n")
    #expect(results[1]["relatedLocations"][0]?["message"]["text"] == "the \"other\"")
    #expect(LintReport.uri("/a/b.frag") == "file:///a/b.frag")
  }

  @Test func gcc() {
    let lines = Self.report.text(as: .gcc).split(separator: "\n").map(String.init)
    #expect(lines[0] == "shaderlint: error: gone [GL4005]")
    #expect(lines[1].hasPrefix("dir/a b%é.frag:2:24: error: unexpected \"x\" <&> ]]> 100%, a:b\\x"))
    #expect(lines[1].hasSuffix("\\nnext [GL1002]"))
    #expect(lines[2] == "b.vert:1: note: the \"other\"")
    #expect(lines[4] == "q:3:1: warning: unused [GL1202]")
    #expect(lines.count == 5)
  }

  @Test func github() {
    let lines = Self.report.text(as: .github).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0] == "::error title=GL4005 unreadable-file::gone")
    #expect(
      lines[1].hasPrefix(
        "::error file=dir/a b%25é.frag,line=2,col=21,endColumn=24,title=GL1002 syntax-error::"))
    #expect(lines[1].contains("100%25, a:b") && lines[1].contains("%0Anext%0Ab.vert:1: the"))
    #expect(lines[2].hasPrefix("::notice file="))
    #expect(lines[3].hasPrefix("::warning file=q,line=3,col=1,"))
  }

  /// xmllint checks both against schemas of their consumers' rules, which `Schemas` holds.
  @Test(arguments: [("junit", ReportFormat.junit), ("checkstyle", .checkstyle)])
  func xml(_ name: String, _ format: ReportFormat) throws {
    let folder = try TemporaryFolder()
    let schema = repositoryFile("Tests/ShaderLintTests/Schemas/\(name).xsd")
    for report in [Self.report, LintReport()] {
      let path = "\(folder.path)/\(name).xml"
      try AtomicFile.write(Array(report.text(as: format).utf8), to: path)
      let check = try Subprocess(
        ["xmllint", "--noout", "--schema", schema, path], capturesErrors: true)
      #expect(check.status == 0, "\(String(decoding: check.errors, as: UTF8.self))")
    }
    // The schemas do refuse what is wrong.
    try AtomicFile.write(Array("<\(name)/>".utf8), to: "\(folder.path)/wrong.xml")
    let wrong = try Subprocess(
      ["xmllint", "--noout", "--schema", schema, "\(folder.path)/wrong.xml"], capturesErrors: true)
    #expect(wrong.status != 0)
  }

  /// The consumers' own libraries read the reports; see `Schemas/judge.py`.
  @Test(arguments: [
    ("json", ReportFormat.json, [repositoryFile("Documentation/shaderlint.schema.json")]),
    ("sarif", .sarif, []), ("junit", .junit, ["4", "2"]),
  ])
  func consumersReadIt(_ name: String, _ format: ReportFormat, _ expected: [String]) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/report"
    func judge(_ text: String) throws -> (accepts: Bool, words: String) {
      try AtomicFile.write(Array(text.utf8), to: path)
      let script = repositoryFile("Tests/ShaderLintTests/Schemas/judge.py")
      let run = try Subprocess(
        ["/usr/bin/python3", script, name, path] + expected, capturesErrors: true)
      return (run.status == 0, String(decoding: run.errors, as: UTF8.self))
    }
    let text = Self.report.text(as: format)
    let verdict = try judge(text)
    #expect(verdict.accepts, "\(verdict.words)")
    // They do refuse a report with a wrong name in it.
    for (right, wrong) in [("\"message\"", "\"mesage\""), ("<testcase", "<testcaes")]
    where text.contains(right) {
      #expect(try !judge(text.replacing(right, with: wrong)).accepts)
    }
  }

  @Test func junitCountsUnits() {
    let text = Self.report.text(as: .junit)
    #expect(text.contains("tests=\"4\" failures=\"2\""))
    #expect(text.contains("<testcase name=\"fine\" classname=\"shaderlint.shader\" time=\"0\"/>"))
  }

  @Test func peopleSeeTheLineAndTheCaret() throws {
    let found = try lint([
      (
        "a.frag",
        "#version 100\nprecision mediump float;\nvoid main() {\n\tgl_FragColor = vec4(tone);\n}\n"
      )
    ])
    #expect(
      found.text(as: .human) == """
        a.frag:4:22: error: 'tone' is not declared [GL1001 undeclared-identifier]
          4 |  gl_FragColor = vec4(tone);
            |                      ^~~~
        1 shader: 1 error

        """)
    #expect(!found.text(as: .human).contains("\u{1B}"))
    let colored = found.text(as: .human, style: HumanStyle(hasColors: true))
    #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
  }

  @Test func longLinesAreCutRoundTheCaret() throws {
    let filler = String(repeating: "1.0 + ", count: 100)
    let report = try lint([
      (
        "a.frag",
        "#version 100\nprecision mediump float;\n"
          + "void main() { float a = \(filler)nope + \(filler)1.0; }\n"
      )
    ])
    let lines = report.text(as: .human).split(separator: "\n").map(String.init)
    #expect(lines[1].contains("nope") && lines[1].count < 110)
    let column = lines[1].firstRange(of: "nope").map {
      lines[1].distance(from: lines[1].startIndex, to: $0.lowerBound)
    }
    #expect(
      lines[2].firstIndex(of: "^").map { lines[2].distance(from: lines[2].startIndex, to: $0) }
        == column)
  }

  /// A file's name can hold a newline and terminal commands: they must not look like findings.
  @Test(arguments: [ReportFormat.human, .gcc, .github])
  func fileNamesForgeNoFindings(_ format: ReportFormat) {
    let name = "a\n::error::forged\nb.frag:1:1: error: forged\u{1B}[2J.frag"
    var report = LintReport()
    report.general = [
      Diagnostic(
        .unreadableFile, "cannot read '\(name)'", at: Location(file: name, line: 1),
        related: [RelatedLocation(Location(file: name), name)], hint: name)
    ]
    let text = report.text(as: format)
    #expect(!text.contains("\u{1B}"))
    for line in text.split(separator: "\n") {
      #expect(!line.hasPrefix("::error::forged") && !line.hasPrefix("b.frag"))
    }
  }

  @Test func theSameFindingInManyFilesIsShownOnce() throws {
    let text = "void main() { gl_FragColor = vec4(1.0); }\n"
    let report = try lint((0..<9).map { ("f\($0).frag", text) }) {
      $0.levels[.missingVersion] = .note
    }
    let page = report.text(as: .human)
    #expect(page.split(separator: "\n").filter { $0.contains("missing-version") }.count == 1)
    #expect(
      page.contains(
        "same finding in 9 files: also f1.frag:1:1, f2.frag:1:1, f3.frag:1:1 and 5 more"))
    #expect(page.hasSuffix("9 shaders: no errors, no warnings, 9 notes\n"))
    #expect(report.text(as: .human, style: HumanStyle(isQuiet: true)) == "")
    let wrong = try lint([("a.frag", "#version 100\nvoid main() { gl_FragColor = vec4(x); }\n")])
    let quiet = wrong.text(as: .human, style: HumanStyle(isQuiet: true))
    #expect(quiet.contains("error: "))
    #expect(wrong.text(as: .human) == quiet + "1 shader: 1 error\n")
  }

  @Test func theReferenceIsCurrent() throws {
    let file = try Files.read(repositoryFile("Documentation/shaderlint-rules.md"))
    #expect(
      String(decoding: file, as: UTF8.self) == Rule.reference,
      "run shaderlint explain --markdown > Documentation/shaderlint-rules.md")
    for rule in Rule.catalog {
      #expect(Rule.reference.contains("### \(rule.id.text) \(rule.name)\n"))
    }
  }

  /// The hook of pre-commit gets the files that have the ending of a stage.
  @Test(arguments: [".pre-commit-hooks.yaml", "Documentation/shaderlint.md"])
  func theHookKnowsTheEndings(file: String) throws {
    let endings = ShaderStage.allCases.flatMap(\.words).joined(separator: "|")
    let text = String(decoding: try Files.read(repositoryFile(file)), as: UTF8.self)
    #expect(text.contains("files: \\.(\(endings))(\\.glsl)?$\n"))
  }

  @Test func pagesSayHowToSwitchRules() {
    let page = Rule.ID.missingReturn.rule.page
    #expect(page.contains("\nSpecification: GLSL ES 1.00, section 6.1.1.\n"))
    #expect(page.contains("missing-return = \"off\""))
    #expect(page.contains("// shaderlint: disable-next-line missing-return"))
    let off = Rule.ID.highpInFragment.rule.page
    #expect(off.hasPrefix("GL3208 highp-over-minimum (warning, off by default, minimum)\n"))
    #expect(off.contains("switch it on") && off.contains("highp-over-minimum = \"warning\""))
  }

  /// Rules are declared beside the code that finds them: each once, with an entry in the catalog.
  @Test func everyDeclaredRuleIsInTheCatalog() throws {
    let folders = ["GLSL", "ShaderLint"].map { repositoryFile("Sources/\($0)") }
    let declared = try Subprocess(
      ["grep", "-rhoE", "RuleID\\([0-9]+, \"[a-z0-9-]+\"\\)"] + folders
    ).text.split(separator: "\n").map(String.init)
    let entries = Rule.catalog.map { "RuleID(\($0.id.number), \"\($0.name)\")" }
    #expect(declared.sorted() == entries.sorted())
  }

  @Test func everyRuleExplainsItself() {
    let numbers = Rule.catalog.map(\.id.number)
    #expect(Set(Rule.catalog.map(\.name)).count == numbers.count)
    #expect(Set(numbers).count == numbers.count && numbers == numbers.sorted())
    for rule in Rule.catalog {
      #expect(rule.id.rule == rule)
      #expect(Rule.ID(text: rule.name) == rule.id && Rule.ID(text: rule.id.text) == rule.id)
      #expect(rule.summary.hasSuffix(".") && rule.explanation.hasSuffix("."), "\(rule.name)")
      #expect(!rule.isMinimum || rule.severity == .warning, "\(rule.name)")
      #expect(rule.page.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(rule.name)")
    }
    #expect(Rule.ID(text: "GL0") == nil)
  }
}

extension JSON {
  /// The element at that place of a list.
  subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}
