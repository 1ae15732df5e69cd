import GLESKitFrameKernels
import Imaging
import Offscreen
import PageCurl
import Timeline

/// Draws the frames of a transition.
final class TransitionPainter {
  private let painter: TurnPainter
  private let plan: FramePlan
  private let count: Int
  private let easing: Easing
  private var picture: Image
  private var planes: [UInt8] = []
  /// The frames of both clips as RGBA.
  private var pages: [Image]

  /// - Parameter count: The number of frames, at least 2: the first shows the first clip, the last
  ///   the second.
  init(
    _ settings: TurnSettings, frames count: Int, size: PixelSize, rate: FrameRate
  ) throws(RecordingError) {
    let shared = SharedSettings(settings)
    let turns = [BookTurn(front: 0, below: 1, shared: shared)]
    let stage = try FrameStage(
      first: size, layout: .pages, isLevel: false, size: size, margin: 0, isEven: true)
    plan = FramePlan(
      pages: [], turns: turns,
      placed: try PlacedTurn.all(turns, on: stage, layout: .pages, rate: rate), stage: stage,
      background: [0, 0, 0, 255], allPictures: [], pictures: [])
    self.count = count
    easing = settings.timing.easing
    let context: OffscreenContext
    do { context = try OffscreenContext() } catch { throw .offscreen(error) }
    painter = try TurnPainter(plan, in: context, profiler: nil)
    let blank = Image(width: size.width, height: size.height)
    (picture, pages) = (blank, [blank, blank])
  }

  /// A frame in planar 4:2:0. Where it shows a flat page, it has the bytes of that clip.
  ///
  /// - Parameters:
  ///   - index: The number of the frame in the turn.
  ///   - first: The frame of the first clip in planar 4:2:0.
  ///   - second: The frame of the second clip.
  ///   - isReversed: Whether the second clip is turned back over the first.
  func frame(
    _ index: Int, from first: [UInt8], to second: [UInt8], isReversed: Bool
  ) throws -> [UInt8] {
    if index == 0 { return first }
    if index == count - 1 { return second }
    let frames = isReversed ? [second, first] : [first, second]
    for (side, planes) in frames.enumerated() {
      let (width, height) = (picture.width, picture.height)
      pages[side].pixels.withUnsafeMutableBufferPointer { pixels in
        frame_kernels_rgba(planes, width, height, pixels.baseAddress)
      }
    }
    let done = easing.value(at: Double(index) / Double(count - 1))
    let moment = Moment(
      turn: 0, times: [isReversed ? 1 - done : done],
      clips: (0..<2).map { ClipFrame(page: $0, frame: index) })
    try painter.paint(moment, into: &picture) { page, _ in
      LoadedPage(self.pages[page], isOpaque: true)
    }
    I420.convert(picture, into: &planes)
    for (side, original) in frames.enumerated() {
      frame_kernels_keep_i420(
        picture.pixels, pages[side].pixels, original, picture.width, picture.height, &planes)
    }
    return planes
  }
}
