import GLESKitCGLES2
import GLESKitSupport

extension Texture {
  /// Makes a flat texture from compressed data.
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
    let image = KTXImage(
      format: format, width: width, height: height, faces: [levels.map { $0[...] }])
    try self.init(context, image, channels: channels, sampling: sampling)
  }

  /// Makes a texture from a KTX file: version 1, or version 2 without supercompression. A file of
  /// six faces becomes a cube map.
  ///
  /// The texels must be compressed, in one of ``Limits/compressedTextureFormats``. Drivers that
  /// have only ETC2 read ETC1, too. Rows are not turned: by default, files have the top row first,
  /// which is then at the texture coordinate t = 0.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - file: The bytes of the file.
  ///   - sampling: How to sample it. Default: linear, with the file's mipmaps if it has all.
  /// - Throws: ``GLESError/badPixels(reason:)`` for a file that can't be read, and as
  ///   ``init(_:compressed:format:channels:width:height:sampling:)``.
  public convenience init(
    _ context: Context, ktx file: [UInt8], sampling: Sampling? = nil
  ) throws(GLESError) {
    var image = try KTXImage(file)
    let sizes = Self.levelSizes(image.width, image.height)
    let isWhole = image.faces.allSatisfy { $0.count == sizes.count }
    let sampling = sampling ?? Sampling(mipmaps: isWhole && sizes.count > 1 ? .linear : nil)
    if sampling.mipmaps == nil { image.faces = image.faces.map { Array($0.prefix(1)) } }
    image.choose(from: context.limits.compressedTextureFormats)
    try self.init(context, image, channels: image.channels, sampling: sampling)
  }

  /// Reads a KTX file and makes a texture from its bytes.
  ///
  /// - Throws: Also ``GLESError/file(_:)`` if the file can't be read.
  public convenience init(
    _ context: Context, ktx path: String, sampling: Sampling? = nil
  ) throws(GLESError) {
    let file: [UInt8]
    do { file = try Files.read(path, limit: 1 << 30) } catch { throw .file(error) }
    try self.init(context, ktx: file, sampling: sampling)
  }

  private convenience init(
    _ context: Context, _ image: KTXImage, channels: Format, sampling: Sampling
  ) throws(GLESError) {
    let lacking = GLESError.unsupported(
      what: "compressed textures of format 0x\(String(image.format, radix: 16))",
      remedy: "use one of Limits.compressedTextureFormats, or an Image")
    guard context.limits.compressedTextureFormats.contains(image.format) else { throw lacking }
    let (width, height) = (image.width, image.height)
    let sizes =
      sampling.mipmaps == nil ? [PixelSize(width, height)] : Self.levelSizes(width, height)
    for levels in image.faces where levels.count != sizes.count {
      throw Self.levelError(sizes, levels.map { "\($0.count) bytes" })
    }
    do {
      try self.init(
        context, kind: image.faces.count == 6 ? .cube : .flat, width: width, height: height,
        format: channels, sampling: sampling, compressedFormat: image.format,
        function: "glCompressedTexImage2D"
      ) { target in
        let first = GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X)
        let face = image.faces.count == 6 ? Int(target - first) : 0
        for (level, (bytes, size)) in zip(image.faces[face], sizes).enumerated() {
          bytes.withUnsafeBytes {
            glCompressedTexImage2D(
              target, GLint(level), image.format, GLsizei(size.width), GLsizei(size.height), 0,
              GLsizei($0.count), $0.baseAddress)
          }
        }
      }
    } catch .invalidCall(_, let errors) where errors.contains(.invalidEnum) {
      // Mesa 22.3.6 lists ETC2 in contexts of ES 2.0, and refuses it there.
      throw lacking
    }
  }

  /// Replaces part of a flat compressed texture.
  ///
  /// The corresponding C function is `glCompressedTexSubImage2D`. Most formats can only be replaced
  /// by whole blocks, such as 4×4 texels, and some, such as ETC1 on many drivers, not in part.
  ///
  /// - Parameters:
  ///   - bytes: The data, in the texture's format.
  ///   - region: The region to replace. It begins at the texel at t = 0.
  ///   - level: The mipmap level. Others stay as they are.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the texture is not compressed, or the region
  ///   does not fit; ``GLESError/invalidCall(function:errors:)`` if the driver refuses the data.
  public func update(
    compressed bytes: [UInt8], region: PixelRegion, level: Int = 0
  ) throws(GLESError) {
    guard let compressedFormat, kind == .flat else {
      throw .badPixels(
        reason: "compressed data needs a flat compressed texture; use update(with:) for others")
    }
    guard (0..<32).contains(level),
      region.lies(within: max(width >> level, 1), max(height >> level, 1))
    else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) texels at (\(region.x), \(region.y)) do not fit "
          + "level \(level) of a \(width)×\(height) texture")
    }
    try context.begin("glCompressedTexSubImage2D")
    bind()
    context.pixelTransfer.reset()
    glCompressedTexSubImage2D(
      target, GLint(level), GLint(region.x), GLint(region.y), GLsizei(region.width),
      GLsizei(region.height), compressedFormat, GLsizei(bytes.count), bytes)
    try context.checkErrors(after: "glCompressedTexSubImage2D")
  }
}
