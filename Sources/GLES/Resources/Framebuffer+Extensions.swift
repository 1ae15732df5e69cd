import GLESKitCGLES2

extension Framebuffer {
  /// Attaches a texture for the depth to the bound framebuffer.
  func attach(_ depthTexture: Texture, depth: Bool) throws(GLESError) {
    try check(depthTexture, "depth texture", not: [])
    guard depthTexture.format == .depth24, !depth else {
      throw .incompleteFramebuffer(
        reason: depth
          ? "it can't have a depth buffer and a depth texture; leave out depth"
          : "a depth texture has the format depth24, not \(depthTexture.format)")
    }
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_DEPTH_ATTACHMENT), GLenum(GL_TEXTURE_2D),
      depthTexture.name, 0)
    try color.context.checkErrors(after: "glFramebufferTexture2D")
    has.depth = true
  }

  /// Checks a texture to attach besides ``color``.
  private func check(_ texture: Texture, _ what: String, not others: [Texture]) throws(GLESError) {
    try color.context.check(what, isOf: texture.context)
    guard texture.kind == .flat, texture.width == width, texture.height == height else {
      throw .incompleteFramebuffer(
        reason: "a \(texture.kind) \(what) of \(texture.width)×\(texture.height) texels doesn't "
          + "fit; use a flat one of \(width)×\(height)")
    }
    guard !others.contains(where: { $0 === texture }) else {
      throw .incompleteFramebuffer(
        reason: "a texture is attached twice; use one for each color")
    }
  }

  /// Attaches further textures for colors to the bound framebuffer. The corresponding C function is
  /// `glDrawBuffersEXT`.
  func attach(_ furtherColors: [Texture]) throws(GLESError) {
    let functions = try color.context.require(.drawBuffers)
    let limit = Context.integer(GL_MAX_DRAW_BUFFERS_EXT)
    guard furtherColors.count < limit else {
      throw .unsupported(
        what: "framebuffers of \(furtherColors.count + 1) textures",
        remedy: "use at most \(limit)")
    }
    var buffers = [GLenum(GL_COLOR_ATTACHMENT0)]
    for (index, texture) in furtherColors.enumerated() {
      try check(texture, "color texture", not: [color] + furtherColors[..<index])
      try texture.format.checkIsTarget(in: color.context)
      buffers.append(GLenum(GL_COLOR_ATTACHMENT0) + GLenum(buffers.count))
      glFramebufferTexture2D(
        GLenum(GL_FRAMEBUFFER), buffers[buffers.count - 1], GLenum(GL_TEXTURE_2D), texture.name, 0)
    }
    unsafeBitCast(functions[0], to: PFNGLDRAWBUFFERSEXTPROC.self)(GLsizei(buffers.count), buffers)
    try color.context.checkErrors(after: "glDrawBuffersEXT")
  }

  /// Reads all pixels of a framebuffer of floats, top row first.
  ///
  /// - Throws: ``GLESError/badPixels(reason:)`` if the colors are not floats, and what
  ///   ``readImage()`` throws.
  public func readFloats() throws(GLESError) -> [SIMD4<Float>] {
    guard color.format.isFloat else {
      throw .badPixels(reason: "the colors are \(color.format), not floats; use readImage()")
    }
    try color.context.begin("glReadPixels")
    try bindForReading()
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    color.context.pixelTransfer.reset()
    func read<Texel: BitwiseCopyable>(_ zero: Texel, _ type: Int32) -> [Texel] {
      var rows = [Texel](repeating: zero, count: width * height)
      glReadPixels(
        0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(type), &rows)
      return rows
    }
    // On ES 2.0, Mesa 22.3.6 refuses GL_FLOAT for 16-bit floats, and names ES 3.0's GL_HALF_FLOAT.
    let type = Context.integer(GL_IMPLEMENTATION_COLOR_READ_TYPE)
    let readsHalves =
      color.context.majorVersion < 3
      && [Int(GL_HALF_FLOAT_OES), Int(Texture.Format.halfFloat)].contains(type)
    var rows =
      readsHalves
      ? read(SIMD4<Float16>.zero, Int32(type)).map { SIMD4<Float>($0) }
      : read(SIMD4<Float>.zero, GL_FLOAT)
    try color.context.checkErrors(after: "glReadPixels")
    try color.context.checkReset(after: "glReadPixels")
    rows.withUnsafeMutableBytes { Rows.turn($0, rowBytes: width * 16, rows: height) }
    return rows
  }
}
