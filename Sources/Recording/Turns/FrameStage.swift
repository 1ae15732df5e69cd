import Imaging
import PageCurl

/// Where the pages lie in a frame.
struct FrameStage: Hashable, Sendable {
  /// The frame's size in pixels.
  let frame: PixelSize
  /// One page's size in pixels.
  let page: PixelSize
  /// Whether an odd side got one pixel more.
  let isPadded: Bool
  /// Where the page, or the left or lower one of a spread, has its lower left corner, from the frame's, in
  /// pixels.
  private let first: SIMD2<Int>
  /// From there to the other page of a spread; 0 where one page is shown.
  private let step: SIMD2<Int>

  /// Lays out a frame.
  ///
  /// - Parameters:
  ///   - natural: The first page's natural size.
  ///   - layout: One page or two.
  ///   - isLevel: Whether a spread's spine runs from left to right: its pages then lie one above the other.
  ///   - size: The frame's size; `nil` is the pages at their natural size and the margin.
  ///   - margin: Room round the pages, in pixels.
  ///   - isEven: Whether an odd side gets one pixel more.
  /// - Throws: ``RecordingError/size(_:)`` where the margins leave nothing.
  init(
    first natural: PixelSize, layout: BookLayout, isLevel: Bool, size: PixelSize?, margin: Int,
    isEven: Bool
  ) throws(RecordingError) {
    let count =
      layout != .spread ? SIMD2(1, 1) : isLevel ? SIMD2(1, 2) : SIMD2(2, 1)
    let asked =
      size
      ?? PixelSize(natural.width * count.x + 2 * margin, natural.height * count.y + 2 * margin)
    let room = PixelSize(
      (asked.width - 2 * margin) / count.x, (asked.height - 2 * margin) / count.y)
    guard room.width > 0 && room.height > 0 else {
      throw .size(
        "a margin of \(margin) pixels leaves no page in a \(asked) frame; make it smaller")
    }
    page = natural.fitted(within: room, enlarging: true)
    frame = isEven ? asked.even : asked
    isPadded = frame != asked
    // Whole pixels, so that the flat page is not resampled.
    first = SIMD2(
      (frame.width - page.width * count.x) / 2, (frame.height - page.height * count.y) / 2)
    step = SIMD2(page.width, page.height) &* (count &- SIMD2(1, 1))
  }

  /// Where a page that is bound at `spine` lies before it turns.
  func corner(_ spine: Binding?) -> SIMD2<Int> {
    spine?.isSecond == true ? first &+ step : first
  }

  /// Where it lands; `nil` for a loose sheet. That may be outside the frame.
  func facing(_ spine: Binding?) -> SIMD2<Int>? {
    spine.map { corner($0) &- SIMD2<Int>($0.away) &* SIMD2(page.width, page.height) }
  }

  /// Where a page that is bound at `spine` lands, in page space; `nil` for a loose sheet.
  func landing(_ spine: Binding?) -> PageRect? {
    let size = SIMD2(Double(page.width), Double(page.height))
    return spine.map { PageRect(low: -$0.away * size, high: size - $0.away * size) }
  }

  /// The page, and the place where it lands, in page space: where its shadow may fall.
  func spread(_ spine: Binding?) -> PageRect {
    let page = PageRect(
      low: .zero, high: SIMD2(Double(page.width), Double(page.height)))
    return landing(spine).map { page.union($0) } ?? page
  }

  /// All of the frame, in the page space of a page that is bound at `spine`.
  func room(_ spine: Binding?) -> PageRect {
    let low = -SIMD2<Double>(corner(spine))
    return PageRect(
      low: low, high: low + SIMD2(Double(frame.width), Double(frame.height)))
  }
}
