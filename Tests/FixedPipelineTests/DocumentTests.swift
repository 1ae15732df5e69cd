import TestSupport
import Testing

/// `Documentation/fixed-pipeline.md` says what the code does.
@Suite struct DocumentTests {
  @Test func everyAfterOfTheMigrationTableCompiles() throws {
    let rows = try SwiftSnippets.rows(of: "fixed-pipeline.md", prefix: "gl")
    #expect(rows.count == 48)
    let statements = rows.map { "  do { \($0[2]) }" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(
      in: """
        import FixedPipeline
        import GLES
        import GLMath
        func after(
          _ gl: Context, _ data: VertexData, _ bytes: [UInt8], _ floats: [Float],
          _ matrix: Matrix4
        ) throws {
          var state = FixedState()
        \(statements)
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  @Test func everyLineForACapabilityCompiles() throws {
    let rows = try SwiftSnippets.rows(of: "fixed-pipeline.md", prefix: "GL_")
      .filter { $0.count == 2 }
    #expect(rows.count == 18)
    let statements = rows.map { "  do { \($0[1]) }" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(
      in: """
        import FixedPipeline
        func after() {
          var state = FixedState()
        \(statements)
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  @Test func everyLineForGLKitsEffectsCompiles() throws {
    let rows = try SwiftSnippets.rows(of: "fixed-pipeline.md", prefix: "GLK")
    #expect(rows.count == 13)
    let statements = rows.compactMap(\.last).map { "  do { \($0) }" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(
      in: """
        import FixedPipeline
        func after(
          _ pipeline: FixedPipeline, _ mesh: Mesh, _ texture: Texture, _ cube: Texture,
          _ matrix: Matrix4
        ) throws {
          var state = FixedState()
        \(statements)
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  @Test func everyDeviationIsInTheTable() throws {
    let text = try SwiftSnippets.document("fixed-pipeline.md")
    for deviation in Deviation.allCases {
      #expect(text.contains("\n| \(deviation.rawValue) |"), "\(deviation.rawValue)")
    }
  }
}
