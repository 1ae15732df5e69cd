import GLESKitCGLES2

extension Texture {
  /// Copies pixels of a framebuffer into this texture, bit for bit, without drawing.
  ///
  /// The corresponding C function is `glCopyTexSubImage2D`. The framebuffer is bound when this returns.
  /// Which of the two holds the pixels of an earlier draw does not matter: GL keeps the order of calls.
  ///
  /// - Parameters:
  ///   - source: Where the pixels come from; it must not draw into this very texture.
  ///   - region: The part of the source, from its bottom left. Nothing is copied if it is empty.
  ///   - x: The column of this texture that the region's left column goes to.
  ///   - y: The row, counted from the bottom, that its bottom row goes to.
  /// - Throws: ``GLESError/badPixels(reason:)`` where the region does not fit the source or this texture,
  ///   or where the two have different formats, and the driver's errors.
  public func copy(
    from source: Framebuffer, region: PixelRegion, toX x: Int, y: Int
  ) throws(GLESError) {
    guard kind == .flat, source.color !== self, source.color.format == format else {
      throw .badPixels(reason: "pixels are copied between two flat textures of one format")
    }
    // The second region is only made once the first has shown that its sides are not negative.
    guard region.lies(within: source.width, source.height),
      PixelRegion(x: x, y: y, width: region.width, height: region.height).lies(
        within: width, height)
    else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) pixels at (\(region.x), \(region.y)) of "
          + "\(source.width)×\(source.height) do not fit at (\(x), \(y)) of \(width)×\(height)")
    }
    guard region.width > 0, region.height > 0 else { return }
    source.bind()
    bind()
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLint(region.x), GLint(region.y),
      GLsizei(region.width), GLsizei(region.height))
    if context.checksDraws { try context.checkErrors(after: "glCopyTexSubImage2D") }
  }
}
