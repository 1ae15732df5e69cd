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

  /// The GLSL spelling, such as `vec3`.
  public var description: String {
    switch self {
    case .float: "float"
    case .vec2: "vec2"
    case .vec3: "vec3"
    case .vec4: "vec4"
    case .int: "int"
    case .ivec2: "ivec2"
    case .ivec3: "ivec3"
    case .ivec4: "ivec4"
    case .bool: "bool"
    case .bvec2: "bvec2"
    case .bvec3: "bvec3"
    case .bvec4: "bvec4"
    case .mat2: "mat2"
    case .mat3: "mat3"
    case .mat4: "mat4"
    case .sampler2D: "sampler2D"
    case .samplerCube: "samplerCube"
    case .other(let number): "type 0x\(String(number, radix: 16))"
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
    switch Int32(bitPattern: glType) {
    case GL_FLOAT: self = .float
    case GL_FLOAT_VEC2: self = .vec2
    case GL_FLOAT_VEC3: self = .vec3
    case GL_FLOAT_VEC4: self = .vec4
    case GL_INT: self = .int
    case GL_INT_VEC2: self = .ivec2
    case GL_INT_VEC3: self = .ivec3
    case GL_INT_VEC4: self = .ivec4
    case GL_BOOL: self = .bool
    case GL_BOOL_VEC2: self = .bvec2
    case GL_BOOL_VEC3: self = .bvec3
    case GL_BOOL_VEC4: self = .bvec4
    case GL_FLOAT_MAT2: self = .mat2
    case GL_FLOAT_MAT3: self = .mat3
    case GL_FLOAT_MAT4: self = .mat4
    case GL_SAMPLER_2D: self = .sampler2D
    case GL_SAMPLER_CUBE: self = .samplerCube
    default: self = .other(glType)
    }
  }
}
