import Imaging
import PageCurl
import Testing
import Timeline

@testable import Recording

/// The way of the camera, without a book.
@Suite struct CameraPathTests {
  private static let frame = PixelSize(640, 360)

  /// Pauses of three seconds, with turns of one second between them, over two pages of 200×300
  /// pixels.
  private static let rests: [CameraRest] = (0..<5).map { index in
    func page(_ left: Double) -> CameraRest.Page {
      CameraRest.Page(
        number: 0, place: PageRect(low: SIMD2(left, 30), high: SIMD2(left + 200, 330)),
        content: CameraMove.PageArea(left: 0.1, top: 0.12, width: 0.8, height: 0.8))
    }
    return CameraRest(
      number: index, start: Double(4 * index), end: Double(4 * index + 3),
      pages: index == 0 ? [page(320)] : [page(120), page(320)], isClosed: index == 0)
  }

  private static func path(_ style: CameraStyle) -> CameraPath {
    let legs = style.legs(rests, until: 19, in: frame).sorted { $0.start < $1.start }
    return CameraPath(legs: legs)
  }

  /// A page that lies alone is read, unless it is the cover of a closed book.
  @Test(arguments: [CameraStyle.reading, .documentary])
  func onlyCoversAreNotRead(style: CameraStyle) {
    var rest = Self.rests[0]
    func mostZoom() -> Double {
      style.legs([rest], until: 19, in: Self.frame).map(\.view.zoom).max() ?? 0
    }
    let cover = mostZoom()
    rest.isClosed = false
    #expect(mostZoom() > 1.2 * cover)
  }

  /// A page with a few lines is left sooner than a full one.
  @Test func pagesAreReadAsLongAsTheyAre() throws {
    var rest = Self.rests[2]
    rest.pages[0].content = CameraMove.PageArea(left: 0.2, top: 0.05, width: 0.6, height: 0.05)
    rest.pages[1].content = CameraMove.PageArea(left: 0.1, top: 0.05, width: 0.8, height: 0.9)
    let starts = CameraStyle.reading.legs([rest], until: 19, in: Self.frame).map(\.start)
    try #require(starts.count >= 4)
    #expect(3 * (starts[2] - starts[0]) < rest.end - starts[2])
  }

  /// The last second shows all pages, and is still.
  @Test(arguments: [CameraStyle.trailer, .documentary]) func filmsEndAtRest(style: CameraStyle) {
    let rest = Self.rests[2]
    let legs = style.legs([rest], until: rest.end, in: Self.frame)
    #expect(legs.count == 1 && legs.allSatisfy { $0.start + $0.duration <= rest.end - 1 })
    #expect(legs.allSatisfy { $0.view.zoom < 1.5 })
  }

  /// Of square pages that are full the camera shows nearly all.
  @Test(arguments: [CameraStyle.trailer, .documentary])
  func squarePicturesAreSeenWhole(style: CameraStyle) {
    var rest = Self.rests[2]
    for page in rest.pages.indices {
      rest.pages[page].content =
        page == 0 ? .whole : CameraMove.PageArea(left: 0.2, top: 0.05, width: 0.6, height: 0.85)
      rest.pages[page].place.low.y = 80
      rest.pages[page].place.high.y = 280
    }
    let near = style.legs([rest], until: 19, in: Self.frame).map(\.view).filter { !$0.isWhole }
    #expect(!near.isEmpty)
    for view in near {
      let height = Double(Self.frame.height) / view.zoom
      #expect(abs(view.origin.y + height / 2 - 180) < 1e-6 && height > 0.9 * 200)
    }
  }

  /// A picture of which more than half fits into the frame's width is shown whole, and text is read
  /// from its top to its bottom.
  @Test(arguments: [
    (CameraMove.PageArea.whole, true),
    (CameraMove.PageArea(left: 0.15, top: 0.1, width: 0.7, height: 0.8), false),
  ])
  func picturesAreNotReadLineByLine(content: CameraMove.PageArea, isWhole: Bool) {
    var rest = Self.rests[2]
    rest.pages = [rest.pages[0]]
    rest.pages[0].content = content
    let place = rest.pages[0].place
    if isWhole { rest.pages[0].place.low.y = place.high.y - (place.high.x - place.low.x) }
    let page = rest.pages[0].place.high.y - rest.pages[0].place.low.y
    let near = CameraStyle.reading.legs([rest], until: 19, in: Self.frame).map(\.view)
      .filter { !$0.isWhole }
    #expect(near.count == 2)
    for view in near {
      #expect((Double(Self.frame.height) / view.zoom > page) == isWhole)
    }
    let middles = near.map { $0.origin.y + Double(Self.frame.height) / 2 / $0.zoom }
    #expect((abs(middles[0] - middles[1]) < 1e-6) == isWhole)
  }

