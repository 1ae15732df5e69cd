import GLESKitCGLES2

/// A precision and a type of a shader's numbers. The raw value is its spelling in GLSL.
public enum ShaderPrecision: String, Hashable, Sendable, CaseIterable {
  /// Floats of at least −2…2, in steps of 2⁻⁸ or finer.
  case lowFloat = "lowp float"
  /// Floats of at least ±2¹⁴, to 2⁻¹⁰ of their size or finer.
  case mediumFloat = "mediump float"
  /// Floats of at least ±2⁶², to 2⁻¹⁶ of their size or finer. Fragment shaders may lack them.
  case highFloat = "highp float"
  /// Integers of at least ±2⁸.
  case lowInt = "lowp int"
  /// Integers of at least ±2¹⁰.
  case mediumInt = "mediump int"
  /// Integers of at least ±2¹⁶. Fragment shaders may lack them.
  case highInt = "highp int"

  /// GL's name of it; the names are in this order.
  var glFormat: GLenum {
    GLenum(GL_LOW_FLOAT) + GLenum(Self.allCases.firstIndex(of: self) ?? 0)
  }
}

extension Context {
  /// Returns how a stage computes numbers of a precision. The corresponding C function is
  /// `glGetShaderPrecisionFormat`.
  ///
  /// A driver reports what numbers can hold. Whether `mediump` is really computed with fewer bits
  /// differs: on NVIDIA's GPUs it is, also in arithmetic.
  ///
  /// - Returns: The binary logarithms of the least number's magnitude and of the greatest number,
  ///   rounded down, and the bits of the fraction, 0 for integers; `nil` if the stage lacks the
  ///   precision: only fragment stages may lack some, `highp` ones.
  public func precision(
    of precision: ShaderPrecision, in stage: ShaderStage
  ) -> (leastExponent: Int, greatestExponent: Int, fractionBits: Int)? {
    var exponents: [GLint] = [0, 0]
    var bits: GLint = 0
    if mayBegin("glGetShaderPrecisionFormat") {
      glGetShaderPrecisionFormat(stage.glType, precision.glFormat, &exponents, &bits)
    }
    return exponents[1] > 0 ? (Int(exponents[0]), Int(exponents[1]), Int(bits)) : nil
  }
}
