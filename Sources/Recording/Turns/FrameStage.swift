import Imaging
import PageCurl

/// Replaces the size of a frame that would be larger.
package enum LargestFrame: Hashable, Sendable {
  /// It is scaled down to fit within that.
  case within(PixelSize)
  /// It gets exactly that size, which players and platforms expect, with more room around the book,
  /// and so does one that is as wide or as high.
  case exactly(PixelSize)

  fileprivate func size(of asked: PixelSize) -> PixelSize {
    switch self {
    case .within(let size): asked.fitted(within: size)
    case .exactly(let size):
      asked.width < size.width && asked.height < size.height ? asked : size
    }
  }
}

/// The places of the pages in a frame.
struct FrameStage: Hashable, Sendable {
  /// The frame's size in pixels.
  let frame: PixelSize
  /// The size of one page in pixels.
  let page: PixelSize
  /// Whether an odd side was made even by adding a pixel.
  let isPadded: Bool
  /// The lower left corner of the page, or of the left or lower page of a spread, in pixels from
  /// the frame's.
  let first: SIMD2<Int>
  /// The way from there to the other page of a spread; 0 if one page is shown.
  let step: SIMD2<Int>
  /// The squares of a hard cover: how far its boards extend beyond the pages in pixels, x beyond
  /// the fore-edge and y beyond each end of the spine; 0 without boards.
  let squares: SIMD2<Int>

  /// Lays out a frame.
  ///
  /// - Parameters:
  ///   - natural: The natural size of a leaf.
  ///   - layout: One page or two.
  ///   - isLevel: Whether a spread's spine is horizontal, with one page above the other.
  ///   - size: The frame's size; `nil` is the pages at their natural size plus the margin.
  ///   - margin: The space around the pages in pixels; `nil` is a twentieth of the frame's shorter
  ///     side, and room for the overhang.
  ///   - overhang: How far raised paper is seen beyond the pages.
  ///   - squares: How far the boards of a hard cover extend beyond the pages.
  ///   - reserve: How far those of the whole book extend, for which there is room even if an
  ///     excerpt shows none; `nil` is `squares`. Raised paper and boards are seen beyond that.
  ///   - largest: Limits the frame if `size` is `nil`.
  ///   - isEven: Whether odd sides are made even.
  /// - Throws: ``RecordingError/size(_:)`` if the margins leave no room.
  init(
    first natural: PixelSize, layout: BookLayout, isLevel: Bool, size: PixelSize?, margin: Int?,
    overhang: Overhang = Overhang(), squares: Overhang = Overhang(), reserve: Overhang? = nil,
    largest: LargestFrame? = nil, isEven: Bool
  ) throws(RecordingError) {
    let count =
      layout != .spread ? SIMD2(1, 1) : isLevel ? SIMD2(1, 2) : SIMD2(2, 1)
    let pages = PixelSize(natural.width * count.x, natural.height * count.y)
    // An eighteenth of the pages is a twentieth of the frame. A page that fills the frame has no
    // desk around it.
    var space = margin ?? min(pages.width, pages.height) / 18
    let fills = layout != .spread && size.map { natural.hasShape(of: $0, within: 0.005) } ?? false
    let reserve = reserve ?? squares
    let overhang = margin == nil ? overhang.beyond(reserve) : reserve
    let (width, height) = (Double(natural.width), Double(natural.height))
    let (spine, reach) = isLevel ? (width, height) : (height, width)
    func needed(_ overhang: Double, _ square: Double, _ length: Double) -> Int {
      let square = Int((square * length).rounded(.up))
      return max(space + square, Int((overhang * length).rounded(.up)))
    }
    let end = needed(overhang.along, reserve.along, spine)
    let edge = needed(overhang.beyond, reserve.beyond, reach)
    var asked = PixelSize(
      pages.width + 2 * (isLevel ? end : edge), pages.height + 2 * (isLevel ? edge : end))
    if let given = size ?? largest?.size(of: asked), given != asked {
      asked = given
      space = margin ?? (fills ? 0 : min(given.width, given.height) / 20)
    }
    func room(_ side: Int, _ count: Int, alongSpine: Bool) -> Int {
      let (beyond, square) =
        alongSpine ? (overhang.along, reserve.along) : (overhang.beyond, reserve.beyond)
      return min(
        Int(Double(side - 2 * space) / (Double(count) + 2 * square)),
        Int(Double(side) / (Double(count) + 2 * beyond)))
    }
    let room = PixelSize(
      room(asked.width, count.x, alongSpine: isLevel),
      room(asked.height, count.y, alongSpine: !isLevel))
    guard room.width > 0 && room.height > 0 else {
      throw .size(
        "a margin of \(space) pixels leaves no room for a page in a frame of \(asked); reduce it")
    }
    page = natural.fitted(within: room, enlarging: true)
    frame = isEven ? asked.even : asked
    isPadded = frame != asked
    // Whole pixels, so that the flat page is not resampled.
    first = SIMD2(
      (frame.width - page.width * count.x) / 2, (frame.height - page.height * count.y) / 2)
    step = SIMD2(page.width, page.height) &* (count &- SIMD2(1, 1))
    // Whole pixels, too, and seen in every book that has boards.
    func pixels(_ share: Double, _ side: Int) -> Int {
      share > 0 ? max(Int(share * Double(side)), 1) : 0
    }
    let isLevel = isLevel && layout == .spread
    self.squares = SIMD2(
      pixels(squares.beyond, isLevel ? page.height : page.width),
      pixels(squares.along, isLevel ? page.width : page.height))
  }

