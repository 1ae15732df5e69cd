import GLES

/// A turning page: its shape, its images and its look.
public struct CurlLeaf {
  /// The shape.
  public var shape: CurlShape
  /// The images. Of several leaves, only the last one's page below is drawn.
  public var pages: CurlPages
  /// The look.
  public var look: CurlLook

  /// Makes a turning page.
  public init(_ shape: CurlShape, pages: CurlPages, look: CurlLook = CurlLook()) {
    self.shape = shape
    self.pages = pages
    self.look = look
  }
}

/// The parts of a curled page, which are drawn one after the other if several pages are in the air.
struct CurlParts: OptionSet {
  let rawValue: UInt8
  /// What lies on the ground: the page below and the flat part of the front.
  static let ground = CurlParts(rawValue: 1)
  /// What rises from the ground, and the shadow that it casts.
  static let raised = CurlParts(rawValue: 2)
  static let all: CurlParts = [.ground, .raised]
}
