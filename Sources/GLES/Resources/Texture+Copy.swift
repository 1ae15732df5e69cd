import GLESKitCGLES2

extension Texture {
  /// Copies pixels of a framebuffer into this texture unchanged, without drawing.
  ///
  /// The corresponding C function is `glCopyTexSubImage2D`. The framebuffer is bound when this
  /// returns.
  ///
  /// - Parameters:
  ///   - source: The framebuffer to copy from; its color texture must be another texture.
  ///   - region: The region of the source, from its bottom left. If it is empty, nothing is copied.
  ///   - x: The column of this texture for the region's left column.
  ///   - y: The row of this texture, counted from the bottom, for the region's bottom row.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the region does not fit the source or this
  ///   texture, or if their formats differ, and the driver's errors.
  public func copy(
    from source: Framebuffer, region: PixelRegion, toX x: Int, y: Int
  ) throws(GLESError) {
    guard kind == .flat, source.color !== self, source.color.format == format else {
      throw .badPixels(reason: "copying needs two different flat textures of the same format")
    }
    guard region.lies(within: source.width, source.height),
      PixelRegion(x: x, y: y, width: region.width, height: region.height).lies(
        within: width, height)
    else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) pixels at (\(region.x), \(region.y)) of "
          + "\(source.width)×\(source.height) do not fit at (\(x), \(y)) of \(width)×\(height)")
    }
    guard region.width > 0, region.height > 0 else { return }
    try context.check("framebuffer", isOf: source.color.context)
    try context.begin("glCopyTexSubImage2D")
    try source.bindForReading()
    defer { if source.samples > 1 { source.bind() } }
    bind()
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLint(region.x), GLint(region.y),
      GLsizei(region.width), GLsizei(region.height))
    if context.checksDraws { try context.checkErrors(after: "glCopyTexSubImage2D") }
  }
}
