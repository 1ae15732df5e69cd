import GLESKitCGLES2

/// The types that a uniform or attribute of GLSL ES 1.00 can have.
public enum GLSLType: Hashable, Sendable, CustomStringConvertible {
  /// A floating-point number, or a vector of two to four.
  case float, vec2, vec3, vec4
  /// An integer, or a vector of two to four.
  case int, ivec2, ivec3, ivec4
  /// A Boolean, or a vector of two to four.
  case bool, bvec2, bvec3, bvec4
  /// A square matrix of floating-point numbers, stored by column.
  case mat2, mat3, mat4
  /// A texture unit with a flat texture or a cube map.
  case sampler2D, samplerCube
  /// A type that an extension adds, such as `samplerExternalOES`, by its GL number.
  case other(UInt32)

  /// The types of GLSL ES 1.00, with their GL numbers and their spellings.
  private static let standard: [(number: Int32, type: GLSLType, name: String)] = [
    (GL_FLOAT, .float, "float"), (GL_FLOAT_VEC2, .vec2, "vec2"), (GL_FLOAT_VEC3, .vec3, "vec3"),
    (GL_FLOAT_VEC4, .vec4, "vec4"), (GL_INT, .int, "int"), (GL_INT_VEC2, .ivec2, "ivec2"),
    (GL_INT_VEC3, .ivec3, "ivec3"), (GL_INT_VEC4, .ivec4, "ivec4"), (GL_BOOL, .bool, "bool"),
    (GL_BOOL_VEC2, .bvec2, "bvec2"), (GL_BOOL_VEC3, .bvec3, "bvec3"),
    (GL_BOOL_VEC4, .bvec4, "bvec4"), (GL_FLOAT_MAT2, .mat2, "mat2"),
    (GL_FLOAT_MAT3, .mat3, "mat3"), (GL_FLOAT_MAT4, .mat4, "mat4"),
    (GL_SAMPLER_2D, .sampler2D, "sampler2D"), (GL_SAMPLER_CUBE, .samplerCube, "samplerCube"),
  ]

  /// The GLSL spelling, such as `vec3`.
  public var description: String {
    switch self {
    case .other(let number): "type 0x\(String(number, radix: 16))"
    default: Self.standard.first { $0.type == self }?.name ?? ""
    }
  }

  /// The number of attribute locations it takes: one, or one per column of a matrix.
  package var columns: Int {
    switch self {
    case .mat2: 2
    case .mat3: 3
    case .mat4: 4
    default: 1
    }
  }

  /// The number of numbers it has.
  package var size: Int {
    switch self {
    case .float, .int, .bool, .sampler2D, .samplerCube, .other: 1
    case .vec2, .ivec2, .bvec2: 2
    case .vec3, .ivec3, .bvec3: 3
    case .vec4, .ivec4, .bvec4, .mat2: 4
    case .mat3: 9
    case .mat4: 16
    }
  }

  /// Whether its numbers are floats.
  var isFloat: Bool {
    switch self {
    case .float, .vec2, .vec3, .vec4, .mat2, .mat3, .mat4: true
    default: false
    }
  }

  /// Whether its value is a texture unit.
  package var isSampler: Bool {
    switch self {
    case .sampler2D, .samplerCube: true
    case .other(let type): Self.otherSamplers.contains(type)
    default: false
    }
  }

  /// The GL numbers of the samplers of ES 3 and of extensions; its other types are vectors and
  /// matrices.
  private static let otherSamplers: Set<UInt32> = [
    0x8B5F,  // GL_SAMPLER_3D
    0x8B62,  // GL_SAMPLER_2D_SHADOW
    0x8D66,  // GL_SAMPLER_EXTERNAL_OES
    0x8DC1, 0x8DC4, 0x8DC5,  // GL_SAMPLER_2D_ARRAY, its shadow form, GL_SAMPLER_CUBE_SHADOW
    0x8DCA, 0x8DCB, 0x8DCC, 0x8DCF,  // of signed integers
    0x8DD2, 0x8DD3, 0x8DD4, 0x8DD7,  // of unsigned integers
  ]

  init(glType: GLenum) {
    let number = Int32(bitPattern: glType)
    self = Self.standard.first { $0.number == number }?.type ?? .other(glType)
  }
}
