/// The precisions of GLSL ES.
package enum Precision: String, Hashable, Sendable {
  case lowp, mediump, highp
}

/// The global declarations of a shader: enough to compare two stages, to count resources and to
/// locate the names in a link log.
package struct Declarations: Sendable {
  package enum Storage: String, Hashable, Sendable {
    case attribute, varying, uniform
    /// A constant or a global without a storage qualifier.
    case plain
  }

  /// The type in a declaration, with its precision, which may be the default.
  package struct TypeUse: Hashable, Sendable {
    package var name: String
    /// `nil` for bool, structures, and floats without a precision.
    package var precision: Precision?
    /// The size of an array, 0 if it could not be computed; `nil` if it is not an array.
    package var array: Int?
    /// The members of a structure, in order.
    package var members: [Member] = []

    /// The type in GLSL, such as `mediump vec3[4]`.
    package var text: String {
      let size = array.map { $0 == 0 ? "[]" : "[\($0)]" } ?? ""
      return (precision.map { "\($0.rawValue) " } ?? "") + name + size
    }
  }

  package struct Member: Hashable, Sendable {
    package var name: String
    package var type: TypeUse
  }

  package struct Variable: Sendable {
    package var storage: Storage
    package var invariant: Bool
    package var type: TypeUse
    package var name: String
    /// The token of the name, or the macro call that produced it.
    package var site: Token
  }

  package struct Function: Sendable {
    package var name: String
    package var site: Token
    package var isDefined: Bool
  }

  package var variables: [Variable] = []
  package var functions: [Function] = []
  /// Names that are redeclared with `invariant name;`.
  package var redeclaredInvariant: Set<String> = []
  /// Hashes of all identifiers in function bodies and global initializers.
  package var used: Set<UInt64> = []
  /// Floats without a precision in a fragment shader.
  package var floatWithoutPrecision: [(site: Token, type: String)] = []
  /// All declared names: globals, functions, parameters, locals and structures.
  package var declaredNames: [(name: String, site: Token)] = []

  /// Whether the shader defines `main`.
  package var hasMain: Bool { functions.contains { $0.name == "main" && $0.isDefined } }

  /// Returns the last global declaration of `name`.
  package func variable(_ name: String) -> Variable? { variables.last { $0.name == name } }
}
