import GLES

extension RenderState {
  /// The state for flat strips of paper, without depth.
  ///
  /// - Parameter scissor: The part of the target that is drawn, if not all.
  static func strips(blending: Bool, scissor: PixelRegion? = nil) -> RenderState {
    var state = RenderState()
    state.scissor = scissor
    state.dithers = false
    state.blending = blending ? .premultiplied : nil
    return state
  }

  /// The state for one side of a deformed mesh, with depth.
  static func mesh(_ side: PaperSide, isOpaque: Bool) -> RenderState {
    var state = strips(blending: !isOpaque)
    state.depthTest = .lessOrEqual
    state.culledFace = side == .front ? .back : .front
    return state
  }

  /// The state for a premultiplied shadow. It darkens the target's color in proportion to the
  /// target's alpha, which stays, so that transparent places take no shadow.
  ///
  /// - Parameters:
  ///   - scissor: The part of the target that it may darken, if not all.
  ///   - coversGround: Whether it lies on ground that may be transparent, which it covers.
  ///   - isBlack: Whether it is drawn as the share of light that is left. Software drivers blend
  ///     this faster than a premultiplied shadow.
  static func shadow(
    scissor: PixelRegion?, coversGround: Bool = false, isBlack: Bool = false
  ) -> RenderState {
    var state = strips(blending: true, scissor: scissor)
    if isBlack {
      state.blending = Blending(.zero, .sourceColor)
    } else if !coversGround {
      state.blending = Blending(.destinationAlpha, .oneMinusSourceAlpha)
    }
    return state
  }
}
