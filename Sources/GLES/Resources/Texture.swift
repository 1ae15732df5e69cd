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
    /// As `rgba8`, but red, green and blue are sRGB, and sampled as linear values. Needs
    /// ``Feature/sRGBTextures``.
    case srgba8
    /// Red, green, blue and alpha as floats of 16 bits each. Needs ``Feature/halfFloatTextures``.
    case rgba16Float
    /// Red, green, blue and alpha as floats of 32 bits each. Needs ``Feature/floatTextures``.
    case rgba32Float
    /// Depth of 24 bits in the upper bits of 32, sampled as red. Needs ``Feature/depthTextures``,
    /// and `Sampling(.nearest)`.
    case depth24

    /// Bytes per texel.
    public var bytesPerTexel: Int {
      switch self {
      case .rgba32Float: 16
      case .rgba16Float: 8
      case .rgba8, .srgba8, .depth24: 4
      case .rgb8: 3
      case .luminanceAlpha8: 2
      case .luminance8, .alpha8: 1
      }
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
  public internal(set) var sampling: Sampling
  /// GL's number of the format of compressed texels; `nil` for others.
  let compressedFormat: GLenum?
  /// Whether it lacks samples that were drawn since ``Framebuffer/resolve()``; known while warnings
  /// are on.
  var isUnresolved = false
  /// Whether the smaller levels show what the full image does; known while warnings are on.
  var hasMipmaps = false
  /// Whether GL samples them: not while ``sample(with:)`` leaves them out.
  var usesMipmaps = false
  /// Whether this library has written nothing into it.
  var isEmpty = true
  /// ``Context/unwatched`` when it was made: since that changed, other code may have filled it.
  private let unwatched: Int
  /// Whether nobody has written anything into it, for certain.
  var lacksContent: Bool { isEmpty && unwatched == context.unwatched }
  /// Whether debuggers know its name.
  var hasLabel = false
  /// The context it was made in.
  public let context: Context

  /// Makes a texture with undefined content, to draw into or to update.
  ///
  /// The corresponding C function is `glTexImage2D`.
  ///
  /// - Throws: ``GLESError/textureTooLarge(width:height:limit:)``,
  ///   ``GLESError/notPowerOfTwo(width:height:wanted:)``, ``GLESError/outOfMemory(function:)``.
  public convenience init(
    _ context: Context, kind: Kind = .flat, width: Int, height: Int, format: Format = .rgba8,
    sampling: Sampling = Sampling()
  ) throws(GLESError) {
    try self.init(
      context, kind: kind, width: width, height: height, format: format, sampling: sampling,
      function: "glTexImage2D"
    ) { target in
      Self.define(target, level: 0, width: width, height: height, format.transfer(in: context))
    }
  }

  /// Makes a texture whose full image `define` makes, for each face of a cube map.
  init(
    _ context: Context, kind: Kind = .flat, width: Int, height: Int, format: Format,
    sampling: Sampling, compressedFormat: GLenum? = nil, function: String,
    define: (_ target: GLenum) -> Void
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
    try Self.check(sampling, format, width: width, height: height, in: context)
    var name: GLuint = 0
    glGenTextures(1, &name)
    self.name = name
    self.kind = kind
    self.format = format
    self.width = width
    self.height = height
    self.sampling = sampling
    self.compressedFormat = compressedFormat
    self.context = context
    unwatched = context.unwatched
    bind()
    // If a pixel buffer were bound, GL would read a missing image from it.
    context.pixelTransfer.reset()
    for target in faceTargets { define(target) }
    sample(with: sampling)
    try context.checkErrors(after: function)
    // A compressed texture is made with all levels.
    hasMipmaps = compressedFormat != nil
    isEmpty = compressedFormat == nil
  }

  /// Makes a level with undefined content. The corresponding C function is `glTexImage2D`.
  static func define(
    _ target: GLenum, level: Int, width: Int, height: Int, _ transfer: Format.Transfer
  ) {
    glTexImage2D(
      target, GLint(level), transfer.storage, GLsizei(width), GLsizei(height), 0, transfer.format,
      transfer.type, nil)
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
    if let fault = context.fault(ofUnit: unit) { return context.postpone(fault) }
    context.bindings.bind(name, to: target, unit: unit)
  }

  /// Binds the texture to unit 0, clamped and with a filter. Mipmaps, for what is seen from afar,
  /// stay their owner's choice.
  package func bind(filter: Sampling.Filter) throws(GLESError) {
    var sampling = Sampling(filter, mipmaps: sampling.mipmaps)
    sampling.anisotropy = self.sampling.anisotropy
    try bind(sampling: sampling)
  }

  /// Binds the texture to unit 0, with a sampling that is set only if it differs.
  package func bind(sampling: Sampling) throws(GLESError) {
    if self.sampling != sampling { try setSampling(sampling) }
    bind()
  }

  /// Replaces part of an RGBA texture with an image, and updates the mipmaps if it has them.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - x: The left column of the replaced part.
  ///   - y: The bottom row of the replaced part, counted from the texture's bottom.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the image does not fit.
  public func update(with image: Image, x: Int = 0, y: Int = 0) throws(GLESError) {
    guard format == .rgba8 || format == .srgba8 else {
      throw .badPixels(reason: "an image needs an RGBA texture, and this one is \(format)")
    }
    let region = PixelRegion(x: x, y: y, width: image.width, height: image.height)
    try image.pixels.withUnsafeBufferPointer { bytes throws(GLESError) in
      try update(
        UnsafeRawBufferPointer(bytes), region: region, bytesPerRow: image.width * 4)
    }
  }

  /// Replaces part of a cube map's face with an image, and updates the mipmaps if it has them.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - face: The face.
  ///   - x: The left column of the replaced part.
  ///   - y: The top row of the replaced part, counted from the face's top.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the image does not fit.
  public func update(with image: Image, face: CubeFace, x: Int = 0, y: Int = 0) throws(GLESError) {
    let region = PixelRegion(x: x, y: y, width: image.width, height: image.height)
    guard kind == .cube, format == .rgba8, region.lies(within: width, height) else {
      throw .badPixels(
        reason: "\(image.width)×\(image.height) pixels at (\(x), \(y)) do not fit a face of a "
          + "\(kind) texture of \(width)×\(height) \(format) texels")
    }
    guard image.width > 0, image.height > 0 else { return }
    try context.begin("glTexSubImage2D")
    image.pixels.withUnsafeBytes { upload($0, to: face.target, region) }
    try context.checkErrors(after: "glTexSubImage2D")
    if sampling.mipmaps != nil { try generateMipmaps() }
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
    hasMipmaps = false
    if sampling.mipmaps != nil && region.width > 0 && region.height > 0 { try generateMipmaps() }
  }

  /// Like ``update(_:region:bytesPerRow:)``, but leaves the other levels as they are.
  func replace(
    _ bytes: UnsafeRawBufferPointer, region: PixelRegion, bytesPerRow: Int, level: Int = 0
  ) throws(GLESError) {
    guard kind == .flat else {
      throw .badPixels(reason: "a cube map is updated by faces; use update(with:face:)")
    }
    try checkIsWritable()
    guard region.lies(within: max(width >> level, 1), max(height >> level, 1)) else {
      throw .badPixels(
        reason: "\(region.width)×\(region.height) texels at (\(region.x), \(region.y)) "
          + "do not fit a \(width)×\(height) texture")
    }
    guard region.width > 0 && region.height > 0 else { return }
    let rowBytes = region.width * format.bytesPerTexel
    try Rows.check(bytes.count, hold: region.height, of: rowBytes, apart: bytesPerRow)
    try context.begin("glTexSubImage2D")
    Rows.turned(bytes, rowBytes: rowBytes, rows: region.height, stride: bytesPerRow) {
      band, row, rows in
      upload(
        band, to: target,
        PixelRegion(x: region.x, y: region.y + row, width: region.width, height: rows),
        level: level)
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

  func checkIsWritable() throws(GLESError) {
    if compressedFormat != nil {
      throw .badPixels(
        reason: "a compressed texture cannot be changed; use update(compressed:), or make a new one"
      )
    }
  }

  private func upload(
    _ bytes: UnsafeRawBufferPointer, to target: GLenum, _ region: PixelRegion, level: Int = 0
  ) {
    bind()
    isEmpty = false
    context.pixelTransfer.reset()
    // Rows are packed; GL would otherwise expect each to start at a multiple of 4 bytes.
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    let transfer = format.transfer(in: context)
    glTexSubImage2D(
      target, GLint(level), GLint(region.x), GLint(region.y), GLsizei(region.width),
      GLsizei(region.height), transfer.format, transfer.type, bytes.baseAddress)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
  }
}
