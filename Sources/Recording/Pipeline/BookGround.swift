import GLES
import PageCurl

/// What lies below the leaves in the air at a moment: the background, the stacks, and the pages
/// that lie flat. Where two are equal, so are their pictures.
struct BookGround: Equatable {
  /// The turns that are under way.
  var turns: Range<Int>
  /// The lower left corner of the first one's page.
  var corner: SIMD2<Double>
  /// What the camera shows.
  var view: CameraView
  /// What each of their pages shows.
  var shown: [ShownPage]
  var stacks: BookBody?
  /// Whether it includes the page below the last leaf.
  var showsBelow: Bool
  /// The pages that are shaded below leaves in the air.
  var gutters: Gutters?

  /// Whether there is more to draw than can be copied from the pages.
  fileprivate var isBlended: Bool { stacks != nil || gutters != nil }
}

/// The picture of the last ground, which is drawn once and copied for as long as it stays the same.
///
/// Drawn for each frame instead, the desk, the stacks and the shade toward the spine are 15 % of
/// the processor time of 120 frames of a book as Y4M (1080p, llvmpipe). While the camera moves, no
/// two grounds are equal: with copies, a trailer takes 12 % more.
struct GroundPicture {
  private var picture: Framebuffer?
  /// The ground that it shows.
  private var shown: BookGround?
  /// The view of the ground that was drawn last.
  private var view = CameraView.whole
  /// A rectangle that contains all that has been drawn over the ground since it was drawn last;
  /// `nil` if it is not known.
  var covered: PixelRegion?

  /// Draws a ground into a target, always the same, which is bound when this returns.
  ///
  /// - Returns: The part of the target that may have changed.
  mutating func draw(
    _ ground: BookGround, in context: Context, into target: Framebuffer,
    drawing draw: (_ ground: BookGround, _ target: Framebuffer) throws(GLESError) -> Void
  ) throws(GLESError) -> PixelRegion {
    defer { (view, covered) = (ground.view, nil) }
    let isKnown = shown == ground
    if !isKnown { shown = nil }
    guard ground.isBlended, ground.view == view else {
      try draw(ground, target)
      return target.bounds
    }
    let picture: Framebuffer
    if let known = self.picture {
      picture = known
    } else {
      picture = try Framebuffer(context, width: target.width, height: target.height)
    }
    self.picture = picture
    if !isKnown { try draw(ground, picture) }
    shown = ground
    let region = isKnown ? covered ?? target.bounds : target.bounds
    try target.color.copy(from: picture, region: region, toX: region.x, y: region.y)
    target.bind()
    return region
  }
}
