import GLMath

extension Program {
  /// Warns about what a draw in the current state probably gets wrong.
  func warnOfDraw() {
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

  /// Warns about a uniform's matrix with elements that are not finite.
  package func warn(of matrix: Matrix4, in uniform: String) {
    // 0 times anything else is not 0.
    let zero = (matrix.column0 + matrix.column1 + matrix.column2 + matrix.column3) * 0
    guard zero != .zero else { return }
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
        } else if test != .always, !target.hasClearedDepth, target.attached.isEmpty {
          context.warn(
            "\(label) draws with a depth test, but the depth was never cleared; begin each frame "
              + "with clear(color:depth:)")
        }
      }
      if state?.stencil != nil && !target.has.stencil {
        context.warn(lacks("stencil"))
      }
    }
    for sampler in samplers {
      guard let texture = sampler.texture as? Texture else { continue }
      let name = "'\(sampler.variable.name)' of \(label)"
      if texture === target?.color && target?.samples == 1
        || target?.attached.contains(where: { $0 === texture }) == true
      {
        context.warn(
          "\(name) samples the texture that is drawn into; draw into another framebuffer")
      } else if texture.isUnresolved || texture === target?.color {
        context.warn(
          "\(name) samples a framebuffer that lacks its samples; call resolve() first")
      } else if texture.sampling.mipmaps != nil && !texture.hasMipmaps {
        context.warn(
          "\(name) samples mipmaps that don't show what was drawn into the texture; call "
            + "generateMipmaps() after drawing into it, or set a sampling without mipmaps")
      }
    }
    target?.noteDrawn()
  }

  private func lacks(_ buffer: String) -> String {
    "\(label) draws with a \(buffer) test, but the framebuffer has no \(buffer) buffer, so "
      + "every fragment passes; make it with \(buffer): true"
  }
}
