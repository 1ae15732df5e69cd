import GLESKitCGLES2

/// How a shader stage computes numbers of one format. The corresponding C function is
/// `glGetShaderPrecisionFormat`.
package struct ShaderPrecision: Hashable, Sendable {
  /// A precision and a type. The raw value is its spelling in GLSL.
  package enum Format: String, CaseIterable, Sendable {
    /// `GL_LOW_FLOAT`.
    case lowFloat = "lowp float"
    /// `GL_MEDIUM_FLOAT`.
    case mediumFloat = "mediump float"
    /// `GL_HIGH_FLOAT`.
    case highFloat = "highp float"
    /// `GL_LOW_INT`.
    case lowInt = "lowp int"
    /// `GL_MEDIUM_INT`.
    case mediumInt = "mediump int"
    /// `GL_HIGH_INT`.
    case highInt = "highp int"

    var glFormat: GLenum {
      switch self {
      case .lowFloat: GLenum(GL_LOW_FLOAT)
      case .mediumFloat: GLenum(GL_MEDIUM_FLOAT)
      case .highFloat: GLenum(GL_HIGH_FLOAT)
      case .lowInt: GLenum(GL_LOW_INT)
      case .mediumInt: GLenum(GL_MEDIUM_INT)
      case .highInt: GLenum(GL_HIGH_INT)
      }
    }
  }

  /// The binary logarithm of the magnitude of the least number, rounded down; 0 if the stage lacks
  /// the format.
  package let leastExponent: Int
  /// The binary logarithm of the greatest number, rounded down; 0 if the stage lacks the format.
  package let greatestExponent: Int
  /// The bits of the fraction of a number; 0 for integers.
  package let fractionBits: Int

  /// Whether the stage has the format: only fragment stages may lack some, `highp` ones.
  package var exists: Bool { greatestExponent > 0 }
}

extension Context {
  /// Returns how a stage computes numbers of one format.
  ///
  /// A driver reports what the format can hold. Whether `mediump` is really computed with fewer
  /// bits differs: on NVIDIA's GPUs it is, also in arithmetic.
  package func precision(
    of format: ShaderPrecision.Format, in stage: ShaderStage
  ) -> ShaderPrecision {
    var exponents: [GLint] = [0, 0]
    var bits: GLint = 0
    if mayBegin("glGetShaderPrecisionFormat") {
      glGetShaderPrecisionFormat(stage.glType, format.glFormat, &exponents, &bits)
    }
    return ShaderPrecision(
      leastExponent: Int(exponents[0]), greatestExponent: Int(exponents[1]),
      fractionBits: Int(bits))
  }
}
