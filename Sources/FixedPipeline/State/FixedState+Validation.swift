import GLES
import GLMath

extension FixedState {
  /// Checks for values that ES 1.1 does not allow (`GL_INVALID_VALUE`). Draws do so automatically.
  ///
  /// - Throws: ``FixedPipelineError/outOfRange(name:value:allowed:)`` or
  ///   ``FixedPipelineError/unsupported(what:remedy:)``.
  public func validate() throws(FixedPipelineError) {
    switch badIndex {
    case .light(let index): throw .outOfRange(name: "the index of a light", index, "0…7")
    case .clipPlane(let index): throw .outOfRange(name: "the index of a clip plane", index, "0…5")
    case nil: break
    }
    try check("lights", lights.count, is: Self.lightCount)
    try check("units", units.count, is: Self.textureUnitCount)
    try check("clipPlanes", clipPlanes.count, is: Self.clipPlaneCount)
    if isLightingEnabled {
      try check("GL_SHININESS", material.shininess, in: 0...128)
      for index in lights.indices where lights[index].isEnabled {
        try validate(lights[index].light)
      }
    }
    for index in units.indices where units[index].takesPart {
      guard case .combine(let combine) = units[index].environment, let fault = combine.fault else {
        continue
      }
      throw .outOfRange(name: fault.name, value: fault.value, allowed: fault.allowed)
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
    _ array: StaticString, _ count: Int, is allowed: Int
  ) throws(FixedPipelineError) {
    guard count != allowed else { return }
    throw .outOfRange(
      name: "the number of state.\(array)", count,
      "\(allowed), and change elements instead of adding or removing them")
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

extension FixedPipelineError {
  fileprivate static func outOfRange(name: String, _ value: Int, _ allowed: String) -> Self {
    .outOfRange(name: name, value: Float(value), allowed: allowed)
  }
}
