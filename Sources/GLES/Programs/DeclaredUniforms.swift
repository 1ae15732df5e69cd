import GLSL

/// The uniforms that a shader's text declares, whether or not the linker kept them.
///
/// GL lists only the active ones, so the text tells a misspelled name from an unused one.
struct DeclaredUniforms {
  /// The names without array subscripts, with the members of structs: `u_lights.position`.
  private(set) var names: Set<String> = []

  /// More names than any driver has uniforms for. Structs of structs can multiply without end.
  private static let limit = 4096

  init(source: String, stage: ShaderStage) {
    let bytes = Array(source.utf8)
    let declarations = Declarations(CheckedShader(bytes, Scan(bytes), stage: stage))
    for variable in declarations.variables where variable.storage == .uniform {
      add(variable.name, variable.type)
    }
  }

  private mutating func add(_ name: String, _ type: Declarations.TypeUse) {
    guard names.count < Self.limit else { return }
    names.insert(name)
    for member in type.members { add("\(name).\(member.name)", member.type) }
  }

  /// Returns a uniform's name without array subscripts: `u_lights[1].position` is declared as
  /// `u_lights.position`.
  static func plain(_ name: String) -> String {
    var depth = 0
    return name.filter { character in
      if character == "[" { depth += 1 }
      defer { if character == "]" { depth -= 1 } }
      return depth == 0
    }
  }
}
