extension Rule {
  /// What GLSL ES 1.00 allows and OpenGL ES 2.0 devices need not support.
  static let limitationRules: [Rule] = [
    // What OpenGL ES 2.0 devices need not support (appendix A)
    Rule(
      .loopForm, .warning, by: .always, isMinimum: true,
      summary: "A for loop does not have the form that every device supports.",
      explanation:
        "A for loop declares one int or float with a constant initial "
        + "value, compares it with a constant, and changes it by a constant. Other loops need not "
        + "compile on a device, and WebGL 1 rejects them (--webgl makes it an error). A limit that "
        + "is not constant can be checked inside the loop.",
      clause: "GLSL ES 1.00, appendix A.4",
      bad: "for (int i = 0; i < u_count; i++) { sum += u_weight[i]; }",
      good: "for (int i = 0; i < 16; i++) { if (i >= u_count) break; sum += u_weight[i]; }"),
    Rule(
      .loopIndexWritten, .warning, by: .always, isMinimum: true,
      summary: "A loop changes its index in its body.",
      explanation:
        "The body of a loop must not assign to the loop index, nor "
        + "pass it to a function as an out or inout argument. WebGL 1 rejects such loops (--webgl "
        + "makes it an error).",
      clause: "GLSL ES 1.00, appendix A.4",
      bad: "for (int i = 0; i < 8; i++) { if (skip) i++; }",
      good: "for (int i = 0; i < 8; i++) { if (skip) continue; }"),
    Rule(
      .whileLoop, .warning, by: .always, isMinimum: true,
      summary: "A while or do loop.",
      explanation:
        "Devices need not support while and do loops. WebGL 1 rejects "
        + "them (--webgl makes it an error). Use a for loop with a constant limit, and break.",
      clause: "GLSL ES 1.00, appendix A.4",
      bad: "while (t < 1.0) { t += 0.1; }",
      good: "for (int i = 0; i < 64; i++) { if (t >= 1.0) break; t += 0.1; }"),
    Rule(
      .dynamicIndex, .warning, by: .always, isMinimum: true,
      summary: "An index is neither constant nor a loop index.",
      explanation:
        "Devices need only support indices that are made of constants and loop indices. Uniforms "
        + "in vertex shaders, except samplers, may be indexed by any expression. WebGL 1 rejects "
        + "other indices (--webgl makes it an error). A loop over the elements can select one.",
      clause: "GLSL ES 1.00, appendix A.5",
      bad: "vec4 c = u_colors[int(v_index)];  // in a fragment shader",
      good: "vec4 c;\nfor (int i = 0; i < 4; i++) { if (i == int(v_index)) c = u_colors[i]; }"),
    Rule(
      .longLoop, .warning, by: .always, isOffByDefault: true,
      summary: "A loop, with the loops around it, runs more than 4,096 times.",
      explanation:
        "Compilers may unroll loops, which is why appendix A.4 requires constant limits. Long "
        + "loops compile slowly or not at all. The rule is off by default, because most compilers "
        + "don't unroll such loops.",
      clause: "GLSL ES 1.00, appendix A.4",
      bad: "for (int i = 0; i < 100000; i++) { t += 0.1; }",
      good: "for (int i = 0; i < 64; i++) { t += 0.1; }"),
    // Values
    Rule(
      .divisionByZero, .warning, by: .always,
      summary: "A division by a constant that is zero.",
      explanation:
        "The result is undefined: infinity on some devices, 0 or "
        + "any other value on others.",
      clause: "GLSL ES 1.00, section 5.9",
      bad: "float a = x / 0.0;",
      good: "float a = x / max(y, 0.0001);"),
    Rule(
      .domain, .warning, by: .always,
      summary: "A built-in function is undefined for its argument.",
      explanation:
        "sqrt and pow need x >= 0, inversesqrt, log and log2 need x > 0, asin and acos need |x| <= "
        + "1, mod needs a divisor other than 0, normalize a vector other than 0, smoothstep a "
        + "first edge below its second, and clamp a minimum up to its maximum. pow(0.0, y) needs "
        + "y > 0, and atan(0.0, x) an x other than 0. For other arguments the result is undefined "
        + "and differs between devices.",
      clause: "GLSL ES 1.00, sections 8.1 to 8.4",
      bad: "float a = pow(-2.0, 2.0);",
      good: "float a = 4.0;"),
    Rule(
      .maybeDomain, .note, by: .always,
      summary: "A built-in function or a division is undefined for some of the values it takes.",
      explanation:
        "The form of the argument shows that it can be out of range, such as a sine, which can be "
        + "negative, or that the divisor can be 0, such as a texel. The result is infinite or no "
        + "number on some devices. Nothing is reported for variables that the shader tests in a "
        + "condition, for components of unit vectors as divisors, and for values of which nothing "
        + "is known. Comments give the ranges of uniforms: // shaderlint: range u_scale 1..8. The "
        + "rule does not relate the parts of an expression to each other: of 60 findings in The "
        + "Book of Shaders, gl-transitions, RetroArch, glslsandbox.com and others, 54 were right "
        + "on 2026-11-28.",
      clause: "GLSL ES 1.00, sections 5.9 and 8.1 to 8.3",
      bad: "float a = pow(sin(x), 2.0);",
      good: "float a = sin(x) * sin(x);"),
  ]
}
