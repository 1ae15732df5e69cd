import GLESKitCGLES2
import Imaging

extension Texture {
  /// A face of a cube map, in GL's order.
  public enum CubeFace: Int, Hashable, Sendable, CaseIterable {
    /// The face in the direction of an axis, or in the opposite one.
    case positiveX, negativeX, positiveY, negativeY, positiveZ, negativeZ

    var target: GLenum { GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(rawValue) }
  }

  /// Makes a flat texture from an image for each mipmap level. Updating the texture later makes the
  /// mipmaps from the full image.
  ///
  /// The corresponding C function is `glTexImage2D`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - levels: The full image, and images of half the width and height of the one before, rounded
  ///     down, until a last one of 1×1.
  ///   - sampling: How to sample it. Default: linear, between two levels.
  /// - Throws: ``GLESError/badPixels(reason:)`` for other sizes, and what making a texture throws.
  public convenience init(
    _ context: Context, levels: [Image], sampling: Sampling = Sampling(mipmaps: .linear)
  ) throws(GLESError) {
    let (width, height) = (levels.first?.width ?? 0, levels.first?.height ?? 0)
    try self.init(context, width: width, height: height, sampling: sampling)
    let sizes = Self.levelSizes(width, height)
    let given = levels.map { PixelSize($0.width, $0.height) }
    guard given == sizes else { throw Self.levelError(sizes, given.map(\.description)) }
    for (level, image) in levels.enumerated() {
      if level > 0 {
        try context.begin("glTexImage2D")
        bind()
        context.pixelTransfer.reset()
        Self.define(
          target, level: level, width: image.width, height: image.height,
          format.transfer(in: context))
      }
      let result: Result<Void, GLESError> = image.pixels.withUnsafeBytes { bytes in
        Result { () throws(GLESError) in
          try replace(
            bytes, region: PixelRegion(width: image.width, height: image.height),
            bytesPerRow: image.width * 4, level: level)
        }
      }
      try result.get()
    }
  }

  /// Makes a flat texture from compressed data, which cannot be changed afterwards.
  ///
  /// The corresponding C function is `glCompressedTexImage2D`. The data is not turned: most files
  /// have the top row first, which is then at the texture coordinate t = 0.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - levels: The bytes of the full image; followed, if the sampling uses mipmaps, by those of
  ///     each image of half the width and height, down to 1×1.
  ///   - format: GL's number of the format, such as 0x8D64 (`GL_ETC1_RGB8_OES`), one of
  ///     ``Limits/compressedTextureFormats``.
  ///   - channels: The channels of the format, which texture environments ask for.
  ///   - width: The width in texels.
  ///   - height: The height in texels.
  ///   - sampling: How to sample it.
  /// - Throws: ``GLESError/unsupported(what:remedy:)`` for a format that the driver lacks,
  ///   ``GLESError/badPixels(reason:)`` for another number of levels,
  ///   ``GLESError/invalidCall(function:errors:)`` for another number of bytes than the format has.
  public convenience init(
    _ context: Context, compressed levels: [[UInt8]], format: UInt32, channels: Format = .rgba8,
    width: Int, height: Int, sampling: Sampling = Sampling()
  ) throws(GLESError) {
    guard context.limits.compressedTextureFormats.contains(format) else {
      throw .unsupported(
        what: "compressed textures of format 0x\(String(format, radix: 16))",
        remedy: "use one of Limits.compressedTextureFormats, or an Image")
    }
    let sizes =
      sampling.mipmaps == nil
      ? [PixelSize(width, height)] : Self.levelSizes(width, height)
    guard levels.count == sizes.count else {
      throw Self.levelError(sizes, levels.map { "\($0.count) bytes" })
    }
    try self.init(
      context, width: width, height: height, format: channels, sampling: sampling,
      isCompressed: true, function: "glCompressedTexImage2D"
    ) { target in
      for (level, (bytes, size)) in zip(levels, sizes).enumerated() {
        glCompressedTexImage2D(
          target, GLint(level), format, GLsizei(size.width), GLsizei(size.height), 0,
          GLsizei(bytes.count), bytes)
      }
    }
  }

  /// The sizes of all mipmap levels.
  private static func levelSizes(_ width: Int, _ height: Int) -> [PixelSize] {
    var sizes = [PixelSize(width, height)]
    while let last = sizes.last, max(last.width, last.height) > 1 {
      sizes.append(PixelSize(max(last.width / 2, 1), max(last.height / 2, 1)))
    }
    return sizes
  }

  private static func levelError(_ sizes: [PixelSize], _ given: [String]) -> GLESError {
    .badPixels(
      reason: "the mipmap levels are \(given.joined(separator: ", ")); use levels of "
        + sizes.map(\.description).joined(separator: ", "))
  }
}
