extension Rule {
  /// Declarations without use.
  static let useRules: [Rule] = [
    Rule(
      .unusedVariable, .note, by: .alwaysInOwnFile,
      summary: "A variable is never read.",
      explanation:
        "It may be a leftover, or a misspelling of another variable. A name that also occurs in an "
        + "inactive #if branch or in a macro is not reported, because other definitions can use "
        + "it. The same holds for all rules about unused declarations, which also ignore what an "
        + "included file declares. --fix removes the declaration if it declares only this "
        + "variable.",
      clause: "GLSL ES 1.00, section 4.3.1",
      bad: "float scale = 2.0;\ngl_FragColor = vec4(1.0);",
      good: "gl_FragColor = vec4(1.0);"),
    Rule(
      .unusedFunction, .note, by: .alwaysInOwnFile, isOffByDefault: true,
      summary: "A function is never called.",
      explanation:
        "Compilers remove it. The rule is off by default, because many shaders contain a copied "
        + "library but call only part of it.",
      clause: "GLSL ES 1.00, section 6.1",
      bad: "float square(float x) { return x * x; }\nvoid main() { gl_FragColor = vec4(1.0); }",
      good: "void main() { gl_FragColor = vec4(1.0); }"),
    Rule(
      .unusedParameter, .note, by: .alwaysInOwnFile, isOffByDefault: true,
      summary: "A parameter is never used.",
      explanation:
        "Remove it, or leave out its name, which GLSL allows. The rule is off by default, because "
        + "interchangeable functions need the same parameters.",
      clause: "GLSL ES 1.00, section 6.1.1",
      bad: "float light(vec3 n, float shine) { return n.z; }",
      good: "float light(vec3 n, float) { return n.z; }"),
    Rule(
      .unusedUniform, .note, by: .alwaysInOwnFile, isOffByDefault: true,
      summary: "A uniform is never used.",
      explanation:
        "It takes no space, and glGetUniformLocation returns -1 for it. The rule is off by "
        + "default, because many engines declare the same uniforms in all shaders.",
      clause: "GLSL ES 1.00, section 4.3.4",
      bad: "uniform float u_time;\nvoid main() { gl_FragColor = vec4(1.0); }",
      good: "void main() { gl_FragColor = vec4(1.0); }"),
    Rule(
      .unusedAttribute, .note, by: .alwaysInOwnFile, isOffByDefault: true,
      summary: "An attribute is never used.",
      explanation:
        "glGetAttribLocation returns -1 for it, and the data that is uploaded for it is wasted. "
        + "The rule is off by default, because many engines declare the same attributes in all "
        + "shaders.",
      clause: "GLSL ES 1.00, section 4.3.3",
      bad: "attribute vec3 a_normal;\nvoid main() { gl_Position = vec4(0.0); }",
      good: "void main() { gl_Position = vec4(0.0); }"),
    Rule(
      .unusedVarying, .note, by: .alwaysInOwnFile, isOffByDefault: true,
      summary: "A varying is never used.",
      explanation:
        "The rule is off by default, because both stages of a program often include the same "
        + "declarations.",
      clause: "GLSL ES 1.00, section 4.3.5",
      bad: "varying vec2 v_uv;\nvoid main() { gl_FragColor = vec4(1.0); }",
      good: "void main() { gl_FragColor = vec4(1.0); }"),
    Rule(
      .unreadVarying, .note, isOffByDefault: true,
      summary: "The vertex shader writes a varying that the fragment shader does not read.",
      explanation:
        "The linker drops it, but the vertex shader may still compute the value. The rule is off "
        + "by default, because one vertex shader often serves several fragment shaders.",
      clause: "GLSL ES 1.00, section 4.3.5",
      bad:
        "// vertex shader\nvarying mediump vec4 v_light;\n"
        + "void main() { gl_Position = v_light = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v_light;\n"
        + "void main() { gl_FragColor = vec4(1.0); }",
      good:
        "// vertex shader\nvarying mediump vec4 v_light;\n"
        + "void main() { gl_Position = v_light = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v_light;\n"
        + "void main() { gl_FragColor = v_light; }"),
  ]
}
