import CompilerLogs

/// The names that GLSL ES 1.00 predeclares, for suggestions.
package enum BuiltInNames {
  package static func all(in stage: ShaderStage) -> [String] {
    common + (stage == .vertex ? vertex : fragment)
  }

  private static let vertex = ["gl_Position", "gl_PointSize"]
  private static let fragment = [
    "gl_FragColor", "gl_FragData", "gl_FragCoord", "gl_FrontFacing", "gl_PointCoord",
  ]
  private static let common = [
    "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "pow", "exp", "log", "exp2",
    "log2", "sqrt", "inversesqrt", "abs", "sign", "floor", "ceil", "fract", "mod", "min", "max",
    "clamp", "mix", "step", "smoothstep", "length", "distance", "dot", "cross", "normalize",
    "faceforward", "reflect", "refract", "matrixCompMult", "lessThan", "lessThanEqual",
    "greaterThan", "greaterThanEqual", "equal", "notEqual", "any", "all", "not", "texture2D",
    "texture2DProj", "texture2DLod", "textureCube", "textureCubeLod", "float", "vec2", "vec3",
    "vec4", "int", "ivec2", "ivec3", "ivec4", "bool", "bvec2", "bvec3", "bvec4", "mat2", "mat3",
    "mat4",
  ]
}
