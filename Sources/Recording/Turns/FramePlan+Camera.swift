import GLESKitSupport
import Imaging
import PageCurl

/// The camera's way through a book: where the pages are that it shows, and when.
extension FramePlan {
  /// Returns the camera's way through the film of all turns.
  ///
  /// - Parameters:
  ///   - film: The pictures of the film, without views.
  ///   - moment: The only time in seconds at which the way is needed; `nil` for all.
  /// - Throws: ``RecordingError/turn(_:)`` for a move that can't be made, with its number.
  private func path(
    of camera: Camera, through film: [HeldFrame], at moment: Double?
  ) throws(RecordingError) -> CameraPath {
    let length = Double(film.last?.end ?? 0) / rate.value
    switch camera {
    case .style(let style):
      let rests = try rests(in: film, near: moment)
      let legs = style.legs(rests, until: length, in: stage.frame).map { leg in
        var leg = leg
        leg.view = settled(leg.view, on: SIMD2<Double>(stage.first))
        return leg
      }
      return CameraPath(legs: legs.sorted { $0.start < $1.start })
    case .moves(let moves):
      var legs: [CameraPath.Leg] = []
      for (index, move) in moves.enumerated() {
        let name = "move \(index + 1) of the camera"
        if let before = legs.last, move.time < before.start {
          throw .turn(
            "\(name) starts at \(move.time) s, before move \(index), which starts at "
              + "\(before.start) s; list moves in the order of their times")
        }
        guard move.time < length else {
          throw .turn(
            "\(name) starts at \(move.time) s, but the film lasts \(Self.rounded(length)) s; "
              + "use a smaller time")
        }
        legs.append(
          CameraPath.Leg(
            start: move.time, duration: move.duration,
            view: try view(of: move, in: film, name), easing: move.easing))
        legs[index].view.pose = move.pose
      }
      return CameraPath(legs: legs)
    }
  }

  /// Sets what the camera shows in each picture.
  ///
  /// - Parameters:
  ///   - film: The pictures of the film of all turns, without views.
  ///   - still: The progress of the first turn that a still shows; `nil` for a film. It shows what
  ///     the film shows at that moment.
  /// - Throws: What ``path(of:through:at:)`` does.
  mutating func film(
    with camera: Camera, _ film: [HeldFrame], stillAt still: Double?
  ) throws(RecordingError) {
    let moment = still.map { seconds(at: $0, in: film) }
    let path = try path(of: camera, through: film, at: moment)
    if let moment {
      allPictures[0].moment.view = view(path, at: moment, of: allPictures[0].moment)
    } else {
      allPictures = filmed(allPictures, along: path)
    }
    pictures = allPictures
  }

  /// Returns pictures with the views of a camera: one for each frame in which it moves.
  private func filmed(_ pictures: [HeldFrame], along path: CameraPath) -> [HeldFrame] {
    var filmed: [HeldFrame] = []
    for picture in pictures {
      for frame in picture.frames {
        var moment = picture.moment
        moment.view = view(path, at: Double(frame) / rate.value, of: moment)
        if filmed.last?.moment == moment {
          filmed[filmed.count - 1].count += 1
        } else {
          filmed.append(HeldFrame(moment: moment, first: frame, count: 1))
        }
      }
    }
    return filmed
  }

  /// Returns what a camera shows of a moment.
  private func view(_ path: CameraPath, at seconds: Double, of moment: Moment) -> CameraView {
    let view = path.view(at: seconds)
    guard !view.pose.isVertical else { return view }
    let placed = placed(at: moment)
    let eye = placed.eye.map { $0 + SIMD3(placed.corner, 0) }
    return view.resolved(from: eye, in: stage.frame)
  }

