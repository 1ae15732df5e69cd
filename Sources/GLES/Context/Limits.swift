import GLESKitCGLES2

/// A driver's limits. The value in parentheses is the minimum that OpenGL ES 2.0 guarantees.
/// The corresponding C function is `glGetIntegerv`.
public struct Limits: Hashable, Sendable {
  /// `GL_MAX_TEXTURE_SIZE`, pixels per side (64).
  public private(set) var textureSize = 64
  /// `GL_MAX_CUBE_MAP_TEXTURE_SIZE`, pixels per side (16).
  public private(set) var cubeMapTextureSize = 16
  /// `GL_MAX_RENDERBUFFER_SIZE`, pixels per side (1).
  public private(set) var renderbufferSize = 1
  /// `GL_MAX_VERTEX_ATTRIBS` (8).
  public private(set) var vertexAttributes = 8
  /// `GL_MAX_VERTEX_UNIFORM_VECTORS` (128).
  public private(set) var vertexUniformVectors = 128
  /// `GL_MAX_FRAGMENT_UNIFORM_VECTORS` (16).
  public private(set) var fragmentUniformVectors = 16
  /// `GL_MAX_VARYING_VECTORS` (8).
  public private(set) var varyingVectors = 8
  /// `GL_MAX_TEXTURE_IMAGE_UNITS`, in the fragment stage (8).
  public private(set) var textureUnits = 8
  /// `GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS` (0).
  public private(set) var vertexTextureUnits = 0
  /// `GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS` (8).
  public private(set) var combinedTextureUnits = 8
  /// `GL_MAX_VIEWPORT_DIMS`, pixels.
  public private(set) var viewportSize = SIMD2(64, 64)
  /// `GL_ALIASED_POINT_SIZE_RANGE`, pixels (1…1).
  public private(set) var pointSize: ClosedRange<Float> = 1...1
  /// `GL_ALIASED_LINE_WIDTH_RANGE`, pixels (1…1).
  public private(set) var lineWidth: ClosedRange<Float> = 1...1
  /// The significant bits of `highp float` in the fragment stage, 0 where the stage has no `highp`:
  /// ``Shader`` then compiles `mediump` instead.
  /// The corresponding C function is `glGetShaderPrecisionFormat`.
  public private(set) var fragmentHighFloatBits = 0

  /// `GL_COMPRESSED_TEXTURE_FORMATS`, as GL's numbers; see
  /// ``Texture/init(_:compressed:format:channels:width:height:sampling:)``.
  public private(set) var compressedTextureFormats: [UInt32] = []

  /// The minimums that every OpenGL ES 2.0 driver guarantees, for checking portability. The
  /// specification ties the viewport to the display; here it is as large as a texture.
  public static let guaranteed = Limits()

  private init() {}

  /// Reads the limits of the context that is current on this thread.
  static func read() -> Limits {
    var limits = Limits()
    limits.textureSize = Context.integer(GL_MAX_TEXTURE_SIZE)
    limits.cubeMapTextureSize = Context.integer(GL_MAX_CUBE_MAP_TEXTURE_SIZE)
    limits.renderbufferSize = Context.integer(GL_MAX_RENDERBUFFER_SIZE)
    limits.vertexAttributes = Context.integer(GL_MAX_VERTEX_ATTRIBS)
    limits.vertexUniformVectors = Context.integer(GL_MAX_VERTEX_UNIFORM_VECTORS)
    limits.fragmentUniformVectors = Context.integer(GL_MAX_FRAGMENT_UNIFORM_VECTORS)
    limits.varyingVectors = Context.integer(GL_MAX_VARYING_VECTORS)
    limits.textureUnits = Context.integer(GL_MAX_TEXTURE_IMAGE_UNITS)
    limits.vertexTextureUnits = Context.integer(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS)
    limits.combinedTextureUnits = Context.integer(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)
    limits.pointSize = Self.range(GL_ALIASED_POINT_SIZE_RANGE)
    limits.lineWidth = Self.range(GL_ALIASED_LINE_WIDTH_RANGE)
    var dimensions: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &dimensions)
    limits.viewportSize = SIMD2(Int(dimensions[0]), Int(dimensions[1]))
    var exponents: [GLint] = [0, 0]
    var precision: GLint = 0
    glGetShaderPrecisionFormat(
      GLenum(GL_FRAGMENT_SHADER), GLenum(GL_HIGH_FLOAT), &exponents, &precision)
    limits.fragmentHighFloatBits = Int(precision)
    var formats = [GLint](
      repeating: 0, count: max(Context.integer(GL_NUM_COMPRESSED_TEXTURE_FORMATS), 0))
    if !formats.isEmpty { glGetIntegerv(GLenum(GL_COMPRESSED_TEXTURE_FORMATS), &formats) }
    limits.compressedTextureFormats = formats.map { UInt32(bitPattern: $0) }
    return limits
  }

  private static func range(_ name: Int32) -> ClosedRange<Float> {
    var ends: [GLfloat] = [1, 1]
    glGetFloatv(GLenum(name), &ends)
    return ends[0]...max(ends[0], ends[1])
  }
}
