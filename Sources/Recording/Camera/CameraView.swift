import Glibc
import Imaging
import PageCurl
import Timeline

/// What the camera shows: a rectangle of the frame as it is without a camera, with the frame's
/// aspect ratio, enlarged to fill the frame.
struct CameraView: Hashable, Sendable {
  /// The rectangle's lower left corner, in pixels of the frame without a camera.
  var origin: SIMD2<Double>
  /// How much the rectangle is enlarged, from 1 to ``mostZoom``.
  var zoom: Double
  /// Whether the camera rests here, and pixels lie on those of pages that are decoded for it.
  var isSettled = false
  /// How the camera looks at the rectangle's middle.
  var pose = CameraPose()
  /// How the frame is made from the rectangle, if not by enlarging it. The rectangle then contains
  /// what the camera shows.
  var lens: CameraLens?

  /// The whole frame, as it is without a camera.
  static let whole = CameraView(origin: .zero, zoom: 1)

  /// The largest zoom. Pages are decoded this much larger, so that it also limits the memory.
  static let mostZoom = 4.0

  var isWhole: Bool { self == .whole }

  init(
    origin: SIMD2<Double>, zoom: Double, isSettled: Bool = false, pose: CameraPose = CameraPose()
  ) {
    (self.origin, self.zoom, self.isSettled, self.pose) = (origin, zoom, isSettled, pose)
  }

  /// Shows a rectangle as large as possible, moved into the frame if it extends beyond it.
  ///
  /// - Parameters:
  ///   - place: The rectangle, in pixels of the frame. With a zoom above ``mostZoom``, more around
  ///     it is shown.
  ///   - frame: The frame's size.
  init(showing place: PageRect, in frame: PixelSize) {
    let (frame, size) = (frame.vector, place.high - place.low)
    zoom = min(max((frame / size).min(), 1), Self.mostZoom)
    let shown = frame / zoom
    origin = pointwiseMin(
      pointwiseMax((place.low + place.high) / 2 - shown / 2, .zero), frame - shown)
  }

  /// Returns the nearest view in which pixels lie on those of a page that is decoded for it: by
  /// less than a pixel of the result away, and hardly smaller.
  ///
  /// Along the height, where a page may end within a pixel, they agree in the middle of the view.
  ///
  /// - Parameters:
  ///   - corner: The page's lower left corner in the frame.
  ///   - page: The page's size in the frame.
  func settled(
    on corner: SIMD2<Double>, _ page: PixelSize, in frame: PixelSize
  ) -> CameraView {
    let size = page.vector
    let columns = (size.x * zoom + 1e-6).rounded(.down)
    let zoom = columns / size.x
    // Seen from the side, no pixels lie on those of a page.
    guard pose.isVertical else { return self }
    guard zoom > 1 else { return .whole }
    // Pixels of the decoded page per pixel of the frame, which differ a little.
    let decoded = SIMD2(zoom, (size.y * zoom).rounded() / size.y)
    let frame = frame.vector
    let shown = frame / zoom
    let middle = pointwiseMin(pointwiseMax(origin, .zero), frame - shown) + shown / 2
    var settled = middle - shown / 2
    for axis in 0..<2 {
      let pixel = (middle[axis] - corner[axis]) * decoded[axis]
      // The fraction of a pixel by which the view's pixels lie beside the page's.
      let beside = pixel - (middle[axis] - settled[axis]) * zoom
      settled[axis] += (beside.rounded() - beside) / zoom
      if settled[axis] < 0 { settled[axis] += 1 / zoom }
      if settled[axis] > frame[axis] - shown[axis] { settled[axis] -= 1 / zoom }
    }
    // A view that is almost as large as the frame has no room to move.
    let room = frame - shown + 1e-9
    let isInside = (0..<2).allSatisfy { settled[$0] > -1e-9 && settled[$0] < room[$0] }
    return CameraView(
      origin: isInside ? settled : middle - shown / 2, zoom: zoom, isSettled: isInside)
  }

  /// Returns the width at which a page is decoded for this view, in pixels.
  ///
  /// Where the camera rests, that is the width at which it is seen. While it moves, pages have more
  /// pixels, so that bilinear samples between them stay sharp. With 2.25 to 2.75 pixels per pixel
  /// of the frame and four samples, text has 90 to 98 % of the contrast of the mean of 256 samples
  /// (the squared differences of neighbors), wherever it lies. With 1.55 it has 73 to 89 %, and
  /// with 2 it has 79 to 105 %, depending on the place. Widths grow in steps, so that a page is
  /// decoded a few times only.
  ///
  /// - Parameters:
  ///   - page: The page's size in the frame.
  ///   - samples: The samples per pixel along a side.
  func columns(of page: PixelSize, samples: Int) -> Int {
    let width = Double(page.width)
    if isWhole || isSettled && samples == 1 { return Int((width * zoom).rounded()) }
    let wanted = samples > 1 ? 2.25 * zoom : zoom
    let step = pow(Self.step, (log(wanted) / log(Self.step)).rounded(.up))
    // Large pages only where the view itself needs them.
    let longest = Double(max(page.width, page.height))
    return Int((width * max(min(step, Self.longestSide / longest), zoom)).rounded(.up))
  }

  /// By how much the widths of decoded pages grow.
  private static let step = 1.22
  /// The longest side of a page that is decoded with more pixels than the view shows.
  private static let longestSide = 5000.0

  /// The rectangle in pixels of the frame.
  func place(in frame: PixelSize) -> PageRect {
    PageRect(low: origin, high: origin + frame.vector / zoom)
  }
}

extension CameraView: Interpolatable {
  /// Moves in a straight line, and enlarges at an even rate: by equal factors in equal times.
  static func interpolated(
    from start: CameraView, to end: CameraView, fraction: Double
  ) -> CameraView {
    guard start != end, fraction > 0 else { return start }
    guard fraction < 1 else { return end }
    let rate = log(end.zoom / start.zoom)
    // The rectangle's width is between the two by this fraction, and so are its edges.
    let share = abs(rate) < 1e-6 ? fraction : expm1(-rate * fraction) / expm1(-rate)
    return CameraView(
      origin: start.origin * (1 - share) + end.origin * share,
      zoom: start.zoom * exp(rate * fraction),
      pose: .interpolated(from: start.pose, to: end.pose, fraction: fraction))
  }
}
