import CompilerLogs
import GLSL
import Testing

/// What of a shader is rounded. Tests of GLES and PageCurl draw with the results.
@Suite struct EmulationTests {
  /// Returns the rewritten shader, without spaces.
  private func emulated(_ text: String) throws -> String {
    let bytes = Array(text.utf8)
    let text = try #require(
      PrecisionEmulation.text(of: CheckedShader(bytes, Scan(bytes), stage: .fragment)))
    let result = CheckedShader(Array(text.utf8), Scan(Array(text.utf8)), stage: .fragment)
    #expect(result.isValid, "\(text)")
    return text.filter { !$0.isWhitespace }
  }

  /// The statements of `main`, without spaces.
  private func body(_ statements: String, _ head: String = "") throws -> String {
    let text = try emulated(
      """
      precision mediump float;
      varying vec2 v; uniform mat2 m; uniform highp float fine; \(head)
      void main() { float x, y; vec2 w; \(statements) }
      """)
    let start = try #require(text.ranges(of: "vec2w;").last).upperBound
    return String(text[start...].dropLast())
  }

  @Test(arguments: [
    ("x = y;", "x=y;"), ("x = x + y * x;", "x=half_(x+half_(y*x));"),
    ("x = (x + y) * 2.0;", "x=half_(half_((x+y))*2.0);"), ("x = -y;", "x=-y;"),
    ("x = v.x;", "x=half_(v).x;"), ("w = m * v;", "w=half_times(half_(m),half_(v));"),
    ("w = 2.0 * v;", "w=half_(2.0*half_(v));"), ("w = m[1];", "w=half_(m)[1];"),
    ("x *= y;", "half_multiplyBy(x,y);"), ("w.x += 1.0;", "half_addTo(w.x,1.0);"),
    ("x++;", "half_incrementAfter(x);"), ("--x;", "half_decrement(x);"),
    // Rounded once, and not at all if there is nothing to round.
    ("x = 1.0 / 3.0;", "x=half_(1.0/3.0);"), ("x = 0.5;", "x=0.5;"),
    ("x = 1e-6;", "x=half_(1e-6);"), ("const float c = 0.1; x = c;", "constfloatc=0.1;x=half_(c);"),
    ("x = sin(y);", "x=half_(sin(y));"), ("x = length(w);", "x=half_length(w);"),
    ("x = max(y, 1e-6);", "x=max(y,half_(1e-6));"),
    ("x = mix(x, y, 0.1);", "x=half_mix(x,y,half_(0.1));"),
    // The finest operand decides.
    ("x = fine + 0.1;", "x=half_(fine+0.1);"), ("highp float h = fine * y;", "highpfloath=fine*y;"),
    ("mediump float h = fine;", "highpfloath=half_(fine);"),
    ("bool b = x < 0.1;", "boolb=x<half_(0.1);"), ("bool b = fine < 0.1;", "boolb=fine<0.1;"),
    ("if (x * y > 1.0) x = 0.0;", "if(half_(x*y)>1.0)x=0.0;"),
    ("for (int i = 0; i < 3; i++) x = float(i);", "for(inti=0;i<3;i++)x=half_(float(i));"),
  ])
  func operationsAreRounded(statement: String, expected: String) throws {
    #expect(try body(statement) == expected)
  }

  @Test func functionsRoundWhatTheyTakeAndReturn() throws {
    #expect(
      try body("x = f(fine, w.x);", "float f(float a, out float b) { b = a; return fine; }")
        == "x=f(half_(fine),w.x);")
    let text = try emulated(
      "precision mediump float; uniform highp float u; float f() { return u; } void main() {}")
    #expect(text.contains("floatf(){returnhalf_(u);}"))
  }

  @Test func extensionsComeFirst() throws {
    let text = try emulated(
      """
      #extension GL_OES_standard_derivatives : enable
      #define TWICE(x) (2.0 * (x))
      precision mediump float;
      varying vec2 v;
      void main() { gl_FragColor = vec4(TWICE(dFdx(v.x))); }
      """)
    #expect(text.hasPrefix("#extensionGL_OES_standard_derivatives:enable"))
    #expect(text.contains("vec4(half_((2.0*half_((dFdx(half_(v).x))))))"))
  }

  @Test func invalidShadersHaveNoEmulation() {
    let bytes = Array("void main() { missing; }".utf8)
    let shader = CheckedShader(bytes, Scan(bytes), stage: .fragment)
    #expect(PrecisionEmulation.text(of: shader) == nil)
  }
}
