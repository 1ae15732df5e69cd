import GLESKitSupport
import Profiling
import TestSupport
import Testing

@testable import ShaderLint

/// `--watch` checks again what depends on changed files, and nothing else.
@Suite final class RepeatedCheckTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try write("common.glsl", "vec4 tint() { return vec4(1.0); }\n")
    try write("part.glsl", "float unused;\n")
    let shader = "precision mediump float;\n#include \"common.glsl\"\nvarying vec2 v;\n"
    try write("a.frag", shader + "void main() { gl_FragColor = tint() + v.xyxy; }\n")
    try write("b.frag", shader + "void main() { gl_FragColor = -tint() * v.x; }\n")
    try write(
      "a.vert", "varying vec2 v;\nvoid main() { v = vec2(0.0); gl_Position = vec4(v.xyxy); }\n")
    try write("c.frag", "precision mediump float;\nvoid main() { gl_FragColor = vec4(c); }\n")
  }

  private func write(_ name: String, _ text: String) throws {
    try AtomicFile.write(Array(text.utf8), to: "\(root)/\(name)")
  }

  private func check() throws -> RepeatedCheck {
    var options = LintOptions()
    options.engines = [.own]
    let inputs = try InputCollector.collect([root], options: options)
    return try RepeatedCheck(inputs, options, profiler: Profiler(isOn: false))
  }

  private func errors(_ check: RepeatedCheck) -> [String] {
    check.report.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      "\(Paths.name(of: diagnostic.location?.file ?? "")):\(diagnostic.location?.line ?? 0)"
    }
  }

  @Test func anIncludeIsCheckedInItsShaders() throws {
    var check = try check()
    #expect(errors(check) == ["c.frag:2"])
    try write("common.glsl", "\nvec4 tint() { return vec4(x); }\n")
    // Both fragment shaders, and the vertex shader of the program. Writing touches the folder, too.
    #expect(try check.update([root, "\(root)/common.glsl"]) == 3)
    #expect(errors(check) == ["common.glsl:2", "c.frag:2"])
    #expect(check.report.text(as: .human).contains("return vec4(x)"))
    try write("common.glsl", "vec4 tint() { return vec4(1.0); }\n")
    #expect(try check.update(["\(root)/common.glsl"]) == 3)
    #expect(errors(check) == ["c.frag:2"])
  }

  @Test func aShaderIsCheckedWithItsProgram() throws {
    var check = try check()
    try write("a.vert", "void main() { gl_Position = vec4(0.0); }\n")
    #expect(try check.update(["\(root)/a.vert"]) == 2)
    #expect(check.report.diagnostics.contains { $0.rule == .varyingNotWritten })
    try write("c.frag", "precision mediump float;\nvoid main() { gl_FragColor = vec4(0.0); }\n")
    #expect(try check.update(["\(root)/c.frag"]) == 1)
    #expect(!errors(check).contains("c.frag:2"))
    #expect(try check.update([root]) == 0)
  }

  /// Changes after which the shaders may be others.
  @Test func theInputsMayChange() throws {
    try write(".shaderlint.toml", "[define]\nA = 1\n[permute]\nFOG = [\"0.0\", \"1.0\"]\n")
    var check = try check()
    #expect(try check.update(["\(root)/.shaderlint.toml"]) == nil)
    #expect(try check.update(["\(root)/programs.tsv"]) == nil)
    // A shader that names a permuted macro, or no longer does.
    try write("c.frag", "precision mediump float;\nvoid main() { gl_FragColor = vec4(FOG); }\n")
    #expect(try check.update(["\(root)/c.frag"]) == nil)
    var permuted = try self.check()
    #expect(permuted.report.shaderCount == 5)
    try write("c.frag", "precision mediump float;\nvoid main() { gl_FragColor = vec4(-FOG); }\n")
    #expect(try permuted.update(["\(root)/c.frag"]) == 2)
    try write("c.frag", "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0); }\n")
    #expect(try permuted.update(["\(root)/c.frag"]) == nil)
    // A shader that reads another file changes which files no shader includes.
    try write("c.frag", "precision mediump float;\n#include \"part.glsl\"\nvoid main() { }\n")
    #expect(try check.update(["\(root)/c.frag"]) == nil)
    try write("common.glsl", "#pragma shaderlint vertex\nvoid main() { }\n")
    #expect(try check.update(["\(root)/common.glsl"]) == nil)
    try write("new.frag", "void main() { }\n")
    #expect(try check.update([root]) == nil)
  }
}
