import Imaging
import PageCurl

/// A way to film a book whose moves follow from its turns.
package enum CameraStyle: String, Hashable, Sendable, CaseIterable {
  /// Reads each page from its top to its bottom.
  case reading
  /// Starts at a detail of the cover, and looks at one page of each opening from nearby.
  case trailer
  /// Moves slowly toward one page of an opening, or from one page to the other.
  case documentary

  /// The most turns that a film in this style shows; `nil` is all.
  var mostTurns: Int? { self == .trailer ? 8 : nil }
}

/// A pause between turns, for which a camera style makes moves.
struct CameraRest: Sendable {
  /// A page that is seen.
  struct Page: Sendable {
    /// Its number in the book, from 0.
    var number: Int
    /// In pixels of the frame.
    var place: PageRect
    /// Where most of its text and pictures are; `nil` for a blank page.
    var content: CameraMove.PageArea?
  }

  /// The number of the pause in the film, from 0.
  var number: Int
  /// In seconds from the start of the film.
  var start: Double
  var end: Double
  /// In the order in which they are read.
  var pages: [Page]
  /// Whether they are the cover of a closed book.
  var isClosed = false

  var seconds: Double { end - start }
  /// Whether the camera moves in it: it is long enough, and shows a page.
  var isUsed: Bool { seconds >= 0.8 && !pages.isEmpty }
}

extension CameraStyle {
  /// Returns the moves through a book.
  ///
  /// - Parameters:
  ///   - rests: The pauses in which the camera moves (``CameraRest/isUsed``), in order. It shows
  ///     the whole frame in between.
  ///   - end: When the film ends, in seconds. The camera stays near in a pause that lasts until
  ///     then.
  ///   - frame: The frame's size.
  func legs(_ rests: [CameraRest], until end: Double, in frame: PixelSize) -> [CameraPath.Leg] {
    rests.flatMap { rest in
      let shots = CameraShots(frame: frame, rest: rest, isLast: rest.end > end - 1e-6)
      return switch self {
      case .reading: shots.reading
      case .trailer: shots.trailer
      case .documentary: shots.documentary
      }
    }
  }
}

/// The moves of one pause.
private struct CameraShots {
  let frame: PixelSize
  let rest: CameraRest
  /// Whether the film ends with it.
  let isLast: Bool

  /// The pages that are worth a look.
  private var pages: [CameraRest.Page] { rest.pages.filter { $0.content != nil } }

  var reading: [CameraPath.Leg] {
    let pages = pages
    guard !rest.isClosed, !pages.isEmpty else { return far }
    // A page with a few lines is read sooner than a full one.
    let shares = pages.map { 0.15 + ($0.content?.height ?? 0) }
    let seconds = shares.map { $0 / shares.reduce(0, +) * rest.seconds }
    var (start, move) = (rest.start, 0.0)
    var legs: [CameraPath.Leg] = []
    for (page, slot) in zip(pages, seconds) {
      let (top, bottom) = lines(of: page)
      move = min(1.4, 0.4 * slot)
      legs.append(leg(start - 0.4 * move, move, top))
      // It goes on before it has arrived, and leaves before it stops: never two stops in a row.
      legs.append(leg(start + 0.8 * move, slot - 1.2 * move, bottom))
      start += slot
    }
    return legs + back(early: 0.5 * move, move)
  }

  var trailer: [CameraPath.Leg] {
    let pages = pages
    if rest.number == 0, let cover = pages.first, let content = cover.content {
      // Titles are at the top more often than in the middle.
      let height = min(max(0.2, content.top), content.top + content.height)
      let detail = view(
        cover.place, SIMD2(content.left + content.width / 2, height), SIMD2(0.86, 0.4))
      // The camera comes up from the title's edge, and the rest of the cover gets sharp.
      let low = posed(detail, CameraPose(tilt: 14, orbit: -5, blur: 0.5, focus: -0.1))
      return [leg(0, 0, low), leg(0, max(rest.end, 2.5), .whole)]
    }
    guard rest.number > 0, !isLast, !pages.isEmpty else { return far }
    let page = pages[rest.number % pages.count]
    let arrival = min(0.9, rest.seconds / 2)
    return [
      leg(rest.start - 0.4 * arrival, arrival, near(page, 0.62)),
      leg(rest.start + 0.3 * arrival, rest.seconds - 0.3 * arrival, near(page, 0.54)),
    ] + back(early: 0.5 * arrival, arrival)
  }

  var documentary: [CameraPath.Leg] {
    let pages = pages
    guard !rest.isClosed, !isLast, !pages.isEmpty else { return far }
    let pull = min(1.6, rest.seconds / 3)
    let end = back(early: 0.7 * pull, pull)
    guard pages.count > 1, !rest.number.isMultiple(of: 2) else {
      let page = pages[rest.number / 2 % pages.count]
      return [leg(rest.start, rest.seconds, posed(near(page, 0.66), leaning(0)))] + end
    }
    let arrival = min(1.8, rest.seconds / 3)
    return [
      leg(rest.start - 0.4 * arrival, arrival, posed(near(pages[0], 0.66), leaning(0.3))),
      leg(
        rest.start + 0.5 * arrival, rest.seconds - 0.5 * arrival,
        posed(near(pages[1], 0.66), leaning(-0.3))),
    ] + end
  }

  /// A view a little from the side, in which the page's upper part is slightly out of focus.
  private func leaning(_ focus: Double) -> CameraPose {
    CameraPose(
      tilt: 9, orbit: rest.number.isMultiple(of: 4) ? 2.5 : -2.5, blur: 0.4, focus: focus)
  }

