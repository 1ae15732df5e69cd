import TestSupport
import Testing

/// The table of `Documentation/glkit-math.md`, which compiles.
@Suite struct GLKitTableTests {
  @Test func everySpellingOfOursCompiles() throws {
    let rows = try SwiftSnippets.rows(of: "glkit-math.md", prefix: "")
    #expect(rows.count == 219)
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    for row in rows { #expect(row[0].contains("GLK"), "\(row[0])") }
    let statements = rows.map { row in
      // Assignments and calls that change something stand alone; values are discarded.
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
}
