/// The types of GLSL ES 1.00 that have a keyword (§4.1), and what stands for the others.
package enum BasicType: UInt8, Hashable, Sendable, CaseIterable {
  /// The type of a rejected expression. It fits everywhere, so that one mistake is one finding.
  case error
  case void
  case bool, bvec2, bvec3, bvec4
  case int, ivec2, ivec3, ivec4
  case float, vec2, vec3, vec4
  case mat2, mat3, mat4
  case sampler2D, samplerCube, samplerExternalOES, sampler3D
  /// A structure; ``ValueType/structure`` says which.
  case structure

  /// The keyword.
  package var name: String { Self.names[Int(rawValue)] }

  // Spelled out, because printing a case needs reflection: an eighth of the time for one shader.
  private static let names = [
    "error", "void", "bool", "bvec2", "bvec3", "bvec4", "int", "ivec2", "ivec3", "ivec4", "float",
    "vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "sampler2D", "samplerCube",
    "samplerExternalOES", "sampler3D", "structure",
  ]

  /// The types with a keyword.
  package static let keywords = allCases.filter { $0 != .error && $0 != .structure }

  /// The types with a keyword, by the hash of the keyword.
  package static let byTag = TagTable(keywords, name: \.name)

  /// The type of each component: `bool`, `int` or `float`; the type itself if it has none.
  package var component: BasicType {
    switch self {
    case .bool, .bvec2, .bvec3, .bvec4: .bool
    case .int, .ivec2, .ivec3, .ivec4: .int
    case .float, .vec2, .vec3, .vec4, .mat2, .mat3, .mat4: .float
    default: self
    }
  }

  /// The number of components of a vector or of a column; 1 for a scalar, 0 for other types.
  package var rows: Int {
    switch self {
    case .bool, .int, .float: 1
    case .bvec2, .ivec2, .vec2, .mat2: 2
    case .bvec3, .ivec3, .vec3, .mat3: 3
    case .bvec4, .ivec4, .vec4, .mat4: 4
    default: 0
    }
  }

  /// The number of columns of a matrix; 1 for scalars and vectors.
  package var columns: Int { isMatrix ? rows : 1 }

  /// The number of components of a scalar, vector or matrix; 0 for other types.
  package var componentCount: Int { rows * columns }

  package var isScalar: Bool { rows == 1 }
  package var isVector: Bool { rows > 1 && !isMatrix }
  package var isMatrix: Bool { self == .mat2 || self == .mat3 || self == .mat4 }
  package var isSampler: Bool {
    rawValue >= Self.sampler2D.rawValue && rawValue <= Self.sampler3D.rawValue
  }
  /// Whether it is a scalar, vector or matrix of `int` or `float`.
  package var isNumeric: Bool { component == .int || component == .float }

  /// Returns the vector of `count` components of the type `component`; the scalar for 1.
  package static func vector(of component: BasicType, count: Int) -> BasicType {
    guard (1...4).contains(count), component.isScalar else { return .error }
    return BasicType(rawValue: component.rawValue + UInt8(count) - 1) ?? .error
  }
}

/// The precisions of GLSL ES (§4.5.2).
package enum Precision: String, Hashable, Sendable, CaseIterable {
  case lowp, mediump, highp

  /// The hashes of the words.
  package static let tags = Set(allCases.map { Word($0.rawValue).tag })
}
