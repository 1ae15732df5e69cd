import Glibc
import PageCurl
import Timeline

/// A turn of any kind: the shape of the page at each moment.
struct PageMotion: Sendable {
  /// The page before its turn.
  let flat: FlatPage
  /// The page that has landed; `nil` for a loose sheet.
  let landed: FlatPage?
  /// How the image of the back is mirrored.
  let flip: BackFlip
  /// How a bound page bends; the shape of a loose sheet is a fold.
  let profile: TurnStyle.Profile.Shape
  /// Whether the page is certain to be flat at progress 0, and gone or landed at 1. A dragged page
  /// may still be held at the end, or fall back.
  let isWhole: Bool
  /// The shapes while the page does not rest.
  private let raised: Shapes
  /// The drag of a page that bends like paper.
  private let drag: PaperDragTurn?
  /// The outside of a cover's board, which stays what it is at the end where its outside is seen;
  /// its inside is a page on the board below.
  private let outside: PaperSide?

  private typealias Shapes = @Sendable (Double) throws(PageCurlError) -> CurlShape

  /// - Parameter seconds: The duration of the turn.
  /// - Throws: ``RecordingError/turn(_:)`` or ``RecordingError/curl(_:)`` for an impossible turn.
  init(
    _ settings: TurnSettings, on stage: FrameStage, layout: BookLayout, seconds: Double
  ) throws(RecordingError) {
    let style = settings.style
    if let problem = style.problem(layout: layout, direction: settings.direction) {
      throw .turn("\(problem)")
    }
    let (width, height) = (Double(stage.page.width), Double(stage.page.height))
    profile = style.shape
    if case .drag = style.motion { isWhole = false } else { isWhole = true }
    outside = stage.outside(style)
    do throws(PageCurlError) {
      let spine = settings.spine(in: layout)
      flat = try FlatPage(width: width, height: height)
      landed = try spine.map { binding throws(PageCurlError) in
        try FlatPage(width: width, height: height, landedOver: binding)
      }
      (raised, flip, drag) = try Self.turn(settings, stage, spine, seconds)
    } catch {
      throw .curl(error)
    }
  }

  private static func turn(
    _ settings: TurnSettings, _ stage: FrameStage, _ spine: Binding?, _ seconds: Double
  ) throws(PageCurlError) -> (Shapes, BackFlip, PaperDragTurn?) {
    let style = settings.style
    let (width, height) = (Double(stage.page.width), Double(stage.page.height))
    let radius = style.radius(of: width, height)
    let straight = spine?.angle ?? (settings.direction == .leftToRight ? .pi : 0)
    if case .drag(let path, let releases) = style.motion {
      let path = path.map { SIMD2($0.x, height - $0.y) }
      if let spine, style.profile == .paper {
        let turn = try PaperDragTurn(
          PaperTurn(page: stage.leaf(style, spine), binding: spine, paper: style.paper),
          path: path, releases: releases)
        return (
          { time throws(PageCurlError) in .paper(try turn.geometry(at: time)) },
          BackFlip(for: spine), turn
        )
      }
      let turn = try DragTurn(
        width: width, height: height, path: path, radius: radius, binding: spine,
        duration: seconds, releases: releases, fold: style.fold ?? .elastica)
      return (
        { time throws(PageCurlError) in .fold(try turn.geometry(at: time)) }, turn.backFlip, nil
      )
    }
    guard let binding = spine else {
      let turn = try SheetTurn(
        width: width, height: height, radius: radius,
        angles: angles(style.motion, straight: straight), room: stage.room(nil),
        fold: style.fold ?? .elastica)
      // By the direction in which the sheet leaves.
      let end = turn.angles.value(at: 1)
      return (
        { time throws(PageCurlError) in .fold(try turn.geometry(at: time)) },
        abs(cos(end)) >= abs(sin(end)) - 1e-9 ? .sideways : .upwards, nil
      )
    }
    let shapes: Shapes
    switch style.shape {
    case .fold(let fold):
      let turn = try LeafTurn(
        width: width, height: height, binding: binding, radius: radius, fold: fold, style.motion,
        straight)
      shapes = { time throws(PageCurlError) in .fold(try turn.geometry(at: time)) }
    case .paper:
      let turn = try PaperTurn(
        page: stage.leaf(style, binding), binding: binding, paper: style.paper,
        tilt: tilt(style.motion, straight: straight))
      shapes = { time throws(PageCurlError) in .paper(try turn.geometry(at: time)) }
    case .cone:
      let length = binding.isLevel ? width : height
      var end = SpineEnd.first
      if case .corner(let corner) = style.motion {
        end = (binding.isLevel ? corner.side.x : corner.side.y) < 0 ? .first : .last
      }
      // The depth of the cone's apex in spine lengths. Chosen by eye: less looks crumpled, more
      // looks like a cylinder.
      let apexDepth = 0.7
      let turn = try ConeTurn(
        width: width, height: height, apexDepth: apexDepth * length, binding: binding, end: end)
      shapes = { time throws(PageCurlError) in .cone(try turn.geometry(at: time)) }
    }
    return (shapes, BackFlip(for: binding), nil)
  }

