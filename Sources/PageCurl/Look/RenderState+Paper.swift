import GLES

extension RenderState {
  /// The state for flat strips of paper, without depth.
  static func strips(blending: Bool) -> RenderState {
    var state = RenderState()
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

  /// The state for adding up shadows, in one of the channels or in all.
  static func sum(_ channels: ColorMask? = nil) -> RenderState {
    var state = RenderState()
    state.dithers = false
    if let channels { state.colorMask = channels }
    state.blending = Blending(.one, .one)
    return state
  }

  /// The state for a premultiplied shadow. It darkens the target's color in proportion to the
  /// target's alpha, which stays, so that transparent places take no shadow.
  static func shadow(scissor: PixelRegion?) -> RenderState {
    shadow(Blending(.destinationAlpha, .oneMinusSourceAlpha), scissor)
  }

  /// The state for a premultiplied shadow on ground that may be transparent, which it covers.
  static func groundShadow(scissor: PixelRegion?) -> RenderState {
    shadow(.premultiplied, scissor)
  }

  /// The state for a black shadow, drawn as the share of light that is left. Software drivers
  /// blend it faster than a premultiplied one.
  static func blackShadow(scissor: PixelRegion?) -> RenderState {
    shadow(Blending(.zero, .sourceColor), scissor)
  }

  private static func shadow(_ blending: Blending, _ scissor: PixelRegion?) -> RenderState {
    var state = RenderState()
    state.dithers = false
    state.scissor = scissor
    state.blending = blending
    return state
  }
}
