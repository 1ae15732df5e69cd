import GLSL

/// The three precisions of GLSL ES.
enum Precision: String, Hashable, Sendable {
  case lowp, mediump, highp
}

/// What a shader declares at global scope, found by a light scan: enough to compare two stages, to
/// count resources and to say where a name in a link log was declared.
struct Declarations: Sendable {
  enum Storage: String, Hashable, Sendable {
    case attribute, varying, uniform
    /// `const`, and globals without a qualifier.
    case plain
  }

  /// A type as a declaration writes it, with the precision that it has after defaults.
  struct TypeUse: Hashable, Sendable {
    var name: String
    /// `nil` for bool and structures, and for floats that lack one.
    var precision: Precision?
    /// `nil` for no array; 0 where the size could not be computed.
    var array: Int?
    /// A structure's members, in order.
    var members: [Member] = []

    /// As it would be written: `mediump vec3[4]`.
    var text: String {
      let size = array.map { $0 == 0 ? "[]" : "[\($0)]" } ?? ""
      return (precision.map { "\($0.rawValue) " } ?? "") + name + size
    }
  }

  struct Member: Hashable, Sendable {
    var name: String
    var type: TypeUse
  }

  struct Variable: Sendable {
    var storage: Storage
    var invariant: Bool
    var type: TypeUse
    var name: String
    /// The name's token, or the macro call that it came from.
    var site: Token
  }

  struct Function: Sendable {
    var name: String
    var site: Token
    var isDefined: Bool
  }

  var variables: [Variable] = []
  var functions: [Function] = []
  /// Names that `invariant name;` makes invariant after the fact.
  var redeclaredInvariant: Set<String> = []
  /// Hashes of every identifier inside a function body or a global initialiser.
  var used: Set<UInt64> = []
  /// Where a float type is declared that has no precision, in a fragment shader.
  var floatWithoutPrecision: [(site: Token, type: String)] = []
  /// Names declared anywhere: globals, functions, parameters, locals, structures.
  var declaredNames: [(name: String, site: Token)] = []

  /// Whether the shader has a `main`.
  var hasMain: Bool { functions.contains { $0.name == "main" && $0.isDefined } }

  /// The last declaration of `name` at global scope.
  func variable(_ name: String) -> Variable? { variables.last { $0.name == name } }
}

/// The built-in types of GLSL ES 1.00 and how much room their values take.
enum BuiltInType {
  /// Rows and columns: how many vectors of how many components a value takes.
  struct Shape: Hashable, Sendable {
    /// Components in each vector.
    var components: Int
    /// Vectors: the columns of a matrix, else 1.
    var vectors: Int
  }

  static let shapes: [String: Shape] = [
    "float": Shape(components: 1, vectors: 1), "vec2": Shape(components: 2, vectors: 1),
    "vec3": Shape(components: 3, vectors: 1), "vec4": Shape(components: 4, vectors: 1),
    "int": Shape(components: 1, vectors: 1), "ivec2": Shape(components: 2, vectors: 1),
    "ivec3": Shape(components: 3, vectors: 1), "ivec4": Shape(components: 4, vectors: 1),
    "bool": Shape(components: 1, vectors: 1), "bvec2": Shape(components: 2, vectors: 1),
    "bvec3": Shape(components: 3, vectors: 1), "bvec4": Shape(components: 4, vectors: 1),
    "mat2": Shape(components: 2, vectors: 2), "mat3": Shape(components: 3, vectors: 3),
    "mat4": Shape(components: 4, vectors: 4),
  ]

  static let samplers: Set<String> = ["sampler2D", "samplerCube", "samplerExternalOES"]

  /// By hash: the type keywords, `void` among them.
  static let byTag: [UInt64: String] = Dictionary(
    uniqueKeysWithValues: (Array(shapes.keys) + Array(samplers) + ["void"]).map {
      (Word($0).tag, $0)
    })

  static func isFloat(_ name: String) -> Bool {
    name == "float" || name.hasPrefix("vec") || name.hasPrefix("mat")
  }

  static func isInteger(_ name: String) -> Bool { name == "int" || name.hasPrefix("ivec") }
}
