extension Program {
  /// Binds a texture to a unit, sets a sampler uniform to that unit, and makes the program current.
  ///
  /// - Parameters:
  ///   - sampler: The name of a `sampler2D` or `samplerCube`.
  ///   - texture: The texture. Keep it until everything is drawn: the program does not.
  ///   - unit: The texture unit, in 0 ..< ``Limits/combinedTextureUnits``. Samplers of one program
  ///     need different units.
  /// - Throws: As ``uniform(_:as:)``.
  public func set(
    _ sampler: String, to texture: Texture, unit: Int = 0
  ) throws(GLESError) {
    texture.bind(to: unit)
    try set(sampler, to: Int32(unit))
  }
}