  /// The board below a page that lies on a side of a spine, in pixels from the frame's lower left
  /// corner; the page itself without boards.
  ///
  /// - Parameter out: The unit vector from the spine to the page's fore-edge.
  func board(at corner: SIMD2<Double>, _ out: SIMD2<Double>) -> PageRect {
    page(at: corner).extended(by: squares, out)
  }

  /// The leaf that a cover's board is before it turns over `spine`, in page space.
  func board(_ spine: Binding) -> PageRect {
    page(at: .zero).extended(by: squares, spine.away)
  }

  /// The size of a picture that fills a board bound at `spine`.
  func boardSize(_ spine: Binding) -> PixelSize {
    let size = spine.isLevel ? SIMD2(squares.y * 2, squares.x) : SIMD2(squares.x, squares.y * 2)
    return PixelSize(page.width + size.x, page.height + size.y)
  }

  /// The lower left corner of a page that is bound at `spine`, before it turns.
  func corner(_ spine: Binding?) -> SIMD2<Double> {
    SIMD2(spine?.isSecond == true ? first &+ step : first)
  }

  /// A page with this lower left corner, in pixels from the frame's.
  func page(at corner: SIMD2<Double>) -> PageRect {
    PageRect(low: corner, high: corner + page.vector)
  }

  /// The lower left corner of the place where that page lands, which may be outside the frame;
  /// `nil` for a loose sheet.
  func facing(_ spine: Binding?) -> SIMD2<Double>? {
    spine.map { corner($0) - $0.away * page.vector }
  }

  /// The place where that page lands, in page space; `nil` for a loose sheet.
  func landing(_ spine: Binding?) -> PageRect? {
    spine.map { page(at: -$0.away * page.vector) }
  }

  /// The whole frame, in the page space of a page that is bound at `spine`.
  func room(_ spine: Binding?) -> PageRect {
    let low = -corner(spine)
    return PageRect(low: low, high: low + frame.vector)
  }
}

extension PageRect {
  /// Returns the rectangle of a board with these squares below a page.
  fileprivate func extended(by squares: SIMD2<Int>, _ out: SIMD2<Double>) -> PageRect {
    let (fore, end) = (out * Double(squares.x), SIMD2(abs(out.y), abs(out.x)) * Double(squares.y))
    return PageRect(
      low: low + pointwiseMin(fore, .zero) - end, high: high + pointwiseMax(fore, .zero) + end)
  }
}