  private func posed(_ view: CameraView, _ pose: CameraPose) -> CameraView {
    var view = view
    view.pose = pose
    return view
  }

  // MARK: Moves

  /// A slow move in the whole pause, to all pages with a little room around them. The film ends at
  /// rest.
  private var far: [CameraPath.Leg] {
    let places = rest.pages.map(\.place)
    let all = places.dropFirst().reduce(places[0]) { $0.union($1) }
    let view = view(all, SIMD2(0.5, 0.5), SIMD2(repeating: 1.06))
    let seconds = isLast ? max(rest.seconds - 1, rest.seconds / 2) : rest.seconds
    return [leg(rest.start, seconds, view)] + back(early: 0.3, min(1.2, rest.seconds / 2))
  }

  /// A move to the whole frame, in which the next leaf rises; none at the end of the film.
  private func back(early: Double, _ duration: Double) -> [CameraPath.Leg] {
    isLast ? [] : [leg(rest.end - early, duration, .whole)]
  }

  private func leg(_ start: Double, _ duration: Double, _ view: CameraView) -> CameraPath.Leg {
    CameraPath.Leg(start: max(start, 0), duration: duration, view: view)
  }

  // MARK: Views

  /// The view of a part of a page. If there is room for it, no desk is seen above or below the
  /// page, nor beside the pages.
  ///
  /// - Parameters:
  ///   - middle: The part's middle, in fractions of the page from its upper left corner.
  ///   - size: The part's width and height in those of the page.
  ///   - around: All that may be seen beside it; `nil` is all pages.
  private func view(
    _ page: PageRect, _ middle: SIMD2<Double>, _ size: SIMD2<Double>, within around: PageRect? = nil
  ) -> CameraView {
    let whole = page.high - page.low
    let point = SIMD2(page.low.x + middle.x * whole.x, page.high.y - middle.y * whole.y)
    let half = size * whole / 2
    let sides = frame.vector
    let seen = sides * max((size * whole / sides).max(), 1 / CameraView.mostZoom)
    let all = around ?? rest.pages.reduce(page) { $0.union($1.place) }
    var low = point - seen / 2
    for (axis, room) in [(0, all), (1, page)]
    where room.high[axis] - room.low[axis] >= seen[axis] - 1e-6 {
      low[axis] = min(max(low[axis], room.low[axis]), room.high[axis] - seen[axis])
    }
    let middle = low + seen / 2
    return CameraView(showing: PageRect(low: middle - half, high: middle + half), in: frame)
  }

  /// The view of so much of a page's height, and of its content's width: of all its content, or of
  /// where it begins. Of a full page that is as wide as high, it is nearly all: its words may be at
  /// the bottom.
  private func near(_ page: CameraRest.Page, _ share: Double) -> CameraView {
    guard let content = page.content else { return .whole }
    let size = page.place.high - page.place.low
    if content.height > 0.8, size.x > 0.9 * size.y {
      return view(page.place, SIMD2(0.5, 0.5), SIMD2(1, share + 0.38))
    }
    let shown = max(min(share, content.height + 0.12), 0.4)
    let top = content.height + 0.12 < share ? (content.height - shown) / 2 : -0.05
    return view(
      page.place, SIMD2(content.left + content.width / 2, content.top + top + shown / 2),
      SIMD2(max(shown, content.width + 0.08), shown))
  }

  /// The views of the first and the last lines of a page, which fill the frame's width; of a page
  /// of which nearly all is seen at once, such as a picture, those of all of it. Nothing that is
  /// printed on a page beside it is seen, which would be cut at the frame's edge.
  private func lines(of page: CameraRest.Page) -> (top: CameraView, bottom: CameraView) {
    guard let content = page.content else { return (.whole, .whole) }
    let size = page.place.high - page.place.low
    let margin = 0.05
    let middle = content.left + content.width / 2
    /// The part of the page's height that is seen with so much of its width.
    func height(_ width: Double) -> Double {
      width * size.x * Double(frame.height) / Double(frame.width) / size.y
    }
    let around = around(page)
    let width = min(
      content.width + 0.24, around.map { ($0.high.x - $0.low.x) / size.x } ?? 1.12)
    let shown = height(width)
    let needed = content.height + 2 * margin
    guard shown < (around == nil ? 0.55 : 1) * needed else {
      // It only grows a little.
      let center = SIMD2(middle, content.top + content.height / 2)
      return (
        view(page.place, center, SIMD2(width, needed), within: around),
        view(page.place, center, SIMD2(width, needed) * 0.94, within: around)
      )
    }
    let top = content.top - margin + shown / 2
    let bottom = content.top + content.height + margin - shown / 2
    return (
      view(page.place, SIMD2(middle, top), SIMD2(width, shown), within: around),
      view(page.place, SIMD2(middle, bottom), SIMD2(width, shown), within: around)
    )
  }

  /// A page, and the crease of the page beside it as far as nothing is printed there; `nil` if no
  /// page lies beside it.
  private func around(_ page: CameraRest.Page) -> PageRect? {
    var around = page.place
    let width = around.high.x - around.low.x
    let beside = rest.pages.first { abs($0.place.low.x - around.low.x) > width / 2 }
    guard let beside else { return nil }
    let printed = beside.content ?? CameraMove.PageArea(left: 0.5, top: 0, width: 0, height: 0)
    let isRight = beside.place.low.x > around.low.x
    let margin = isRight ? printed.left : 1 - printed.left - printed.width
    let crease = min(max(margin - 0.02, 0), 0.04) * width
    if isRight { around.high.x += crease } else { around.low.x -= crease }
    return around
  }
}
