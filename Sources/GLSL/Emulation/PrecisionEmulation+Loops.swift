import CompilerLogs

extension PrecisionEmulation {
  /// A loop over floats that runs as often as with `highp`.
  package struct UnroundedLoop: Hashable, Sendable {
    /// Where it begins.
    package var start: SourceRange
    /// Why: half precision keeps it from its end, or it has more iterations than are computed.
    package var isEndless: Bool
  }

  /// Returns the loops that the text runs otherwise than hardware with half-precision floats.
  package static func unroundedLoops(
    of shader: CheckedShader, lowp: Lowp = .half, keepsSubnormals: Bool = false
  ) -> [UnroundedLoop] {
    guard shader.isRead, shader.isValid else { return [] }
    var emulation = PrecisionEmulation(
      shader: shader, lowp: lowp, keepsSubnormals: keepsSubnormals)
    emulation.rewrite()
    return emulation.loops
  }
}
