extension Rule {
  /// Findings of shaderlint's own rules, which need no driver.
  static let ownRules: [Rule] = [
    // Text
    Rule(
      .missingVersion, .note, isOffByDefault: true,
      summary: "The file has no #version directive.",
      explanation:
        "The default is version 100, but some drivers then also accept names from other "
        + "versions. shaderlint compiles such files as if they began with #version 100. The rule "
        + "is off by default, because engines often add the directive.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "void main() {}",
      good: "#version 100\nvoid main() {}"),
    Rule(
      .wrongVersion, .error, by: .text,
      summary: "The #version directive selects a language other than GLSL ES 1.00.",
      explanation:
        "OpenGL ES 2.0 and WebGL 1 only support version 100. Some drivers accept 300 es in an ES "
        + "2.0 context; others reject the shader.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "#version 300 es",
      good: "#version 100"),
    Rule(
      .byteOrderMark, .error,
      summary: "The file begins with a byte-order mark.",
      explanation:
        "Save the file as UTF-8 without a byte-order mark. Drivers see three stray bytes before "
        + "the first token and report an unexpected end of file, or an error on line 1 that no "
        + "editor shows.",
      clause: "GLSL ES 1.00, section 3.1",
      bad: "<EF BB BF>precision mediump float;",
      good: "precision mediump float;"),
    Rule(
      .nulByte, .error,
      summary: "The file contains a NUL byte.",
      explanation:
        "A NUL ends a C string, and some drivers silently ignore the rest of the file. The usual "
        + "cause is a file in UTF-16: save it as UTF-8.",
      clause: "GLSL ES 1.00, section 3.1",
      bad: "precision mediump float;<00>",
      good: "precision mediump float;"),
    Rule(
      .nonASCII, .error,
      summary: "A non-ASCII character occurs outside a comment.",
      explanation:
        "GLSL ES 1.00 is ASCII. Some drivers silently stop reading at such a character, so that "
        + "the code after it is never compiled. Typical causes are typographic quotes, no-break "
        + "spaces and accented letters that were copied from a web page or a word processor. With "
        + "--webgl, code that #if removes may have any characters, as comments may.",
      clause: "GLSL ES 1.00, section 3.1",
      bad: "float größe;",
      good: "float size;"),
    Rule(
      .versionNotFirst, .error, by: .text,
      summary: "The #version directive is not the first thing in the file.",
      explanation:
        "Only white space and comments may precede it. If an engine adds text in front of the "
        + "file, let the engine write the directive.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "precision mediump float;\n#version 100",
      good: "#version 100\nprecision mediump float;"),
    Rule(
      .emptyFile, .error, by: .text,
      summary: "The file contains no code.",
      explanation:
        "Many drivers do not compile an empty shader. Check that the file was saved and that no "
        + "#if removes all of it.",
      clause: "GLSL ES 1.00, section 9",
      bad: "#ifdef NEVER\nvoid main() {}\n#endif",
      good: "void main() {}"),
    Rule(
      .extraSemicolon, .note, by: .always,
      summary: "A semicolon stands alone outside functions.",
      explanation:
        "The grammar of GLSL ES 1.00 (section 9) has no empty declarations. Most compilers accept "
        + "the semicolon; glslang rejects it.",
      clause: "GLSL ES 1.00, section 9",
      bad: "void f() {};",
      good: "void f() {}"),
    Rule(
      .lineContinuation, .note, by: .always,
      summary: "A backslash joins two lines.",
      explanation:
        "The line continuation character is not part of GLSL ES 1.00; GLSL ES 3.00 and WebGL have "
        + "it. Mesa and ANGLE join the lines, and glslang rejects the shader, so this is a note. "
        + "The first backslash of a shader is reported. A backslash with blanks after it joins "
        + "nothing in any compiler. Write a directive on one line; elsewhere, a line end needs no "
        + "backslash.",
      clause: "GLSL ES 1.00, section 3.1",
      bad: "#define SQUARE(x) \\\n  ((x) * (x))",
      good: "#define SQUARE(x) ((x) * (x))"),
    // Precision
    Rule(
      .missingPrecision, .error, by: .always,
      summary: "A float in a fragment shader has no precision.",
      explanation:
        "Floats have no default precision in fragment shaders. Put precision mediump float; (or "
        + "highp) above the first declaration. Some desktop drivers do not require it, but phones "
        + "and browsers do.",
      clause: "GLSL ES 1.00, section 4.5.3",
      bad: "void main() { float a; }",
      good: "precision mediump float;\nvoid main() { float a; }"),
    Rule(
      .timePrecision, .note, by: .always,
      summary: "A time uniform has too little precision to keep growing.",
      explanation:
        "A mediump float may have only 10 mantissa bits: above 1024 it cannot represent fractions "
        + "of a second, and animations stutter long before. Many desktop drivers use more bits, "
        + "so this shows only on phones. Declare the uniform highp, where that is supported, or "
        + "let the application wrap it and say so: // shaderlint: range u_time 0..60.",
      clause: "GLSL ES 1.00, section 4.5.2",
      bad:
        "precision mediump float;\nuniform float u_time;\n"
        + "void main() { gl_FragColor = vec4(sin(u_time)); }",
      good:
        "precision mediump float;\nuniform highp float u_time;\n"
        + "void main() { gl_FragColor = vec4(sin(u_time)); }"),
    Rule(
      .varyingPrecision, .note, isOffByDefault: true,
      summary: "A varying is highp in the vertex shader and not in the fragment shader.",
      explanation:
        "The value loses bits. For a texture coordinate in a large texture, or a position in a "
        + "large world, this shows as steps. The rule is off by default, because this is common "
        + "and harmless for colors and normals.",
      clause: "GLSL ES 1.00, section 4.5.2",
      bad:
        "// vertex shader\nvarying vec2 v_uv;  // highp by default\n"
        + "void main() { v_uv = vec2(0.5); gl_Position = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec2 v_uv;\n"
        + "void main() { gl_FragColor = v_uv.xyxy; }",
      good:
        "// vertex shader\nvarying vec2 v_uv;\n"
        + "void main() { v_uv = vec2(0.5); gl_Position = vec4(1.0); }\n"
        + "// fragment shader\nvarying highp vec2 v_uv;\n"
        + "void main() { gl_FragColor = v_uv.xyxy; }"),
    Rule(
      .mediumpRange, .warning, by: .always,
      summary: "A mediump value is lost in half precision.",
      explanation:
        "Phones and some desktop GPUs compute mediump with half-precision floats, which have 11 "
        + "significant bits, end at 65504, and are exact from 6.1e-5 on, so that 1e5 is infinite, "
        + "max(x, 1e-6) may be max(x, 0.0), and numbers above 2048 have no fraction. The "
        + "rule reports what follows from constants and functions of a known range, such as sin(), "
        + "texels and texture coordinates from 0 to 1, and gl_FragCoord on a screen of 1,920 by "
        + "1,080 pixels. Nothing is known of uniforms and other varyings unless a comment gives "
        + "their range: // shaderlint: range u_time 0..3600. Ints without highp may have 16 bits, "
        + "as in PowerVR GPUs from Series 6 on.",
      clause: "GLSL ES 1.00, section 4.5.2",
      bad: "float random(float x) { return fract(sin(x) * 43758.5453); }",
      good: "highp float random(highp float x) { return fract(sin(x) * 43758.5453); }"),
    Rule(
      .lowpRange, .note, by: .always,
      summary: "A constant exceeds the range of lowp.",
      explanation:
        "lowp need not hold more than the numbers from -2 to 2, in steps of 1/256. Use mediump. "
        + "Samplers have lowp by default; the rule reports only variables of floats with lowp.",
      clause: "GLSL ES 1.00, section 4.5.2",
      bad: "varying lowp float v_light;\nvoid main() { gl_FragColor = vec4(v_light * 4.0); }",
      good: "varying mediump float v_light;\nvoid main() { gl_FragColor = vec4(v_light * 4.0); }"),
    Rule(
      .precisionFallback, .note, by: .always,
      summary: "A value is lost in half precision where GL_FRAGMENT_PRECISION_HIGH is not defined.",
      explanation:
        "Some drivers, such as NVIDIA's, support highp in fragment shaders and don't define the "
        + "macro, so that code behind #else runs there as well, in half precision. See "
        + "mediump-range. An application can ask glGetShaderPrecisionFormat instead and define a "
        + "macro of its own.",
      clause: "GLSL ES 1.00, section 4.5.4",
      bad:
        "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\n"
        + "precision mediump float;\n#endif\n"
        + "float random(float x) { return fract(sin(x) * 43758.5453); }",
      good:
        "precision highp float;\n"
        + "float random(float x) { return fract(sin(x) * 43758.5453); }"),
    // Limits that every OpenGL ES 2.0 device supports
    Rule(
      .tooManyAttributes, .warning, isMinimum: true,
      summary: "The shader uses more attributes than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 attribute vectors (gl_MaxVertexAttribs). A scalar or vector "
        + "takes one of them, a matrix one per column. Pack scalars into vectors.",
      clause: "GLSL ES 1.00, section 7.4",
      bad:
        "attribute mat4 a, b;\nattribute vec4 c;\n"
        + "void main() { gl_Position = (a + b) * c; }",
      good: "attribute mat4 a;\nattribute vec4 c;\nvoid main() { gl_Position = a * c; }"),
    Rule(
      .tooManyVaryings, .warning, isMinimum: true,
      summary: "The program uses more varyings than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 varying vectors (gl_MaxVaryingVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7. Combine small varyings, or compute "
        + "values in the fragment shader.",
      clause: "GLSL ES 1.00, section 7.4 and appendix A.7",
      bad:
        "// vertex shader\nvarying vec4 v[9];\n"
        + "void main() { gl_Position = v[0] = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v[9];\n"
        + "void main() { gl_FragColor = v[0]; }",
      good:
        "// vertex shader\nvarying vec4 v[8];\n"
        + "void main() { gl_Position = v[0] = vec4(1.0); }\n"
        + "// fragment shader\nvarying mediump vec4 v[8];\n"
        + "void main() { gl_FragColor = v[0]; }"),
    Rule(
      .tooManyVertexUniforms, .warning, isMinimum: true,
      summary: "The vertex shader uses more uniforms than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 128 vectors (gl_MaxVertexUniformVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7.",
      clause: "GLSL ES 1.00, section 7.4 and appendix A.7",
      bad: "uniform vec4 u_bones[129];\nvoid main() { gl_Position = u_bones[0]; }",
      good: "uniform vec4 u_bones[128];\nvoid main() { gl_Position = u_bones[0]; }"),
    Rule(
      .tooManyFragmentUniforms, .warning, isMinimum: true,
      summary: "The fragment shader uses more uniforms than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 16 vectors (gl_MaxFragmentUniformVectors), which are filled by "
        + "the packing algorithm of GLSL ES 1.00, appendix A.7.",
      clause: "GLSL ES 1.00, section 7.4 and appendix A.7",
      bad: "uniform mediump vec4 u_lights[17];\nvoid main() { gl_FragColor = u_lights[0]; }",
      good: "uniform mediump vec4 u_lights[16];\nvoid main() { gl_FragColor = u_lights[0]; }"),
    Rule(
      .vertexTexture, .warning, isMinimum: true,
      summary: "A vertex shader reads a texture.",
      explanation:
        "OpenGL ES 2.0 does not guarantee any texture units for vertex shaders: "
        + "gl_MaxVertexTextureImageUnits may be 0. Check it at run time and provide a fallback.",
      clause: "GLSL ES 1.00, section 7.4",
      bad:
        "uniform sampler2D u_heights;\n"
        + "void main() { gl_Position = texture2D(u_heights, vec2(0.5)); }",
      good: "attribute vec4 a_height;\nvoid main() { gl_Position = a_height; }"),
    Rule(
      .tooManySamplers, .warning, isMinimum: true,
      summary: "The shader or program uses more samplers than OpenGL ES 2.0 guarantees.",
      explanation:
        "OpenGL ES 2.0 guarantees 8 texture units for a fragment shader "
        + "(gl_MaxTextureImageUnits) and 8 for a program (gl_MaxCombinedTextureImageUnits).",
      clause: "GLSL ES 1.00, section 7.4",
      bad:
        "uniform sampler2D u_layers[9];\n"
        + "void main() { gl_FragColor = texture2D(u_layers[0], vec2(0.5)); }",
      good:
        "uniform sampler2D u_layers[8];\n"
        + "void main() { gl_FragColor = texture2D(u_layers[0], vec2(0.5)); }"),
    Rule(
      .fragDataIndex, .error, by: .always,
      summary: "gl_FragData is indexed beyond the only draw buffer of OpenGL ES 2.0.",
      explanation:
        "gl_MaxDrawBuffers is 1, so only gl_FragData[0] exists. Other indices need #extension "
        + "GL_EXT_draw_buffers : enable.",
      clause: "GLSL ES 1.00, section 7.4",
      bad: "void main() { gl_FragData[1] = vec4(1.0); }",
      good:
        "#extension GL_EXT_draw_buffers : require\n"
        + "void main() { gl_FragData[1] = vec4(1.0); }"),
    Rule(
      .highpInFragment, .warning, by: .always, isOffByDefault: true, isMinimum: true,
      summary: "A fragment shader uses highp without testing for it.",
      explanation:
        "Devices need not support highp in fragment shaders; some then reject the shader. Test "
        + "for the macro GL_FRAGMENT_PRECISION_HIGH. The rule is off by default, because few "
        + "current devices lack it.",
      clause: "GLSL ES 1.00, section 4.5.4",
      bad: "precision highp float;",
      good:
        "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\n"
        + "precision mediump float;\n#endif"),
    Rule(
      .optionalExtension, .warning, by: .always, isOffByDefault: true, isMinimum: true,
      summary: "A shader enables an extension without testing for it.",
      explanation:
        "Devices need not support any extension, such as those for gl_FragDepthEXT, several draw "
        + "buffers and derivatives. Test for the macro of the same name, and provide a fallback. "
        + "The rule is off by default, because the application can test as well.",
      clause: "GLSL ES 1.00, section 3.4",
      bad: "#extension GL_EXT_frag_depth : enable",
      good: "#ifdef GL_EXT_frag_depth\n#extension GL_EXT_frag_depth : enable\n#endif"),
    // Names
    Rule(
      .reservedName, .error, by: .always,
      summary: "A declared name is reserved by GLSL.",
      explanation: "Names that begin with gl_ are reserved. Use another prefix.",
      clause: "GLSL ES 1.00, section 3.8",
      bad: "float gl_time;",
      good: "float u_time;"),
    Rule(
      .doubleUnderscore, .warning, by: .always,
      summary: "A name contains two underscores in a row.",
      explanation: "Such names are reserved, and some compilers reject them.",
      clause: "GLSL ES 1.00, section 3.8",
      bad: "float my__value;",
      good: "float my_value;"),
    Rule(
      .webglName, .warning, by: .always,
      summary: "A name begins with webgl_ or _webgl_.",
      explanation: "WebGL reserves these prefixes and rejects the shader.",
      clause: "WebGL 1.0, chapter 6",
      bad: "float webgl_time;",
      good: "float u_time;"),
    Rule(
      .longName, .warning, by: .always,
      summary: "A name has more than 256 characters.",
      explanation:
        "WebGL 1 rejects names and other tokens of more than 256 characters. With --webgl it is an "
        + "error.",
      clause: "WebGL 1.0, section 6.21",
      bad: "uniform float <257 letters>;",
      good: "uniform float u_weight;"),
    Rule(
      .deepStructure, .warning, by: .always,
      summary: "Structures are nested more than four levels deep.",
      explanation: "WebGL 1 rejects the shader. With --webgl it is an error.",
      clause: "WebGL 1.0, chapter 6, maximum nesting of structures",
      bad: "struct A { float x; }; struct B { A a; }; struct C { B b; };\n"
        + "struct D { C c; }; struct E { D d; };",
      good: "struct A { float x; }; struct B { A a; };"),
  ]
}
