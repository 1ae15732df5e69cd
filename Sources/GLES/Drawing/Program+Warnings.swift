import GLESKitCGLES2
import GLMath
import GLSL

extension Program {
  /// Warns about what a draw in the current state probably gets wrong.
  func warnOfDraw(_ mode: Primitive, count: Int) {
    for (name, isMissed) in [("gl_Position", true), ("gl_PointSize", mode == .points)]
    where isMissed && !vertexWords.contains(Word(name).tag) {
      context.warn("\(label) draws \(mode) with a vertex shader that doesn't set \(name)")
    }
    let unused = mode.unused(of: count)
    if unused > 0 {
      context.warn(
        "\(label) draws vertices as \(mode), of which the last \(unused) form none; count "
          + "is the number of vertices")
    }
    let (width, limit) = (context.appliedState?.lineWidth ?? 1, context.limits.lineWidth.upperBound)
    if width > limit, [.lines, .lineStrip, .lineLoop].contains(mode) {
      context.warn(
        "\(label) draws lines of a width of \(width), and this driver's widest have \(limit); draw "
          + "triangles instead")
    }
    if isReplaced {
      context.warn(
        "\(label) draws though a ProgramWatcher has replaced it; make the VertexInput again with "
          + "the watcher's program")
    }
    for (names, what) in [
      (
        neverSet.filter { uniforms[$0]?.type.isSampler == false },
        "uniforms that were never set and are 0"
      ),
      (neverSet.filter { uniforms[$0]?.type.isSampler == true }, "samplers without a texture"),
    ] where !names.isEmpty {
      let list = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
      context.warn("\(label) draws with \(what): \(list)")
    }
    warnOfTarget()
  }

  /// Warns about a uniform's value that is not a number, or a matrix with elements that are not
  /// finite.
  package func warn(of value: some UniformValue, in uniform: String) {
    func isNumber<Value: Equatable>(_ value: Value) -> Bool { value == value }
    guard let matrix = value as? Matrix4 else {
      if let value = value as? any Equatable, !isNumber(value) {
        context.warn("'\(uniform)' of \(label) is set to what is not a number")
      }
      return
    }
    guard !matrix.isFinite else { return }
    context.warn(
      "'\(uniform)' of \(label) is a matrix with elements that are not finite, so nothing is "
        + "drawn; a projection needs near > 0, far > near and an angle in radians, 0…π")
  }

  /// Warns about the framebuffer that is drawn to, and the textures that are sampled.
  private func warnOfTarget() {
    let (state, target) = (context.appliedState, context.target as? Framebuffer)
    if let target {
      if let test = state?.depthTest {
        if !target.has.depth {
          context.warn(lacks("depth"))
        } else if test != .always, target.attached.isEmpty {
          warnOfDepth(test, target.clearedDepth)
        }
      }
      if let test = state?.stencil {
        if !target.has.stencil {
          context.warn(lacks("stencil"))
        } else if test.comparison == .always, (state?.backStencil ?? test).comparison == .always {
          // It may set the values that later draws compare.
          target.noteClearedStencil()
        } else if target.lacksStencilValues {
          context.warn(
            "\(label) draws with a stencil test, but the stencil values were never cleared; begin "
              + "each frame with clear(color:stencil:)")
        }
      }
    }
    for sampler in samplers {
      let name = "'\(sampler.variable.name)' of \(label)"
      guard let texture = sampler.texture as? Texture else {
        warnOfUnit(sampler, name, target)
        continue
      }
      if texture === target?.color && target?.samples == 1
        || target?.attached.contains(where: { $0 === texture }) == true
      {
        context.warn("\(name) \(Self.feedback)")
      } else if texture.isUnresolved || texture === target?.color {
        context.warn(
          "\(name) samples a framebuffer that lacks its samples; call resolve() first")
      } else if texture.lacksContent {
        context.warn(
          "\(name) samples a texture that was never filled; update it or draw into it first, and "
            + "call invalidateState() after GL calls of your own that do")
      } else if texture.usesMipmaps && !texture.hasMipmaps {
        context.warn(
          "\(name) samples mipmaps that don't show what was drawn into the texture; call "
            + "generateMipmaps() after drawing into it, or set a sampling without mipmaps")
      }
    }
    target?.noteDrawn()
  }

  private static let feedback =
    "samples the texture that is drawn into; draw into another framebuffer"

  /// Warns about what the unit that the application has set for a sampler holds.
  private func warnOfUnit(_ sampler: Sampler, _ name: String, _ target: Framebuffer?) {
    let type = sampler.variable.type
    guard type == .sampler2D || type == .samplerCube,
      !neverSet.contains(sampler.variable.name), let unit = sampler.unitInUse
    else { return }
    if let other = samplers.first(where: {
      $0.texture == nil && $0.variable.type != type && $0.unitInUse == unit
    }) {
      // An error of the draw in GL ES 2.0, which NVIDIA 580 does not report.
      context.warn(
        "\(name) samples unit \(unit), as '\(other.variable.name)' of another type does; set each "
          + "to a unit of its own")
      return
    }
    let isFlat = type == .sampler2D
    let held = context.bindings.held(by: unit, isFlat: isFlat)
    let remedy = "set the sampler to a texture instead of a unit"
    if held.name == 0 {
      let other = isFlat ? "a cube map, and no flat texture" : "a flat texture, and no cube map"
      let hasOther = context.bindings.held(by: unit, isFlat: !isFlat).name != 0
      context.warn(
        "\(name) samples unit \(unit), which has \(hasOther ? other : "no texture"); \(remedy)")
    } else if ([target?.color].compactMap(\.self) + (target?.attached ?? [])).contains(where: {
      $0.name == held.name
    }) {
      context.warn("\(name) \(Self.feedback)")
    } else if held.isOfSampler {
      context.warn(
        "\(name) samples unit \(unit), which has the texture of another sampler; \(remedy)")
    }
  }

  private func warnOfDepth(_ test: RenderState.Comparison, _ depth: Float?) {
    switch (test, depth) {
    case (_, nil):
      context.warn(
        "\(label) draws with a depth test, but the depth was never cleared; begin each frame with "
          + "clear(color:depth:)")
    case (.less, 0), (.greater, 1):
      context.warn(
        "\(label) draws with the depth test \(test), but the depth was cleared to "
          + (test == .less ? "0; clear it to 1" : "1; clear it to 0"))
    default: break
    }
  }

  private func lacks(_ buffer: String) -> String {
    "\(label) draws with a \(buffer) test, but the framebuffer has no \(buffer) buffer, so "
      + "every fragment passes; make it with \(buffer): true"
  }
}
