extension Rule {
  /// Findings of shaderlint's own rules, which need no driver.
  static let ownRules: [Rule] = [
    // Text
    Rule(
      .missingVersion, "missing-version", .note,
      summary: "The file has no #version directive.",
      explanation:
        "The default is version 100, but some drivers then also accept names from other "
        + "versions. shaderlint compiles such files as if they began with #version 100.",
      bad: "void main() {}",
      good: "#version 100\nvoid main() {}"),
    Rule(
      .wrongVersion, "wrong-version", .error,
      summary: "The #version directive selects a language other than GLSL ES 1.00.",
      explanation:
        "OpenGL ES 2.0 and WebGL 1 only support version 100. Some drivers accept 300 es in an "
        + "ES 2.0 context, others reject the shader.",
      bad: "#version 300 es",
      good: "#version 100"),
    Rule(
      .byteOrderMark, "byte-order-mark", .error,
      summary: "The file begins with a byte-order mark.",
      explanation:
        "Save the file as UTF-8 without a byte-order mark. Drivers see three stray bytes before "
        + "the first token and report an unexpected end of file, or an error on line 1 that no "
        + "editor shows."),
    Rule(
      .nulByte, "nul-byte", .error,
      summary: "The file contains a NUL byte.",
      explanation:
        "A NUL ends a C string, and some drivers silently ignore the rest of the file. The usual "
        + "cause is a file in UTF-16: save it as UTF-8."),
    Rule(
      .nonASCII, "non-ascii", .error,
      summary: "A non-ASCII character occurs outside a comment.",
      explanation:
        "GLSL ES 1.00 is ASCII. Some drivers silently stop reading at such a character, so that "
        + "the code after it is never compiled. Typical causes are typographic quotes, no-break "
        + "spaces and accented letters that were copied from a web page or a word processor.",
      bad: "float größe;",
      good: "float size;"),
    Rule(
      .versionNotFirst, "version-not-first", .error,
      summary: "The #version directive is not the first thing in the file.",
      explanation:
        "Only white space and comments may precede it. If an engine adds text in front of the "
        + "file, let the engine write the directive.",
      bad: "precision mediump float;\n#version 100",
      good: "#version 100\nprecision mediump float;"),
    Rule(
      .emptyFile, "empty-file", .error,
      summary: "The file contains no code.",
      explanation:
        "Many drivers do not compile an empty shader. Check that the file was saved and that no "
        + "#if removes all of it."),
    Rule(
      .extraSemicolon, "extra-semicolon", .note,
      summary: "A semicolon stands alone outside functions.",
      explanation:
        "The grammar of GLSL ES 1.00 (section 9) has no empty declarations. Compilers accept the "
        + "semicolon, glslang rejects it.",
      bad: "void f() {};",
      good: "void f() {}"),
    // Precision
    Rule(
      .missingPrecision, "missing-precision", .error,
      summary: "A float in a fragment shader has no precision.",
      explanation:
        "Floats have no default precision in fragment shaders. Put precision mediump float; (or "
        + "highp) above the first declaration. Some desktop drivers do not require it, but phones "
        + "and browsers do.",
      bad: "void main() { float a; }",
      good: "precision mediump float;"),
    // Limits that every OpenGL ES 2.0 device supports
    Rule(
      .tooManyAttributes, "attributes-over-minimum", .warning,
      summary: "The shader uses more attributes than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 attribute vectors (gl_MaxVertexAttribs). A scalar or vector "
        + "takes one of them, a matrix one per column. Pack scalars into vectors."),
    Rule(
      .tooManyVaryings, "varyings-over-minimum", .warning,
      summary: "The program uses more varyings than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 varying vectors (gl_MaxVaryingVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7. Combine small varyings, or compute "
        + "values in the fragment shader."),
    Rule(
      .tooManyVertexUniforms, "vertex-uniforms-over-minimum", .warning,
      summary: "The vertex shader uses more uniforms than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 128 vectors (gl_MaxVertexUniformVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7."),
    Rule(
      .tooManyFragmentUniforms, "fragment-uniforms-over-minimum", .warning,
      summary: "The fragment shader uses more uniforms than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 16 vectors (gl_MaxFragmentUniformVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7."),
    Rule(
      .vertexTexture, "vertex-samplers-over-minimum", .warning,
      summary: "A vertex shader reads a texture.",
      explanation:
        "OpenGL ES 2.0 does not guarantee any texture units for vertex shaders: "
        + "gl_MaxVertexTextureImageUnits may be 0. Check it at run time and provide a fallback."),
    Rule(
      .tooManySamplers, "samplers-over-minimum", .warning,
      summary: "The shader or program uses more samplers than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 texture units for a fragment shader "
        + "(gl_MaxTextureImageUnits) and 8 for a program (gl_MaxCombinedTextureImageUnits)."),
    Rule(
      .fragDataIndex, "frag-data-over-minimum", .error,
      summary: "gl_FragData is indexed beyond the only draw buffer of OpenGL ES 2.0.",
      explanation:
        "gl_MaxDrawBuffers is 1, so only gl_FragData[0] exists. Other indices need #extension "
        + "GL_EXT_draw_buffers : enable.",
      bad: "gl_FragData[1] = c;",
      good: "#extension GL_EXT_draw_buffers : require"),
    // Names
    Rule(
      .reservedName, "reserved-name", .error,
      summary: "A declared name is reserved by GLSL.",
      explanation: "Names that begin with gl_ are reserved. Use another prefix.",
      bad: "float gl_time;",
      good: "float u_time;"),
    Rule(
      .doubleUnderscore, "double-underscore", .warning,
      summary: "A name contains two underscores in a row.",
      explanation: "Such names are reserved, and some compilers reject them.",
      bad: "float my__value;",
      good: "float my_value;"),
    Rule(
      .webglName, "webgl-reserved-name", .warning,
      summary: "A name begins with webgl_ or _webgl_.",
      explanation: "WebGL reserves these prefixes and rejects the shader.",
      bad: "float webgl_time;",
      good: "float u_time;"),
    Rule(
      .longName, "long-name", .warning,
      summary: "A name has more than 256 characters.",
      explanation:
        "WebGL 1 rejects names and other tokens of more than 256 characters (WebGL 1.0, section "
        + "6.21). With --webgl it is an error."),
  ]
}
