import TestSupport
import Testing

/// `Documentation/glkit-maths.md`: both columns are compiled.
@Suite struct GLKitTableTests {
  @Test func everySpellingOfOursCompiles() throws {
    let rows = try SwiftSnippets.rows(of: "glkit-maths.md", prefix: "")
    #expect(rows.count == 219)
    let statements = rows.map { row in
      // Assignments and calls that change something stand alone; values are thrown away.
      let changes =
        row[1].hasPrefix("stack.load") || row[1].contains("] = ") || row[1].contains("&")
        || row[1].hasPrefix("list4 = ") || row[1].hasPrefix("try ")
      return "  do { \(changes ? "" : "_ = ")\(row[1]) }"
    }
    let errors = try SwiftSnippets.errors(
      in: """
        import GLMath
        func ours(
          _ v2: Vector2, _ v3: Vector3, _ v4: Vector4, _ q: Quaternion, _ x: Float,
          _ floats: [Float], _ viewport: Viewport
        ) throws {
          var (m3, m4, stack) = (Matrix3.identity, Matrix4.identity, MatrixStack())
          var (list3, list4) = ([v3], [v4])
        \(statements.joined(separator: "\n"))
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  @Test func everyNameOfTheirsSaysWhatToWrite() throws {
    let rows = try SwiftSnippets.rows(of: "glkit-maths.md", prefix: "")
    let calls = rows.map { "  \($0[0])()" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(in: "import GLMath\nfunc theirs() {\n\(calls)\n}\n")
    for row in rows {
      let message = "'\(row[0])' is unavailable: write \(row[1])"
      #expect(errors.contains { $0.hasSuffix(message) }, "\(message)")
    }
  }
}
