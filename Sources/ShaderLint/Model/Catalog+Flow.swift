extension Rule {
  /// Control flow that is probably a mistake.
  static let flowRules: [Rule] = [
    Rule(
      .unreachableCode, .warning, by: .always,
      summary: "No path reaches the code.",
      explanation:
        "It follows a return, discard, break or continue, or a loop that never ends. Remove it, or "
        + "the jump before it.",
      clause: "GLSL ES 1.00, section 6.4",
      bad: "vec4 dim(vec4 color) { return color; color *= 0.5; }",
      good: "vec4 dim(vec4 color) { color *= 0.5; return color; }"),
    Rule(
      .constantCondition, .note, by: .always, isOffByDefault: true,
      summary: "The condition of an if always has the same value.",
      explanation:
        "One branch never runs. Conditions that contain a macro or a constant are not reported, "
        + "because they are usually compile-time switches. The rule is off by default, because if "
        + "(false) is often one, too.",
      clause: "GLSL ES 1.00, section 6.2",
      bad: "if (1.0 > 2.0) discard;",
      good: "if (alpha > 2.0) discard;"),
    Rule(
      .missingReturn, .warning, by: .always,
      summary: "A function can end without returning its result.",
      explanation:
        "The result is then undefined, and differs between devices. Return a value on every path. "
        + "The end of a function is not reported after two or more if statements that return, "
        + "because they may cover all cases. A driver may still warn.",
      clause: "GLSL ES 1.00, section 6.1.1",
      bad: "float f(float x) { if (x > 0.0) return x; }",
      good: "float f(float x) { return x > 0.0 ? x : 0.0; }"),
    Rule(
      .textureInBranch, .warning, by: .always, isOffByDefault: true,
      summary: "A texture lookup is in a block that only some fragments run.",
      explanation:
        "The level of detail is computed from the differences of the texture coordinates between "
        + "neighboring fragments. If some of these don't run the block, the level is undefined, "
        + "which shows as a seam. Sample the texture before the block, or specify the level with "
        + "texture2DLodEXT. A condition on uniforms alone is the same for all fragments and is not "
        + "reported. The rule is off by default, because a texture without mipmaps has no such "
        + "problem: on 2026-11-28, none of the 85 findings in the shaders of RetroArch was about a "
        + "pass with mipmaps.",
      clause: "GLSL ES 1.00, appendix A.6",
      bad: "if (v_uv.x > 0.5) color = texture2D(image, v_uv);",
      good: "vec4 texel = texture2D(image, v_uv);\nif (v_uv.x > 0.5) color = texel;"),
    Rule(
      .derivativeInBranch, .warning, by: .always,
      summary: "A derivative is in a block that only some fragments run.",
      explanation:
        "dFdx, dFdy and fwidth compare neighboring fragments, and are undefined if some of these "
        + "don't run the block. Compute the derivative before the block.",
      clause: "the extension GL_OES_standard_derivatives",
      bad: "if (v_uv.x > 0.5) width = fwidth(v_uv.x);",
      good: "float change = fwidth(v_uv.x);\nif (v_uv.x > 0.5) width = change;"),
    Rule(
      .noOutput, .warning, by: .always,
      summary: "A shader computes something, but writes no position or color.",
      explanation:
        "Without gl_Position, the place of the vertices is undefined, and without gl_FragColor or "
        + "gl_FragData the color of the fragments. Shaders with discard and those whose main is "
        + "empty are not reported: they may serve for depth only.",
      clause: "GLSL ES 1.00, sections 7.1 and 7.2",
      bad: "void main() { vec4 color = vec4(1.0); }",
      good: "void main() { gl_FragColor = vec4(1.0); }"),
  ]
}
