import GLESKitCGLES2

extension Texture.Format {
  /// How GL stores a format, and how it takes its texels.
  struct Transfer {
    let storage: GLint
    let format: GLenum
    let type: GLenum
  }

  /// Returns GL's numbers of the format. With ES 3.0, storage has a size; the extensions of ES 2.0
  /// tell sizes by the type.
  func transfer(in context: Context) -> Transfer {
    let isES3 = context.majorVersion >= 3
    func transfer(
      _ format: Int32, _ type: Int32 = GL_UNSIGNED_BYTE, sized: Int32? = nil
    ) -> Transfer {
      let storage = isES3 ? sized ?? format : format
      return Transfer(storage: storage, format: GLenum(format), type: GLenum(type))
    }
    return switch self {
    case .rgba8: transfer(GL_RGBA)
    case .rgb8: transfer(GL_RGB)
    case .luminanceAlpha8: transfer(GL_LUMINANCE_ALPHA)
    case .luminance8: transfer(GL_LUMINANCE)
    case .alpha8: transfer(GL_ALPHA)
    case .srgba8: transfer(isES3 ? GL_RGBA : GL_SRGB_ALPHA_EXT, sized: GL_SRGB8_ALPHA8_EXT)
    case .rgba16Float:
      transfer(GL_RGBA, isES3 ? Self.halfFloat : GL_HALF_FLOAT_OES, sized: GL_RGBA16F_EXT)
    case .rgba32Float: transfer(GL_RGBA, GL_FLOAT, sized: GL_RGBA32F_EXT)
    case .depth24:
      transfer(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, sized: GL_DEPTH_COMPONENT24_OES)
    }
  }

  /// `GL_HALF_FLOAT` of ES 3.0, which has another number for the type than the extension.
  static let halfFloat: Int32 = 0x140B

  /// The features that textures need, that linear filtering needs, and drawing into them.
  private var needs: (texture: Feature?, filtering: Feature?, target: Feature?) {
    switch self {
    case .srgba8: (.sRGBTextures, nil, nil)
    case .rgba16Float: (.halfFloatTextures, .halfFloatFiltering, .halfFloatTargets)
    case .rgba32Float: (.floatTextures, .floatFiltering, .floatTargets)
    case .depth24: (.depthTextures, nil, nil)
    default: (nil, nil, nil)
    }
  }

  /// Whether channels are floats, which are read and written beyond 0…1.
  var isFloat: Bool { self == .rgba16Float || self == .rgba32Float }

  /// Checks that the driver has textures of this format.
  func check(_ sampling: Texture.Sampling, in context: Context) throws(GLESError) {
    if let feature = needs.texture { try context.require(feature) }
    if sampling.anisotropy > 1 { try context.require(.anisotropy) }
    let isFiltered =
      sampling.magnification == .linear || sampling.minification == .linear
      || sampling.mipmaps == .linear
    guard isFiltered else { return }
    if let feature = needs.filtering { try context.require(feature) }
    if self == .depth24 {
      throw .unsupported(what: "filtering of depth textures", remedy: "use Sampling(.nearest)")
    }
  }

  /// Checks that the driver can draw colors into textures of this format.
  func checkIsTarget(in context: Context) throws(GLESError) {
    if let feature = needs.target { try context.require(feature) }
  }
}
