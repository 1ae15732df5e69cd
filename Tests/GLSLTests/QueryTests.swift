import GLSL
import Testing

/// What an editor asks: the meaning of names, types at positions, and visible names.
@Suite struct QueryTests {
  private static let text = """
    #define TWICE(x) ((x) * u_scale)
    precision mediump float;
    uniform float u_scale;
    struct S { vec2 a[2]; };
    float f(float p) { { float hidden; } return (p) + TWICE(p); }
    void main() {
      S s;
      for (int i = 0; i < 2; i++) { float inner = 1.0; }
      float f = 2.0;
      gl_FragColor = vec4(s.a[0].xy, f, 1.0).wzyx;

    """

  private let bytes = Array(Self.text.utf8)
  private let shader: CheckedShader

  init() { shader = CheckedShader(bytes, Scan(bytes), stage: .fragment) }

  private func offset(_ mark: String) -> Int {
    Self.text[..<(Self.text.firstRange(of: mark)?.lowerBound ?? Self.text.endIndex)].utf8.count
  }

  @Test func names() {
    let index = NameIndex(shader)
    func name(_ mark: String) -> String? {
      switch index.entry(at: offset(mark))?.use.target {
      case .symbol(let id): shader.tree[symbol: id].name
      case .function(let id): "\(shader.tree[function: id].name)()"
      case .member(let structure, let index):
        shader.tree.structures[Int(structure)].members[Int(index)].name
      case .components(let type): type.name
      default: nil
      }
    }
    #expect(name("u_scale)") == "u_scale", "in a macro that is used")
    #expect(name("p) +") == "p", "in parentheses")
    #expect(name("p); }") == "p", "an argument of a macro")
    #expect(name("f(float") == "f()")
    #expect(name("f = 2") == "f")
    #expect(name("a[0]") == "a")
    #expect(name("xy, f") == "vec2")
    #expect(name("S s") == "S")
    #expect(name("TWICE(p") == nil)
    #expect(index.entries.map(\.token.start) == index.entries.map(\.token.start).sorted())
  }

  @Test func visibleSymbols() {
    func names(_ mark: String) -> Set<String> {
      let item = shader.itemCount(before: offset(mark))
      return Set(shader.visibleSymbols(at: item).map { shader.tree[symbol: $0].name })
    }
    #expect(names("return") == ["u_scale", "S", "f", "p"])
    #expect(names("float inner") == ["u_scale", "S", "f", "main", "s", "i"])
    // The block of main is not closed.
    #expect(names("\u{0}") == ["u_scale", "S", "f", "main", "s"])
  }

  @Test func expressionsByTheirEnds() {
    func type(_ mark: String) -> BasicType? {
      shader.expression(endingAt: offset(mark))?.type.basic
    }
    #expect(type(".wzyx") == nil)
    #expect(type(").wzyx") == .vec4)
    #expect(type("].xy") == .vec2)
    #expect(type("s.a[0]") == .structure)
  }
}

@Test func typesAreNamedAsTheirCases() {
  for type in BasicType.allCases { #expect(type.name == "\(type)") }
}
