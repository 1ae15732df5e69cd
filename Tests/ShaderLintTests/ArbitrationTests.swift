import CompilerLogs
import Testing

@testable import ShaderLint

/// Who is right where engines differ: each row of the table, and what it does to verdicts.
@Suite struct ArbitrationTests {
  private static let driver = KnownEngine(
    .init(engine: .driver), description: "OpenGL ES 3.2 Mesa 22.3.6")

  private func facts(_ text: String, as path: String = "a.frag", webgl: Bool = false) -> ShaderFacts
  {
    ShaderFacts(
      stage: path == "a.vert" ? .vertex : .fragment,
      assembly: Assembler(options: AssemblyOptions()).assemble(path: path, bytes: Array(text.utf8)),
      profile: webgl ? .webgl1 : .es2)
  }

  private func said(
    _ rule: Rule.ID, _ severity: Severity = .error, _ message: String = "m", line: Int = 9
  ) -> Diagnostic {
    Diagnostic(
      rule, severity: severity, message, at: Location(file: "a.frag", line: line),
      origin: Self.driver.origin)
  }

  private static let right = "#version 100\nvoid main() {}\n"
  private static let wrong = "#version 100\nvoid main() { x; }\n"

  /// A shader, and what a driver says about it.
  private func shader(
    _ text: String, _ findings: [Diagnostic], webgl: Bool = false, es3: Bool = false
  ) -> Verdicts {
    var verdicts = Verdicts(facts(text, webgl: webgl), hasOwnEngine: true, allowsES3: es3)
    verdicts.add(
      Verdict(
        engine: Self.driver, accepts: !findings.contains { $0.severity == .error },
        findings: findings))
    return verdicts
  }

  /// A program whose shaders declare `u` in two types, and what a driver says about it.
  private func program(
    _ findings: [Diagnostic], types: (String, String) = ("float", "int"), hasOwnEngine: Bool = true
  ) -> Verdicts {
    func text(_ type: String) -> String {
      "uniform mediump \(type) u; void main() { \(type) a = u; }\n"
    }
    var verdicts = Verdicts(
      vertex: facts(text(types.0), as: "a.vert"), fragment: facts(text(types.1)),
      hasOwnEngine: hasOwnEngine)
    verdicts.add(Verdict(engine: Self.driver, accepts: false, findings: findings))
    return verdicts
  }

  /// A finding of a driver for each row of the table, with what it is about.
  private var examples: [(finding: Diagnostic, about: Verdicts)] {
    func about(_ finding: Diagnostic, _ make: ([Diagnostic]) -> Verdicts) -> (Diagnostic, Verdicts)
    {
      (finding, make([finding]))
    }
    let quirk = "initializer of global variable `a' must be a constant expression"
    let extensions = "#extension GL_EXT_shader_texture_lod : enable\nvoid main() {}\n"
    let lacks = said(.badExtension, .error, "extension `GL_EXT_shader_texture_lod' unsupported")
    let late = said(.noMatchingFunction, .error, "no function with name 'texture2DLodEXT'")
    let index = "sampler arrays indexed with non-constant expressions will be forbidden"
    return [
      about(said(.compilerHung)) { shader(Self.right, $0) },
      about(said(.compilerCrashed)) { shader(Self.wrong, $0) },
      about(said(.notConstant, .error, quirk)) { shader(Self.right, $0, webgl: true) },
      about(said(.lineContinuation, .error)) { shader(Self.right, $0) },
      about(lacks) { shader(extensions, $0) },
      (late, shader(extensions, [lacks, late])),
      about(said(.wrongVersion)) { shader("#version 300 es\nvoid main() {}\n", $0, es3: true) },
      about(said(.syntaxError)) { shader("// nothing\n", $0) },
      about(said(.typeMismatch)) { shader(Self.wrong, $0) },
      about(said(.uninitialized, .warning)) { shader(Self.wrong, $0) },
      about(said(.driverWarning, .warning, index)) { shader(Self.right, $0) },
      about(said(.varyingNotWritten, .warning, "varying v not written")) {
        program($0, types: ("int", "int"))
      },
      about(said(.linkError, .error, "types of uniform `u' differ")) { program($0) },
      about(said(.linkError, .error, "no")) { program($0) },
      about(said(.silentFailure)) { program($0, hasOwnEngine: false) },
      about(said(.validationFailed, .error, "two samplers use one unit")) { program($0) },
      about(said(.doubleUnderscore, .warning, "m", line: 1)) {
        shader("void main() { float a__b; }\n", $0)
      },
    ]
  }

  private func evidence(_ verdicts: Verdicts, _ engine: KnownEngine = driver)
    -> Arbitration.Evidence
  {
    let own = verdicts.all.filter { $0.engine?.isCompiler != true }.flatMap(\.findings)
    return Arbitration.Evidence(
      verdicts: verdicts, engine: engine, accepts: verdicts[engine.choice]?.accepts,
      kept: Set(own.map(Arbitration.Line.init)))
  }