  /// Where the view is lower than the pages and narrower than both, no desk is seen beside them: a
  /// strip of it above the first line looks like a mistake.
  @Test(arguments: CameraStyle.allCases, [0, 0.3, 0.6])
  func nearbyViewsShowPagesOnly(style: CameraStyle, top: Double) {
    var count = 0
    for number in 1..<4 {
      var rest = Self.rests[number]
      for page in rest.pages.indices {
        rest.pages[page].content = CameraMove.PageArea(
          left: page == 0 ? 0 : 0.2, top: top, width: 0.8, height: 0.4)
      }
      let places = rest.pages.map(\.place)
      let all = places[0].union(places[1])
      for view in style.legs([rest], until: 19, in: Self.frame).map(\.view) {
        let seen = view.place(in: Self.frame)
        for axis in 0..<2
        where seen.high[axis] - seen.low[axis] <= all.high[axis] - all.low[axis] + 1e-9 {
          count += 1
          #expect(seen.low[axis] > all.low[axis] - 1e-6, "\(view)")
          #expect(seen.high[axis] < all.high[axis] + 1e-6, "\(view)")
        }
      }
    }
    #expect(count > 4)
  }

  /// Text of the page beside the one that is read is never cut at the frame's edge, whatever the
  /// shape of the pages and whatever is printed on them.
  @Test(arguments: [300, 200, 150, 112.5])
  func readingShowsNothingOfThePageBeside(height: Double) {
    let contents: [CameraMove.PageArea?] = [
      .whole, CameraMove.PageArea(left: 0.1, top: 0.12, width: 0.8, height: 0.8),
      CameraMove.PageArea(left: 0.03, top: 0.4, width: 0.3, height: 0.1), nil,
    ]
    for (own, other) in contents.flatMap({ own in contents.map { (own, $0) } }) {
      var rest = Self.rests[2]
      for (page, content) in [own, other].enumerated() {
        rest.pages[page].content = content
        rest.pages[page].place.low.y = 180 - height / 2
        rest.pages[page].place.high.y = 180 + height / 2
      }
      let views = CameraStyle.reading.legs([rest], until: 15, in: Self.frame).map(\.view)
      // The moves to each page that is worth a look, and back to the whole frame.
      let read = rest.pages.filter { $0.content != nil }
      #expect(views.count >= 2 * read.count)
      for (index, page) in read.enumerated() {
        guard let beside = rest.pages.first(where: { $0.place != page.place }),
          let printed = beside.content
        else { continue }
        let left = beside.place.low.x + 200 * printed.left
        for view in views[2 * index..<2 * index + 2] {
          let seen = view.place(in: Self.frame)
          let isLeft = beside.place.low.x < page.place.low.x
          #expect(
            isLeft ? seen.low.x > left + 200 * printed.width - 1e-6 : seen.high.x < left + 1e-6,
            "\(height) \(printed) \(seen)")
        }
      }
    }
  }

  /// A trailer starts with a detail of the cover, if anything is on it.
  @Test func trailersStartWhereSomethingIs() throws {
    var rest = Self.rests[0]
    func start() -> CameraView {
      CameraPath(legs: CameraStyle.trailer.legs([rest], until: 19, in: Self.frame)).view(at: 0)
    }
    #expect(start().zoom > 2)
    let upper = start().origin.y
    rest.pages[0].content = CameraMove.PageArea(left: 0.2, top: 0.7, width: 0.6, height: 0.2)
    #expect(start().origin.y < upper - 50)
    rest.pages[0].content = nil
    #expect(start() == .whole)
  }

  /// The greatest change of the velocity between samples: that of where the rectangle is, and of
  /// the logarithm of its size in pixels.
  private static func jerk(_ path: CameraPath, step: Double, from start: Double = 0) -> Double {
    var values: [SIMD4<Double>] = []
    for index in 0..<Int((19 - start) / step) {
      let view = path.view(at: start + Double(index) * step)
      let size = SIMD2(640.0, 360) / view.zoom
      values.append(SIMD4(lowHalf: view.origin, highHalf: view.origin + size))
    }
    return zip(zip(values, values.dropFirst()), values.dropFirst(2)).reduce(0.0) {
      let bend = $1.0.0 - 2 * $1.0.1 + $1.1
      return max($0, bend.max(), -bend.min())
    }
  }

  /// Second differences of a smooth motion shrink with the square of the step; a velocity that
  /// jumps would make them shrink with the step alone. A trailer starts with a cut, at time 0.
  @Test(arguments: CameraStyle.allCases)
  func motionHasNoJerk(style: CameraStyle) {
    let path = Self.path(style)
    #expect(path.legs.count > 5)
    let (coarse, fine) = (
      Self.jerk(path, step: 1 / 240, from: 0.01), Self.jerk(path, step: 1 / 960, from: 0.01)
    )
    #expect(coarse > 0.001)
    #expect(fine < coarse / 10, "\(coarse), \(fine)")
  }

  /// The same measure finds the jumps of linear moves, and a move that takes over from another one
  /// has none.
  @Test func movesTakeOverSmoothly() {
    func path(_ easing: Easing) -> CameraPath {
      CameraPath(legs: [
        CameraPath.Leg(
          start: 1, duration: 4, view: CameraView(origin: SIMD2(20, 90), zoom: 2.5), easing: easing
        ),
        CameraPath.Leg(
          start: 3, duration: 4, view: CameraView(origin: SIMD2(200, 10), zoom: 1.6),
          easing: easing),
      ])
    }
    func ratio(_ path: CameraPath) -> Double {
      Self.jerk(path, step: 1 / 240) / Self.jerk(path, step: 1 / 960)
    }
    #expect(ratio(path(.easeInOut)) > 10)
    #expect(ratio(path(.linear)) < 6)
    #expect(path(.easeInOut).view(at: 1) == .whole)
    #expect(path(.easeInOut).view(at: 7) == path(.easeInOut).legs[1].view)
  }

  @Test(arguments: CameraStyle.allCases)
  func theCameraStaysOverTheFrame(style: CameraStyle) {
    let path = Self.path(style)
    for index in 0...1900 {
      let view = path.view(at: Double(index) / 100)
      let size = SIMD2(640.0, 360) / view.zoom
      #expect(view.zoom >= 1 && view.zoom <= CameraView.mostZoom)
      #expect(view.origin.min() >= -1e-9)
      #expect((view.origin + size - SIMD2(640, 360)).max() <= 1e-9)
    }
    // Turns are seen as a whole, but for the ends of moves.
    for turn in 0..<4 { #expect(path.view(at: Double(4 * turn) + 3.8).zoom < 1.6) }
  }

  /// The size grows by equal factors in equal times, so that a long zoom neither starts slowly nor
  /// ends fast, and edges move on straight lines.
  @Test func zoomsAreEven() {
    let (start, end) = (CameraView.whole, CameraView(origin: SIMD2(300, 200), zoom: 4))
    let middle = CameraView.interpolated(from: start, to: end, fraction: 0.5)
    #expect(abs(middle.zoom - 2) < 1e-12)
    // Half the size is two thirds of the way to a quarter.
    #expect(abs(middle.origin.x - 200) < 1e-9)
    #expect(CameraView.interpolated(from: start, to: end, fraction: 1) == end)
    #expect(CameraView.interpolated(from: start, to: end, fraction: 0) == start)
    // The limit of equal sizes is the plain mean.
    let other = CameraView(origin: SIMD2(10, 20), zoom: 2)
    let third = CameraView.interpolated(
      from: other, to: CameraView(origin: SIMD2(40, 50), zoom: 2 + 1e-9), fraction: 1.0 / 3)
    #expect(abs(third.origin.x - 20) < 1e-6)
  }

  /// Where the camera rests, columns of pixels are columns of the decoded page, and so are rows in
  /// the middle of the view.
  @Test(arguments: [1.3, 2, 2.71, 3, 3.99])
  func settledViewsLieOnPixels(zoom: Double) {
    let (corner, page) = (SIMD2(57.0, 23.0), PixelSize(211, 307))
    for shift in 0..<20 {
      let free = CameraView(origin: SIMD2(3.3 * Double(shift), 2.7 * Double(shift)), zoom: zoom)
      let view = free.settled(on: corner, page, in: Self.frame)
      #expect(view.isSettled && view.zoom <= zoom && view.zoom > zoom - 0.005)
      let columns = view.columns(of: page, samples: 1)
      #expect(abs(Double(columns) - 211 * view.zoom) < 1e-6)
      let left = (corner.x - view.origin.x) * view.zoom
      #expect(abs(left - left.rounded()) < 1e-6)
      let rows = (307 * view.zoom).rounded()
      let middle = view.origin.y + 180 / view.zoom
      let beside = (middle - corner.y) * rows / 307 - 180
      #expect(abs(beside - beside.rounded()) < 1e-3)
      #expect(abs(view.origin.x - free.origin.x) < 3 && abs(view.origin.y - free.origin.y) < 3)
    }
  }

  @Test func contentIsFoundOnPaper() throws {
    func page(_ draw: (Int, Int) -> Bool) -> Image {
      var pixels: [UInt8] = []
      for y in 0..<200 {
        for x in 0..<140 {
          pixels += draw(x, y) ? [20, 20, 20, 255] : [250, 245, 240, 255]
        }
      }
      return Image(width: 140, height: 200, pixels: pixels)
    }
    #expect(page { _, _ in false }.content == nil)
    #expect(page { x, y in (x + y) % 2 == 0 }.content == .whole)
    let text = try #require(
      page { x, y in x >= 20 && x < 120 && y >= 40 && y < 150 && y % 4 < 2 }.content)
    #expect(abs(text.left - 20.0 / 140) < 0.02 && abs(text.top - 0.2) < 0.02)
    #expect(abs(text.width - 100.0 / 140) < 0.04 && abs(text.height - 0.55) < 0.04)
    // The number of a page is not where one reads.
    let numbered = try #require(
      page { x, y in
        x >= 20 && x < 120 && y >= 40 && y < 150 && y % 4 < 2
          || (68..<72).contains(x) && (188..<191).contains(y)
      }.content)
    #expect(numbered == text)
    // A bar code at the lower edge does not make a picture of a page.
    let coded = try #require(
      page { x, y in
        x >= 20 && x < 120 && y >= 40 && y < 150 && y % 4 < 2 || x % 2 == 0 && y >= 195
      }.content)
    #expect(abs(coded.top - text.top) < 0.02 && coded.height > text.height)
  }
}
