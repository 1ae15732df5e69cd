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
