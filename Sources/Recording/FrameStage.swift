import PageCurl
import Pixels

/// Where the pages lie in a frame.
struct FrameStage: Hashable, Sendable {
  /// The frame's size in pixels.
  let frame: PixelSize
  /// One page's size in pixels.
  let page: PixelSize
  /// Where the page, or the left one of a spread, has its lower left corner, from the frame's, in pixels.
  private let left: SIMD2<Int>
  /// The same of the right page of a spread; `nil` where one page is shown.
  private let right: SIMD2<Int>?

  /// Lays out a frame.
  ///
  /// - Parameters:
  ///   - first: The first page's natural size.
  ///   - layout: One page or two.
  ///   - size: The frame's size; `nil` is the pages at their natural size and the margin.
  ///   - margin: Room round the pages, in pixels.
  ///   - isEven: Whether an odd side gets one pixel more.
  /// - Throws: ``RecordingError/size(_:)`` where the margins leave nothing.
  init(
    first: PixelSize, layout: BookLayout, size: PixelSize?, margin: Int, isEven: Bool
  ) throws(RecordingError) {
    let pages = layout == .spread ? 2 : 1
    let asked =
      size ?? PixelSize(first.width * pages + 2 * margin, first.height + 2 * margin)
    let room = PixelSize((asked.width - 2 * margin) / pages, asked.height - 2 * margin)
    guard room.width > 0 && room.height > 0 else {
      throw .size(
        "a margin of \(margin) pixels leaves no page in a \(asked) frame; make it smaller")
    }
    page = first.fitted(within: room, enlarging: true)
    frame =
      isEven
      ? PixelSize(asked.width + asked.width % 2, asked.height + asked.height % 2) : asked
    // Whole pixels, so that the flat page is not resampled.
    left = SIMD2((frame.width - page.width * pages) / 2, (frame.height - page.height) / 2)
    right = layout == .spread ? left &+ SIMD2(page.width, 0) : nil
  }

  /// Where a page that travels in `direction` lies before it turns.
  func corner(_ direction: ReadingDirection) -> SIMD2<Int> {
    direction == .ltr ? right ?? left : left
  }

  /// Where it lands in a spread; `nil` where one page is shown.
  func facing(_ direction: ReadingDirection) -> SIMD2<Int>? {
    right.map { direction == .ltr ? left : $0 }
  }
}

/// How pages turn and look.
public struct TurnStyle: Hashable, Sendable {
  /// The direction in which the curl travels, in radians counter-clockwise from right; `nil` goes by
  /// the direction of reading. A spread's page turns over its spine: there the angle says how the
  /// travel leans at the start, and must point less than a quarter turn away from the spine.
  public var angle: Double?
  /// The curl's radius in frame pixels; `nil` is a tenth of the page's shorter side.
  public var radius: Double?
  /// What lies behind the pages, not premultiplied. Default: transparent.
  public var background = SIMD4<UInt8>.zero
  /// Light, shadow, tints and quality.
  public var look = CurlLook()

  /// The defaults above.
  public init() {}
}
