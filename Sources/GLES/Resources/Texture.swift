import GLESKitCGLES2
@_exported import Imaging

/// A 2D texture or cube map in the driver's memory.
///
/// An image's rows are reversed on upload, so the texture coordinate (0, 0) is its bottom left
/// corner and (1, 1) its top right corner.
public final class Texture {
  /// The kinds of texture in ES 2.0.
  public enum Kind: Hashable, Sendable {
    /// One image, or six images that are looked up by a direction.
    case flat, cube
  }

  /// The channels of a texel.
  public enum Format: Hashable, Sendable {
    /// Red, green, blue and alpha of 8 bits each.
    case rgba8
    /// Red, green and blue of 8 bits each; alpha is 1.
    case rgb8
    /// Gray and alpha of 8 bits each.
    case luminanceAlpha8
    /// Gray of 8 bits; alpha is 1.
    case luminance8
    /// Alpha of 8 bits; the color is 0.
    case alpha8

    var glFormat: GLenum {
      switch self {
      case .rgba8: GLenum(GL_RGBA)
      case .rgb8: GLenum(GL_RGB)
      case .luminanceAlpha8: GLenum(GL_LUMINANCE_ALPHA)
      case .luminance8: GLenum(GL_LUMINANCE)
      case .alpha8: GLenum(GL_ALPHA)
      }
    }

    /// Bytes per texel.
    public var bytesPerTexel: Int {
      switch self {
      case .rgba8: 4
      case .rgb8: 3
      case .luminanceAlpha8: 2
      case .luminance8, .alpha8: 1
      }
    }
  }

  /// How a texture is filtered and wrapped.
  public struct Sampling: Hashable, Sendable {
    /// How texels are combined into a sample.
    public enum Filter: Hashable, Sendable {
      /// The nearest texel, or the four nearest weighted by distance.
      case nearest, linear
    }
    /// The result beyond the edges.
    public enum Wrap: Hashable, Sendable {
      /// The texels at the edge, the image repeated, or the image repeated and mirrored.
      case clampToEdge, `repeat`, mirroredRepeat
    }

    /// The filter where texels are larger than pixels.
    public var magnification: Filter
    /// The filter where texels are smaller than pixels.
    public var minification: Filter
    /// How mipmap levels are combined; `nil` uses the full image only.
    public var mipmaps: Filter?
    /// The wrap mode at the left and right edge.
    public var wrapS: Wrap
    /// The wrap mode at the bottom and top edge.
    public var wrapT: Wrap

    /// Makes a sampling with one filter for both directions and one wrap mode for both axes.
    /// Default: linear, clamped, without mipmaps, which works for every texture size.
    public init(_ filter: Filter = .linear, mipmaps: Filter? = nil, wrap: Wrap = .clampToEdge) {
      magnification = filter
      minification = filter
      self.mipmaps = mipmaps
      wrapS = wrap
      wrapT = wrap
    }
  }

  /// How to handle an image larger than ``Limits/textureSize``.
  public enum Oversize: Hashable, Sendable {
    /// Throw ``GLESError/textureTooLarge(width:height:limit:)``.
    case error
    /// Scale it down to fit and keep its proportions; see `Image.fitted(within:)`.
    case scale
  }

  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// Whether it is flat or a cube map.
  public let kind: Kind
  /// The channels of a texel.
  public let format: Format
  /// The width in texels; for an image that was scaled to fit, the scaled width.
  public let width: Int
  /// The height in texels.
  public let height: Int
  /// How the texture is filtered and wrapped.
  public private(set) var sampling: Sampling
  /// Whether it lacks samples that were drawn since ``Framebuffer/resolve()``; known while warnings
  /// are on.
  var isUnresolved = false
  /// The context it was made in.
  public let context: Context

  /// Makes a texture with undefined content, to draw into or to update.
  ///
  /// The corresponding C function is `glTexImage2D`.
  ///
  /// - Throws: ``GLESError/textureTooLarge(width:height:limit:)``,
  ///   ``GLESError/notPowerOfTwo(width:height:wanted:)``, ``GLESError/outOfMemory(function:)``.
  public init(
    _ context: Context, kind: Kind = .flat, width: Int, height: Int, format: Format = .rgba8,
    sampling: Sampling = Sampling()
  ) throws(GLESError) {
    guard width > 0, height > 0, kind == .flat || width == height else {
      throw .badPixels(
        reason: "there is no \(kind) texture of \(width)×\(height) texels; use at least 1×1, and "
          + "square faces for a cube map")
    }
    try context.begin("glGenTextures")
    let limit = kind == .flat ? context.limits.textureSize : context.limits.cubeMapTextureSize
    guard width <= limit && height <= limit else {
      throw .textureTooLarge(width: width, height: height, limit: limit)
    }
    try Self.check(sampling, width: width, height: height, in: context)
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    self.kind = kind
    self.format = format
    self.width = width
    self.height = height
    self.sampling = sampling
    self.context = context
    bind()
    // If a pixel buffer were bound, GL would read the missing image from it.
    context.pixelTransfer.reset()
    for target in faceTargets {
      glTexImage2D(
        target, 0, GLint(format.glFormat), GLsizei(width), GLsizei(height), 0, format.glFormat,
        GLenum(GL_UNSIGNED_BYTE), nil)
    }
    setParameters()
    try context.checkErrors(after: "glTexImage2D")
  }

