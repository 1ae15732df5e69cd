import CompilerLogs
import GLSL

/// How hardware whose `mediump` and `lowp` are coarser than this machine's computes them, for
/// ``Program/init(_:vertex:fragment:emulating:attributeLocations:label:)``.
public enum EmulatedPrecision: Sendable {
  /// Half-precision floats, as in phones: 11 significant bits, infinite beyond 65504, and 0 below
  /// 2⁻¹⁴.
  case half
  /// As ``half``, but `lowp` has 10-bit fixed-point numbers: multiples of 1/256 from -2 to 511/256.
  /// PowerVR SGX and the fragment shaders of Tegra 2 to 4 compute like this.
  case fixedLowp
}

extension Program {
  /// Compiles and links two shaders so that they compute on this machine what other hardware
  /// computes with `mediump` and `lowp`.
  ///
  /// The shaders are rewritten (section 4.5.2 of the specification of GLSL ES 1.00 says which
  /// precision each operation has), and take many times as long to compile and to draw. Names of
  /// attributes and uniforms stay.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)`` if fragment shaders have no `highp` here, or
  ///   if a shader is in a later version of GLSL, uses an extension that is not known, or has an
  ///   expression of more than 256 operations one in the other; and what the initializer without
  ///   `emulating` throws.
  public convenience init(
    _ context: Context, vertex: String, fragment: String, emulating precision: EmulatedPrecision,
    attributeLocations: [String: Int] = [:], label: String? = nil
  ) throws(GLESError) {
    guard context.limits.fragmentHighFloatBits > 0 else {
      throw .unsupported(
        what: "emulating precisions without highp", remedy: "use another driver")
    }
    let vertexShader = try Shader(
      context, stage: .vertex, source: vertex, emulating: precision,
      label: label.map { "\($0).vert" })
    let fragmentShader = try Shader(
      context, stage: .fragment, source: fragment, emulating: precision,
      label: label.map { "\($0).frag" })
    try self.init(
      context, vertex: vertexShader, fragment: fragmentShader,
      attributeLocations: attributeLocations, label: label)
  }
}

extension Shader {
  fileprivate init(
    _ context: Context, stage: ShaderStage, source: String, emulating precision: EmulatedPrecision,
    label: String?
  ) throws(GLESError) {
    let bytes = Array(source.utf8)
    let shader = CheckedShader(bytes, Scan(bytes), stage: stage)
    guard
      let text = PrecisionEmulation.text(of: shader, lowp: precision == .half ? .half : .fixed)
    else {
      // The driver says best what is wrong.
      let shader = try Shader(context, stage: stage, source: source, label: label)
      throw .unsupported(
        what: "emulating the precisions of \(shader.label)",
        remedy: "'shaderlint emulate' says why; make the program without 'emulating:'")
    }
    try self.init(context, stage: stage, source: source, compiled: text, label: label)
  }
}
