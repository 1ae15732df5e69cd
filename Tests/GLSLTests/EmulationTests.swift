import CompilerLogs
import GLSL
import Testing

/// What of a shader is rounded. Tests of GLES and PageCurl draw with the results.
@Suite struct EmulationTests {
  /// Returns the rewritten shader, without spaces.
  private func emulated(
    _ text: String, _ lowp: PrecisionEmulation.Lowp = .half
  ) throws -> String {
    let bytes = Array(text.utf8)
    let text = try #require(
      PrecisionEmulation.text(of: CheckedShader(bytes, Scan(bytes), stage: .fragment), lowp: lowp))
    let result = CheckedShader(Array(text.utf8), Scan(Array(text.utf8)), stage: .fragment)
    // Every driver compiles its loops.
    #expect(result.isValid && !result.findings.contains { $0.rule == .loopForm }, "\(text)")
    return text.filter { !$0.isWhitespace }
  }

  /// The statements of `main`, without spaces.
  private func body(
    _ statements: String, _ head: String = "", _ lowp: PrecisionEmulation.Lowp = .half
  ) throws -> String {
    let text = try emulated(
      """
      precision mediump float;
      varying vec2 v; uniform mat2 m; uniform highp float fine; \(head)
      void main() { float x, y; vec2 w; \(statements) }
      """, lowp)
    let start = try #require(text.ranges(of: "vec2w;").last).upperBound
    return String(text[start...].dropLast())
  }

  @Test(arguments: [
    ("x = y;", "x=y;"), ("x = x + y * x;", "x=half_(x+half_(y*x));"),
    ("x = (x + y) * 2.0;", "x=half_(half_((x+y))*2.0);"), ("x = -y;", "x=-y;"),
    ("x = v.x;", "x=half_(v).x;"), ("w = m * v;", "w=half_times(half_(m),half_(v));"),
    ("w = 2.0 * v;", "w=half_(2.0*half_(v));"), ("w = m[1];", "w=half_(m)[1];"),
    ("x *= y;", "half_multiplyBy(x,y);"), ("w.x += 1.0;", "half_addTo(w.x,1.0);"),
    // The operation has the precision of its finest operand.
    ("x *= fine;", "half_multiplyBy(x,fine);"), ("x += fine * y;", "half_addTo(x,fine*y);"),
    ("w *= mat2(fine);", "half_multiplyHighBy(w,mat2(fine));"),
    ("w *= m;", "half_multiplyBy(w,half_(m));"), ("x -= 0.1;", "half_subtractFrom(x,half_(0.1));"),
    ("highp float h = y; h *= y + 0.1;", "highpfloath=y;h*=half_(y+half_(0.1));"),
    ("x++;", "half_incrementAfter(x);"), ("--x;", "half_decrement(x);"),
    ("mat2 n = m; n--;", "mat2n=half_(m);half_decrementAfter(n);"),
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
    // Loops stay in the form of appendix A.4.
    ("for (float i = 0.5; i < 3.0; i += 0.25) x = i;", "for(floati=0.5;i<3.0;i+=0.25)x=i;"),
    (
      "for (float i = 0.0; i < 0.3; i += 0.1) { x = i; }",
      "{floati=0.0;for(inthalf_count=0;half_count<4;half_count++){if(half_count>0)"
        + "i=half_(i+0.099975586);{x=i;}}}"
    ),
    // What half precision never ends runs as often as with highp.
    (
      "for (float i = 2040.0; i < 2060.0; i++) for (float j = 1.1; j > 0.0; j--) x += i;",
      "{floati=2040.0;for(inthalf_count=0;half_count<20;half_count++){if(half_count>0)"
        + "i=half_(i+1.0);{floatj=1.0996094;for(inthalf_count=0;half_count<2;half_count++){"
        + "if(half_count>0)j=half_(j+-1.0);half_addTo(x,i);}}}}"
    ),
    (
      "for (float i = 0.0; i < 1.0; i += 0.0001) x += i;",
      "for(floati=0.0;i<1.0;i+=0.0001)half_addTo(x,i);"
    ),
    ("for (highp float i = 0.1; i < 1.0; i += 0.1);", "for(highpfloati=0.1;i<1.0;i+=0.1);"),
  ])
  func operationsAreRounded(statement: String, expected: String) throws {
    #expect(try body(statement) == expected)
  }

  /// `lowp` as fixed-point numbers.
  @Test(arguments: [
    ("l = l + 0.3;", "l=low_(l+low_(0.3));"), ("l = x;", "l=low_(x);"), ("x = l;", "x=l;"),
    ("l = x * l;", "l=low_(half_(x*l));"), ("l = -l;", "l=low_(-l);"),
    ("l *= x;", "low_multiplyBy(l,x);"),
    ("l++;", "low_incrementAfter(l);"), ("l = length(k);", "l=low_(half_length(k));"),
    ("l = max(l, 4.0);", "l=low_(max(l,low_(4.0)));"), ("x = max(x, 0.5);", "x=max(x,0.5);"),
    ("k *= m;", "low_multiplyBy(k,half_(m));"),
    ("k *= mat2(fine);", "low_multiplyHighBy(k,mat2(fine));"),
    ("l = tint;", "l=low_(tint);"), ("x = 0.3;", "x=half_(0.3);"), ("l = 0.25;", "l=0.25;"),
  ])
  func fixedPointNumbersAreRounded(statement: String, expected: String) throws {
    let head = "uniform lowp float tint; "
    #expect(
      try body("lowp float l; lowp vec2 k; \(statement)", head, .fixed).dropFirst(23) == expected)
    // As mediump by default.
    #expect(try !body("lowp float l; lowp vec2 k; \(statement)", head).contains("low_"))
  }

  @Test func functionsRoundWhatTheyTakeAndReturn() throws {
    #expect(
      try body("x = f(fine, w.x);", "float f(float a, out float b) { b = a; return fine; }")
        == "x=f(half_(fine),w.x);")
    let text = try emulated(
      "precision mediump float; uniform highp float u; float f() { return u; } void main() {}")
    #expect(text.contains("floatf(){returnhalf_(u);}"))
  }

  /// What a function writes to a variable of another precision is rounded when it has returned.
  @Test(arguments: [
    (
      "void f(out highp float b) { b = fine; }", "f(x);", "half_0_f(x);",
      "voidhalf_0_f(outfloathalf_a0){f(half_a0);half_a0=half_(half_a0);}voidmain"
    ),
    (
      "float f(float a, inout float b) { return b + a; }", "highp float h; y = f(fine, h) + x;",
      "highpfloath;y=half_(half_0_f(half_(fine),h)+x);",
      "floathalf_0_f(floathalf_a0,inoutfloathalf_a1)"
        + "{half_a1=half_(half_a1);floatresult=f(half_a0,half_a1);returnresult;}"
    ),
    (
      "struct S { float a; }; S f(S s, inout highp vec2 b, float c[2]);",
      "float c[2]; f(S(1.0), w, c);",
      "floatc[2];half_0_f(S(1.0),w,c);",
      "Shalf_0_f(Shalf_a0,inoutvec2half_a1,floathalf_a2[2])"
        + "{Sresult=f(half_a0,half_a1,half_a2);half_a1=half_(half_a1);returnresult;}"
    ),
  ])
  func parametersAreRounded(
    function: String, call: String, expected: String, added: String
  ) throws {
    #expect(try body(call, function) == expected)
    let text = try emulated(
      "precision mediump float; uniform highp float fine; \(function)"
        + "void main() { float x, y; vec2 w; \(call) }")
    #expect(text.contains(added), "\(text)")
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
