import GLSL

extension Rule {
  /// What compilers say of one shader.
  static let compileRules: [Rule] = [
    // Compile errors that a driver reports
    Rule(
      .undeclaredIdentifier, "undeclared-identifier", .error,
      summary: "A name is used that nothing in scope declares.",
      explanation:
        "Declare the name before its use, or check its spelling: names are case-sensitive, and "
        + "GLSL ES 1.00 has no names of desktop GLSL such as gl_Vertex or ftransform. A name that "
        + "only an #ifdef branch declares is missing when that branch is off.",
      bad: "gl_FragColor = vec4(color, 1.0);  // no 'color' above",
      good: "uniform vec3 color;"),
    Rule(
      .syntaxError, "syntax-error", .error,
      summary: "The text does not follow the grammar.",
      explanation:
        "Look at the token named and at the end of the line before it: a missing semicolon or "
        + "bracket is noticed only at the next token. A parser stops at its first syntax error, "
        + "so findings below it appear once it is mended.",
      bad: "vec3 a = vec3(1.0)\nvec3 b;",
      good: "vec3 a = vec3(1.0);\nvec3 b;"),
    Rule(
      .typeMismatch, "type-mismatch", .error,
      summary: "An expression has a type that its place does not take.",
      explanation:
        "GLSL ES 1.00 converts nothing implicitly: write float literals with a point, and call "
        + "constructors such as float(i) or vec3(x).",
      bad: "float x = 1;",
      good: "float x = 1.0;"),
    Rule(
      .noMatchingFunction, "no-matching-function", .error,
      summary: "No function of that name takes those arguments.",
      explanation:
        "Compare the number and the exact types of the arguments with the declarations; nothing "
        + "is converted implicitly. A name that has no declaration at all must be declared above "
        + "its first call.",
      bad: "texture2D(image, 1)",
      good: "texture2D(image, vec2(1.0))"),
    Rule(
      .redeclaration, "redeclaration", .error,
      summary: "A name is declared twice in one scope.",
      explanation:
        "Rename one of the two, or remove it. A function may be declared often but defined "
        + "once.",
      bad: "float a; float a;",
      good: "float a;"),
    Rule(
      .badOperands, "bad-operands", .error,
      summary: "An operator does not take operands of those types.",
      explanation:
        "Arithmetic needs both sides of one base type: int with int, float with float; "
        + "comparison of vectors is done by functions such as lessThan(). The operators %, &, |, "
        + "^, ~, << and >> are reserved in GLSL ES 1.00.",
      bad: "vec3 a = v * 2;",
      good: "vec3 a = v * 2.0;"),
    Rule(
      .badAssignment, "bad-assignment", .error,
      summary: "Something is assigned that cannot be.",
      explanation:
        "Attributes, uniforms, constants, 'in' parameters marked const, the varyings of a "
        + "fragment shader, and swizzles that name a component twice are read-only.",
      bad: "varying vec2 uv;\nvoid main() { uv.x = 0.0; }  // in a fragment shader",
      good: "vec2 p = uv;\np.x = 0.0;"),
    Rule(
      .badField, "bad-field", .error,
      summary: "A swizzle or structure member does not exist.",
      explanation:
        "A swizzle takes one to four letters of one set (xyzw, rgba or stpq), none beyond the "
        + "vector's size. Structures have only the members that they declare.",
      bad: "vec2 a; a.z = 1.0;",
      good: "vec3 a; a.z = 1.0;"),
    Rule(
      .badIndex, "bad-index", .error,
      summary: "An index is outside its array, vector or matrix, or cannot be indexed.",
      explanation: "Indices run from 0 to size - 1. Samplers and structures cannot be indexed.",
      bad: "float a[3]; a[3] = 0.0;",
      good: "a[2] = 0.0;"),
    Rule(
      .notConstant, "not-constant", .error,
      summary: "A constant expression is needed here.",
      explanation:
        "Array sizes, const initialisers and the initialisers of globals take literals, other "
        + "constants and built-in functions of those. WebGL also lets globals start from a "
        + "uniform or another global: pass --webgl if that is your target.",
      bad: "uniform float u;\nfloat g = u;",
      good: "float g;\nvoid main() { g = u; }"),
    Rule(
      .badQualifier, "bad-qualifier", .error,
      summary: "A qualifier is not allowed here, or contradicts another.",
      explanation:
        "attribute and varying are for globals of floating-point type; attribute exists only in "
        + "vertex shaders; const needs an initialiser; samplers are uniforms or parameters.",
      bad: "void main() { uniform float a; }",
      good: "uniform float a;\nvoid main() {}"),
    Rule(
      .badConstructor, "bad-constructor", .error,
      summary: "A constructor's arguments do not make a value of its type.",
      explanation:
        "A vector or matrix needs exactly as many components as it has, or one scalar; GLSL ES "
        + "1.00 does not build a matrix from a matrix, and has no array constructors.",
      bad: "vec3(1.0, 2.0)",
      good: "vec3(1.0, 2.0, 3.0)"),
    Rule(
      .badReturn, "bad-return", .error,
      summary: "A return statement does not fit its function.",
      explanation:
        "A function that returns a value needs one of exactly its type on every path; a void "
        + "function returns nothing.",
      bad: "float f() { return; }",
      good: "float f() { return 0.0; }"),
    Rule(
      .badCondition, "bad-condition", .error,
      summary: "A condition is not a boolean scalar.",
      explanation:
        "if, for, while, ?: and the operators &&, || and ^^ take bool: compare, or call any() "
        + "or all() on a bvec.",
      bad: "if (x) {}",
      good: "if (x != 0.0) {}"),
    Rule(
      .badControlFlow, "bad-control-flow", .error,
      summary: "break, continue or discard stands where it cannot.",
      explanation:
        "break and continue belong into a loop; discard exists only in fragment shaders; GLSL "
        + "ES 1.00 has no switch.",
      bad: "void main() { break; }",
      good: "for (int i = 0; i < 4; i++) { break; }"),
    Rule(
      .recursion, "recursion", .error,
      summary: "A function calls itself, directly or through others.",
      explanation: "GLSL has no recursion: write a loop with a constant bound.",
      bad: "float f(float x) { return f(x); }",
      good: "for (int i = 0; i < 8; i++) { x = g(x); }"),
    Rule(
      .reservedWord, "reserved-word", .error,
      summary: "A word that the language keeps for itself is used as a name.",
      explanation:
        "Rename it. GLSL ES 1.00 reserves, among others, asm, class, union, enum, typedef, "
        + "template, this, packed, goto, switch, default, inline, noinline, volatile, public, "
        + "static, extern, external, interface, flat, long, short, double, half, fixed, unsigned, "
        + "superp, input, output, hvec2 to hvec4, dvec2 to dvec4, fvec2 to fvec4, sampler1D, "
        + "sampler3D, sampler2DRect, sizeof, cast, namespace and using.",
      bad: "float input;",
      good: "float value;"),
    Rule(
      .badArray, "bad-array", .error,
      summary: "An array is declared or used in a way that the language does not have.",
      explanation:
        "GLSL ES 1.00 arrays have one dimension and a constant size of at least 1; they have no "
        + "initialiser, are not assigned as a whole, and attributes cannot be arrays.",
      bad: "float a[];",
      good: "float a[4];"),
    Rule(
      .badLiteral, "bad-literal", .error,
      summary: "A number is malformed or out of range.",
      explanation:
        "Integers may be decimal, octal (leading 0) or hexadecimal, and end in no suffix in "
        + "GLSL ES 1.00; floats need digits beside their point, and end in no f.",
      bad: "float a = 1.0f;",
      good: "float a = 1.0;"),
    Rule(
      .badExtension, "bad-extension", .error,
      summary:
        "An extension is not known to this driver, or a feature needs one that is not enabled.",
      explanation:
        "Write #extension NAME : enable above the first declaration, inside #ifdef NAME, and "
        + "give a fallback for drivers without it.",
      bad: "gl_FragColor.r = dFdx(x);",
      good: "#extension GL_OES_standard_derivatives : enable"),
    Rule(
      .badFunction, "bad-function", .error,
      summary: "A function is declared, defined or called in a way that does not fit.",
      explanation:
        "Prototype and definition must agree in types and qualifiers; functions are not nested, "
        + "built-ins are not redefined, and a called function must be defined somewhere; out and "
        + "inout arguments must be variables.",
      bad: "float f(float x);\nvoid main() { f(1.0); }  // never defined",
      good: "float f(float x) { return x; }"),
    Rule(
      .compileError, "compile-error", .error,
      summary: "The compiler refuses the shader for another reason.",
      explanation:
        "The message is the compiler's own. If it appears often, tell us with the shader, so "
        + "that it gets a name of its own."),
    // Preprocessor
    Rule(
      .preprocessorError, "preprocessor-error", .error,
      summary: "A preprocessor directive is malformed.",
      explanation:
        "GLSL ES 1.00 knows #define, #undef, #if, #ifdef, #ifndef, #else, #elif, #endif, "
        + "#error, #pragma, #extension, #version and #line. Names undefined in #if are errors, "
        + "the operators ## and # do not exist, and each #if needs its #endif.",
      bad: "#if FOG +",
      good: "#if FOG + 1 > 1"),
    Rule(
      .errorDirective, "error-directive", .error,
      summary: "The shader itself stops the compilation with #error.",
      explanation:
        "The text after #error is the author's: usually a missing -D definition or an extension "
        + "that this driver does not have.",
      bad: "#error define LIGHTS",
      good: "shaderlint -D LIGHTS=4 file.frag"),
    Rule(
      .macroError, "macro-error", .error,
      summary: "A macro is defined or called wrongly.",
      explanation:
        "Calls need as many arguments as the definition has parameters; redefinition must be "
        + "identical; names that begin with GL_ or contain __ are reserved.",
      bad: "#define A(x) x\nA(1, 2)",
      good: "A(1)"),
    // Warnings that a driver reports
    Rule(
      .uninitialized, "uninitialized", .warning,
      summary: "A variable is read before anything is written to it.",
      explanation: "Its value is undefined and differs between devices: give it an initial value.",
      bad: "float a; gl_FragColor = vec4(a);",
      good: "float a = 0.0;"),
    Rule(
      .unused, "unused", .warning,
      summary: "Something is declared and never used.",
      explanation: "Remove it, or use it."),
    Rule(
      .deprecated, "deprecated", .warning,
      summary: "Something is used that the language gave up.",
      explanation: "The message names it; look for its successor in the specification."),
    Rule(
      .driverWarning, "driver-warning", .warning,
      summary: "The driver warns of something else.",
      explanation: "The message is the driver's own."),
  ]
}
