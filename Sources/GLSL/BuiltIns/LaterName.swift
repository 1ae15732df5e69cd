/// Names of other versions of GLSL, HLSL and Cg, and what GLSL ES 1.00 has instead.
package enum LaterName {
  /// Whether a function belongs to another version or language.
  package static func isKnown(_ name: String) -> Bool {
    replacements[name] != nil || twins[name] != nil || types[name] != nil
  }

  /// Returns what to write for a function that GLSL ES 1.00 lacks.
  static func advice(_ name: String) -> String? {
    replacements[name] ?? typeAdvice(name) ?? twins[name].map { "GLSL has \($0)()" }
  }

  /// Returns what to write for a type of another language; `nil` if it is none.
  static func typeAdvice(_ name: String) -> String? { types[name].map { "GLSL has \($0)" } }

  /// Returns the function of GLSL ES 1.00 that reads a texture like a later function does; `nil` if
  /// there is none.
  static func lookUp(_ name: String, of sampler: BasicType) -> String? {
    let middle =
      switch sampler {
      case .sampler2D, .samplerExternalOES: "2D"
      case .samplerCube: "Cube"
      default: ""
      }
    guard !middle.isEmpty,
      ["texture", "textureLod", "textureProj", "textureProjLod"].contains(name)
    else { return nil }
    return "texture" + middle + name.dropFirst("texture".count)
  }

  /// Returns the function of GLSL ES 1.00 that takes the same arguments as a function of another
  /// language; `nil` if there is none.
  static func twin(_ name: String) -> String? { twins[name] }

  /// Returns the type of GLSL ES 1.00 for a type of another language; `nil` if there is none.
  static func type(_ name: String) -> String? { types[name] }

  private static let twins = [
    "lerp": "mix", "frac": "fract", "rsqrt": "inversesqrt", "atan2": "atan", "ddx": "dFdx",
    "ddy": "dFdy", "tex2D": "texture2D", "tex2Dproj": "texture2DProj", "texCUBE": "textureCube",
  ]

  /// Matrices are no part of it: HLSL fills them by rows.
  private static let types: [String: String] = {
    var types = ["half": "float", "fixed": "float"]
    let prefixes = ["float": "", "half": "", "fixed": "", "int": "i", "bool": "b"]
    for (name, prefix) in prefixes {
      for size in 2...4 { types["\(name)\(size)"] = "\(prefix)vec\(size)" }
    }
    return types
  }()

  private static let replacements: [String: String] = [
    "texture": "GLSL ES 1.00 has texture2D() and textureCube()",
    "textureLod": "GLSL ES 1.00 has texture2DLod() in vertex shaders",
    "textureProj": "GLSL ES 1.00 has texture2DProj()",
    "textureGrad": "add '#extension GL_EXT_shader_texture_lod : enable' and use texture2DGradEXT()",
    "texelFetch": "use texture2D() with coordinates from 0 to 1",
    "textureSize": "pass the size in a uniform",
    "round": "write floor(x + 0.5)",
    "trunc": "write sign(x) * floor(abs(x))",
    "fmod": "GLSL has mod(), which differs where x / y is negative",
    "saturate": "write clamp(x, 0.0, 1.0)",
    "atan2": "GLSL has atan(y, x)",
    "ddx": "GLSL has dFdx(), with GL_OES_standard_derivatives",
    "ddy": "GLSL has dFdy(), with GL_OES_standard_derivatives",
    "mul": "write a * b",
    "transpose": "GLSL ES 1.00 has no transpose(): pass the transposed matrix in a uniform",
    "inverse": "GLSL ES 1.00 has no inverse(): pass the inverse matrix in a uniform",
    "determinant": "GLSL ES 1.00 has no determinant()",
    "outerProduct": "GLSL ES 1.00 has no outerProduct()",
    "isnan": "write x != x",
    "sinh": "write (exp(x) - exp(-x)) * 0.5",
    "cosh": "write (exp(x) + exp(-x)) * 0.5",
    "tanh": "GLSL ES 1.00 has no tanh(): compute it with exp()",
    "ftransform": "multiply with your own matrix and attribute",
  ]
}
