/// A feature that some drivers have beyond ES 2.0, as an extension or as a part of ES 3.0.
public enum Feature: Hashable, Sendable, CaseIterable {
  /// Drawing a mesh many times in one call; see ``VertexInput/draw(_:first:count:instances:)``.
  case instancing
  /// Textures of 16-bit floats, filtering them, and drawing into them.
  case halfFloatTextures, halfFloatFiltering, halfFloatTargets
  /// Textures of 32-bit floats, filtering them, and drawing into them.
  case floatTextures, floatFiltering, floatTargets
  /// Depth buffers that can be sampled; see ``Texture/Format/depth24``.
  case depthTextures
  /// Textures whose colors are sRGB and are sampled as linear ones.
  case sRGBTextures
  /// Samples from an area that is longer than wide; see ``Texture/Sampling/anisotropy``.
  case anisotropy
  /// Drawing into several textures at once.
  case drawBuffers
  /// Asking whether anything that was drawn is visible; see ``OcclusionQuery``.
  case occlusionQueries
  /// Messages and labels of the driver's debugger; see ``Context/reportDriverMessages()``.
  case driverMessages
  /// The times at which the GPU runs commands, for `Profiler.measure`.
  case timerQueries
  /// Reports that the GPU was reset; see ``Context/checkReset(after:)``.
  case resetReports
  /// Indices of 32 bits.
  case indices32
  /// Mipmaps and repetition of textures whose sides are not powers of two.
  case anyTextureSize
  /// Depth buffers of 24 bits, otherwise of 16.
  case depth24
  /// Reading pixels with blue first.
  case bgraReading
  /// Several samples per pixel of a framebuffer.
  case multisampling
  /// Reading pixels without waiting.
  case pixelBuffers

  /// Where a feature is found.
  struct Source {
    /// What errors call it.
    let what: String
    /// The extensions that have it, of which one is enough.
    let extensions: [String]
    /// The major version of ES that includes it. Its drivers need not list the extensions.
    var version: Int?
    /// Its functions, without the suffix that an extension gives to them.
    var functions: [String] = []
    /// What to do without it.
    let remedy: String

    init(
      _ what: String, _ extensions: [String], version: Int? = nil, _ functions: [String] = [],
      remedy: String
    ) {
      (self.what, self.extensions, self.version) = (what, extensions, version)
      (self.functions, self.remedy) = (functions, remedy)
    }
  }

