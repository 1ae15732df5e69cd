import GLESKitSupport
import TestSupport
import Testing

@testable import GLES

/// `Documentation/entry-points.md` has every function of ES 2.0's header, and its code compiles.
@Suite struct EntryPointTests {
  /// The functions that `gl2.h` declares.
  private func declared() throws -> [String] {
    let header = String(decoding: try Files.read("/usr/include/GLES2/gl2.h"), as: UTF8.self)
    return header.matches(of: /GL_APIENTRY (gl\w+) \(/).map { String($0.1) }
  }

  @Test func everyEntryPointHasOneRow() throws {
    let declared = try declared()
    #expect(declared.count >= 142)
    let text = try SwiftSnippets.document("entry-points.md")
    let listed = text.split(separator: "\n").filter { $0.hasPrefix("| `gl") }
      .flatMap { $0.split(separator: " | ")[0].matches(of: /`(gl\w+)`/).map { String($0.1) } }
    #expect(listed.sorted() == declared.sorted())
  }

  @Test func theReplacementsCompile() throws {
    let rows = try SwiftSnippets.rows(of: "entry-points.md", prefix: "gl")
    #expect(rows.count > 90)
    let statements = rows.map { "  do { \($0[1]) }" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(
      in: """
        import GLES
        import GLMath
        func use(
          _ gl: Context, _ texture: Texture, _ cube: Texture, _ target: Framebuffer,
          _ buffer: Buffer, _ indices: IndexBuffer, _ shader: borrowing Shader,
          _ other: borrowing Shader, _ program: Program, _ input: VertexInput, _ image: Image,
          _ smaller: Image, _ bytes: [UInt8], _ region: PixelRegion, _ text: String
        ) throws {
          var state = RenderState()
        \(statements)
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  /// The table of features has all of them, with their extensions, and its code compiles.
  @Test func everyFeatureHasOneRow() throws {
    let rows = try SwiftSnippets.rows(of: "entry-points.md", prefix: ".")
    let expected = Feature.allCases.map { feature in
      let source = feature.source
      let places = source.extensions + (source.version.map { ["ES \($0).0"] } ?? [])
      let first = places.dropLast().joined(separator: ", ")
      return [".\(feature)", first.isEmpty ? places[0] : "\(first) or \(places[places.count - 1])"]
    }
    #expect(rows.map { Array($0.prefix(2)) } == expected)
    let statements = rows.map { "  do { \($0[2]) }" }.joined(separator: "\n")
    let errors = try SwiftSnippets.errors(
      in: """
        import GLES
        func use(
          _ gl: Context, _ texture: Texture, _ other: Texture, _ depth: Texture,
          _ target: Framebuffer, _ input: VertexInput, _ profiler: Profiler
        ) throws {
          var sampling = Texture.Sampling()
          var memory = [UInt8](repeating: 0, count: 256)
        \(statements)
        }
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  /// What the guide says to be replaced is called by the library, and nothing else is.
  @Test func theRowsSayWhatIsCalled() throws {
    let rows = try SwiftSnippets.rows(of: "entry-points.md", prefix: "gl")
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let sources = try Subprocess([
      "sh", "-c", "find '/\(root)/Sources/GLES' -name '*.swift' -exec cat {} +",
    ]).text
    let code = sources.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n").replacing(/"gl\w+"/, with: "")
    let called = Set(code.matches(of: /\bgl[A-Z]\w+/).map { String($0.0) })
    #expect(try called.intersection(declared()).sorted() == rows.map { $0[0] }.sorted())
  }
}
