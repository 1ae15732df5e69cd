import PageCurl
import TestSupport
import Testing

@testable import Recording

@Suite struct WebShadersTests {
  /// The programs of all web pages: each with the macros that some of them define, in all
  /// combinations, since no other text is left of the shaders.
  private static var programs: Set<ShaderWatch.Program> {
    var programs: Set<ShaderWatch.Program> = []
    for source in WebShaders.sources {
      let sets = source.sometimes.reduce(into: [source.always]) { sets, macro in
        sets += sets.map { $0.union([macro]) }
      }
      for (macros, fold) in sets.flatMap({ set in CurlFold.allCases.map { (set, $0) } }) {
        func texts(_ ending: String) -> [String] {
          source.texts.filter { name, _ in
            // The shadow of a leaf, which is known at vertices, has no variants.
            name.hasSuffix(ending) && (name != "shade.vert" || macros == source.always)
          }.map { _, text in
            (macros.map(String.init) + fold.macros).map { "#define \($0)\n" }.joined()
              + source.text(of: text)
          }
        }
        for fragment in texts(".frag") {
          programs.formUnion(
            texts(".vert").map { ShaderWatch.Program(vertex: $0, fragment: fragment) })
        }
      }
    }
    return programs
  }

  /// WebGL 1 guarantees no more than ES 2.0; drivers on desktops have more.
  @Test func everyProgramFitsTheMinimum() throws {
    let programs = Self.programs
    #expect(programs.count >= 28, "\(programs.count) programs")
    let findings = try ShaderWatch.findings(in: programs)
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }
}
