/// The three precisions of GLSL ES.
package enum Precision: String, Hashable, Sendable {
  case lowp, mediump, highp
}

/// What a shader declares at global scope, found by a light scan: enough to compare two stages, to
/// count resources and to say where a name in a link log was declared.
package struct Declarations: Sendable {
  package enum Storage: String, Hashable, Sendable {
    case attribute, varying, uniform
    /// `const`, and globals without a qualifier.
    case plain
  }

  /// A type as a declaration writes it, with the precision that it has after defaults.
  package struct TypeUse: Hashable, Sendable {
    package var name: String
    /// `nil` for bool and structures, and for floats that lack one.
    package var precision: Precision?
    /// `nil` for no array; 0 where the size could not be computed.
    package var array: Int?
    /// A structure's members, in order.
    package var members: [Member] = []

    /// As it would be written: `mediump vec3[4]`.
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
    /// The name's token, or the macro call that it came from.
    package var site: Token
  }

  package struct Function: Sendable {
    package var name: String
    package var site: Token
    package var isDefined: Bool
  }

  package var variables: [Variable] = []
  package var functions: [Function] = []
  /// Names that `invariant name;` makes invariant after the fact.
  package var redeclaredInvariant: Set<String> = []
  /// Hashes of every identifier inside a function body or a global initialiser.
  package var used: Set<UInt64> = []
  /// Where a float type is declared that has no precision, in a fragment shader.
  package var floatWithoutPrecision: [(site: Token, type: String)] = []
  /// Names declared anywhere: globals, functions, parameters, locals, structures.
  package var declaredNames: [(name: String, site: Token)] = []

  /// Whether the shader has a `main`.
  package var hasMain: Bool { functions.contains { $0.name == "main" && $0.isDefined } }

  /// The last declaration of `name` at global scope.
  package func variable(_ name: String) -> Variable? { variables.last { $0.name == name } }
}
