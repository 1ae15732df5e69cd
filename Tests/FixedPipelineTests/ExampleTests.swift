import TestSupport
import Testing

/// The Swift examples of doc comments and of the guide compile.
@Suite struct ExampleTests {
  @Test(.long, arguments: ["GLES", "GLMath", "Offscreen", "FixedPipeline", "GLEffects"])
  func examplesOfDocCommentsCompile(module: String) throws {
    let examples = try SwiftSnippets.docCommentExamples(inSourcesOf: module)
    if module != "GLMath" { #expect(!examples.isEmpty) }
    for example in examples {
      let errors = try SwiftSnippets.errors(
        in: """
          import FixedPipeline
          import GLEffects
          import GLMath
          import Offscreen
          func example(
            _ gl: Context, _ vertexSource: String, _ fragmentSource: String, _ program: Program,
            _ pipeline: FixedPipeline, _ mesh: Mesh, _ texture: Texture, _ state: FixedState
          ) throws {
            do {
          \(example.code)
            }
          }
          """)
      #expect(errors.isEmpty, "\(example.file): \(errors.joined(separator: "\n"))")
    }
  }

  /// Common names can be qualified by the module that exports all others.
  @Test func namesOfOtherPackagesAreNoObstacle() throws {
    let errors = try SwiftSnippets.errors(
      in: """
        import GLESKit
        struct Image {}
        struct Step {}
        let own = (Image(), Step())
        let image = GLESKit.Image(width: 1, height: 1)
        let step = GLESKit.Step<Float>.group([])
        func use(_ buffer: GLESKit.Buffer, _ route: GLESKit.Route) {}
        """)
    #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
  }

  @Test func theProgramsOfGettingStartedCompile() throws {
    let listings = try SwiftSnippets.listings(of: "getting-started.md")
    #expect(listings.count == 3)
    for listing in listings {
      let errors = try SwiftSnippets.errors(in: listing)
      #expect(errors.isEmpty, "\(errors.joined(separator: "\n"))")
    }
  }
}
