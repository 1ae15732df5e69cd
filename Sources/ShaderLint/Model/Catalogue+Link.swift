extension Rule {
  /// What linking two stages brings up.
  static let linkRules: [Rule] = [
    // Linking
    Rule(
      .uniformPrecisionMismatch, "uniform-precision-mismatch", .error,
      summary: "A uniform has another precision in the other stage.",
      explanation:
        "GLSL ES 1.00 section 4.3.4 wants the same type and precision in both stages, and "
        + "several drivers refuse to link otherwise, some of them without a message. The usual "
        + "cause: a vertex shader defaults to highp float while the fragment shader says "
        + "precision mediump float. Write the precision at both declarations. It is a warning "
        + "while only one stage uses the uniform, because most drivers then link.",
      bad: "uniform float time;  // in both files, other defaults",
      good: "uniform mediump float time;  // in both files"),
    Rule(
      .uniformTypeMismatch, "uniform-type-mismatch", .error,
      summary: "A uniform has another type in the other stage.",
      explanation:
        "Give both declarations the same type, array size and, for structures, the same members "
        + "in the same order with the same names and precisions.",
      bad: "uniform vec3 light;  /  uniform vec4 light;",
      good: "uniform vec3 light;  // in both"),
    Rule(
      .varyingTypeMismatch, "varying-type-mismatch", .error,
      summary: "A varying has another type in the other stage.",
      explanation:
        "Type and array size of a varying must agree between the stages; precision need not.",
      bad: "varying vec2 uv;  /  varying vec3 uv;",
      good: "varying vec2 uv;  // in both"),
    Rule(
      .varyingNotWritten, "varying-not-declared", .error,
      summary: "The fragment shader reads a varying that the vertex shader does not declare.",
      explanation: "Declare it in the vertex shader and write it in main(), or stop reading it."),
    Rule(
      .missingMain, "missing-main", .error,
      summary: "A stage has no main().",
      explanation:
        "Each stage needs void main(). Such a file compiles, and fails only when it is linked: "
        + "if the file is meant to be included by others, give it another ending, or leave it out "
        + "with exclude in the configuration.",
      bad: "float helper() { return 1.0; }",
      good: "void main() {}"),
    Rule(
      .tooManyResources, "too-many-resources", .error,
      summary:
        "The program needs more attributes, varyings, uniforms or samplers than this driver "
        + "has.",
      explanation: "Combine scalars into vectors, or move data into a texture."),
    Rule(
      .undefinedFunction, "undefined-function", .error,
      summary: "A function is called that no shader of the stage defines.",
      explanation: "Add its body: a prototype alone is not enough."),
    Rule(
      .invarianceMismatch, "invariance-mismatch", .error,
      summary: "A varying is invariant in one stage only.",
      explanation: "Declare it invariant in both stages or in neither.",
      bad: "invariant varying vec3 n;  /  varying vec3 n;",
      good: "invariant varying vec3 n;  // in both"),
    Rule(
      .missingStage, "missing-stage", .error,
      summary: "A program lacks a stage, or a stage of it did not compile.",
      explanation: "Mend the compile errors first; a program needs a vertex and a fragment shader."),
    Rule(
      .validationFailed, "validation-failed", .warning,
      summary: "The linked program does not pass glValidateProgram.",
      explanation:
        "The usual cause is two samplers of different types on one texture unit: give each "
        + "sampler its unit with glUniform1i."),
    Rule(
      .linkError, "link-error", .error,
      summary: "The program does not link for another reason.",
      explanation:
        "The message is the driver's own; an empty log means that the driver gave no reason: "
        + "compare the declarations that both stages share."),
  ]
}
