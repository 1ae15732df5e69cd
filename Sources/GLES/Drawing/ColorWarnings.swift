import GLMath

extension SIMD4 where Scalar == Float {
  /// A component that is probably one of 0…255: a whole number above `limit`, at most 255.
  package func byteValue(above limit: Float) -> Int? {
    for component in [x, y, z, w] where component > limit && component <= 255 {
      if let value = Int(exactly: component) { return value }
    }
    return nil
  }
}

extension Context {
  /// Warns about a color that GL limits to 0…1, and that is probably one of 0…255.
  func warn(of color: SIMD4<Float>, in what: String) {
    // Into textures of floats, ES 3 clears and blends other numbers, too.
    guard onWarning != nil, (target as? Framebuffer)?.color.format.isFloat != true,
      let value = color.byteValue(above: 1)
    else { return }
    warn("\(what) has a component of \(value), and GL limits it to 0…1; divide by 255")
  }
}
