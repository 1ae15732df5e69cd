import CompilerLogs

/// A built-in variable or constant (§7).
package struct BuiltInVariable: BuiltIn {
  package let name: String
  package let type: ValueType
  package var precision: Precision?
  package var stage: ShaderStage?
  /// Whether shaders assign to it.
  package var isOutput = false
  /// The least value that a device may have (§7.4); `nil` for a variable.
  package var value: Int?
  package var extensions: [Extension] = []

  package static let byTag = TagTable(all, name: \.name)

  package static let all: [BuiltInVariable] = [
    // §7.1
    BuiltInVariable(
      name: "gl_Position", type: ValueType(.vec4), precision: .highp, stage: .vertex,
      isOutput: true),
    BuiltInVariable(
      name: "gl_PointSize", type: .float, precision: .mediump, stage: .vertex, isOutput: true),
    // §7.2
    BuiltInVariable(
      name: "gl_FragCoord", type: ValueType(.vec4), precision: .mediump, stage: .fragment),
    BuiltInVariable(name: "gl_FrontFacing", type: .bool, stage: .fragment),
    BuiltInVariable(
      name: "gl_PointCoord", type: ValueType(.vec2), precision: .mediump, stage: .fragment),
    BuiltInVariable(
      name: "gl_FragColor", type: ValueType(.vec4), precision: .mediump, stage: .fragment,
      isOutput: true),
    BuiltInVariable(
      name: "gl_FragData", type: ValueType(.vec4).array(1), precision: .mediump, stage: .fragment,
      isOutput: true),
    BuiltInVariable(
      name: "gl_FragDepthEXT", type: .float, precision: .highp, stage: .fragment, isOutput: true,
      extensions: [.fragDepth]),
    BuiltInVariable(
      name: "gl_LastFragData", type: ValueType(.vec4).array(1), precision: .mediump,
      stage: .fragment, extensions: [.framebufferFetch, .framebufferFetchNV]),
    BuiltInVariable(
      name: "gl_LastFragColorARM", type: ValueType(.vec4), precision: .mediump, stage: .fragment,
      extensions: [.framebufferFetchARM]),
    BuiltInVariable(
      name: "gl_SecondaryFragColorEXT", type: ValueType(.vec4), precision: .mediump,
      stage: .fragment, isOutput: true, extensions: [.blendFuncExtended]),
    BuiltInVariable(
      name: "gl_SecondaryFragDataEXT", type: ValueType(.vec4).array(1), precision: .mediump,
      stage: .fragment, isOutput: true, extensions: [.blendFuncExtended]),
    BuiltInVariable(
      name: "gl_MaxDualSourceDrawBuffersEXT", type: .int, precision: .mediump, value: 1,
      extensions: [.blendFuncExtended]),
    // §7.4
    constant("gl_MaxVertexAttribs", 8), constant("gl_MaxVertexUniformVectors", 128),
    constant("gl_MaxVaryingVectors", 8), constant("gl_MaxVertexTextureImageUnits", 0),
    constant("gl_MaxCombinedTextureImageUnits", 8), constant("gl_MaxTextureImageUnits", 8),
    constant("gl_MaxFragmentUniformVectors", 16), constant("gl_MaxDrawBuffers", 1),
  ]

  private static func constant(_ name: String, _ value: Int) -> BuiltInVariable {
    BuiltInVariable(name: name, type: .int, precision: .mediump, value: value)
  }

  /// The members of `gl_DepthRange` (§7.5).
  static let depthRange = ["near", "far", "diff"]
}
