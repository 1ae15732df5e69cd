import GLESKitCGLES2

extension Texture {
  /// Makes a flat texture from pixels of a framebuffer, without drawing.
  ///
  /// The corresponding C function is `glCopyTexImage2D`. The framebuffer is bound when this
  /// returns.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - source: The framebuffer to copy from.
  ///   - region: The region of the source, from its bottom left. Default: all.
  ///   - format: The channels to copy. Gray is the red channel. Default: all four.
  ///   - sampling: How to sample it. Mipmaps are made if it uses them.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the region is empty or does not fit the source,
  ///   and what making a texture throws.
  public convenience init(
    _ context: Context, copying source: Framebuffer, region: PixelRegion? = nil,
    format: Format = .rgba8, sampling: Sampling = Sampling()
  ) throws(GLESError) {
    let region = region ?? source.bounds
    guard region.lies(within: source.width, source.height) else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) pixels at (\(region.x), \(region.y)) are not "
          + "inside \(source.width)×\(source.height)")
    }
    try context.check("framebuffer", isOf: source.color.context)
    try context.begin("glCopyTexImage2D")
    let transfer = format.transfer(in: context)
    guard transfer.type == GL_UNSIGNED_BYTE, format != .srgba8 else {
      throw .badPixels(reason: "pixels can't be copied as \(format); use a format of ES 2.0")
    }
    try source.bindForReading()
    defer { if source.samples > 1 { source.bind() } }
    try self.init(
      context, width: region.width, height: region.height, format: format, sampling: sampling,
      function: "glCopyTexImage2D"
    ) { target in
      glCopyTexImage2D(
        target, 0, transfer.format, GLint(region.x), GLint(region.y), GLsizei(region.width),
        GLsizei(region.height), 0)
    }
    isEmpty = false
    if sampling.mipmaps != nil { try generateMipmaps() }
  }

  /// Copies pixels of a framebuffer into this texture unchanged, without drawing. Mipmaps stay as
  /// they are; call ``generateMipmaps(_:)`` after the last copy.
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
    guard kind == .flat, compressedFormat == nil, source.color !== self,
      source.color.format == format
    else {
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
    (hasMipmaps, isEmpty) = (false, false)
    glCopyTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(x), GLint(y), GLint(region.x), GLint(region.y),
      GLsizei(region.width), GLsizei(region.height))
    if context.checksDraws { try context.checkErrors(after: "glCopyTexSubImage2D") }
  }
}
