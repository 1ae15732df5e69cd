import GLESKitCGLES2

extension Program {
  /// Sets the texture of a sampler. The program keeps it, and draws bind it to a unit of its own.
  ///
  /// - Parameters:
  ///   - sampler: The name of a `sampler2D` or `samplerCube`; elements and members as in GLSL:
  ///     `u_layers[1]`.
  ///   - texture: The texture. The program keeps it until another one is set.
  /// - Throws: As ``uniform(_:as:)``; ``GLESError/uniformType(name:declared:given:)`` for a cube
  ///   map in a `sampler2D` or a flat texture in a `samplerCube`.
  public func set(_ sampler: String, to texture: Texture) throws(GLESError) {
    try self.sampler(sampler).set(texture)
  }

  /// Sets the texture of a sampler; the program chooses the unit.
  @available(*, deprecated, message: "Leave out 'unit': each sampler has a unit of its own.")
  public func set(_ sampler: String, to texture: Texture, unit: Int) throws(GLESError) {
    try set(sampler, to: texture)
  }

  /// Looks up a sampler once, to set it often.
  package func sampler(_ name: String) throws(GLESError) -> Sampler {
    let (variable, element) = try find(name)
    guard
      let sampler = samplers.first(where: {
        $0.variable.name == variable.name && $0.element == element
      })
    else { throw .uniformType(name: name, declared: "\(variable.type)", given: "texture") }
    return sampler
  }

  /// Binds the textures of the samplers. The program is in use.
  func bindTextures() {
    if !samplersHaveUnits { assignUnits() }
    for index in samplers.indices {
      guard let texture = samplers[index].texture else { continue }
      context.bindings.sample(texture.name, texture.target, unit: samplers[index].unit)
    }
  }

  /// Gives each sampler with a texture the next unit that the application uses for no other.
  private func assignUnits() {
    samplersHaveUnits = true
    var taken: Set<Int> = []
    for sampler in samplers where sampler.texture == nil {
      var unit: GLint = 0
      glGetUniformiv(name, sampler.location, &unit)
      taken.insert(Int(unit))
    }
    var unit = 0
    for sampler in samplers where sampler.texture != nil {
      while taken.contains(unit) { unit += 1 }
      sampler.unit = unit
      glUniform1i(sampler.location, GLint(unit))
      unit += 1
    }
  }

  /// Notes that the application has set the units of a sampler's elements.
  func releaseSamplers(_ variable: ActiveVariable, _ elements: Range<Int>) {
    samplersHaveUnits = false
    for sampler in samplers
    where sampler.variable.name == variable.name && elements.contains(sampler.element) {
      sampler.texture = nil
    }
  }
}

/// A sampler of a program, and the texture that it keeps.
package final class Sampler {
  let variable: ActiveVariable
  fileprivate let element: Int
  fileprivate let location: GLint
  /// `nil` if the application sets the unit and binds the texture.
  fileprivate(set) var texture: Texture?
  fileprivate var unit = 0
  private unowned let program: Program

  private init(_ variable: ActiveVariable, _ element: Int, of program: Program) {
    self.variable = variable
    self.element = element
    location = variable.location(of: element, in: program.name)
    self.program = program
  }

  /// The samplers of a program, by name.
  static func all(of program: Program) -> [Sampler] {
    program.uniforms.values.filter(\.type.isSampler).sorted { $0.name < $1.name }.flatMap {
      variable in (0..<variable.count).map { Sampler(variable, $0, of: program) }
    }
  }

  /// Sets the texture that the next draws sample.
  package func set(_ texture: Texture) throws(GLESError) {
    guard variable.type == (texture.kind == .flat ? .sampler2D : .samplerCube) else {
      throw .uniformType(
        name: variable.name, declared: "\(variable.type)",
        given: texture.kind == .flat ? "flat texture" : "cube map")
    }
    try program.context.check("texture of '\(variable.name)'", isOf: texture.context)
    if self.texture == nil { program.samplersHaveUnits = false }
    self.texture = texture
    program.noteSet(variable.name)
  }
}
