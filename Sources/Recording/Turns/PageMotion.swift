import Glibc
import PageCurl
import Timeline

/// A turn of any kind: the shape of the page at each moment.
enum PageMotion: Hashable, Sendable {
  case sheet(SheetTurn)
  case leaf(LeafTurn)
  /// A leaf on a cone. At both ends it is drawn as a leaf that curls, which is exactly flat.
  case cone(ConeTurn, ends: LeafTurn)
  case drag(DragTurn)
  /// A leaf that bends like paper. At both ends it is drawn as a leaf that curls, except that a
  /// board stays what it is where its outside is seen; its inside is a page on the board below.
  case paper(PaperTurn, ends: LeafTurn, outside: PaperSide?)
  /// A leaf that bends like paper, and that a finger drags. At rest it is drawn as a leaf that
  /// curls.
  case paperDrag(PaperDragTurn, ends: LeafTurn, outside: PaperSide?)

  /// - Parameter seconds: The duration of the turn.
  /// - Throws: ``RecordingError/turn(_:)`` or ``RecordingError/curl(_:)`` for an impossible turn.
  init(
    _ settings: TurnSettings, on stage: FrameStage, layout: BookLayout, seconds: Double
  ) throws(RecordingError) {
    if let problem = settings.style.problem(layout: layout, direction: settings.direction) {
      throw .turn("\(problem)")
    }
    do throws(PageCurlError) {
      try self.init(settings, stage, settings.spine(in: layout), seconds)
    } catch {
      throw .curl(error)
    }
  }

  private init(
    _ settings: TurnSettings, _ stage: FrameStage, _ spine: Binding?, _ seconds: Double
  ) throws(PageCurlError) {
    let style = settings.style
    let (width, height) = (Double(stage.page.width), Double(stage.page.height))
    let radius = style.radius(of: width, height)
    let fold = style.profile.fold ?? .cylinder
    let straight = spine?.angle ?? (settings.direction == .leftToRight ? .pi : 0)
    if case .drag(let path, let releases) = style.motion {
      let path = path.map { SIMD2($0.x, height - $0.y) }
      if let spine, style.profile == .paper {
        self = .paperDrag(
          try PaperDragTurn(
            PaperTurn(page: stage.leaf(style, spine), binding: spine, paper: style.paper),
            path: path, releases: releases),
          ends: try LeafTurn(width: width, height: height, binding: spine, radius: 0),
          outside: stage.outside(style))
      } else {
        self = .drag(
          try DragTurn(
            width: width, height: height, path: path, radius: radius, binding: spine,
            duration: seconds, releases: releases, fold: fold))
      }
      return
    }
    guard let binding = spine else {
      self = .sheet(
        try SheetTurn(
          width: width, height: height, radius: radius,
          angles: Self.angles(style.motion, straight: straight), room: stage.room(nil),
          fold: fold))
      return
    }
    switch style.profile.shape {
    case .fold(let fold):
      self = .leaf(
        try LeafTurn(
          width: width, height: height, binding: binding, radius: radius, fold: fold, style.motion,
          straight))
    case .paper:
      self = .paper(
        try PaperTurn(
          page: stage.leaf(style, binding), binding: binding, paper: style.paper,
          tilt: Self.tilt(style.motion, straight: straight)),
        ends: try LeafTurn(width: width, height: height, binding: binding, radius: 0),
        outside: stage.outside(style))
    case .cone:
      let length = binding.isLevel ? width : height
      var end = SpineEnd.first
      if case .corner(let corner) = style.motion {
        end = (binding.isLevel ? corner.side.x : corner.side.y) < 0 ? .first : .last
      }
      // The depth of the cone's apex in spine lengths. Chosen by eye: less looks crumpled, more
      // looks like a cylinder.
      let apexDepth = 0.7
      self = .cone(
        try ConeTurn(
          width: width, height: height, apexDepth: apexDepth * length, binding: binding, end: end),
        ends: try LeafTurn(width: width, height: height, binding: binding, radius: 0))
    }
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
    do throws(PageCurlError) {
      switch self {
      case .sheet(let turn): return .fold(try turn.geometry(at: time))
      case .leaf(let turn): return .fold(try turn.geometry(at: time))
      case .drag(let turn): return .fold(try turn.geometry(at: time))
      case .cone(let turn, let ends):
        return time <= 0 || time >= 1
          ? .fold(try ends.geometry(at: time)) : .cone(try turn.geometry(at: time))
      case .paper(let turn, let ends, let outside):
        return Self.rests(at: time, outside)
          ? .fold(try ends.geometry(at: time)) : .paper(try turn.geometry(at: time))
      case .paperDrag(let turn, let ends, let outside):
        if let rest = turn.rest(at: time), Self.rests(at: rest, outside) {
          return .fold(try ends.geometry(at: rest))
        }
        return .paper(try turn.geometry(at: time))
      }
    } catch {
      throw .curl(error)
    }
  }

  /// Whether a leaf is drawn as a page that lies flat.
  private static func rests(at time: Double, _ outside: PaperSide?) -> Bool {
    time <= 0 && outside != .front || time >= 1 && outside != .back
  }

  /// The shape of a page that lies where the leaf does before its turn, or after it has landed.
  func shape(landed: Bool) throws(RecordingError) -> CurlShape {
    switch self {
    case .paper(_, let ends, _), .paperDrag(_, let ends, _):
      do throws(PageCurlError) {
        return .fold(try ends.geometry(at: landed ? 1 : 0))
      } catch {
        throw .curl(error)
      }
    case .sheet, .leaf, .cone, .drag: return try shape(at: landed ? 1 : 0)
    }
  }

  /// How far the page has turned at a time, 0 (flat) … 1 (landed): a dragged page may fall back.
  func progress(at time: Double) -> Double {
    guard case .paperDrag(let turn, _, _) = self else { return time }
    return turn.progress(at: time)
  }

  /// Whether the page is certain to be flat at progress 0, and gone or landed at 1.
  var isWhole: Bool {
    switch self {
    case .sheet, .leaf, .cone, .paper: true
    // A dragged page may still be held at the end, or fall back.
    case .drag, .paperDrag: false
    }
  }

  /// Whether the page bends like paper.
  var bends: Bool {
    switch self {
    case .paper, .paperDrag: true
    case .sheet, .leaf, .cone, .drag: false
    }
  }

  /// How the image of the back is mirrored.
  var flip: BackFlip {
    switch self {
    case .sheet(let turn):
      // By the direction in which the sheet leaves.
      abs(cos(turn.angles.value(at: 1))) >= abs(sin(turn.angles.value(at: 1))) - 1e-9
        ? .sideways : .upwards
    case .leaf(let turn): BackFlip(for: turn.binding)
    case .cone(let turn, _): BackFlip(for: turn.binding)
    case .paper(let turn, _, _): BackFlip(for: turn.binding)
    case .drag(let turn): turn.backFlip
    case .paperDrag(let turn, _, _): BackFlip(for: turn.binding)
    }
  }
}

extension FrameStage {
  /// The leaf that turns over `spine`, in page space: a page, or the board of a hard cover.
  fileprivate func leaf(_ style: TurnStyle, _ spine: Binding) -> PageRect {
    style.look.board == nil
      ? PageRect(low: .zero, high: SIMD2(Double(page.width), Double(page.height))) : board(spine)
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
