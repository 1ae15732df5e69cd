import GLESKitCGLES2

/// A driver's limits. The value in parentheses is the minimum that OpenGL ES 2.0 guarantees.
/// The corresponding C function is `glGetIntegerv`.
public struct Limits: Hashable, Sendable {
  /// `GL_MAX_TEXTURE_SIZE`, pixels per side (64).
  public let textureSize: Int
  /// `GL_MAX_CUBE_MAP_TEXTURE_SIZE`, pixels per side (16).
  public let cubeMapTextureSize: Int
  /// `GL_MAX_RENDERBUFFER_SIZE`, pixels per side (1).
  public let renderbufferSize: Int
  /// `GL_MAX_VERTEX_ATTRIBS` (8).
  public let vertexAttributes: Int
  /// `GL_MAX_VERTEX_UNIFORM_VECTORS` (128).
  public let vertexUniformVectors: Int
  /// `GL_MAX_FRAGMENT_UNIFORM_VECTORS` (16).
  public let fragmentUniformVectors: Int
  /// `GL_MAX_VARYING_VECTORS` (8).
  public let varyingVectors: Int
  /// `GL_MAX_TEXTURE_IMAGE_UNITS`, in the fragment stage (8).
  public let textureUnits: Int
  /// `GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS` (0).
  public let vertexTextureUnits: Int
  /// `GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS` (8).
  public let combinedTextureUnits: Int
  /// `GL_MAX_VIEWPORT_DIMS`, pixels.
  public let viewportSize: SIMD2<Int>
  /// `GL_ALIASED_POINT_SIZE_RANGE`, pixels (1…1).
  public let pointSize: ClosedRange<Float>
  /// `GL_ALIASED_LINE_WIDTH_RANGE`, pixels (1…1).
  public let lineWidth: ClosedRange<Float>
  /// The significant bits of `highp float` in the fragment stage, 0 where the stage has no `highp`:
  /// ``Shader`` then compiles `mediump` instead.
  /// The corresponding C function is `glGetShaderPrecisionFormat`.
  public let fragmentHighFloatBits: Int

  /// `GL_COMPRESSED_TEXTURE_FORMATS`, as GL's numbers; see
  /// ``Texture/init(_:compressed:format:channels:width:height:sampling:)``.
  public let compressedTextureFormats: [UInt32]

  /// The minimums that every OpenGL ES 2.0 driver guarantees, for checking portability. The
  /// specification ties the viewport to the display; here it is as large as a texture.
  public static let guaranteed = Limits(
    integer: { name in
      switch name {
      case GL_MAX_TEXTURE_SIZE: 64
      case GL_MAX_CUBE_MAP_TEXTURE_SIZE, GL_MAX_FRAGMENT_UNIFORM_VECTORS: 16
      case GL_MAX_RENDERBUFFER_SIZE: 1
      case GL_MAX_VERTEX_UNIFORM_VECTORS: 128
      case GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS: 0
      default: 8
      }
    }, viewportSize: SIMD2(64, 64), pointSize: 1...1, lineWidth: 1...1, fragmentHighFloatBits: 0,
    compressedTextureFormats: [])

  /// Reads the limits of the context that is current on this thread.
  init() {
    var dimensions: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &dimensions)
    var exponents: [GLint] = [0, 0]
    var precision: GLint = 0
    glGetShaderPrecisionFormat(
      GLenum(GL_FRAGMENT_SHADER), GLenum(GL_HIGH_FLOAT), &exponents, &precision)
    let formatCount = max(Context.integer(GL_NUM_COMPRESSED_TEXTURE_FORMATS), 0)
    var formats = [GLint](repeating: 0, count: formatCount)
    if formatCount > 0 { glGetIntegerv(GLenum(GL_COMPRESSED_TEXTURE_FORMATS), &formats) }
    self.init(
      integer: Context.integer, viewportSize: SIMD2(Int(dimensions[0]), Int(dimensions[1])),
      pointSize: Self.range(GL_ALIASED_POINT_SIZE_RANGE),
      lineWidth: Self.range(GL_ALIASED_LINE_WIDTH_RANGE), fragmentHighFloatBits: Int(precision),
      compressedTextureFormats: formats.map { UInt32(bitPattern: $0) })
  }

  private init(
    integer: (_ name: Int32) -> Int, viewportSize: SIMD2<Int>, pointSize: ClosedRange<Float>,
    lineWidth: ClosedRange<Float>, fragmentHighFloatBits: Int, compressedTextureFormats: [UInt32]
  ) {
    textureSize = integer(GL_MAX_TEXTURE_SIZE)
    cubeMapTextureSize = integer(GL_MAX_CUBE_MAP_TEXTURE_SIZE)
    renderbufferSize = integer(GL_MAX_RENDERBUFFER_SIZE)
    vertexAttributes = integer(GL_MAX_VERTEX_ATTRIBS)
    vertexUniformVectors = integer(GL_MAX_VERTEX_UNIFORM_VECTORS)
    fragmentUniformVectors = integer(GL_MAX_FRAGMENT_UNIFORM_VECTORS)
    varyingVectors = integer(GL_MAX_VARYING_VECTORS)
    textureUnits = integer(GL_MAX_TEXTURE_IMAGE_UNITS)
    vertexTextureUnits = integer(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS)
    combinedTextureUnits = integer(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)
    self.viewportSize = viewportSize
    self.pointSize = pointSize
    self.lineWidth = lineWidth
    self.fragmentHighFloatBits = fragmentHighFloatBits
    self.compressedTextureFormats = compressedTextureFormats
  }

  private static func range(_ name: Int32) -> ClosedRange<Float> {
    var ends: [GLfloat] = [1, 1]
    glGetFloatv(GLenum(name), &ends)
    return ends[0]...max(ends[0], ends[1])
  }
}
