import GLSL

extension Rule {
  /// Findings of compilers in one shader.
  static let compileRules: [Rule] = [
    // Errors that drivers report
    Rule(
      .undeclaredIdentifier, .error,
      summary: "A name is used that is not declared in this scope.",
      explanation:
        "Declare the name before you use it, or check its spelling: names are case-sensitive. "
        + "GLSL ES 1.00 lacks the names of desktop GLSL, such as gl_Vertex and ftransform. A name "
        + "that is declared inside #ifdef is missing if that branch is inactive. In a folder, "
        + "several names of a shader that no checked file declares, and that are like none that it "
        + "has, are one finding: an #include line may be missing, or a program adds the "
        + "declarations. For the latter, name a file with them as 'prelude' in [[files]].",
      clause: "GLSL ES 1.00, section 4.2",
      bad: "void main() { gl_FragColor = vec4(color, 1.0); }  // no 'color' above",
      good: "uniform vec3 color;\nvoid main() { gl_FragColor = vec4(color, 1.0); }"),
    Rule(
      .syntaxError, .error,
      summary: "The text does not follow the grammar of GLSL ES 1.00.",
      explanation:
        "Look at the token in the message and at the end of the line before it: the parser "
        + "notices a missing semicolon or bracket only at the next token. It then goes on with "
        + "the next statement or declaration, and does not report names that the skipped text may "
        + "have declared. A driver stops at the first syntax error.",
      clause: "GLSL ES 1.00, section 9",
      bad: "vec3 a = vec3(1.0)\nvec3 b;",
      good: "vec3 a = vec3(1.0);\nvec3 b;"),
    Rule(
      .typeMismatch, .error,
      summary: "An expression has the wrong type.",
      explanation:
        "GLSL ES 1.00 has no implicit conversions: write float literals with a decimal point, "
        + "and use constructors such as float(i) or vec3(x).",
      clause: "GLSL ES 1.00, sections 5.4 and 5.8",
      bad: "float x = 1;",
      good: "float x = 1.0;"),
    Rule(
      .noMatchingFunction, .error,
      summary: "No function with this name takes these arguments.",
      explanation:
        "Compare the number and the exact types of the arguments with the declarations: "
        + "arguments are not converted implicitly. Declare a function above its first call.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "vec4 c = texture2D(image, 1);",
      good: "vec4 c = texture2D(image, vec2(1.0));"),
    Rule(
      .redeclaration, .error,
      summary: "A name is declared twice in the same scope.",
      explanation:
        "Rename or remove one of the two. A function may be declared once and defined once with "
        + "the same parameter types. Built-in functions cannot be redefined.",
      clause: "GLSL ES 1.00, section 4.2.7",
      bad: "float a; float a;",
      good: "float a;"),
    Rule(
      .badOperands, .error,
      summary: "An operator does not accept operands of these types.",
      explanation:
        "Both operands of an arithmetic operator need the same base type: int with int, float "
        + "with float. Compare vectors with functions such as lessThan(). Arrays, and structures "
        + "that contain arrays or samplers, cannot be compared with == or selected with ?:. GLSL "
        + "ES 1.00 reserves the operators %, &, |, ^, ~, << and >>.",
      clause: "GLSL ES 1.00, section 5.9",
      bad: "vec3 a = v * 2;",
      good: "vec3 a = v * 2.0;"),
    Rule(
      .badAssignment, .error,
      summary: "A value is assigned to something read-only.",
      explanation:
        "Attributes, uniforms, constants, const parameters, the varyings of a fragment shader, "
        + "and swizzles that repeat a component are read-only. Samplers, arrays, and structures "
        + "with arrays cannot be assigned as a whole. An argument for an out or inout parameter "
        + "must be a variable that can be assigned to. A fragment shader writes gl_FragColor or "
        + "gl_FragData, not both.",
      clause: "GLSL ES 1.00, section 5.8",
      bad: "varying vec2 uv;\nvoid main() { uv.x = 0.0; }  // in a fragment shader",
      good: "varying vec2 uv;\nvoid main() { vec2 p = uv; p.x = 0.0; }"),
    Rule(
      .badField, .error,
      summary: "A swizzle or structure member does not exist.",
      explanation:
        "A swizzle has one to four letters from one set (xyzw, rgba or stpq) and names only "
        + "components that the vector has. A structure has only the members it declares.",
      clause: "GLSL ES 1.00, sections 5.5 to 5.7",
      bad: "vec2 a; a.z = 1.0;",
      good: "vec3 a; a.z = 1.0;"),
    Rule(
      .badIndex, .error,
      summary: "An index is out of range, or the value cannot be indexed.",
      explanation:
        "Indices are ints from 0 to size - 1. Only arrays, vectors and matrices can be indexed.",
      clause: "GLSL ES 1.00, sections 4.1.9, 5.5 and 5.6",
      bad: "float a[3]; a[3] = 0.0;",
      good: "float a[3]; a[2] = 0.0;"),
    Rule(
      .notConstant, .error,
      summary: "A constant expression is required here.",
      explanation:
        "The initializers of constants and globals may only contain literals, other constants, "
        + "and calls of built-in functions with those. WebGL also allows uniforms and other "
        + "globals in the initializers of globals: use --webgl if WebGL is your target.",
      clause: "GLSL ES 1.00, sections 4.3 and 5.10",
      bad: "uniform float u;\nfloat g = u;",
      good: "uniform float u;\nfloat g;\nvoid main() { g = u; }"),
    Rule(
      .badQualifier, .error,
      summary: "A qualifier is not allowed here, or conflicts with another one.",
      explanation:
        "attribute, varying and uniform are for globals; in, out and inout are for parameters. "
        + "Attributes and varyings must be floats, float vectors or matrices. Varyings can be "
        + "arrays; attributes cannot, and exist only in vertex shaders. A sampler is a uniform or "
        + "a parameter. A constant needs an initializer; attributes, varyings and uniforms have "
        + "none. Precisions are for ints, floats and samplers. Only varyings and outputs can be "
        + "invariant, before they are used.",
      clause: "GLSL ES 1.00, sections 4.3 to 4.6",
      bad: "void main() { uniform float a; }",
      good: "uniform float a;\nvoid main() {}"),
    Rule(
      .badConstructor, .error,
      summary: "The arguments of a constructor do not fit its type.",
      explanation:
        "Give a vector one scalar, or as many components as it has; a matrix one scalar, one "
        + "matrix, or as many components as it has; a structure exactly its members. The last "
        + "argument of a vector may have more components than are needed. GLSL ES 1.00 has no "
        + "array constructors.",
      clause: "GLSL ES 1.00, section 5.4",
      bad: "vec3 a = vec3(1.0, 2.0);",
      good: "vec3 a = vec3(1.0, 2.0, 3.0);"),
    Rule(
      .badReturn, .error,
      summary: "A return statement does not match the function's return type.",
      explanation:
        "A non-void function returns a value of exactly its return type; a void function returns "
        + "none. The result cannot be a sampler, an array, or a structure with arrays, and must "
        + "be the same in a declaration and its definition. missing-return finds paths without a "
        + "return.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "float f() { return; }",
      good: "float f() { return 0.0; }"),
    Rule(
      .badCondition, .error,
      summary: "A condition is not a bool.",
      explanation:
        "if, for, while, ?: and the operators &&, || and ^^ require a bool. Write a comparison, "
        + "or use any() or all() on a bvec.",
      clause: "GLSL ES 1.00, section 6.2",
      bad: "if (x) {}",
      good: "if (x != 0.0) {}"),
    Rule(
      .badControlFlow, .error,
      summary: "break, continue or discard is not allowed here.",
      explanation:
        "break and continue are only allowed in loops, discard only in fragment shaders. GLSL "
        + "ES 1.00 has no switch.",
      clause: "GLSL ES 1.00, section 6.4",
      bad: "void main() { break; }",
      good: "void main() { for (int i = 0; i < 4; i++) { break; } }"),
    Rule(
      .recursion, .error,
      summary: "A function calls itself, directly or through other functions.",
      explanation: "GLSL does not allow recursion. Use a loop with a constant bound.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "float f(float x) { return f(x); }",
      good:
        "float f(float x) {\n  for (int i = 0; i < 8; i++) { x *= 0.5; }\n  return x;\n}"),
    Rule(
      .reservedWord, .error,
      summary: "A reserved word is used as a name.",
      explanation:
        "Choose another name. GLSL ES 1.00 reserves, among others, asm, class, union, enum, "
        + "typedef, template, this, packed, goto, switch, default, inline, noinline, volatile, "
        + "public, static, extern, external, interface, flat, long, short, double, half, fixed, "
        + "unsigned, superp, input, output, hvec2 to hvec4, dvec2 to dvec4, fvec2 to fvec4, "
        + "sampler1D, sampler3D, sampler2DRect, sizeof, cast, namespace and using.",
      clause: "GLSL ES 1.00, section 3.7",
      bad: "float input;",
      good: "float value;"),
    Rule(
      .badArray, .error,
      summary: "An array is declared or used in a way that GLSL ES 1.00 does not support.",
      explanation:
        "Arrays have one dimension and a size that is a constant int of at least 1. They have "
        + "no initializers, and so cannot be constants.",
      clause: "GLSL ES 1.00, section 4.1.9",
      bad: "float a[];",
      good: "float a[4];"),
    Rule(
      .badLiteral, .error,
      summary: "A number is malformed or out of range.",
      explanation:
        "Integers are decimal, octal (leading 0) or hexadecimal (leading 0x). Floats need a "
        + "digit before or after the decimal point. GLSL ES 1.00 has no suffixes such as f and u.",
      clause: "GLSL ES 1.00, sections 4.1.3 and 4.1.4",
      bad: "float a = 1.0f;",
      good: "float a = 1.0;"),
    Rule(
      .badExtension, .error,
      summary: "An extension is not supported, or a feature needs one that is not enabled.",
      explanation:
        "Write #extension NAME : enable above the first declaration, guard it with #ifdef NAME, "
        + "and provide a fallback for drivers without the extension. The directive must precede "
        + "all code; WebGL allows it anywhere.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "uniform samplerExternalOES u_video;",
      good:
        "#extension GL_OES_EGL_image_external : require\n"
        + "uniform samplerExternalOES u_video;"),
    Rule(
      .badFunction, .error,
      summary: "A function's declaration, definition or call is invalid.",
      explanation:
        "main takes no parameters and returns nothing. A declaration and its definition must have "
        + "the same qualifiers. A parameter cannot have the type void or define a structure. Some "
        + "compilers also reject a return type that defines a structure.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "void main(int count) {}",
      good: "void main() {}"),
    Rule(
      .tooComplex, .error,
      summary: "The shader is nested too deeply, or a macro expands without bound.",
      explanation:
        "shaderlint accepts at most 256 levels of parentheses and blocks, and macros that expand "
        + "to at most 100,000 tokens plus 4 for each token of the shader. Compilers have limits "
        + "of their own, and some crash beyond them.",
      bad:
        "#define TEN(x) x x x x x x x x x x\n"
        + "float a = TEN(TEN(TEN(TEN(TEN(TEN(1.0 +)))))) 0.0;",
      good: "float a = 1000000.0;"),
    Rule(
      .compileError, .error,
      summary: "The compiler rejects the shader for another reason.",
      explanation:
        "The message is the compiler's own. If you see it often, report it together with the "
        + "shader, so that it can get a rule of its own.",
      bad:
        "// compile log: ERROR: 0:1: out of registers\n"
        + "uniform mediump vec4 weights[4096];\nvoid main() { gl_FragColor = weights[4095]; }",
      good:
        "uniform mediump vec4 weights[16];\nvoid main() { gl_FragColor = weights[15]; }"),
    // Preprocessor
    Rule(
      .preprocessorError, .error,
      summary: "A preprocessor directive is malformed.",
      explanation:
        "GLSL ES 1.00 has #define, #undef, #if, #ifdef, #ifndef, #else, #elif, #endif, #error, "
        + "#pragma, #extension, #version and #line. There are no operators ## and #, and each #if "
        + "needs an #endif.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "#define FOG 1\n#if FOG +\n#endif",
      good: "#define FOG 1\n#if FOG > 0\n#endif"),
    Rule(
      .errorDirective, .error,
      summary: "The shader stops the compilation with #error.",
      explanation:
        "The author wrote the text after #error. The usual cause is a missing -D definition or "
        + "an extension that this driver does not support.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "#ifndef LIGHTS\n#error define LIGHTS\n#endif",
      good: "#ifndef LIGHTS\n#define LIGHTS 4\n#endif"),
    Rule(
      .macroError, .error,
      summary: "A macro definition or call is invalid.",
      explanation:
        "A call needs as many arguments as the macro has parameters. A macro can only be "
        + "redefined with the same text. Names that begin with GL_ or contain __ are reserved. A "
        + "name in #if that is not defined is an error, not 0.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "#define HALF(x) ((x) * 0.5)\nfloat a = HALF(1.0, 2.0);",
      good: "#define HALF(x) ((x) * 0.5)\nfloat a = HALF(1.0);"),
    // Warnings that drivers report
    Rule(
      .uninitialized, .warning, by: .always,
      summary: "A variable is read before a value is assigned to it.",
      explanation:
        "The value is undefined and differs between devices. Initialize the variable. The check "
        + "follows values through branches, loops, calls, out and inout parameters and "
        + "components; it assumes that loops run at least once. It reports variables that have no "
        + "value on any path; maybe-uninitialized reports the others. With --webgl it is a note, "
        + "because WebGL sets variables to zero.",
      clause: "GLSL ES 1.00, section 5.8",
      bad: "float a; gl_FragColor = vec4(a);",
      good: "float a = 0.0; gl_FragColor = vec4(a);"),
    Rule(
      .unused, .warning,
      summary: "A declaration is never used.",
      explanation:
        "Reported by a driver or another compiler. Use the declaration or remove it. The rules "
        + "unused-variable to unread-varying (GL3601 to GL3607) are shaderlint's own.",
      bad:
        "// compile log: 0:1(15): warning: unused variable `scale'\n"
        + "mediump float scale;\nvoid main() {}",
      good: "void main() {}"),
    Rule(
      .deprecated, .warning,
      summary: "A deprecated feature is used.",
      explanation:
        "The message names the feature; the specification names its replacement. If a driver "
        + "calls a feature of GLSL ES 1.00 deprecated, it compiles the shader as another version: "
        + "write #version 100.",
      bad:
        "// compile log: 0(1) : warning C7555: 'varying' is deprecated, use 'in/out' instead\n"
        + "varying mediump vec4 v_color;\nvoid main() { gl_FragColor = v_color; }",
      good:
        "#version 100\nvarying mediump vec4 v_color;\nvoid main() { gl_FragColor = v_color; }"),
    Rule(
      .maybeUninitialized, .note, by: .always, isOffByDefault: true,
      summary: "A variable may be read before a value is assigned to it.",
      explanation:
        "On one path to the read, the variable has no value. The rule is off by default: in 1,517 "
        + "published shaders it finds 22 such reads. In nearly all of them, the conditions of the "
        + "assignment and of the read are correlated, so the path is never taken.",
      clause: "GLSL ES 1.00, section 5.8",
      bad: "float a;\nif (lit) a = 1.0;\ngl_FragColor = vec4(a);",
      good: "float a = 0.0;\nif (lit) a = 1.0;\ngl_FragColor = vec4(a);"),
    Rule(
      .driverWarning, .warning,
      summary: "The driver reports a warning that has no rule of its own.",
      explanation: "The message is the driver's own.",
      bad:
        "// compile log: (4,11): warning X3570: gradient instruction used in a loop\n"
        + "uniform sampler2D image;\nvarying mediump vec2 v_uv;\nvoid main() {\n"
        + "  for (int i = 0; i < 4; i++) gl_FragColor += texture2D(image, v_uv);\n}",
      good:
        "uniform sampler2D image;\nvarying mediump vec2 v_uv;\n"
        + "void main() { gl_FragColor = 4.0 * texture2D(image, v_uv); }"),
  ]
}
