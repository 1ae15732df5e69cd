extension Context {
  /// Warns about the framebuffer that a program draws to, and the textures that it samples.
  func warnOfTarget(of program: Program) {
    if let target {
      if appliedState?.depthTest != nil && !target.has.depth {
        warn(Self.lacks("depth", program))
      }
      if appliedState?.stencil != nil && !target.has.stencil {
        warn(Self.lacks("stencil", program))
      }
    }
    for sampler in program.samplers {
      guard let texture = sampler.texture else { continue }
      let name = "'\(sampler.variable.name)' of \(program.label)"
      if texture === target?.color && target?.samples == 1 {
        warn("\(name) samples the texture that is drawn into; draw into another framebuffer")
      } else if texture.isUnresolved || texture === target?.color {
        warn("\(name) samples a framebuffer before its samples are averaged; call resolve() first")
      }
    }
    if let target, target.samples > 1 { target.color.isUnresolved = true }
  }

  private static func lacks(_ buffer: String, _ program: Program) -> String {
    "\(program.label) draws with a \(buffer) test, but the framebuffer has no \(buffer) buffer, so "
      + "every fragment passes; make it with \(buffer): true"
  }
}
