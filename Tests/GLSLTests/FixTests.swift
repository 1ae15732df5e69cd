import CompilerLogs
import GLESKitSupport
import GLSL
import TestSupport
import Testing

/// Fixes of shaders in `Cases/fixes.txt`: a case begins with `=== vert|frag title`, its text
/// follows, then `---` and the text after all fixes. Without `---`, there is nothing to fix.
@Suite struct FixTests {
  private struct Case {
    let title: String
    let stage: ShaderStage
    let before: String
    let after: String?

    init?(_ part: Substring) {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = (lines.last ?? "").split(separator: "\n---\n")
      guard lines.count == 2, let before = texts.first else { return nil }
      title = String(lines[0])
      stage = title.hasPrefix("vert") ? .vertex : .fragment
      self.before = "\(before)\n"
      after = texts.count == 2 ? "\(texts[1])\n" : nil
    }
  }

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

  @Test func cases() throws {
    let bytes = try Files.read(repositoryFile("Tests/GLSLTests/Cases/fixes.txt"))
    let text = String(decoding: bytes.dropLast(), as: UTF8.self)
    let cases = "\n\(text)".split(separator: "\n=== ")
      .compactMap(Case.init)
    #expect(cases.count >= 13)
    for item in cases {
      var (text, shader) = fixed(item.before, item.stage)
      #expect(!shader.findings.isEmpty, "\(item.title): nothing to fix")
      // A call can only be fixed once its arguments are right.
      text = fixed(text, item.stage).text
      #expect(text == item.after ?? item.before, "\(item.title): \(text)")
      if item.after != nil {
        let left = fixed(text, item.stage).shader.findings.filter {
          $0.rule != .optionalExtension
        }
        #expect(left.isEmpty, "\(item.title): \(left.map(\.message))")
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
