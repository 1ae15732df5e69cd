/// What the built-in functions and variables of GLSL ES 1.00 mean, in a sentence each.
enum BuiltInMeaning {
  /// Returns the sentence about a name; `nil` for names that are not built in.
  static func sentence(_ name: String) -> String? { sentences[name] }

  private static let sentences: [String: String] = [
    // §8.1
    "radians": "Converts degrees to radians.",
    "degrees": "Converts radians to degrees.",
    "sin": "Sine of an angle in radians.",
    "cos": "Cosine of an angle in radians.",
    "tan": "Tangent of an angle in radians.",
    "asin": "Arc sine, from -π/2 to π/2. Undefined if |x| > 1.",
    "acos": "Arc cosine, from 0 to π. Undefined if |x| > 1.",
    "atan": "Arc tangent of y/x, from -π to π; with one argument, from -π/2 to π/2. "
      + "Undefined if x and y are both 0.",
    // §8.2
    "pow": "x raised to the power y. Undefined if x < 0, or if x = 0 and y ≤ 0.",
    "exp": "e raised to the power x.",
    "log": "Natural logarithm. Undefined if x ≤ 0.",
    "exp2": "2 raised to the power x.",
    "log2": "Logarithm to the base 2. Undefined if x ≤ 0.",
    "sqrt": "Square root. Undefined if x < 0.",
    "inversesqrt": "1 / √x. Undefined if x ≤ 0.",
    // §8.3
    "abs": "Absolute value.",
    "sign": "1, 0 or -1, the sign of x.",
    "floor": "The nearest whole number that is not greater than x.",
    "ceil": "The nearest whole number that is not less than x.",
    "fract": "x - floor(x).",
    "mod": "x - y · floor(x / y). The result has the sign of y.",
    "min": "The smaller value.",
    "max": "The larger value.",
    "clamp": "min(max(x, low), high). Undefined if low > high.",
    "mix": "Linear blend: x · (1 - a) + y · a.",
    "step": "0 if x < edge, else 1.",
    "smoothstep": "0 below the first edge, 1 above the second one, and a smooth Hermite curve "
      + "between them. Undefined if the first edge is not less than the second.",
    // §8.4
    "length": "Length of a vector.",
    "distance": "Distance between two points.",
    "dot": "Dot product.",
    "cross": "Cross product.",
    "normalize": "The vector of length 1 in the same direction.",
    "faceforward": "N if dot(Nref, I) < 0, else -N; the arguments are N, I, Nref.",
    "reflect": "Direction of reflection: I - 2 · dot(N, I) · N. N must have length 1.",
    "refract": "Direction of refraction. I and N must have length 1; eta is the ratio of indices.",
    // §8.5
    "matrixCompMult": "Product of matrices component by component. Use * for the matrix product.",
    // §8.6
    "lessThan": "x < y for each component.",
    "lessThanEqual": "x ≤ y for each component.",
    "greaterThan": "x > y for each component.",
    "greaterThanEqual": "x ≥ y for each component.",
    "equal": "x == y for each component.",
    "notEqual": "x != y for each component.",
    "any": "Whether a component is true.",
    "all": "Whether all components are true.",
    "not": "The opposite of each component.",
    // §8.7
    "texture2D":
      "Color of a texture at a coordinate. In fragment shaders, an optional bias is added "
      + "to the mipmap level.",
    "texture2DProj": "As texture2D, with the coordinate divided by its last component.",
    "texture2DLod": "Color of a texture at an explicit mipmap level.",
    "texture2DProjLod": "As texture2DLod, with the coordinate divided by its last component.",
    "textureCube": "Color of a cube map in a direction. In fragment shaders, an optional bias is "
      + "added to the mipmap level.",
    "textureCubeLod": "Color of a cube map at an explicit mipmap level.",
    // Extensions
    "dFdx": "Derivative in window x, estimated from neighboring pixels.",
    "dFdy": "Derivative in window y, estimated from neighboring pixels.",
    "fwidth": "abs(dFdx(p)) + abs(dFdy(p)).",
    "texture2DLodEXT": "Color of a texture at an explicit mipmap level.",
    "texture2DProjLodEXT": "As texture2DLodEXT, with the coordinate divided by its last component.",
    "textureCubeLodEXT": "Color of a cube map at an explicit mipmap level.",
    "texture2DGradEXT": "Color of a texture with explicit derivatives of the coordinate.",
    "texture2DProjGradEXT":
      "As texture2DGradEXT, with the coordinate divided by its last component.",
    "textureCubeGradEXT": "Color of a cube map with explicit derivatives of the direction.",
    // §7
    "gl_Position": "Position of the vertex in clip coordinates. Every vertex shader writes it.",
    "gl_PointSize": "Diameter of a point in pixels.",
    "gl_FragCoord": "Window coordinates of the fragment: x and y in pixels from the lower left, "
      + "depth in z, 1/w in w.",
    "gl_FrontFacing": "Whether the fragment belongs to a front-facing primitive.",
    "gl_PointCoord": "Position within a point, from 0 to 1, from the upper left.",
    "gl_FragColor": "Color of the fragment. A shader writes gl_FragColor or gl_FragData, not both.",
    "gl_FragData": "Colors of the fragment by draw buffer. OpenGL ES 2.0 has one.",
    "gl_FragDepthEXT": "Depth of the fragment, from 0 to 1.",
    "gl_LastFragData": "Colors that the framebuffer has at the fragment's pixel.",
    "gl_LastFragColorARM": "Color that the framebuffer has at the fragment's pixel.",
    "gl_DepthRange": "Near and far of glDepthRangef, and their difference.",
    "gl_MaxVertexAttribs": "Number of attributes; at least 8.",
    "gl_MaxVertexUniformVectors": "Number of uniform vectors in a vertex shader; at least 128.",
    "gl_MaxVaryingVectors": "Number of varying vectors; at least 8.",
    "gl_MaxVertexTextureImageUnits": "Number of textures in a vertex shader; may be 0.",
    "gl_MaxCombinedTextureImageUnits": "Number of textures in both stages; at least 8.",
    "gl_MaxTextureImageUnits": "Number of textures in a fragment shader; at least 8.",
    "gl_MaxFragmentUniformVectors": "Number of uniform vectors in a fragment shader; at least 16.",
    "gl_MaxDrawBuffers": "Number of draw buffers; 1 in OpenGL ES 2.0.",
  ]
}
