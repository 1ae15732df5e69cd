extension PrecisionEmulation {
  /// How hardware computes `lowp`.
  package enum Lowp: String, CaseIterable, Sendable {
    /// Like `mediump`, as all GPUs of OpenGL ES 3.0 do.
    case half
    /// With 10-bit fixed-point numbers: multiples of 1/256 from -2 to 511/256. PowerVR SGX and the
    /// fragment shaders of Tegra 2 to 4 do. Both report 8 bits of precision for `lowp`.
    case fixed
  }
}
