import GLES

/// A page's picture in the driver's memory.
public struct CurlPage {
  /// The picture, premultiplied, (0, 0) at its lower left corner.
  public var texture: Texture
  /// Whether every texel has alpha 1. Opaque pages are copied where they lie flat, which is many times as
  /// fast as drawing them. Default: `false`.
  public var isOpaque: Bool

  /// A page.
  public init(_ texture: Texture, isOpaque: Bool = false) {
    self.texture = texture
    self.isOpaque = isOpaque
  }

  /// The texture's size.
  var texels: SIMD2<Float> { SIMD2(Float(texture.width), Float(texture.height)) }
}

/// The pages that a curl shows; each fills the page, whatever its size in texels.
public struct CurlPages {
  /// The page that is turned.
  public var front: CurlPage
  /// Its back; `nil` is paper through which the front shows, see ``CurlLook/showThrough``.
  public var back: CurlPage?
  /// The page that comes to light; `nil` leaves what the target holds.
  public var below: CurlPage?

  /// The pages of a turn.
  public init(front: CurlPage, back: CurlPage? = nil, below: CurlPage? = nil) {
    self.front = front
    self.back = back
    self.below = below
  }
}

/// Which part of page space a target shows.
public struct CurlView: Hashable, Sendable {
  /// The point of page space at the target's lower left corner, page pixels.
  public var origin: SIMD2<Double>
  /// Target pixels a page pixel, the same in both directions.
  public var scale: Double

  /// A view. Default: the page's lower left corner in the target's, one to one.
  ///
  /// At scale 1 with whole numbers for `origin`, paper that lies flat comes out bit for bit.
  public init(origin: SIMD2<Double> = SIMD2(0, 0), scale: Double = 1) {
    self.origin = origin
    self.scale = scale
  }

  /// Whether page pixels and target pixels coincide.
  var isExact: Bool {
    scale == 1 && origin.x == origin.x.rounded() && origin.y == origin.y.rounded()
  }
}
