import GLES
import GLMath

extension FixedState {
  /// Checks for values that ES 1.1 does not allow (`GL_INVALID_VALUE`).
  ///
  /// - Throws: ``FixedPipelineError/outOfRange(name:value:allowed:)`` or
  ///   ``FixedPipelineError/unsupported(what:remedy:)``.
  func validate() throws(FixedPipelineError) {
    try check("light", lights.badIndex, Self.lightCount)
    try check("texture unit", units.badIndex, Self.textureUnitCount)
    try check("clip plane", clipPlanes.badIndex, Self.clipPlaneCount)
    if isLightingEnabled {
      try check("GL_SHININESS", material.shininess, in: 0...128)
      for index in lights.indices where lights[index].isEnabled {
        try validate(lights[index].light)
      }
    }
    for index in units.indices where units[index].takesPart {
      if case .combine(let combine) = units[index].environment { try combine.validate() }
    }
    if let fog, fog.mode != .linear {
      try check("GL_FOG_DENSITY", fog.density, in: 0...Float.greatestFiniteMagnitude)
    }
    if let logicOp, !logicOp.isExact {
      throw .unsupported(
        what: "logic op '\(logicOp.rawValue)'",
        remedy: "use clear, copy, noop, set, copyInverted or invert, or draw with blending")
    }
  }

  func validatePoints() throws(FixedPipelineError) {
    guard points.size > 0 else {
      throw .outOfRange(name: "glPointSize", value: points.size, allowed: "a size greater than 0")
    }
    let positive = 0...Float.greatestFiniteMagnitude
    try check("GL_POINT_SIZE_MIN", points.minimumSize, in: positive)
    try check("GL_POINT_SIZE_MAX", points.maximumSize, in: positive)
  }

  private func validate(_ light: Light) throws(FixedPipelineError) {
    try check("GL_SPOT_EXPONENT", light.spotExponent, in: 0...128)
    if light.spotCutoffDegrees != 180 {
      try check("GL_SPOT_CUTOFF", light.spotCutoffDegrees, in: 0...90)
    }
    let positive = 0...Float.greatestFiniteMagnitude
    try check("GL_CONSTANT_ATTENUATION", light.attenuation.x, in: positive)
    try check("GL_LINEAR_ATTENUATION", light.attenuation.y, in: positive)
    try check("GL_QUADRATIC_ATTENUATION", light.attenuation.z, in: positive)
  }

  private func check(
    _ what: StaticString, _ badIndex: Int?, _ count: Int
  ) throws(FixedPipelineError) {
    guard let badIndex else { return }
    throw .outOfRange(
      name: "the index of a \(what)", value: Float(badIndex), allowed: "0…\(count - 1)")
  }

  private func check(
    _ name: String, _ value: Float, in range: ClosedRange<Float>
  ) throws(FixedPipelineError) {
    guard !range.contains(value) else { return }
    let upper =
      range.upperBound == .greatestFiniteMagnitude
      ? "at least \(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
    throw .outOfRange(
      name: name, value: value,
      allowed: name == "GL_SPOT_CUTOFF" ? "\(upper), or 180 for no spot" : upper)
  }
}
