extension Rule {
  /// What GLSL ES 1.00 allows and OpenGL ES 2.0 devices need not support.
  static let limitationRules: [Rule] = [
    // What OpenGL ES 2.0 devices need not support (appendix A)
    Rule(
      .loopForm, "loop-form", .warning,
      summary: "A for loop does not have the form that every device supports.",
      explanation:
        "GLSL ES 1.00, appendix A.4: a for loop declares one int or float with a constant initial "
        + "value, compares it with a constant, and changes it by a constant. Other loops need not "
        + "compile on a device, and WebGL 1 rejects them (--webgl makes it an error). A limit that "
        + "is not constant can be checked inside the loop.",
      bad: "for (int i = 0; i < u_count; i++) { … }",
      good: "for (int i = 0; i < 16; i++) { if (i >= u_count) break; … }"),
    Rule(
      .loopIndexWritten, "loop-index-written", .warning,
      summary: "A loop changes its index in its body.",
      explanation:
        "GLSL ES 1.00, appendix A.4: the body of a loop must not assign to the loop index, nor "
        + "pass it to a function as an out or inout argument. WebGL 1 rejects such loops (--webgl "
        + "makes it an error).",
      bad: "for (int i = 0; i < 8; i++) { if (skip) i++; }",
      good: "for (int i = 0; i < 8; i++) { if (skip) continue; }"),
    Rule(
      .whileLoop, "while-loop", .warning,
      summary: "A while or do loop.",
      explanation:
        "GLSL ES 1.00, appendix A.4: devices need not support while and do loops. WebGL 1 rejects "
        + "them (--webgl makes it an error). Use a for loop with a constant limit, and break.",
      bad: "while (t < 1.0) { … }",
      good: "for (int i = 0; i < 64; i++) { if (t >= 1.0) break; … }"),
    Rule(
      .dynamicIndex, "dynamic-index", .warning,
      summary: "An index is neither constant nor a loop index.",
      explanation:
        "GLSL ES 1.00, appendix A.5: devices need only support indices that are made of constants "
        + "and loop indices. Uniforms in vertex shaders, except samplers, may be indexed by "
        + "anything. WebGL 1 rejects other indices (--webgl makes it an error). A loop over the "
        + "elements can select one.",
      bad: "vec4 c = u_colors[int(v_index)];  // in a fragment shader",
      good: "for (int i = 0; i < 4; i++) { if (i == int(v_index)) c = u_colors[i]; }"),
    // Values
    Rule(
      .divisionByZero, "division-by-zero", .warning,
      summary: "A division by a constant that is zero.",
      explanation:
        "The result is undefined (GLSL ES 1.00, section 4.1.4): infinity on some devices, 0 or "
        + "any other value on others.",
      bad: "float a = x / 0.0;",
      good: "float a = x / max(y, 0.0001);"),
  ]
}
