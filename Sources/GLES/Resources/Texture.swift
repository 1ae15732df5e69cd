import GLESKitCGLES2
import Imaging

/// A 2D texture or cube map in the driver's memory.
///
/// Pictures go in with their top row first and are turned on the way, so texture coordinate
/// (0, 0) is a picture's bottom left corner and (1, 1) its top right one.
public final class Texture {
  /// Which of ES 2.0's two kinds it is.
  public enum Kind: Hashable, Sendable {
    /// One picture, or six that are looked up by a direction.
    case flat, cube
  }

  /// What a texel holds.
  public enum Format: Hashable, Sendable {
    /// 8 bits each of red, green, blue and alpha.
    case rgba8
    /// 8 bits each of red, green and blue; alpha is 1.
    case rgb8
    /// 8 bits of grey and of alpha.
    case luminanceAlpha8
    /// 8 bits of grey; alpha is 1.
    case luminance8
    /// 8 bits of alpha; the colour is 0.
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

    /// Bytes a texel in memory.
    public var bytesPerTexel: Int {
      switch self {
      case .rgba8: 4
      case .rgb8: 3
      case .luminanceAlpha8: 2
      case .luminance8, .alpha8: 1
      }
    }
  }

  /// How texels between and beyond the centres are chosen.
  public struct Sampling: Hashable, Sendable {
    /// Which texels make a sample.
    public enum Filter: Hashable, Sendable {
      /// The nearest one, or the mean of the four nearest by their distance.
      case nearest, linear
    }
    /// What lies beyond the edges.
    public enum Wrap: Hashable, Sendable {
      /// The edge's own texels, the picture again, or the picture in a mirror.
      case clampToEdge, `repeat`, mirroredRepeat
    }

    /// When texels are larger than pixels.
    public var magnification: Filter
    /// When texels are smaller than pixels.
    public var minification: Filter
    /// How two mipmap levels join; `nil` uses the full picture only.
    public var mipmaps: Filter?
    /// Beyond the left and right edge.
    public var wrapS: Wrap
    /// Beyond the bottom and top edge.
    public var wrapT: Wrap

    /// One filter for both directions and one wrap for both axes. Default: linear, clamped, without
    /// mipmaps, which every size of texture allows.
    public init(_ filter: Filter = .linear, mipmaps: Filter? = nil, wrap: Wrap = .clampToEdge) {
      magnification = filter
      minification = filter
      self.mipmaps = mipmaps
      wrapS = wrap
      wrapT = wrap
    }
  }

  /// What to do with a picture that is larger than ``Limits/textureSize``.
  public enum Oversize: Hashable, Sendable {
    /// Throw ``GLESError/textureTooLarge(width:height:limit:)``.
    case error
    /// Scale it down to fit, its proportions kept; see `Image.fitted(within:)`.
    case scale
  }

  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// Flat, or a cube map.
  public let kind: Kind
  /// What a texel holds.
  public let format: Format
  /// Texels a row; of a picture that was scaled to fit, the scaled size.
  public let width: Int
  /// Rows of texels.
  public let height: Int
  /// How it is sampled.
  public private(set) var sampling: Sampling
  /// The context it was made in.
  public let context: Context

  /// Makes an empty texture, for rendering to or for updates; what it holds is undefined.
  ///
  /// The corresponding C function is `glTexImage2D`.
  ///
  /// - Throws: ``GLESError/textureTooLarge(width:height:limit:)``,
  ///   ``GLESError/notPowerOfTwo(width:height:wanted:)``, ``GLESError/outOfMemory(function:)``.
  public init(
    _ context: Context, kind: Kind = .flat, width: Int, height: Int, format: Format = .rgba8,
    sampling: Sampling = Sampling()
  ) throws(GLESError) {
    precondition(width > 0 && height > 0, "a texture has at least one texel")
    precondition(kind == .flat || width == height, "a cube map's faces are square")
    context.deleteDroppedObjects()
    let limit = kind == .flat ? context.limits.textureSize : context.limits.cubeMapTextureSize
    guard width <= limit && height <= limit else {
      throw .textureTooLarge(width: width, height: height, limit: limit)
    }
    try Self.check(sampling, width: width, height: height, in: context)
    var name: GLuint = 0
    glGenTextures(1, &name)
    guard name != 0 else { throw .noCurrentContext }
    self.name = name
    self.kind = kind
    self.format = format
    self.width = width
    self.height = height
    self.sampling = sampling
    self.context = context
    bind()
    // With a buffer bound in its place, the missing picture would be read from there.
    context.pixelTransfer.reset()
    for target in faceTargets {
      glTexImage2D(
        target, 0, GLint(format.glFormat), GLsizei(width), GLsizei(height), 0, format.glFormat,
        GLenum(GL_UNSIGNED_BYTE), nil)
    }
    setParameters()
    try context.checkErrors(after: "glTexImage2D")
  }

  /// Makes a texture of a picture.
  ///
  /// - Parameters:
  ///   - context: The context, which is current.
  ///   - image: The picture; its colours stay premultiplied.
  ///   - sampling: Mipmaps are made where it asks for them.
  ///   - oversize: What to do when the driver's textures are smaller. Default: throw.
  public convenience init(
    _ context: Context, _ image: Image, sampling: Sampling = Sampling(),
    oversize: Oversize = .error
  ) throws(GLESError) {
    let limit = context.limits.textureSize
    let image = oversize == .scale ? image.fitted(within: PixelSize(limit, limit)) : image
    try self.init(context, width: image.width, height: image.height, sampling: sampling)
    try update(with: image)
  }

