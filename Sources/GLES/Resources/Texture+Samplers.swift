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
}

extension Sampler {
  /// Sets the texture that the next draws sample.
  package func set(_ texture: Texture) throws(GLESError) {
    guard variable.type == (texture.kind == .flat ? .sampler2D : .samplerCube) else {
      throw .uniformType(
        name: variable.name, declared: "\(variable.type)",
        given: texture.kind == .flat ? "flat texture" : "cube map")
    }
    let context = program.context
    try context.check("texture of '\(variable.name)'", isOf: texture.context)
    // GL may have another context current, or none.
    if !texture.hasLabel, CurrentContexts.serial == context.serial {
      texture.hasLabel = true
      context.label(Int32(GL_TEXTURE), texture.name, "\(variable.name) of \(program.label)")
    }
    keep(texture, name: texture.name, target: texture.target)
  }
}
