import GLESKitCGLES2

extension Context {
  /// Clears the current target within the scissor box of the applied state. Without arguments, it
  /// clears all that the target has to GL's defaults: transparent black, depth 1 and stencil 0.
  ///
  /// Masks that write nothing are for drawing, and are lifted: a depth is cleared even if the state
  /// does not write depth, and colors even if its color mask is empty. A mask that writes some
  /// channels or some bits of the stencil value holds, and ``onWarning`` is told.
  ///
  /// The corresponding C functions are `glClearColor`, `glClearDepthf`, `glClearStencil`,
  /// `glClear`. If they fail, for example without a complete framebuffer, the next call that can
  /// throw throws the error.
  ///
  /// - Parameters:
  ///   - color: Premultiplied RGBA, 0…1; `nil` keeps the colors if another argument is given.
  ///   - depth: 0…1; `nil` keeps the depth if another argument is given.
  ///   - stencil: The stencil value; `nil` keeps the stencil if another argument is given.
  public func clear(color: SIMD4<Float>? = nil, depth: Float? = nil, stencil: Int32? = nil) {
    guard mayBegin("glClear", asksEGL: true) else { return }
    let clearsAll = color == nil && depth == nil && stencil == nil
    let color = clearsAll ? .zero : color
    let depth = clearsAll ? 1 : depth
    do throws(GLESError) {
      try reportEarlierErrors(before: "glClear")
      deleteDropped()
      let stencil = clearsAll ? 0 : stencil
      clearBuffers(color, depth, stencil)
      if onWarning != nil, color != nil { target?.noteDrawn() }
      if let depth { target?.noteCleared(depth: depth) }
      if stencil != nil { target?.noteClearedStencil() }
      let errors = checksDraws ? Self.drainErrors() : []
      if !errors.isEmpty { throw GLESError(errors, after: "glClear") }
    } catch {
      postpone(error)
    }
  }

  private func clearBuffers(_ color: SIMD4<Float>?, _ depth: Float?, _ stencil: Int32?) {
    let written = WriteMasks(appliedState)
    var buffers: Int32 = 0
    if let color {
      warn(of: color, in: "clear(color:)")
      glClearColor(color.x, color.y, color.z, color.w)
      buffers |= GL_COLOR_BUFFER_BIT
      if written.color.isEmpty {
        RenderState.ColorMask.all.apply()
      } else if written.color != .all {
        warn(
          "clear(color:) keeps the channels that the color mask doesn't write; apply a state "
            + "without a mask before, to clear them, too")
      }
    }
    if let depth {
      glClearDepthf(depth)
      buffers |= GL_DEPTH_BUFFER_BIT
      if !written.depth { glDepthMask(1) }
    }
    if let stencil {
      if stencil > 255 { warn("clear(stencil:) is limited to 8 bits, and \(stencil) has more") }
      glClearStencil(stencil)
      buffers |= GL_STENCIL_BUFFER_BIT
      if written.stencil == 0 {
        glStencilMaskSeparate(GLenum(GL_FRONT), .max)
      } else if written.stencil != 255 {
        warn(
          "clear(stencil:) keeps the bits that the stencil test's write mask doesn't write; apply "
            + "a state without a stencil test before, to clear them, too")
      }
    }
    glClear(GLbitfield(buffers))
    if color != nil, written.color.isEmpty { written.color.apply() }
    if depth != nil, !written.depth { glDepthMask(0) }
    if stencil != nil, written.stencil == 0 { glStencilMaskSeparate(GLenum(GL_FRONT), 0) }
  }
}

/// What drawing and clearing may change.
private struct WriteMasks {
  let color: RenderState.ColorMask
  let depth: Bool
  /// Of front faces, which is that of clearing.
  let stencil: UInt8

  /// - Parameter state: The applied state; `nil` if it is unknown, and GL is asked.
  init(_ state: RenderState?) {
    if let state {
      color = state.colorMask
      depth = state.writesDepth
      stencil = state.stencil?.writeMask ?? 255
      return
    }
    var channels: [GLint] = [0, 0, 0, 0]
    glGetIntegerv(GLenum(GL_COLOR_WRITEMASK), &channels)
    color = RenderState.ColorMask(
      rawValue: channels.enumerated().reduce(0) { $0 | ($1.element == 0 ? 0 : 1 << $1.offset) })
    depth = Context.integer(GL_DEPTH_WRITEMASK) != 0
    stencil = UInt8(truncatingIfNeeded: Context.integer(GL_STENCIL_WRITEMASK))
  }
}

extension RenderState.ColorMask {
  /// The corresponding C function is `glColorMask`.
  func apply() {
    func bit(_ channel: Self) -> GLboolean { contains(channel) ? 1 : 0 }
    glColorMask(bit(.red), bit(.green), bit(.blue), bit(.alpha))
  }
}