  /// Makes a texture from an image.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - image: The image; its colors stay premultiplied.
  ///   - sampling: How to sample it. Mipmaps are made if it uses them.
  ///   - oversize: How to handle an image beyond the driver's limit. Default: throw.
  public convenience init(
    _ context: Context, _ image: Image, sampling: Sampling = Sampling(),
    oversize: Oversize = .error
  ) throws(GLESError) {
    let limit = context.limits.textureSize
    let image = oversize == .scale ? image.fitted(within: PixelSize(limit, limit)) : image
    try self.init(context, width: image.width, height: image.height, sampling: sampling)
    try update(with: image)
  }

  /// Makes a cube map from six square images of the same size, in GL's order: +x, −x, +y, −y, +z,
  /// −z.
  ///
  /// A cube map's faces have their origin at the top left (as in RenderMan), so the rows are not
  /// reversed.
  ///
  /// - Throws: ``GLESError/badPixels(reason:)`` for another number of faces or different sizes.
  public convenience init(
    _ context: Context, cube faces: [Image], sampling: Sampling = Sampling()
  ) throws(GLESError) {
    guard faces.count == 6, let first = faces.first, first.width == first.height,
      faces.allSatisfy({ $0.width == first.width && $0.height == first.height })
    else {
      throw .badPixels(reason: "a cube map needs six square images of the same size")
    }
    try self.init(
      context, kind: .cube, width: first.width, height: first.height, sampling: sampling)
    try context.begin("glTexSubImage2D")
    for (face, target) in zip(faces, faceTargets) {
      face.pixels.withUnsafeBytes {
        upload($0, to: target, PixelRegion(width: width, height: height))
      }
    }
    try context.checkErrors(after: "glTexSubImage2D")
    if sampling.mipmaps != nil { try generateMipmaps() }
  }

  deinit { context.deletions.add(.texture, name) }

  /// Binds the texture to a unit. The corresponding C functions are `glActiveTexture` and
  /// `glBindTexture`.
  ///
  /// - Parameter unit: The value of the sampler uniform, in 0 ..< ``Limits/combinedTextureUnits``.
  ///   For another one, nothing is bound, and the next call that can throw throws
  ///   ``GLESError/unsupported(what:remedy:)``.
  public func bind(to unit: Int = 0) {
    guard context.mayBegin("glBindTexture") else { return }
    let limit = context.limits.combinedTextureUnits
    guard (0..<limit).contains(unit) else {
      return context.postpone(
        .unsupported(what: "texture unit \(unit)", remedy: "use 0…\(limit - 1)"))
    }
    context.bindings.bind(name, to: target, unit: unit)
  }

  /// Binds the texture to unit 0, with a sampling that is set only if it differs.
  package func bind(sampling: Sampling) throws(GLESError) {
    if self.sampling != sampling { try setSampling(sampling) }
    bind()
  }

  /// Changes the sampling, and makes mipmaps if they are missing and now needed.
  /// The corresponding C function is `glTexParameteri`.
  ///
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``.
  public func setSampling(_ sampling: Sampling) throws(GLESError) {
    try Self.check(sampling, width: width, height: height, in: context)
    try context.begin("glTexParameteri")
    let lacksMipmaps = self.sampling.mipmaps == nil && sampling.mipmaps != nil
    self.sampling = sampling
    bind()
    setParameters()
    // Without mipmaps the texture would be incomplete, which GL samples as black.
    if lacksMipmaps { try generateMipmaps() }
  }

  /// Makes the mipmaps from the full image. The corresponding C function is
  /// `glGenerateMipmap`.
  ///
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``.
  public func generateMipmaps() throws(GLESError) {
    try Self.check(Sampling(mipmaps: .linear), width: width, height: height, in: context)
    try context.begin("glGenerateMipmap")
    bind()
    glGenerateMipmap(target)
    try context.checkErrors(after: "glGenerateMipmap")
  }

  /// Replaces part of an RGBA texture with an image, and updates the mipmaps if it has them.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - x: The left column of the replaced part.
  ///   - y: The bottom row of the replaced part, counted from the texture's bottom.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the image does not fit.
  public func update(with image: Image, x: Int = 0, y: Int = 0) throws(GLESError) {
    guard format == .rgba8 else {
      throw .badPixels(reason: "an image needs an RGBA texture, and this one is \(format)")
    }
    let result: Result<Void, GLESError> = image.pixels.withUnsafeBytes { bytes in
      Result { () throws(GLESError) in
        try update(
          bytes, region: PixelRegion(x: x, y: y, width: image.width, height: image.height),
          bytesPerRow: image.width * 4)
      }
    }
    try result.get()
  }

