import GLES

/// The image of a page, in a texture.
public struct CurlPage {
  /// The image: premultiplied alpha, (0, 0) at its lower left corner.
  public var texture: Texture
  /// Whether every texel has alpha 1. Where opaque pages lie flat they are copied, which is much
  /// faster than drawing them. Default: `false`.
  public var isOpaque: Bool

  /// Makes a page.
  public init(_ texture: Texture, isOpaque: Bool = false) {
    self.texture = texture
    self.isOpaque = isOpaque
  }

  /// The texture's size.
  var texels: SIMD2<Float> { SIMD2(Float(texture.width), Float(texture.height)) }
}

/// The pages of a turn. Each image fills the page, whatever its size in texels.
public struct CurlPages {
  /// The front of the page that turns.
  public var front: CurlPage
  /// Its back; `nil` is paper through which the front shows, see ``CurlLook/showThrough``.
  public var back: CurlPage?
  /// The page that is uncovered; `nil` leaves the target as it is.
  public var below: CurlPage?

  /// Makes the pages of a turn.
  public init(front: CurlPage, back: CurlPage? = nil, below: CurlPage? = nil) {
    self.front = front
    self.back = back
    self.below = below
  }
}
