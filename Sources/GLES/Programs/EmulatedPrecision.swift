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

extension Shader {
  /// Compiles a shader so that it computes on this machine what other hardware computes with
  /// `mediump` and `lowp`; `nil` compiles it as it is.
  init(
    _ context: Context, stage: ShaderStage, source: String, emulating precision: EmulatedPrecision?,
    label: String?
  ) throws(GLESError) {
    guard let precision else {
      try self.init(context, stage: stage, source: source, label: label)
      return
    }
    guard context.limits.fragmentHighFloatBits > 0 else {
      throw .unsupported(
        what: "emulating precisions without highp", remedy: "use another driver")
    }
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
    try self.init(context, stage: stage, [bytes], compiled: [Array(text.utf8)], label: label)
  }
}