  /// The table of all features.
  var source: Source {
    switch self {
    case .instancing:
      Source(
        "instancing", ["GL_EXT_instanced_arrays", "GL_ANGLE_instanced_arrays"], version: 3,
        ["glDrawArraysInstanced", "glDrawElementsInstanced", "glVertexAttribDivisor"],
        remedy: "draw the instances one by one")
    case .halfFloatTextures:
      Source(
        "16-bit float textures", ["GL_OES_texture_half_float"], version: 3, remedy: "use .rgba8")
    case .halfFloatFiltering:
      Source(
        "filtering of 16-bit float textures", ["GL_OES_texture_half_float_linear"], version: 3,
        remedy: "use Sampling(.nearest)")
    case .halfFloatTargets:
      Source(
        "drawing into 16-bit floats",
        ["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"],
        remedy: "draw into .rgba8")
    case .floatTextures:
      Source(
        "32-bit float textures", ["GL_OES_texture_float"], version: 3, remedy: "use .rgba16Float")
    case .floatFiltering:
      Source(
        "filtering of 32-bit float textures", ["GL_OES_texture_float_linear"],
        remedy: "use Sampling(.nearest)")
    case .floatTargets:
      Source(
        "drawing into 32-bit floats", ["GL_EXT_color_buffer_float"],
        remedy: "draw into .rgba16Float or .rgba8")
    case .depthTextures:
      Source(
        "depth textures", ["GL_OES_depth_texture", "GL_ANGLE_depth_texture"], version: 3,
        remedy: "draw the depth into a color texture")
    case .sRGBTextures:
      Source(
        "sRGB textures", ["GL_EXT_sRGB"], version: 3, remedy: "use .rgba8 and convert in the shader"
      )
    case .anisotropy:
      Source(
        "anisotropic filtering", ["GL_EXT_texture_filter_anisotropic"],
        remedy: "leave Sampling.anisotropy at 1")
    case .drawBuffers:
      // GLSL ES 1.00 has gl_FragData[1] with the extension only.
      Source(
        "drawing into several textures", ["GL_EXT_draw_buffers"], ["glDrawBuffers"],
        remedy: "draw into one after another")
    case .occlusionQueries:
      Source(
        "occlusion queries", ["GL_EXT_occlusion_query_boolean"], version: 3,
        ["glGenQueries", "glDeleteQueries", "glBeginQuery", "glEndQuery", "glGetQueryObjectuiv"],
        remedy: "treat everything as visible")
    case .driverMessages:
      Source(
        "driver messages", ["GL_KHR_debug"], ["glDebugMessageCallback", "glObjectLabel"],
        remedy: "use checksDraws and onWarning")
    case .timerQueries:
      Source(
        "timer queries", ["GL_EXT_disjoint_timer_query"],
        [
          "glGenQueries", "glQueryCounter", "glGetQueryiv", "glGetQueryObjectuiv",
          "glGetQueryObjectui64v", "glGetInteger64v",
        ], remedy: "measure the CPU")
    case .resetReports:
      Source(
        "reports of resets", ["GL_EXT_robustness", "GL_KHR_robustness"],
        ["glGetGraphicsResetStatus"], remedy: "expect lost contexts as errors of GL")
    case .indices32:
      Source(
        "32-bit indices", ["GL_OES_element_index_uint"], version: 3,
        remedy: "split the mesh into parts of at most 65,536 vertices")
    case .anyTextureSize:
      Source(
        "mipmaps and repetition for all sizes", ["GL_OES_texture_npot"], version: 3,
        remedy: "use sides that are powers of two")
    case .depth24:
      Source("24-bit depth buffers", ["GL_OES_depth24"], version: 3, remedy: "use 16 bits")
    case .bgraReading:
      Source("BGRA pixels", ["GL_EXT_read_format_bgra"], remedy: "read RGBA instead")
    case .multisampling:
      Source(
        "multisampling", [], version: 3, ["glRenderbufferStorageMultisample", "glBlitFramebuffer"],
        remedy: "use supersamples")
    case .pixelBuffers:
      Source(
        "pixel-pack buffers", [], version: 3, ["glMapBufferRange", "glUnmapBuffer"],
        remedy: "use glReadPixels, which waits")
    }
  }
}

extension Context {
  /// Returns whether the driver has a feature, and its functions can be looked up. With
  /// ``ignoresExtensions`` it has none.
  public func supports(_ feature: Feature) -> Bool { lookUp(feature) != nil }

  /// Returns the functions of a feature.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)``, which names the extensions.
  @discardableResult
  func require(_ feature: Feature) throws(GLESError) -> [UnsafeMutableRawPointer] {
    if let functions = lookUp(feature) { return functions }
    let source = feature.source
    let places = source.extensions + (source.version.map { ["OpenGL ES \($0).0"] } ?? [])
    throw .unsupported(
      what: "\(source.what) (\(places.joined(separator: " or ")))", remedy: source.remedy)
  }

  /// Returns the functions of a feature; `nil` if the driver lacks it.
  func lookUp(_ feature: Feature) -> [UnsafeMutableRawPointer]? {
    if let known = features[feature] { return known }
    let source = feature.source
    // GL_EXT_robustness: its functions end with EXT.
    var suffixes = source.extensions.filter(extensions.contains).map { $0.split(separator: "_")[1] }
    if let version = source.version, majorVersion >= version, !ignoresExtensions {
      suffixes.insert("", at: 0)
    }
    let found = suffixes.lazy.map { suffix in
      source.functions.compactMap { self.address(of: "\($0)\(suffix)") }
    }.first { $0.count == source.functions.count }
    features[feature] = .some(found)
    return found
  }
}
