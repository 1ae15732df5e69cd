import Glibc
import PageCurl
import Timeline

/// The shape that a page has at each moment of its turn.
enum TurnSchedule: Hashable, Sendable {
  case sheet(SheetTurn)
  case leaf(LeafTurn)
  /// A leaf on a cone; at both ends it is flat, which the leaf on a cylinder is to the last bit.
  case cone(ConeTurn, ends: LeafTurn)
  case drag(DragTurn)

  /// - Parameter seconds: How long the turn takes.
  /// - Throws: ``RecordingError/turn(_:)`` or ``RecordingError/curl(_:)`` for a turn that cannot be.
  init(
    _ manner: TurnManner, on stage: FrameStage, layout: BookLayout, seconds: Double
  ) throws(RecordingError) {
    if let problem = manner.style.problem(layout: layout, direction: manner.direction) {
      throw .turn(problem)
    }
    do throws(PageCurlError) {
      try self.init(manner, stage, manner.spine(in: layout), seconds)
    } catch {
      throw .curl(error)
    }
  }

  private init(
    _ manner: TurnManner, _ stage: FrameStage, _ spine: Binding?, _ seconds: Double
  ) throws(PageCurlError) {
    let style = manner.style
    let (width, height) = (Double(stage.page.width), Double(stage.page.height))
    let radius = style.radius ?? min(width, height) / 10
    let straight = spine?.angle ?? (manner.direction == .ltr ? .pi : 0)
    if case .drag(let path, let releases) = style.motion {
      self = .drag(
        try DragTurn(
          width: width, height: height, path: path.map { SIMD2($0.x, height - $0.y) },
          radius: radius, binding: spine, seconds: seconds, releases: releases))
      return
    }
    guard let binding = spine else {
      self = .sheet(
        try SheetTurn(
          width: width, height: height, radius: radius,
          angles: Self.angles(style.motion, straight: straight), room: stage.room(nil)))
      return
    }
    guard style.form == .cone else {
      self = .leaf(
        try LeafTurn(
          width: width, height: height, binding: binding, radius: radius, style.motion, straight))
      return
    }
    let length = binding.isLevel ? width : height
    var end = SpineEnd.first
    if case .corner(let corner) = style.motion {
      end = (binding.isLevel ? corner.side.x : corner.side.y) < 0 ? .first : .last
    }
    self = .cone(
      try ConeTurn(
        width: width, height: height, apexDepth: 0.7 * length, binding: binding, end: end),
      ends: try LeafTurn(width: width, height: height, binding: binding, radius: 0))
  }

  /// The directions of travel of a loose sheet.
  ///
  /// - Parameter straight: The direction where nobody says another.
  private static func angles(_ motion: TurnStyle.Motion, straight: Double) -> Keyframes<Double> {
    switch motion {
    case .angle(let angle): return Keyframes(constant: angle)
    case .angles(let angles): return angles
    case .corner(let corner):
      // Away from the corner's own side, whatever the direction of reading.
      let way = corner.side.x > 0 ? Double.pi : 0
      return Keyframes(from: way + lean(corner, way), to: way, easing: .easeInOut)
    case .straight, .drag: return Keyframes(constant: straight)
    }
  }

  /// How far a curl leans that lifts `corner` first, radians counter-clockwise from `way`: 40°.
  static func lean(_ corner: TurnStyle.Corner, _ way: Double) -> Double {
    // The corner lies to the left of the way, or to the right: then the travel leans left, away from it.
    let leftOfWay = -corner.side.x * sin(way) + corner.side.y * cos(way)
    return (leftOfWay > 0 ? -1 : 1) * 40 * .pi / 180
  }

  /// The shape at `time`: 0 flat … 1 gone, or landed.
  func shape(at time: Double) throws(RecordingError) -> CurlShape {
    do throws(PageCurlError) {
      switch self {
      case .sheet(let turn): return .cylinder(try turn.geometry(at: time))
      case .leaf(let turn): return .cylinder(try turn.geometry(at: time))
      case .drag(let turn): return .cylinder(try turn.geometry(at: time))
      case .cone(let turn, let ends):
        return time <= 0 || time >= 1
          ? .cylinder(try ends.geometry(at: time)) : .cone(try turn.geometry(at: time))
      }
    } catch {
      throw .curl(error)
    }
  }

  /// Whether the page surely lies flat at time 0, and is gone or has landed at time 1.
  var isWhole: Bool {
    switch self {
    case .sheet, .leaf, .cone: true
    // A finger may hold it, or let it fall back.
    case .drag: false
    }
  }

  /// How the pictures of backs are laid.
  var flip: BackFlip {
    switch self {
    case .sheet(let turn):
      // As the sheet lies when it has been turned.
      abs(cos(turn.angles.value(at: 1))) >= abs(sin(turn.angles.value(at: 1))) - 1e-9
        ? .sideways : .upwards
    case .leaf(let turn): turn.binding.flip
    case .cone(let turn, _): turn.binding.flip
    case .drag(let turn): turn.flip
    }
  }
}

extension LeafTurn {
  fileprivate init(
    width: Double, height: Double, binding: Binding, radius: Double, _ motion: TurnStyle.Motion,
    _ straight: Double
  ) throws(PageCurlError) {
    var tilt = 0.0
    switch motion {
    case .angles(let angles):
      try self.init(
        width: width, height: height, binding: binding, radius: radius, angles: angles)
      return
    case .angle(let angle): tilt = (angle - straight).remainder(dividingBy: 2 * .pi)
    case .corner(let corner): tilt = TurnSchedule.lean(corner, straight)
    case .straight, .drag: break
    }
    try self.init(width: width, height: height, binding: binding, radius: radius, tilt: tilt)
  }
}
