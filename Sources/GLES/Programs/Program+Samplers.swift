import GLESKitCGLES2

extension Program {
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
    guard context.bindings.texturesOf != name else { return }
    if !samplersHaveUnits { assignUnits() }
    for index in samplers.indices {
      let sampler = samplers[index]
      guard sampler.texture != nil else { continue }
      context.bindings.sample(sampler.textureName, sampler.target, unit: sampler.unit)
    }
    context.bindings.texturesOf = name
  }

  /// Gives each sampler with a texture the next unit that the application uses for no other.
  private func assignUnits() {
    samplersHaveUnits = true
    var taken: Set<Int> = []
    for sampler in samplers where sampler.texture == nil {
      if let unit = sampler.unitInUse { taken.insert(unit) }
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
    context.bindings.texturesOf = nil
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
  fileprivate(set) var texture: AnyObject?
  fileprivate var textureName: GLuint = 0
  fileprivate var target: GLenum = 0
  fileprivate var unit = 0
  unowned let program: Program

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

  /// The unit that the application has set, in the driver.
  var unitInUse: Int? {
    guard location >= 0 else { return nil }
    var unit: GLint = 0
    glGetUniformiv(program.name, location, &unit)
    return Int(unit)
  }

  /// Keeps a texture of the target `GL_TEXTURE_2D` or `GL_TEXTURE_CUBE_MAP` for the next draws.
  func keep(_ texture: AnyObject, name: GLuint, target: GLenum) {
    if self.texture == nil { program.samplersHaveUnits = false }
    self.texture = texture
    program.context.bindings.texturesOf = nil
    (textureName, self.target) = (name, target)
    program.noteSet(variable.name)
  }
}