  /// Makes a cube map of six square pictures of one size, in GL's order: +x, −x, +y, −y, +z, −z.
  ///
  /// A cube map's faces have their origin at the top left (as in RenderMan), so the rows go in
  /// unturned.
  ///
  /// - Throws: ``GLESError/badPixels(reason:)`` for other numbers or sizes of faces.
  public convenience init(
    _ context: Context, cube faces: [Image], sampling: Sampling = Sampling()
  ) throws(GLESError) {
    guard faces.count == 6, let first = faces.first, first.width == first.height,
      faces.allSatisfy({ $0.width == first.width && $0.height == first.height })
    else {
      throw .badPixels(reason: "a cube map needs six square pictures of one size")
    }
    try self.init(
      context, kind: .cube, width: first.width, height: first.height, sampling: sampling)
    for (face, target) in zip(faces, faceTargets) {
      face.pixels.withUnsafeBytes {
        upload($0, to: target, PixelRegion(width: width, height: height))
      }
    }
    if sampling.mipmaps != nil { try generateMipmaps() }
    try context.checkErrors(after: "glTexSubImage2D")
  }

  deinit { context.deletions.add(.texture, name) }

  /// Makes this the texture of a unit. The corresponding C functions are `glActiveTexture` and
  /// `glBindTexture`.
  ///
  /// - Parameter unit: 0 ..< ``Limits/combinedTextureUnits``: what the sampler uniform is set to.
  public func bind(to unit: Int = 0) {
    // Every driver has eight.
    precondition(
      unit >= 0 && (unit < 8 || unit < context.limits.combinedTextureUnits),
      "there is no such texture unit")
    context.bindings.bind(name, to: target, unit: unit)
  }

  /// Changes how it is sampled, and makes the mipmaps where it had none and now needs them.
  /// The corresponding C function is `glTexParameteri`.
  ///
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``.
  public func setSampling(_ sampling: Sampling) throws(GLESError) {
    try Self.check(sampling, width: width, height: height, in: context)
    let lacksMipmaps = self.sampling.mipmaps == nil && sampling.mipmaps != nil
    self.sampling = sampling
    bind()
    setParameters()
    // Without them the texture would be incomplete, which GL samples as black.
    if lacksMipmaps { try generateMipmaps() }
  }

  /// Makes the smaller levels from the full picture. The corresponding C function is
  /// `glGenerateMipmap`.
  ///
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``.
  public func generateMipmaps() throws(GLESError) {
    try Self.check(Sampling(mipmaps: .linear), width: width, height: height, in: context)
    bind()
    glGenerateMipmap(target)
    try context.checkErrors(after: "glGenerateMipmap")
  }

  /// Replaces a part of an RGBA texture by a picture, and the mipmaps where it has them.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - x: The part's left column.
  ///   - y: The part's bottom row, counted from the texture's bottom.
  /// - Throws: ``GLESError/badPixels(reason:)`` where the picture does not fit.
  public func update(with image: Image, x: Int = 0, y: Int = 0) throws(GLESError) {
    guard format == .rgba8 else {
      throw .badPixels(reason: "a picture is RGBA; this texture is not")
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

  /// Replaces a part of a flat texture by rows of texels in its ``format``, top row first.
  ///
  /// ES 2.0 has no row stride of its own: rows with padding are packed first.
  /// The corresponding C function is `glTexSubImage2D`.
  ///
  /// - Parameters:
  ///   - bytes: The rows; the last one may lack its padding.
  ///   - region: The part, from the texture's bottom left.
  ///   - bytesPerRow: From one row's start to the next's.
  /// - Throws: ``GLESError/badPixels(reason:)`` where the part or the bytes do not fit.
  public func update(
    _ bytes: UnsafeRawBufferPointer, region: PixelRegion, bytesPerRow: Int
  ) throws(GLESError) {
    guard kind == .flat else { throw .badPixels(reason: "a cube map's faces are set all at once") }
    guard region.lies(within: width, height) else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) texels at (\(region.x), \(region.y)) "
          + "do not fit a \(width)×\(height) texture")
    }
    guard region.width > 0 && region.height > 0 else { return }
    let rowBytes = region.width * format.bytesPerTexel
    // Divided, not multiplied: no distance between rows is so large that it would overflow.
    guard bytesPerRow >= rowBytes, bytes.count >= rowBytes,
      (bytes.count - rowBytes) / bytesPerRow >= region.height - 1
    else {
      throw .badPixels(
        reason: "\(bytes.count) bytes are too few for \(region.height) rows of \(rowBytes), "
          + "\(bytesPerRow) bytes apart")
    }
    context.deleteDroppedObjects()
    Rows.turned(bytes, rowBytes: rowBytes, rows: region.height, stride: bytesPerRow) {
      band, row, rows in
      upload(
        band, to: target,
        PixelRegion(x: region.x, y: region.y + row, width: region.width, height: rows))
    }
    if sampling.mipmaps != nil { try generateMipmaps() }
    try context.checkErrors(after: "glTexSubImage2D")
  }

  private var target: GLenum {
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
    if context.extensions.contains("GL_OES_texture_npot") { return }
    if sampling.mipmaps != nil {
      throw .notPowerOfTwo(width: width, height: height, wanted: "mipmaps")
    }
    if sampling.wrapS != .clampToEdge || sampling.wrapT != .clampToEdge {
      throw .notPowerOfTwo(width: width, height: height, wanted: "repetition")
    }
  }
}