  /// Returns when the film shows the first turn at this progress, in seconds from its start.
  private func seconds(at progress: Double, in film: [HeldFrame]) -> Double {
    guard let turn = turns.first else { return 0 }
    let timing = turn.settings.timing
    let rest = Moment(turn: 0, times: [turn.start])
    let waiting = film.prefix { $0.moment.turn == 0 && $0.moment.times == rest.times }
    let wanted = turn.settings.isReversed ? 1 - progress : progress
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if timing.easing.value(at: middle) < wanted { low = middle } else { high = middle }
    }
    // The turn's first frame looks like the rest before it.
    let frame =
      Double(max((waiting.last?.end ?? 1) - 1, 0)) + high * Double(timing.turnFrames - 1)
    let whole = frame.rounded()
    return (abs(frame - whole) < 1e-6 ? whole : frame) / rate.value
  }

  // MARK: Places

  private func view(
    of move: CameraMove, in film: [HeldFrame], _ name: String
  ) throws(RecordingError) -> CameraView {
    guard case .page(let number, let area) = move.target else { return .whole }
    guard (1...pages.count).contains(number) else {
      throw .noPage(number, of: name, count: pages.count)
    }
    let arrival = move.time + move.duration
    let moment = film.last { Double($0.first) / rate.value <= arrival + 1e-9 }?.moment
    guard let page = moment.flatMap({ place(of: number - 1, at: $0) }) else {
      throw .turn(
        "\(name) ends at \(Self.rounded(arrival)) s at page \(number), which is not seen then; "
          + "\(hint(page: number - 1, in: film))")
    }
    let size = page.high - page.low
    let low = SIMD2(
      page.low.x + area.left * size.x, page.high.y - (area.top + area.height) * size.y)
    let shown = PageRect(low: low, high: low + SIMD2(area.width, area.height) * size)
    let frame = stage.frame.vector
    let zoom = (frame / (shown.high - shown.low)).min()
    guard zoom <= CameraView.mostZoom * (1 + 1e-9) else {
      throw .turn(
        "\(name) enlarges its area \(Self.rounded(zoom)) times; at most "
          + "\(Int(CameraView.mostZoom)) times is possible, so use an area "
          + "\(Self.rounded(zoom / CameraView.mostZoom + 0.005)) times as wide and high")
    }
    return settled(CameraView(showing: shown, in: stage.frame), on: page.low)
  }

  /// Says when a page is seen.
  private func hint(page: Int, in film: [HeldFrame]) -> String {
    func isSeen(_ picture: HeldFrame) -> Bool { place(of: page, at: picture.moment) != nil }
    let seen = film.drop { !isSeen($0) }.prefix(while: isSeen)
    guard let first = seen.first, let last = seen.last else {
      return "choose another page, or add a turn that shows it"
    }
    // Rounded to times at which it is seen.
    let frames = (Double(first.first), Double(last.end - (last.end == film.last?.end ? 0 : 1)))
    let times = (
      (frames.0 * 100 / rate.value).rounded(.up), (frames.1 * 100 / rate.value).rounded(.down)
    )
    return "let it end from \(times.0 / 100) to \(times.1 / 100) s"
  }

  private func settled(_ view: CameraView, on corner: SIMD2<Double>) -> CameraView {
    view.settled(on: corner, stage.page, in: stage.frame)
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

  /// Where a page lies at a moment; `nil` if it can't be seen.
  func place(of page: Int, at moment: Moment) -> PageRect? {
    let placed = placed(at: moment)
    let (here, there) = (stage.page(at: placed.corner), placed.facing.map(stage.page(at:)))
    guard let first = turns[moment.turns].first, let last = turns[moment.turns].last,
      let lastTime = moment.times.last
    else { return nil }
    for (turn, time) in zip(turns[moment.turns], moment.times) {
      if page == turn.front, time < 0.5 { return here }
      if page == turn.back, time >= 0.5, stage.step != .zero { return there }
    }
    if page == last.below, lastTime > 0 { return here }
    return page == first.facing && moment.times[0] < 1 && stage.step != .zero ? there : nil
  }

  /// The pauses of a film in which a style moves the camera, and the pages that are seen in each.
  ///
  /// - Parameter moment: The only time in seconds at which the moves are needed; `nil` for all.
  private func rests(
    in film: [HeldFrame], near moment: Double?
  ) throws(RecordingError) -> [CameraRest] {
    var pauses: [(frames: Range<Int>, moment: Moment)] = []
    for picture in film where picture.moment.times == [0] || picture.moment.times == [1] {
      // A turn of two frames is never seen in the air.
      if let last = pauses.last, last.frames.upperBound == picture.first,
        last.moment.turn == picture.moment.turn || last.moment.times == [1],
        last.moment.times == picture.moment.times || last.moment.times == [1]
      {
        pauses[pauses.count - 1] = (last.frames.lowerBound..<picture.end, picture.moment)
      } else {
        pauses.append((picture.frames, picture.moment))
      }
    }
    var rests = pauses.enumerated().map { number, pause in
      let turn = turns[pause.moment.turn]
      let pages = [turn.facing, turn.front, turn.back, turn.below].compactMap(\.self)
      let seen = pages.compactMap { page in
        place(of: page, at: pause.moment).map { CameraRest.Page(number: page, place: $0) }
      }
      return CameraRest(
        number: number, start: Double(pause.frames.lowerBound) / rate.value,
        end: Double(pause.frames.upperBound) / rate.value, pages: seen,
        isClosed: mayClose && stage.step != .zero && seen.count == 1)
    }.filter(\.isUsed)
    if let moment {
      // Moves begin a little before a pause, and those of the one before it may still go on.
      let now = rests.lastIndex { $0.start <= moment } ?? 0
      rests = Array(rests[max(now - 1, 0)..<min(now + 2, rests.count)])
    }
    let contents = try contents(of: Set(rests.flatMap { $0.pages.map(\.number) }).sorted())
    for rest in rests.indices {
      for page in rests[rest].pages.indices {
        rests[rest].pages[page].content = contents[rests[rest].pages[page].number] ?? nil
      }
    }
    return rests
  }

  /// Where the text and the pictures of pages are. A page that can't be read is reported when it is
  /// drawn.
  private func contents(of wanted: [Int]) throws(RecordingError) -> [Int: CameraMove.PageArea?] {
    let read = turnsToRead.map { range in
      Set(turns[range.clamped(to: 0...turns.count - 1)].flatMap(\.pages))
    }
    let side = Image.contentSide
    let size = stage.page.fitted(within: PixelSize(side, side))
    let found = try Parallel.results(wanted.count, threads: ForkedProcess.usableProcessors) {
      index in
      let page = pages[wanted[index]]
      // A video fills its page soon enough.
      guard page.video == nil, read?.contains(wanted[index]) != false,
        let picture = try? page.picture(for: size, fit)
      else {
        return CameraMove.PageArea?.some(.whole)
      }
      return picture.content
    }
    return Dictionary(uniqueKeysWithValues: zip(wanted, found))
  }

  // MARK: Sizes

  /// The samples per pixel along a side at a moment. Flat paper is exact with one while the camera
  /// rests on it. Otherwise pages lie between pixels, and text would flicker.
  func samples(at moment: Moment) -> Int {
    let isDraft = turns[moment.turn].settings.style.look.quality == .draft
    return moment.view.isWhole || isExact(at: moment) || isDraft
      || max(stage.frame.width, stage.frame.height) > Self.longestSampled ? 1 : 2
  }

  /// Whether the frame shows the pages pixel by pixel: not on boards, which are larger, and on a
  /// closed book only if the camera rests on it.
  private func isExact(at moment: Moment) -> Bool {
    let view = moment.view
    let corner = placed(at: moment).corner
    let pixel = (corner.x - view.origin.x) * view.zoom
    return view.isSettled && abs(pixel - pixel.rounded()) < 1e-3
      && corner.y == corner.y.rounded()
      && turns[moment.turns].allSatisfy { $0.settings.style.look.board == nil }
  }

  /// The longest side of a frame that is drawn with twice as many pixels.
  private static let longestSampled = 4096

  /// The width at which the pages that are seen at a moment are decoded.
  func columns(at moment: Moment) -> Int {
    moment.view.columns(of: stage.page, samples: samples(at: moment))
  }

  /// The width at which a page is decoded for a moment. Pages that the camera doesn't see take less
  /// memory.
  func columns(of page: Int, at moment: Moment) -> Int {
    let isAtRest = moment.times == [0] || moment.times == [1]
    guard !moment.view.isWhole, isAtRest else { return columns(at: moment) }
    let view = moment.view.place(in: stage.frame)
    guard let place = place(of: page, at: moment), (place.low - view.high).max() < 1,
      (view.low - place.high).max() < 1
    else { return stage.page.width }
    return columns(at: moment)
  }

  /// The width at which pages are decoded where the camera is nearest.
  var mostColumns: Int {
    allPictures.reduce(stage.page.width) { most, picture in
      picture.moment.view.isWhole ? most : max(most, columns(at: picture.moment))
    }
  }

  /// The width at which a page is decoded where the camera is nearest to it, in all parts of a job.
  func mostColumns(of page: Int) -> Int {
    allPictures.reduce(stage.page.width) { most, picture in
      let moment = picture.moment
      guard !moment.view.isWhole, turns[moment.turns].contains(where: { $0.pages.contains(page) })
      else { return most }
      return max(most, columns(of: page, at: moment))
    }
  }

  /// The size of a video page's frames as they are decoded, whatever a moment asks for. More pixels
  /// than the video's are not made.
  func size(of page: Int, _ video: ClipPage) -> PixelSize {
    let (own, shown) = (video.size, size(of: page))
    let scale = max(
      Double(own.width) / Double(shown.width), Double(own.height) / Double(shown.height))
    let enough = max(Int((Double(stage.page.width) * scale).rounded(.up)), stage.page.width)
    return size(of: page, columns: min(mostColumns(of: page), enough))
  }

  /// A page as a moment shows it.
  func shown(_ page: Int, at moment: Moment) -> ShownPage {
    ShownPage(
      page: page, frame: moment.clipFrame(of: page), columns: columns(of: page, at: moment))
  }

  /// The size of a page's picture that is decoded for a view in which pages are so many pixels
  /// wide.
  func size(of page: Int, columns: Int) -> PixelSize {
    let size = size(of: page)
    guard columns != stage.page.width else { return size }
    let scale = Double(columns) / Double(stage.page.width)
    return PixelSize(
      Int((Double(size.width) * scale).rounded()), Int((Double(size.height) * scale).rounded()))
  }
}
