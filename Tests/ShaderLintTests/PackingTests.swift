import CompilerLogs
import TestSupport
import Testing

@testable import GLSL
@testable import ShaderLint

/// How variables are packed into vectors (GLSL ES 1.00, appendix A.7).
@Suite struct PackingTests {
  /// A rule of the appendix, with varyings that fit into eight vectors and varyings that don't.
  struct Clause: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var right: [String]
    var wrong: [String]
  }

  static let clauses = [
    Clause(
      testDescription: "variables with four components take whole vectors",
      right: ["vec4 a[8];", "mat4 a[2];", "vec4 a; vec4 b[3]; mat4 c;"],
      wrong: ["vec4 a[9];", "mat4 a[2]; float b;", "vec4 a; vec4 b[4]; mat4 c;"]),
    Clause(
      testDescription: "a mat2 takes two whole vectors",
      right: ["mat2 a[4];", "mat2 a; mat2 b[3];", "mat2 a[2]; vec4 b[4];"],
      wrong: ["mat2 a[5];", "mat2 a[4]; float b;", "mat2 a[3]; vec2 b[4]; float c;"]),
    Clause(
      testDescription: "variables with three components leave a column",
      right: [
        "vec3 a[8]; float b[8];", "mat3 a[2]; vec3 b[2]; float c[5], d[3];",
        "mat3 a; vec4 b[5]; float c[3];",
      ],
      wrong: ["vec3 a[9];", "mat3 a[3];", "vec3 a[8]; vec2 b;"]),
    Clause(
      testDescription: "variables with two components share vectors",
      right: [
        "vec2 a[8]; vec2 b[8];", "vec2 a[4], b[4], c[4], d[4];",
        "vec2 a[8]; vec2 b[7]; float c, d;",
      ],
      wrong: ["vec2 a[9];", "vec2 a[5], b[5], c[5];", "vec2 a[8]; vec2 b[8]; float c;"]),
    Clause(
      testDescription: "scalars go to the smallest gap in a column",
      right: [
        "float a[8], b[8], c[8], d[8];", "vec3 a[5]; float b[5], c[3], d[3];",
        "vec2 a[6]; vec2 b[6]; float c[2], d[2], e[2], f[2];",
      ],
      wrong: [
        "float a[9];", "float a[5], b[5], c[5], d[5], e[5];",
        "vec3 a[5]; float b[6], c[3], d[3], e[4];",
      ]),
    Clause(
      testDescription: "the order of the declarations does not matter",
      right: [
        "float a; vec3 b; vec4 c[7];", "vec2 a; mat3 b; vec2 c; mat4 d;", "float a[8]; vec3 b[8];",
      ],
      wrong: [
        "float a[2]; vec3 b; vec4 c[7];", "vec2 a; mat3 b; vec2 c, e; mat4 d;",
        "float a[8]; vec3 b[8]; float c;",
      ]),
    Clause(
      testDescription: "an array is not split",
      right: [
        "vec4 a[2]; vec2 b[6], c[6];", "float a[8]; vec3 b[7];",
        "vec3 a[4]; vec2 b[4], c[4]; float d[4];",
      ],
      wrong: [
        "vec4 a[2]; vec2 b[7], c;", "float a[8]; float b[9];",
        "vec3 a[4]; vec2 b[4], c[4]; float d[5];",
      ]),
    Clause(
      testDescription: "what the shader does not use takes nothing",
      right: [
        "vec4 a[8]; vec4 unused[8];", "vec3 a[8]; mat4 unused;", "float unused[100]; vec2 a;",
      ],
      wrong: [
        "vec4 a[9]; vec4 unused;", "vec3 a[9]; mat4 unused;", "float unused[100]; float a[9];",
      ]),
  ]

  @Test(arguments: clauses) func varyings(clause: Clause) throws {
    #expect(clause.right.count >= 3 && clause.wrong.count >= 3)
    for text in clause.right { #expect(try rules(text).isEmpty, "\(text)") }
    for text in clause.wrong {
      #expect(try rules(text) == [.tooManyVaryings], "\(text)")
      #expect(try rules(text) { $0.minimum = true } == [.tooManyVaryings], "\(text)")
    }
  }

  /// The members of a structure are packed as variables of their own; each element of an array of
  /// structures has all of them.
  @Test func structures() throws {
    func rules(_ members: String, _ count: Int) throws -> [Rule.ID] {
      let text = """
        precision mediump float;
        struct S { \(members) };
        uniform S u[\(count)];
        void main() { gl_FragColor = vec4(u[0].a); }
        """
      return try findings(text) { $0.engines = [.own] }.map(\.rule)
    }
    for (members, count) in [("float a; vec3 b;", 16), ("vec4 a;", 16), ("float a; vec2 b, c;", 8)]
    {
      #expect(try rules(members, count).isEmpty, "\(members)")
      #expect(try rules(members, 2 * count + 1) == [.tooManyFragmentUniforms], "\(members)")
    }
    #expect(try rules("float a; vec3 b;", 17) == [.tooManyFragmentUniforms])
    #expect(try rules("vec4 a;", 17) == [.tooManyFragmentUniforms])
    #expect(try rules("float a; vec2 b, c;", 9).isEmpty)
  }

  /// Returns the rules with findings in a program that uses all varyings but `unused`.
  private func rules(
    _ declarations: String, _ change: (inout LintOptions) -> Void = { _ in }
  ) throws -> [Rule.ID] {
    let varyings = declarations.split(separator: ";").map {
      "varying mediump\($0.first == " " ? "" : " ")\($0);\n"
    }
    let names = ["a", "b", "c", "d", "e", "f"].filter { name in
      declarations.contains(" \(name)[") || declarations.contains(" \(name);")
        || declarations.contains(" \(name),")
    }
    let uses = names.map { "\($0);" }.joined()
    let report = try lint(
      [
        ("a.vert", "\(varyings.joined())void main() { gl_Position = vec4(1.0); }\n"),
        ("a.frag", "\(varyings.joined())void main() { gl_FragColor = vec4(1.0); \(uses) }\n"),
      ], programs: [(0, 1)]
    ) {
      $0.engines = [.own]
      change(&$0)
    }
    return report.diagnostics.filter { $0.severity != .note }.map(\.rule)
  }

  @Test func packing() throws {
    func item(_ name: String, _ array: Int? = nil) -> [Packing.Item] {
      let basic = BasicType.byTag[Word(name).tag] ?? .error
      return Declarations.TypeUse(name: name, basic: basic, precision: nil, array: array)
        .packingItems
    }
    // The example of GLSL ES 1.00, appendix A, section 7: it fits exactly into eight rows.
    let example =
      item("vec4") + item("mat3") + item("vec3") + item("vec2", 6) + item("vec2", 4)
      + item("vec2") + item("float", 3) + item("float", 2) + item("float")
    #expect(Packing.fits(example, into: 11) && !Packing.fits(example, into: 5))
    #expect(Packing.rows(item("mat4", 2)) == 8)
    #expect(Packing.rows(item("mat2", 3)) == 6)
    #expect(Packing.rows(item("vec2", 5)) == 5)
    #expect(Packing.rows(item("vec2", 5) + item("vec2", 5)) == 5)
    #expect(Packing.rows(item("vec3") + item("float")) == 1)
    #expect(Packing.rows(item("vec3", 2) + item("vec2") + item("float", 2)) == 3)
    #expect(Packing.rows((0..<9).flatMap { _ in item("float") }) == 3)
    #expect(Packing.rows([]) == 0)
    #expect(Packing.rows(item("vec4", 1024)) == 1024 && Packing.rows(item("vec4", 1025)) == nil)
    #expect(Packing.rows(item("mat4", 2_000_000_000)) == nil)
    var random = SeededGenerator(seed: 3)
    let names = ["float", "vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "int", "bvec3"]
    for _ in 0..<300 {
      let items = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
        item(names.randomElement(using: &random) ?? "float", Int.random(in: 1...4, using: &random))
      }
      let rows = try #require(Packing.rows(items))
      let cells = items.reduce(0) { $0 + $1.width * $1.rows }
      #expect(rows * 4 >= cells && rows <= items.reduce(0) { $0 + $1.rows })
      #expect(Packing.fits(items, into: rows) && !Packing.fits(items, into: rows - 1))
    }
  }
}
