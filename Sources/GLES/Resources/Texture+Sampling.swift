import GLESKitCGLES2

extension Texture {
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
    /// How many times longer than wide the area of a sample may be, such as on a floor that is seen
    /// at a flat angle; limited to what the driver can. Default: 1. More needs
    /// ``Feature/anisotropy``, and mipmaps to be of use.
    public var anisotropy = 1

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

  /// Changes the sampling, and makes mipmaps if they are missing and now needed.
  /// The corresponding C function is `glTexParameteri`.
  ///
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``,
  ///   ``GLESError/unsupported(what:remedy:)`` for filters that the format does not have.
  public func setSampling(_ sampling: Sampling) throws(GLESError) {
    try Self.check(sampling, format, width: width, height: height, in: context)
    try context.begin("glTexParameteri")
    let lacksMipmaps = self.sampling.mipmaps == nil && sampling.mipmaps != nil
    if lacksMipmaps { try checkIsWritable() }
    self.sampling = sampling
    sample(with: sampling)
    // Without mipmaps the texture would be incomplete, which GL samples as black.
    if lacksMipmaps { try generateMipmaps() }
  }

  /// What matters more when mipmaps are made; drivers may ignore it.
  public enum MipmapHint: Hashable, Sendable {
    /// What the driver prefers, speed, or quality.
    case dontCare, fastest, nicest
  }

  /// Makes the mipmaps from the full image. The corresponding C functions are `glGenerateMipmap`,
  /// and `glHint` with `GL_GENERATE_MIPMAP_HINT`.
  ///
  /// - Parameter hint: What matters more. Default: what the driver prefers.
  /// - Throws: ``GLESError/notPowerOfTwo(width:height:wanted:)``, and
  ///   ``GLESError/badPixels(reason:)`` for a compressed texture.
  public func generateMipmaps(_ hint: MipmapHint = .dontCare) throws(GLESError) {
    let sampling = Sampling(.nearest, mipmaps: .nearest)
    try Self.check(sampling, format, width: width, height: height, in: context)
    try checkIsWritable()
    try context.begin("glGenerateMipmap")
    bind()
    let name = GLenum(GL_GENERATE_MIPMAP_HINT)
    if hint != .dontCare { glHint(name, GLenum(hint == .fastest ? GL_FASTEST : GL_NICEST)) }
    glGenerateMipmap(target)
    if hint != .dontCare { glHint(name, GLenum(GL_DONT_CARE)) }
    try context.checkErrors(after: "glGenerateMipmap")
    hasMipmaps = true
  }

  /// Sets how GL samples the texture, and keeps ``sampling``, with which it is to be set again.
  package func sample(with sampling: Sampling) {
    bind()
    usesMipmaps = sampling.mipmaps != nil
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
    if context.supports(.anisotropy) {
      glTexParameteri(
        target, GLenum(GL_TEXTURE_MAX_ANISOTROPY_EXT), GLint(clamping: max(sampling.anisotropy, 1)))
    }
  }

  static func check(
    _ sampling: Sampling, _ format: Format, width: Int, height: Int, in context: Context
  ) throws(GLESError) {
    try format.check(sampling, in: context)
    func isPowerOfTwo(_ side: Int) -> Bool { side & (side - 1) == 0 }
    if isPowerOfTwo(width) && isPowerOfTwo(height) { return }
    if context.supports(.anyTextureSize) { return }
    if sampling.mipmaps != nil {
      throw .notPowerOfTwo(width: width, height: height, wanted: "mipmaps")
    }
    if sampling.wrapS != .clampToEdge || sampling.wrapT != .clampToEdge {
      throw .notPowerOfTwo(width: width, height: height, wanted: "repetition")
    }
  }
}