  /// The directions of travel of a loose sheet, `straight` by default.
  private static func angles(_ motion: TurnStyle.Motion, straight: Double) -> Keyframes<Double> {
    switch motion {
    case .angle(let angle): return Keyframes(constant: angle)
    case .angles(let angles): return angles
    case .corner(let corner):
      // Away from the corner's own side, whatever the reading direction.
      let way = corner.side.x > 0 ? Double.pi : 0
      return Keyframes(from: way + lean(corner, way), to: way, easing: .easeInOut)
    case .straight, .drag: return Keyframes(constant: straight)
    }
  }

  /// How far a curl that lifts `corner` first leans from `way`, in radians counterclockwise: 40°,
  /// chosen by eye.
  static func lean(_ corner: TurnStyle.Corner, _ way: Double) -> Double {
    // The curl travels away from the corner: it leans to the right of `way` if the corner is left.
    let leftOfWay = -corner.side.x * sin(way) + corner.side.y * cos(way)
    return (leftOfWay > 0 ? -1 : 1) * 40 * .pi / 180
  }

  /// How far a bound page leans from its `straight` way at the start of its turn, in radians
  /// counterclockwise.
  fileprivate static func tilt(_ motion: TurnStyle.Motion, straight: Double) -> Double {
    switch motion {
    case .angle(let angle): (angle - straight).remainder(dividingBy: 2 * .pi)
    case .angles(let angles): (angles.value(at: 0) - straight).remainder(dividingBy: 2 * .pi)
    case .corner(let corner): lean(corner, straight)
    case .straight, .drag: 0
    }
  }

  /// The shape at a progress of 0 (flat) … 1 (gone, or landed).
  func shape(at time: Double) throws(RecordingError) -> CurlShape {
    if let rest = rest(at: time) { return .flat(rest) }
    do throws(PageCurlError) { return try raised(time) } catch { throw .curl(error) }
  }

  /// Returns the page that a leaf is drawn as where it rests; `nil` where it bends. The fold of a
  /// curl is exactly flat at both ends.
  private func rest(at time: Double) -> FlatPage? {
    if case .fold = profile { return nil }
    guard let end = drag == nil ? time : drag?.rest(at: time) else { return nil }
    if end <= 0, outside != .front { return flat }
    return end >= 1 && outside != .back ? landed : nil
  }

  /// How far the page has turned at a time, 0 (flat) … 1 (landed): a dragged page may fall back.
  func progress(at time: Double) -> Double {
    drag.map { $0.rest(at: time) ?? $0.progress(at: time) } ?? time
  }

  /// Whether the page bends like paper.
  var bends: Bool { if case .paper = profile { true } else { false } }
}

extension FrameStage {
  /// The leaf that turns over `spine`, in page space: a page, or the board of a hard cover.
  fileprivate func leaf(_ style: TurnStyle, _ spine: Binding) -> PageRect {
    style.look.board == nil ? page(at: .zero) : board(spine)
  }

  /// The outside of a leaf that is a larger board; `nil` for one that has the pages' size.
  fileprivate func outside(_ style: TurnStyle) -> PaperSide? {
    squares == .zero ? nil : style.look.board?.outside
  }
}

extension LeafTurn {
  fileprivate init(
    width: Double, height: Double, binding: Binding, radius: Double, fold: CurlFold,
    _ motion: TurnStyle.Motion, _ straight: Double
  ) throws(PageCurlError) {
    if case .angles(let angles) = motion {
      try self.init(
        width: width, height: height, binding: binding, radius: radius, angles: angles, fold: fold)
    } else {
      try self.init(
        width: width, height: height, binding: binding, radius: radius,
        tilt: PageMotion.tilt(motion, straight: straight), fold: fold)
    }
  }
}
