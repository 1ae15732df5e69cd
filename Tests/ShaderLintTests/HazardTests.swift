import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// What is known to crash, hang or mislead compilers: one finding each, other files untouched.
@Suite struct HazardTests {
  /// A hostile shader, what it must be reported as, and whether that is found by looking at it.
  struct Hazard: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: Set<Rule.ID>
    let text: String
  }

  private static let lost: Set<Rule.ID> = [.compilerCrashed, .compilerHung, .outOfMemory]

  static let hazards: [Hazard] = [
    Hazard(
      testDescription: "a macro that doubles itself sixteen times",
      rules: lost.union([.runawayLog]),
      text: doubling(levels: 26)),
    Hazard(
      testDescription: "twenty thousand bad lines", rules: lost.union([.runawayLog]),
      text: wrapped((0..<20_000).map { "  undeclared\($0) = 1.0;\n" }.joined())),
    Hazard(
      testDescription: "an identifier of 300 kB", rules: lost.union([.runawayLog]),
      text: wrapped("  \(String(repeating: "x", count: 300_000)) = 1.0;\n")),
    Hazard(
      testDescription: "nesting beyond what a parser holds",
      rules: lost.union([.outOfMemory, .syntaxError]),
      text: wrapped(
        "  float a = \(String(repeating: "(", count: 20_000))1.0"
          + "\(String(repeating: ")", count: 20_000));\n")),
    Hazard(
      testDescription: "text after a NUL byte", rules: [.nulByte],
      text: wrapped("  gl_FragColor = vec4(1.0);\n") + "\0\n"),
    Hazard(
      testDescription: "a picture", rules: [.nulByte],
      text: "\u{89}PNG\r\n" + String(repeating: "\0\0\u{1}é\"@(", count: 40)),
    Hazard(
      testDescription: "a byte above 0x7F", rules: [.nonASCII],
      text: wrapped("  float a = 1.0;\u{A0}\n  gl_FragColor = vec4(a);\n")),
    Hazard(testDescription: "a byte-order mark", rules: [.byteOrderMark], text: "\u{FEFF}" + fine),
    Hazard(testDescription: "an empty file", rules: [.emptyFile], text: ""),
    Hazard(
      testDescription: "another language", rules: [.wrongVersion],
      text:
        "#version 300 es\nprecision mediump float;\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n"),
    Hazard(
      testDescription: "a desktop name without #version", rules: [.undeclaredIdentifier],
      text: "precision mediump float;\nvoid main() { gl_FragColor = gl_Color; }\n"),
    Hazard(
      testDescription: "an endless include", rules: [.includeCycle],
      text: "#include \"self.frag\"\n" + fine),
  ]

  static let fine = wrapped("  gl_FragColor = vec4(1.0);\n")

  private static func wrapped(_ body: String) -> String {
    "#version 100\nprecision mediump float;\nvoid main() {\n\(body)}\n"
  }

  /// `#define A1 A0 A0` and so on: 2 to the power of `levels` tokens.
  private static func doubling(levels: Int) -> String {
    var text = "#version 100\nprecision mediump float;\n#define A0 + 1.0\n"
    for level in 1...levels { text += "#define A\(level) A\(level - 1) A\(level - 1)\n" }
    return text + "void main() {\n  gl_FragColor = vec4(0.0 A\(levels));\n}\n"
  }

  @Test(.long) func eachIsOneFindingAndOthersAreUntouched() throws {
    var inputs = LintInputs()
    for index in 0..<100 {
      inputs.shaders.append(ShaderInput(path: "fine\(index).frag", bytes: Array(Self.fine.utf8)))
    }
    let step = 8
    for (index, hazard) in Self.hazards.enumerated() {
      let name = hazard.rules == [.includeCycle] ? "self.frag" : "hazard\(index).frag"
      inputs.shaders.insert(
        ShaderInput(path: name, bytes: Array(hazard.text.utf8)), at: index * step)
    }
    var options = LintOptions.testing
    options.engines = [.driver]
    options.isolation.seconds = 4
    options.isolation.memory = 512 << 20
    let report = try Linter(options).run(inputs)
    #expect(report.units.count == 100 + Self.hazards.count)
    for unit in report.units where unit.file.hasPrefix("fine") {
      #expect(unit.diagnostics.isEmpty, "\(unit.file): \(unit.diagnostics.map(\.message))")
    }
    for (index, hazard) in Self.hazards.enumerated() {
      let errors = report.units[index * step].diagnostics.filter { $0.severity == .error }
      #expect(
        errors.count == 1, "\(hazard.testDescription): \(errors.map { $0.message.prefix(80) })")
      let rule = errors.first?.rule
      #expect(rule.map(hazard.rules.contains) ?? false, "\(hazard.testDescription): \(errors)")
      #expect(errors.allSatisfy { $0.message.utf8.count < 2000 }, "\(hazard.testDescription)")
    }
  }

  /// Fragment shaders that compile quickly and then keep the linker busy for more than a minute.
  private static let slowLinks: [String: String] = {
    var calls = "float f0(float x) { return x; }\n"
    for index in 1...10_000 {
      calls += "float f\(index)(float x) { return f\(index - 1)(x) + f\(index - 1)(x + 1.0); }\n"
    }
    let terms = (1...10_000).map { "sin(gl_FragCoord.x * \($0).0)" }.joined(separator: " + ")
    let head = "#version 100\nprecision mediump float;\n"
    return [
      "10,000 nested calls":
        "\(head)\(calls)void main() { gl_FragColor = vec4(f10000(gl_FragCoord.x)); }\n",
      "one expression of 10,000 terms": "\(head)void main() { gl_FragColor = vec4(\(terms)); }\n",
    ]
  }()

  /// Links that never end: one finding for the program, and the next program is linked.
  @Test(.long, arguments: slowLinks.keys.sorted())
  func linksThatHang(_ name: String) throws {
    let vertex = "#version 100\nattribute vec4 a;\nvoid main() { gl_Position = a; }\n"
    let slowText = try #require(Self.slowLinks[name])
    let report = try lint(
      [("a.vert", vertex), ("slow.frag", slowText), ("fine.frag", Self.fine)],
      programs: [(0, 1), (0, 2)]
    ) {
      $0.engines = [.driver]
      $0.isolation.seconds = 5
      $0.isolation.memory = 512 << 20
    }
    let programs = report.units.filter { $0.kind == .program }
    let slow = report.units.filter { $0.name.contains("slow.frag") }.flatMap(\.diagnostics)
    let losses = slow.filter { Self.lost.contains($0.rule) }
    #expect(losses.count == 1, "\(slow)")
    #expect(programs.last?.verdicts.map(\.accepts) == [true])
    #expect(programs.last?.diagnostics.isEmpty == true)
  }

  /// glslang has hazards of its own, in its own processes.
  @Test(.long) func glslangIsIsolatedToo() throws {
    let texts = [("bad.frag", Self.doubling(levels: 26)), ("fine.frag", Self.fine)]
    do {
      let report = try lint(texts) {
        $0.engines = [.glslang]
        $0.isolation.seconds = 3
        $0.isolation.memory = 256 << 20
      }
      #expect(report.units[0].diagnostics.filter { $0.severity == .error }.count == 1)
      #expect(report.units[1].diagnostics.isEmpty)
    } catch let error as EngineUnavailable {
      #expect(error.description.contains("glslang-dev"))
    }
  }

  @Test func withoutAWorkerThereIsASentence() throws {
    #expect(throws: EngineUnavailable.self) {
      try lint([("a.frag", Self.fine)]) {
        $0.needsDriver = true
        $0.isolation.executable = "/nonexistent/shaderlint"
      }
    }
    #expect(throws: EngineUnavailable.self) {
      try lint([("a.frag", Self.fine)]) {
        $0.needsDriver = true
        $0.isolation.executable = "/bin/true"
      }
    }
    #expect(throws: EngineUnavailable.self) {
      try lint([("a.frag", Self.fine)]) {
        $0.needsDriver = true
        $0.devices = [200]
      }
    }
  }
}