  /// Replaces part of a flat texture with rows of texels in its ``format``, top row first.
  ///
  /// Rows with padding are packed before the upload, because ES 2.0 has no row stride.
  /// The corresponding C function is `glTexSubImage2D`.
  ///
  /// - Parameters:
  ///   - bytes: The rows; the last row's padding may be missing.
  ///   - region: The region to replace, from the texture's bottom left.
  ///   - bytesPerRow: Bytes from one row's start to the next.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the region or the bytes do not fit.
  public func update(
    _ bytes: UnsafeRawBufferPointer, region: PixelRegion, bytesPerRow: Int
  ) throws(GLESError) {
    try replace(bytes, region: region, bytesPerRow: bytesPerRow)
    if sampling.mipmaps != nil && region.width > 0 && region.height > 0 { try generateMipmaps() }
  }

  /// Like ``update(_:region:bytesPerRow:)``, but leaves the mipmaps as they are.
  func replace(
    _ bytes: UnsafeRawBufferPointer, region: PixelRegion, bytesPerRow: Int
  ) throws(GLESError) {
    guard kind == .flat else {
      throw .badPixels(reason: "a cube map's faces cannot be updated; make a new cube map")
    }
    guard region.lies(within: width, height) else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) texels at (\(region.x), \(region.y)) "
          + "do not fit a \(width)×\(height) texture")
    }
    guard region.width > 0 && region.height > 0 else { return }
    let rowBytes = region.width * format.bytesPerTexel
    // Divides instead of multiplying, because a product could overflow.
    guard bytesPerRow >= rowBytes, bytes.count >= rowBytes,
      (bytes.count - rowBytes) / bytesPerRow >= region.height - 1
    else {
      throw .badPixels(
        reason: "\(bytes.count) bytes are too few for \(region.height) rows of \(rowBytes), "
          + "\(bytesPerRow) bytes apart")
    }
    try context.begin("glTexSubImage2D")
    Rows.turned(bytes, rowBytes: rowBytes, rows: region.height, stride: bytesPerRow) {
      band, row, rows in
      upload(
        band, to: target,
        PixelRegion(x: region.x, y: region.y + row, width: region.width, height: rows))
    }
    try context.checkErrors(after: "glTexSubImage2D")
  }

  var target: GLenum {
    GLenum(kind == .flat ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP)
  }

  private var faceTargets: [GLenum] {
    kind == .flat
      ? [target] : (0..<6).map { GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + $0 }
  }

  private func upload(_ bytes: UnsafeRawBufferPointer, to target: GLenum, _ region: PixelRegion) {
    bind()
    context.pixelTransfer.reset()
    // Rows are packed; GL would otherwise expect each to start at a multiple of 4 bytes.
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glTexSubImage2D(
      target, 0, GLint(region.x), GLint(region.y), GLsizei(region.width),
      GLsizei(region.height), format.glFormat, GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
  }

  private func setParameters() {
    func wrap(_ wrap: Sampling.Wrap) -> GLint {
      switch wrap {
      case .clampToEdge: GL_CLAMP_TO_EDGE
      case .repeat: GL_REPEAT
      case .mirroredRepeat: GL_MIRRORED_REPEAT
      }
    }
    let minification =
      switch (sampling.minification, sampling.mipmaps) {
      case (.nearest, nil): GL_NEAREST
      case (.linear, nil): GL_LINEAR
      case (.nearest, .nearest): GL_NEAREST_MIPMAP_NEAREST
      case (.linear, .nearest): GL_LINEAR_MIPMAP_NEAREST
      case (.nearest, .linear): GL_NEAREST_MIPMAP_LINEAR
      case (.linear, .linear): GL_LINEAR_MIPMAP_LINEAR
      }
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), minification)
    glTexParameteri(
      target, GLenum(GL_TEXTURE_MAG_FILTER),
      sampling.magnification == .nearest ? GL_NEAREST : GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), wrap(sampling.wrapS))
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), wrap(sampling.wrapT))
  }

  private static func check(
    _ sampling: Sampling, width: Int, height: Int, in context: Context
  ) throws(GLESError) {
    func isPowerOfTwo(_ side: Int) -> Bool { side & (side - 1) == 0 }
    if isPowerOfTwo(width) && isPowerOfTwo(height) { return }
    if context.has("GL_OES_texture_npot") { return }
    if sampling.mipmaps != nil {
      throw .notPowerOfTwo(width: width, height: height, wanted: "mipmaps")
    }
    if sampling.wrapS != .clampToEdge || sampling.wrapT != .clampToEdge {
      throw .notPowerOfTwo(width: width, height: height, wanted: "repetition")
    }
  }
}