  /// What a driver can't check within the limits of time and memory is advice.
  @Test(arguments: [Rule.ID.compilerHung, .outOfMemory])
  func limitsOfDriversAreNotes(rule: Rule.ID) {
    func severities(_ text: String) -> [Severity] {
      Arbitration.ruling(shader(text, [said(rule)])).findings.filter { $0.rule == rule }
        .map(\.severity)
    }
    #expect(severities(Self.right) == [.note])
    #expect(severities(Self.wrong) == [.error])
  }

  /// A row that no example needs is a row too many; so is one behind another that covers it.
  @Test func eachRowDecidesItsExample() {
    #expect(examples.count == Arbitration.table.count)
    for (row, example) in zip(Arbitration.table, examples) {
      let found = Arbitration.row(for: example.finding, evidence(example.about))
      #expect(found?.why == row.why, "\(example.finding.message): \(found?.why ?? "kept")")
      let kept = Arbitration.ruling(example.about).findings.contains(example.finding)
      #expect(kept == (row.decision == .keep), "\(row.why)")
    }
    #expect(Set(Arbitration.table.map(\.why)).count == Arbitration.table.count)
  }

  /// What none of the rows is about is reported, also if the own engine accepts the shader.
  @Test func otherFindingsAreKept() {
    let finding = said(.typeMismatch)
    let ruling = Arbitration.ruling(shader(Self.right, [finding]))
    #expect(ruling.findings == [finding])
    #expect(ruling.accepts("own") && !ruling.accepts("driver"))
  }

  /// A driver that takes too long, or lacks an extension of WebGL, has no opinion.
  @Test func adviceIsANote() {
    let slow = Arbitration.ruling(shader(Self.right, [said(.compilerHung)]))
    #expect(slow.findings.map(\.severity) == [.note])
    #expect(slow.verdicts.map(\.engine) == ["own"] && slow.accepts("own"))
    let wrong = Arbitration.ruling(shader(Self.wrong, [said(.compilerHung)]))
    #expect(wrong.findings.filter { $0.rule == .compilerHung }.map(\.severity) == [.error])
    let linked = Arbitration.ruling(
      program([], types: ("int", "int")), stages: [slow, slow])
    #expect(linked.verdicts.map(\.engine) == ["own"])
  }

  /// One that is lost has none either, so that no engine disagrees with it.
  @Test func aLostDriverHasNoVerdict() {
    let lost = Arbitration.ruling(shader(Self.right, [said(.compilerCrashed)]))
    #expect(lost.findings.map(\.severity) == [.error])
    #expect(lost.verdicts.map(\.engine) == ["own"])
    let linked = Arbitration.ruling(program([], types: ("int", "int")), stages: [lost, lost])
    #expect(linked.verdicts.map(\.engine) == ["own"])
  }

  /// Without the own engine's word, what follows from a missing extension is not known.
  @Test func aMissingExtensionHidesNothingThatNobodyChecked() {
    let lacks = said(.badExtension, .error, "extension `GL_EXT_shader_texture_lod' unsupported")
    let findings = [lacks, said(.typeMismatch)]
    var verdicts = Verdicts(facts(Self.wrong, webgl: true), hasOwnEngine: false)
    verdicts.add(Verdict(engine: Self.driver, accepts: false, findings: findings))
    #expect(Arbitration.ruling(verdicts).findings.filter { $0.severity == .error } == findings)
  }

  /// A driver does not know what browsers and other devices reject.
  @Test func noEngineDisagreesAboutAppendixA() throws {
    let loop = """
      #version 100
      uniform int n;
      void main() { for (int i = 0; i < n; i++) gl_FragColor = vec4(1.0); }
      """
    let found = try findings(loop) { $0.webgl = true }
    #expect(found.map(\.rule) == [.loopForm])
  }

  /// An engine that only has mistaken errors accepts the shader, and the program can't be linked.
  @Test func mistakesDoNotCount() {
    let quirk = said(
      .notConstant, .error, "initializer of global variable `a' must be a constant expression")
    let mistaken = Arbitration.ruling(shader(Self.right, [quirk], webgl: true))
    #expect(mistaken.accepts("driver") && mistaken.mistaken == ["driver"])
    let another = Arbitration.ruling(
      shader(Self.right, [quirk, said(.typeMismatch)], webgl: true))
    #expect(!another.accepts("driver") && another.mistaken.isEmpty)

    var unlinked = Verdicts(
      vertex: facts(Self.right, as: "a.vert"), fragment: facts(Self.right), hasOwnEngine: false)
    unlinked.add(Verdict(engine: Self.driver))
    let program = Arbitration.ruling(unlinked, stages: [mistaken, mistaken])
    #expect(program.findings.map(\.rule) == [.driverQuirk] && program.accepts("driver"))
    #expect(!Arbitration.ruling(unlinked, stages: [mistaken, another]).accepts("driver"))
    // A note about the shader says why.
    let joined = Arbitration.ruling(
      shader(
        "#version 100\n#define A \\\n 1.0\nvoid main() {}\n", [said(.lineContinuation)]))
    #expect(joined.mistaken == ["driver"])
    #expect(Arbitration.ruling(unlinked, stages: [joined, joined]).findings.isEmpty)
  }
}
