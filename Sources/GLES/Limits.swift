import CGLES2

/// What a driver can do at most. In parentheses: the least that OpenGL ES 2.0 guarantees.
/// The corresponding C function is `glGetIntegerv`.
public struct Limits: Hashable, Sendable {
  /// `GL_MAX_TEXTURE_SIZE`, pixels a side (64).
  public let textureSize = Context.integer(GL_MAX_TEXTURE_SIZE)
  /// `GL_MAX_CUBE_MAP_TEXTURE_SIZE`, pixels a side (16).
  public let cubeMapTextureSize = Context.integer(GL_MAX_CUBE_MAP_TEXTURE_SIZE)
  /// `GL_MAX_RENDERBUFFER_SIZE`, pixels a side (1).
  public let renderbufferSize = Context.integer(GL_MAX_RENDERBUFFER_SIZE)
  /// `GL_MAX_VERTEX_ATTRIBS` (8).
  public let vertexAttributes = Context.integer(GL_MAX_VERTEX_ATTRIBS)
  /// `GL_MAX_VERTEX_UNIFORM_VECTORS` (128).
  public let vertexUniformVectors = Context.integer(GL_MAX_VERTEX_UNIFORM_VECTORS)
  /// `GL_MAX_FRAGMENT_UNIFORM_VECTORS` (16).
  public let fragmentUniformVectors = Context.integer(GL_MAX_FRAGMENT_UNIFORM_VECTORS)
  /// `GL_MAX_VARYING_VECTORS` (8).
  public let varyingVectors = Context.integer(GL_MAX_VARYING_VECTORS)
  /// `GL_MAX_TEXTURE_IMAGE_UNITS`, in the fragment stage (8).
  public let textureUnits = Context.integer(GL_MAX_TEXTURE_IMAGE_UNITS)
  /// `GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS` (0).
  public let vertexTextureUnits = Context.integer(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS)
  /// `GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS` (8).
  public let combinedTextureUnits = Context.integer(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)
  /// `GL_MAX_VIEWPORT_DIMS`, pixels.
  public let viewportSize: SIMD2<Int>
  /// `GL_ALIASED_POINT_SIZE_RANGE`, pixels (1…1).
  public let pointSize: ClosedRange<Float>
  /// `GL_ALIASED_LINE_WIDTH_RANGE`, pixels (1…1).
  public let lineWidth: ClosedRange<Float>
  /// The significant bits of `highp float` in the fragment stage, 0 where the stage has no `highp`.
  /// The corresponding C function is `glGetShaderPrecisionFormat`.
  public let fragmentHighFloatBits: Int

  /// Asks the context that is current on this thread.
  init() {
    var dimensions: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &dimensions)
    viewportSize = SIMD2(Int(dimensions[0]), Int(dimensions[1]))
    pointSize = Self.range(GL_ALIASED_POINT_SIZE_RANGE)
    lineWidth = Self.range(GL_ALIASED_LINE_WIDTH_RANGE)
    var exponents: [GLint] = [0, 0]
    var precision: GLint = 0
    glGetShaderPrecisionFormat(
      GLenum(GL_FRAGMENT_SHADER), GLenum(GL_HIGH_FLOAT), &exponents, &precision)
    fragmentHighFloatBits = Int(precision)
  }

  private static func range(_ name: Int32) -> ClosedRange<Float> {
    var ends: [GLfloat] = [1, 1]
    glGetFloatv(GLenum(name), &ends)
    return ends[0]...max(ends[0], ends[1])
  }
}
