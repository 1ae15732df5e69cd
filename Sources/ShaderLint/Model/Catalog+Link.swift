extension Rule {
  /// Findings of linking the two stages of a program.
  static let linkRules: [Rule] = [
    // Linking
    Rule(
      .uniformPrecisionMismatch, .error,
      summary: "A uniform has different precisions in the two stages.",
      explanation:
        "The type and precision must be the same in both stages. Several "
        + "drivers refuse to link otherwise, some of them without a message. The usual cause: "
        + "floats default to highp in a vertex shader, while the fragment shader says "
        + "precision mediump float. Write the precision in both declarations. The finding is a "
        + "warning if only one stage uses the uniform, because most drivers then link.",
      clause: "GLSL ES 1.00, section 4.3.4",
      bad:
        "// vertex shader\nuniform float u_fade;  // highp by default\n"
        + "// fragment shader\nprecision mediump float;\nuniform float u_fade;",
      good: "// both shaders\nuniform mediump float u_fade;"),
    Rule(
      .uniformTypeMismatch, .error,
      summary: "A uniform has different types in the two stages.",
      explanation:
        "Give both declarations the same type and array size. Structures need the same members "
        + "in the same order, with the same names, types and precisions.",
      clause: "GLSL ES 1.00, section 4.3.4",
      bad:
        "// vertex shader\nuniform mediump vec3 light;\n"
        + "// fragment shader\nuniform mediump vec4 light;",
      good: "// both shaders\nuniform mediump vec3 light;"),
    Rule(
      .varyingTypeMismatch, .error,
      summary: "A varying has different types in the two stages.",
      explanation:
        "The type and array size of a varying must be the same in both stages. The precision may "
        + "differ.",
      clause: "GLSL ES 1.00, section 4.3.5",
      bad:
        "// vertex shader\nvarying mediump vec2 uv;\n"
        + "// fragment shader\nvarying mediump vec3 uv;",
      good: "// both shaders\nvarying mediump vec2 uv;"),
    Rule(
      .varyingNotWritten, .error,
      summary: "The fragment shader reads a varying that the vertex shader does not declare.",
      explanation:
        "Declare the varying in the vertex shader and assign a value to it, or stop reading it.",
      clause: "GLSL ES 1.00, section 4.3.5",
      bad:
        "// vertex shader\nvoid main() { gl_Position = vec4(0.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v_color;\n"
        + "void main() { gl_FragColor = v_color; }",
      good:
        "// vertex shader\nvarying mediump vec4 v_color;\n"
        + "void main() { gl_Position = vec4(0.0); v_color = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v_color;\n"
        + "void main() { gl_FragColor = v_color; }"),
    Rule(
      .missingMain, .error,
      summary: "A stage has no main().",
      explanation:
        "Each stage needs void main(). A file without it compiles but does not link. If other "
        + "files include it, give it another extension, or add it to exclude in the configuration.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "float helper() { return 1.0; }",
      good: "void main() {}"),
    Rule(
      .tooManyResources, .error,
      summary:
        "The program needs more attributes, varyings, uniforms or samplers than this driver "
        + "supports.",
      explanation: "Combine scalars into vectors, or move data into a texture.",
      clause: "OpenGL ES 2.0.25, section 2.10.4",
      bad:
        "// link log: Could not pack varying v_weights\n"
        + "// both shaders\nvarying mediump float v_weights[32];",
      good: "// both shaders\nvarying mediump vec4 v_weights[8];"),
    Rule(
      .undefinedFunction, .error,
      summary: "A function is called but not defined.",
      explanation: "Add a definition. A prototype alone is not enough.",
      clause: "GLSL ES 1.00, section 6.1",
      bad:
        "// vertex shader\nfloat wave(float x);\n"
        + "void main() { gl_Position = vec4(wave(0.5)); }",
      good:
        "// vertex shader\nfloat wave(float x) { return sin(x); }\n"
        + "void main() { gl_Position = vec4(wave(0.5)); }"),
    Rule(
      .invarianceMismatch, .error,
      summary: "A varying is invariant in only one stage.",
      explanation:
        "Declare the varying invariant in both stages or in neither. gl_FragCoord may be "
        + "invariant only if gl_Position is, and gl_PointCoord only if gl_PointSize is. #pragma "
        + "STDGL invariant(all) makes all outputs of the vertex shader invariant, so that the "
        + "fragment shader must declare each of its varyings invariant.",
      clause: "GLSL ES 1.00, section 4.6.4",
      bad:
        "// vertex shader\ninvariant varying mediump vec3 n;\n"
        + "// fragment shader\nvarying mediump vec3 n;",
      good: "// both shaders\ninvariant varying mediump vec3 n;"),
    Rule(
      .missingStage, .error,
      summary: "A stage is missing or did not compile.",
      explanation: "A program needs a vertex and a fragment shader. Fix compile errors first.",
      clause: "OpenGL ES 2.0.25, section 2.10.3",
      bad: "shaderlint --pair wave.vert",
      good: "shaderlint --pair wave.vert wave.frag"),
    Rule(
      .validationFailed, .warning,
      summary: "The linked program fails glValidateProgram.",
      explanation:
        "The driver does not accept the program in the current state. Messages about samplers "
        + "are left out: the application assigns the texture units.",
      clause: "OpenGL ES 2.0.25, section 2.10.5",
      bad:
        "// validation log: error: the program needs more than 512 instructions\n"
        + "// fragment shader\nvarying mediump float v_x;\nvoid main() {\n"
        + "  for (int i = 0; i < 256; i++) gl_FragColor += vec4(sin(v_x));\n}\n"
        + "// vertex shader\nvarying mediump float v_x;\nvoid main() { v_x = 1.0; }",
      good:
        "// fragment shader\nvarying mediump float v_x;\n"
        + "void main() { gl_FragColor = vec4(256.0 * sin(v_x)); }\n"
        + "// vertex shader\nvarying mediump float v_x;\nvoid main() { v_x = 1.0; }"),
    Rule(
      .linkError, .error,
      summary: "The program does not link for another reason.",
      explanation:
        "The message is the driver's own. If it gives no reason, compare the declarations that "
        + "both stages share.",
      clause: "OpenGL ES 2.0.25, section 2.10.3",
      bad:
        "// link log: error: linking failed\n"
        + "// both shaders\nstruct Light { mediump vec3 color; }; uniform Light u_lights[2];",
      good: "// both shaders\nuniform mediump vec3 u_colors[2];"),
  ]
}
