import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// `shaderlint emulate`, up to the text. GLSLTests has the rules by which results are rounded.
@Suite struct EmulatorTests {
  private func emulated(
    _ text: String, path: String = "a.frag", stage: ShaderStage? = nil,
    _ emulator: PrecisionEmulator = PrecisionEmulator()
  ) throws(PrecisionEmulator.Failure) -> String {
    let input = ShaderInput(path: path, stage: stage, bytes: Array(text.utf8))
    return String(decoding: try emulator.emulate(input).rounded, as: UTF8.self)
  }

  private static let shader = """
    #version 100
    precision mediump float;
    varying vec2 v;
    void main() { gl_FragColor = vec4(v * 300.0 * 300.0, 0.0, 1.0); }
    """

  @Test func theResultIsAShaderForAnyDriver() throws {
    let text = try emulated(Self.shader)
    #expect(text.hasPrefix("#version 100\n"))
    #expect(!text.contains("mediump"))
    var options = LintOptions.testing
    options.engines = [.own]
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: "b.frag", stage: .fragment, bytes: Array(text.utf8))]
    let report = try Linter(options).run(inputs)
    #expect(report.diagnostics.filter { $0.severity == .error }.isEmpty)
    // Nothing is computed with mediump any more.
    #expect(!report.diagnostics.contains { $0.rule == .mediumpRange })
  }

  @Test(arguments: [
    ("float i = 0.0; i < 1.0; i += 0.1", []), ("float i = 0.0; i < u; i += 0.0001", []),
    ("float i = 1.0; i < 1.1; i += 0.0001", ["so that it never ends on a phone"]),
    ("float i = 0.0; i < 3000.0; i += 1.0", ["never ends"]),
    ("float i = 0.0; i < 5000.0; i += 0.5", ["never ends"]),
    ("float i = 0.0; i < 1.0; i += 0.00013", ["never ends"]),
    ("highp float i = 0.0; i < 5000.0; i += 0.5", []),
  ])
  func loopsThatAreNotRoundedAreTold(_ header: String, _ expected: [String]) throws {
    let text =
      "precision mediump float;\nuniform float u;\n"
      + "void main() {\n  for (\(header)) gl_FragColor.r += 0.1;\n}\n"
    let input = ShaderInput(path: "a.frag", bytes: Array(text.utf8))
    let notes = try PrecisionEmulator().emulate(input).notes
    #expect(notes.count == expected.count, "\(notes)")
    for (note, words) in zip(notes, expected) {
      #expect(note.hasPrefix("a.frag:4: ") && note.contains(words), "\(note)")
    }
  }

  @Test func includesAndDefinitionsArePartOfTheText() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(
      Array("float half_of(float x) { return 0.5 * x; }".utf8), to: "\(folder.path)/l.glsl")
    var emulator = PrecisionEmulator()
    emulator.assembly.definitions = [AssemblyOptions.Definition("SCALE", "3.0")]
    let text = try emulated(
      """
      precision mediump float;
      #include "l.glsl"
      void main() { gl_FragColor = vec4(half_of(gl_FragCoord.x) * SCALE); }
      """, path: "\(folder.path)/a.frag", emulator)
    #expect(text.filter { $0 != " " }.contains("half_(half_of(half_(gl_FragCoord).x)*3.0)"))
  }

  @Test(arguments: [
    ("a.frag", "void main() { missing; }", "is not valid: 'missing' is not declared", true),
    ("a.frag", "#version 300 es\nvoid main() {}", "this is not GLSL ES 1.00", true),
    ("a.frag", "#include \"none.glsl\"\nvoid main() {}", "none.glsl", true),
    (
      "a.frag", "precision highp float; float half_(float x) { return x; } void main() {}",
      "cannot be emulated: ", true
    ),
    ("a.glsl", "float f() { return 1.0; }", "stage of this shader is unknown; use --stage", false),
  ])
  func failuresNameTheFileAndTheReason(
    path: String, text: String, reason: String, isInvalid: Bool
  ) throws {
    let failure = #expect(throws: PrecisionEmulator.Failure.self) {
      try emulated(text, path: path)
    }
    #expect(failure?.description.hasPrefix("\(path): ") == true)
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
    #expect(failure?.isInvalid == isInvalid)
  }

  @Test func missingFilesAreNamed() {
    let failure = #expect(throws: PrecisionEmulator.Failure.self) {
      try PrecisionEmulator().emulate(ShaderInput(path: "none.frag"))
    }
    #expect(failure?.description.contains("none.frag") == true)
    #expect(failure?.isInvalid == false)
  }
}
