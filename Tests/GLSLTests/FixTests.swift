import CompilerLogs
import GLSL
import TestSupport
import Testing

/// Fixes of the snippets in `Cases/fixes.txt`; those without a second text have nothing to fix.
@Suite struct FixTests {
  /// Applies the fixes of a shader once.
  private func fixed(_ text: String, _ stage: ShaderStage) -> (text: String, shader: CheckedShader)
  {
    var bytes = Array(text.utf8)
    let shader = CheckedShader(bytes, Scan(bytes), stage: stage)
    let edits = shader.findings.compactMap(\.fix).flatMap(\.edits)
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(
        Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.text.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self), shader)
  }

  @Test func cases() {
    let cases = Snippet.all(in: "Tests/GLSLTests/Cases").filter { $0.file == "fixes" }
    #expect(cases.count >= 13)
    for item in cases {
      let stage: ShaderStage = item.stages == ["vert"] ? .vertex : .fragment
      var (text, shader) = fixed(item.text, stage)
      #expect(!shader.findings.isEmpty, "\(item.name): nothing to fix")
      // A call can only be fixed once its arguments are right.
      text = fixed(text, stage).text
      #expect(text == item.fixed ?? item.text, "\(item.name): \(text)")
      if item.fixed != nil {
        let left = fixed(text, stage).shader.findings.filter {
          $0.rule != .optionalExtension
        }
        #expect(left.isEmpty, "\(item.name): \(left.map(\.message))")
      }
    }
  }

  @Test func lineEndsAreKept() {
    for end in ["\n", "\r\n", "\r"] {
      let lines = [
        "#version 100", "varying vec2 v_a;", "void main() { gl_FragColor = v_a.xyxy; }", "",
      ]
      let after = [lines[0], "precision mediump float;"] + lines[1...]
      #expect(fixed(lines.joined(separator: end), .fragment).text == after.joined(separator: end))
    }
  }
}
