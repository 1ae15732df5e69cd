extension Rule {
  /// What our own rules find, driver or not.
  static let ownRules: [Rule] = [
    // Rules of ours: the text
    Rule(
      .missingVersion, "missing-version", .note,
      summary: "The file has no #version line.",
      explanation:
        "Without one the version is 100, but some drivers then accept names of other versions. "
        + "shaderlint compiles such files with #version 100 put in front, so that the verdict is "
        + "that of GLSL ES 1.00.",
      bad: "void main() {}",
      good: "#version 100\nvoid main() {}"),
    Rule(
      .wrongVersion, "wrong-version", .error,
      summary: "The #version line asks for another language than GLSL ES 1.00.",
      explanation:
        "OpenGL ES 2.0 and WebGL 1 know version 100 only. Some drivers take 300 es in an ES 2.0 "
        + "context, others refuse the shader.",
      bad: "#version 300 es",
      good: "#version 100"),
    Rule(
      .byteOrderMark, "byte-order-mark", .error,
      summary: "The file begins with a byte-order mark.",
      explanation:
        "Save the file as UTF-8 without BOM: drivers see three stray bytes before the first "
        + "token and report an unexpected end of file, or an error on line 1 that no editor "
        + "shows."),
    Rule(
      .nulByte, "nul-byte", .error,
      summary: "The file contains a NUL byte.",
      explanation:
        "C strings end there: some drivers silently ignore the rest of the file. Often the file "
        + "is UTF-16: save it as UTF-8."),
    Rule(
      .nonASCII, "non-ascii", .error,
      summary: "A byte above 0x7F stands outside a comment.",
      explanation:
        "GLSL ES 1.00 is ASCII; some drivers silently stop reading there, so that what follows "
        + "is never compiled. Typical: a typographic quote, a no-break space, a letter with an "
        + "accent, from a web page or a word processor.",
      bad: "float größe;",
      good: "float size;"),
    Rule(
      .versionNotFirst, "version-not-first", .error,
      summary: "The #version line is not the first thing in the file.",
      explanation:
        "Only blanks and comments may stand above it. If an engine puts text in front of the "
        + "file, leave the line to the engine.",
      bad: "precision mediump float;\n#version 100",
      good: "#version 100\nprecision mediump float;"),
    Rule(
      .emptyFile, "empty-file", .error,
      summary: "The file has no code at all.",
      explanation:
        "An empty shader does not compile on many drivers. Check that the file was saved, and "
        + "that an #if does not take all of it away."),
    // Rules of ours: precision
    Rule(
      .missingPrecision, "missing-precision", .error,
      summary: "A float in a fragment shader has no precision.",
      explanation:
        "Fragment shaders have no default precision for float: put precision mediump float; (or "
        + "highp) above the first declaration. Desktop drivers may accept it without, phones and "
        + "browsers do not.",
      bad: "void main() { float a; }",
      good: "precision mediump float;"),
    // Rules of ours: what every OpenGL ES 2.0 device can hold
    Rule(
      .tooManyAttributes, "attributes-over-minimum", .warning,
      summary: "More attributes than every device has room for.",
      explanation:
        "OpenGL ES 2.0 promises 8 attribute vectors (gl_MaxVertexAttribs). Each attribute takes "
        + "one, whatever its size; a matrix one for each column. Pack scalars into vectors."),
    Rule(
      .tooManyVaryings, "varyings-over-minimum", .warning,
      summary: "More varyings than every device has room for.",
      explanation:
        "OpenGL ES 2.0 promises 8 varying vectors (gl_MaxVaryingVectors), filled by the packing "
        + "algorithm of GLSL ES 1.00, appendix A.7. Combine small varyings, or compute them in "
        + "the fragment shader."),
    Rule(
      .tooManyVertexUniforms, "vertex-uniforms-over-minimum", .warning,
      summary: "More uniforms in the vertex shader than every device has room for.",
      explanation:
        "OpenGL ES 2.0 promises 128 vectors (gl_MaxVertexUniformVectors), filled by the packing "
        + "algorithm of GLSL ES 1.00, appendix A.7."),
    Rule(
      .tooManyFragmentUniforms, "fragment-uniforms-over-minimum", .warning,
      summary: "More uniforms in the fragment shader than every device has room for.",
      explanation:
        "OpenGL ES 2.0 promises 16 vectors (gl_MaxFragmentUniformVectors), filled by the "
        + "packing algorithm of GLSL ES 1.00, appendix A.7."),
    Rule(
      .vertexTexture, "vertex-samplers-over-minimum", .warning,
      summary: "A vertex shader reads a texture.",
      explanation:
        "OpenGL ES 2.0 promises no texture unit to vertex shaders "
        + "(gl_MaxVertexTextureImageUnits may be 0): test at run time and have another way."),
    Rule(
      .tooManySamplers, "samplers-over-minimum", .warning,
      summary: "More samplers than every device has texture units.",
      explanation:
        "OpenGL ES 2.0 promises 8 units to a fragment shader (gl_MaxTextureImageUnits) and 8 to "
        + "a program (gl_MaxCombinedTextureImageUnits)."),
    Rule(
      .fragDataIndex, "frag-data-over-minimum", .error,
      summary: "gl_FragData is indexed beyond the one draw buffer of OpenGL ES 2.0.",
      explanation:
        "gl_MaxDrawBuffers is 1, so that only gl_FragData[0] exists. More need #extension "
        + "GL_EXT_draw_buffers : enable.",
      bad: "gl_FragData[1] = c;",
      good: "#extension GL_EXT_draw_buffers : require"),
    // Rules of ours: names
    Rule(
      .reservedName, "reserved-name", .error,
      summary: "A name is declared that GLSL keeps for itself.",
      explanation: "Names that begin with gl_ belong to the language. Use another prefix.",
      bad: "float gl_time;",
      good: "float u_time;"),
    Rule(
      .doubleUnderscore, "double-underscore", .warning,
      summary: "A name contains two underscores in a row.",
      explanation: "Such names are reserved for the layers below: some compilers refuse them.",
      bad: "float my__value;",
      good: "float my_value;"),
    Rule(
      .webglName, "webgl-reserved-name", .warning,
      summary: "A name begins with webgl_ or _webgl_.",
      explanation: "WebGL keeps these prefixes for itself and refuses the shader.",
      bad: "float webgl_time;",
      good: "float u_time;"),
  ]
}
