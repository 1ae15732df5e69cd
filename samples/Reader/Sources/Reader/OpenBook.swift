import Imaging
import PageCurl
import Timeline

/// The layout of an open book in a frame, and the conversion between points of both.
struct BookLayout: Hashable {
  let frame: PixelSize
  /// One page's size in pixels.
  let page: PixelSize
  /// The lower end of the spine in the frame, in pixels, y up.
  let spine: SIMD2<Int>

  /// Two pages with the aspect ratio of `natural`, as large as fits with a small margin.
  init(frame: PixelSize, natural: PixelSize) {
    self.frame = frame
    let room = PixelSize(max(frame.width * 23 / 50, 1), max(frame.height * 9 / 10, 1))
    page = natural.fitted(within: room, enlarging: true)
    spine = SIMD2(frame.width / 2, (frame.height - page.height) / 2)
  }

  /// The lower left corner of a page.
  func corner(of side: Side) -> SIMD2<Int> {
    side == .right ? spine : SIMD2(spine.x - page.width, spine.y)
  }

  /// A flat page.
  var flat: CurlShape? {
    (try? FlatPage(width: Double(page.width), height: Double(page.height))).map { .flat($0) }
  }

  /// Converts a point of the frame (x right, y down, in mouse coordinates) to the page space of one
  /// side.
  func point(_ frame: SIMD2<Double>, on side: Side) -> SIMD2<Double> {
    let corner = SIMD2<Double>(corner(of: side))
    return SIMD2(frame.x, Double(self.frame.height) - frame.y) - corner
  }
}

/// The two sides of an open book.
enum Side {
  case left, right

  /// The edge at which the page on this side is bound.
  var binding: Binding { self == .right ? .left : .right }
}

/// The state of an open book: which leaves are turned, and how one moves. It knows pages only by
/// their numbers, and receives the time as an argument.
struct OpenBook {
  /// How a leaf moves.
  enum Motion {
    /// The mouse drags it.
    case held(CurlDrag)
    /// It was released at `since`, in seconds, and completes its turn or falls back.
    case settling(CurlRelease, since: Double)
    /// A key turns it.
    case turning(LeafTurn, since: Double)
  }

  /// The duration in seconds of a turn by key.
  static let turnSeconds = 0.8

  let pageCount: Int
  private(set) var layout: BookLayout
  /// The number of leaves turned to the left.
  private(set) var turned = 0
  /// The moving leaf: the side it started from, and its motion.
  private(set) var moving: (side: Side, motion: Motion)?

  init(pageCount: Int, layout: BookLayout, turned: Int = 0) {
    self.pageCount = pageCount
    self.layout = layout
    self.turned = min(max(turned, 0), Self.leaves(pageCount))
  }

  private static func leaves(_ pages: Int) -> Int { (pages + 1) / 2 }

  /// The page on a side, counted from 0; `nil` if there is none.
  func page(on side: Side) -> Int? { existing(side == .right ? 2 * turned : 2 * turned - 1) }

  /// The back of the page on a side, and the page below it.
  func backAndBelow(_ side: Side) -> (back: Int?, below: Int?) {
    side == .right
      ? (existing(2 * turned + 1), existing(2 * turned + 2))
      : (existing(2 * turned - 2), existing(2 * turned - 3))
  }

  private func existing(_ page: Int) -> Int? { (0..<pageCount).contains(page) ? page : nil }

  /// The paper that a shadow can fall on, in the page space of one side: one page or both.
  func paper(seenFrom side: Side) -> PageRect {
    let size = SIMD2<Double>(Double(layout.page.width), Double(layout.page.height))
    let left = page(on: .left) == nil && backAndBelow(.left).below == nil ? 0 : -size.x
    let right = page(on: .right) == nil ? 0 : size.x
    let shift = side == .right ? 0 : size.x
    return PageRect(
      low: SIMD2(left + shift, 0), high: SIMD2(max(right, left + size.x) + shift, size.y))
  }

  /// Pages that are visible now or after one more turn.
  var nearbyPages: [Int] { (2 * turned - 3...2 * turned + 2).compactMap(existing) }

  /// Changes the layout after the window was resized. A moving leaf is put down.
  mutating func lay(out layout: BookLayout) {
    guard layout != self.layout else { return }
    self.layout = layout
    moving = nil
  }

  /// Handles a mouse press. Presses beside the pages are ignored.
  ///
  /// - Parameters:
  ///   - point: In the frame, y down.
  ///   - seconds: The time, by the same clock in all calls.
  mutating func press(at point: SIMD2<Double>, seconds: Double) {
    guard moving == nil else { return }
    for side in [Side.right, .left] where page(on: side) != nil {
      let paper = layout.point(point, on: side)
      guard paper.x >= 0, paper.y >= 0, paper.x <= Double(layout.page.width),
        paper.y <= Double(layout.page.height)
      else { continue }
      if let drag = try? CurlDrag(
        width: Double(layout.page.width), height: Double(layout.page.height), at: paper,
        timestamp: seconds, radius: radius, binding: side.binding)
      {
        moving = (side, .held(drag))
        return
      }
    }
  }

  /// Handles a mouse move.
  mutating func drag(to point: SIMD2<Double>, seconds: Double) {
    guard case (let side, .held(var drag))? = moving else { return }
    try? drag.move(to: layout.point(point, on: side), timestamp: seconds)
    moving = (side, .held(drag))
  }

  /// Handles a mouse release: the leaf completes its turn or falls back.
  mutating func release(seconds: Double) {
    guard case (let side, .held(let drag))? = moving else { return }
    moving = (try? drag.release(timestamp: seconds)).map { (side, .settling($0, since: seconds)) }
  }

  /// Turns the page on `side` by key, if there is one and no leaf moves.
  mutating func turn(_ side: Side, seconds: Double) {
    guard moving == nil, page(on: side) != nil else { return }
    let leaf = try? LeafTurn(
      width: Double(layout.page.width), height: Double(layout.page.height), binding: side.binding,
      radius: radius, tilt: side == .right ? -0.3 : 0.3)
    moving = leaf.map { (side, .turning($0, since: seconds)) }
  }

  /// The shape of the moving leaf. Puts the leaf down if its time is over.
  mutating func shape(seconds: Double) -> (side: Side, curl: CurlGeometry)? {
    guard let (side, motion) = moving else { return nil }
    switch motion {
    case .held(let drag):
      return (try? drag.shape().curl).map { (side, $0) }
    case .settling(let release, let since):
      if seconds - since >= release.duration {
        land(side, isTurned: release.finishes)
        return nil
      }
      return (try? release.geometry(at: seconds - since)).map { (side, $0) }
    case .turning(let leaf, let since):
      let share = (seconds - since) / Self.turnSeconds
      if share >= 1 {
        land(side, isTurned: true)
        return nil
      }
      return (try? leaf.geometry(at: Easing.easeInOut.value(at: share))).map { (side, $0) }
    }
  }

  private mutating func land(_ side: Side, isTurned: Bool) {
    if isTurned { turned += side == .right ? 1 : -1 }
    moving = nil
  }

  private var radius: Double { Double(min(layout.page.width, layout.page.height)) / 8 }
}
