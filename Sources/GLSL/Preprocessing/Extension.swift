/// The extensions of GLSL ES 1.00 whose names and rules the front end knows.
///
/// Each is a macro with the value 1 (§3.4), so that shaders can test for it.
package enum Extension: String, Hashable, Sendable, CaseIterable {
  case standardDerivatives = "GL_OES_standard_derivatives"
  case shaderTextureLOD = "GL_EXT_shader_texture_lod"
  case fragDepth = "GL_EXT_frag_depth"
  case drawBuffers = "GL_EXT_draw_buffers"
  case drawBuffersNV = "GL_NV_draw_buffers"
  case imageExternal = "GL_OES_EGL_image_external"
  case framebufferFetch = "GL_EXT_shader_framebuffer_fetch"
  case framebufferFetchARM = "GL_ARM_shader_framebuffer_fetch"
  case framebufferFetchNV = "GL_NV_shader_framebuffer_fetch"
  case texture3D = "GL_OES_texture_3D"
  case blendFuncExtended = "GL_EXT_blend_func_extended"
  case nonConstantInitializers = "GL_EXT_shader_non_constant_global_initializers"

  package static let byTag: [UInt64: Extension] = Dictionary(
    uniqueKeysWithValues: allCases.map { (Word($0.rawValue).tag, $0) })

  /// Registered extensions that the front end does not implement. It does not judge shaders that
  /// enable them.
  static let unjudged: Set<UInt64> = Set(
    [
      "GL_ANGLE_multi_draw", "GL_ARB_shader_texture_lod", "GL_EXT_clip_cull_distance",
      "GL_EXT_gpu_shader4", "GL_EXT_separate_shader_objects", "GL_EXT_shadow_samplers",
      "GL_EXT_YUV_target", "GL_NV_shadow_samplers_array", "GL_NV_shadow_samplers_cube",
      "GL_OVR_multiview", "GL_OVR_multiview2", "GL_ARM_shader_framebuffer_fetch_depth_stencil",
    ].map { Word($0).tag })

  /// Extensions of later versions of GLSL ES, which change nothing in GLSL ES 1.00, and what does.
  static let later: [UInt64: Extension] = [
    Word("GL_OES_EGL_image_external_essl3").tag: .imageExternal
  ]

  /// What a `#extension` directive says about an extension.
  package enum Behavior: String, Hashable, Sendable, CaseIterable {
    case require, enable, warn, disable

    static let byTag: [UInt64: Behavior] = Dictionary(
      uniqueKeysWithValues: allCases.map { (Word($0.rawValue).tag, $0) })
  }
}

/// What the front end accepts.
package enum Profile: String, Hashable, Sendable {
  /// The OpenGL ES Shading Language 1.00.17. What its appendix A makes optional is a warning.
  case es2
  /// WebGL 1 (WebGL specification 1.0, chapter 6): appendix A is mandatory.
  case webgl1
}
