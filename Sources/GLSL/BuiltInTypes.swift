/// The built-in types of GLSL ES 1.00 and their sizes.
package enum BuiltInType {
  /// The number of vectors and components of a value.
  package struct Shape: Hashable, Sendable {
    /// The components of each vector.
    package var components: Int
    /// The columns of a matrix; 1 for other types.
    package var vectors: Int
  }

  package static let shapes: [String: Shape] = [
    "float": Shape(components: 1, vectors: 1), "vec2": Shape(components: 2, vectors: 1),
    "vec3": Shape(components: 3, vectors: 1), "vec4": Shape(components: 4, vectors: 1),
    "int": Shape(components: 1, vectors: 1), "ivec2": Shape(components: 2, vectors: 1),
    "ivec3": Shape(components: 3, vectors: 1), "ivec4": Shape(components: 4, vectors: 1),
    "bool": Shape(components: 1, vectors: 1), "bvec2": Shape(components: 2, vectors: 1),
    "bvec3": Shape(components: 3, vectors: 1), "bvec4": Shape(components: 4, vectors: 1),
    "mat2": Shape(components: 2, vectors: 2), "mat3": Shape(components: 3, vectors: 3),
    "mat4": Shape(components: 4, vectors: 4),
  ]

  package static let samplers: Set<String> = ["sampler2D", "samplerCube", "samplerExternalOES"]

  /// The type keywords, including `void`, by their hashes.
  package static let byTag: [UInt64: String] = Dictionary(
    uniqueKeysWithValues: (Array(shapes.keys) + Array(samplers) + ["void"]).map {
      (Word($0).tag, $0)
    })

  package static func isFloat(_ name: String) -> Bool {
    name == "float" || name.hasPrefix("vec") || name.hasPrefix("mat")
  }

  package static func isInteger(_ name: String) -> Bool { name == "int" || name.hasPrefix("ivec") }
}
