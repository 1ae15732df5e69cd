import PageCurl

/// A turn in the frame: the shapes that its page takes, where the page lies and lands, and where it
/// is seen from.
final class PlacedTurn: Sendable {
  let turn: PageMotion
  /// The edge at which the page is bound; `nil` for a loose sheet.
  let spine: Binding?
  /// The lower left corner of the page before it turns, in pixels from the frame's.
  let corner: SIMD2<Double>
  /// The lower left corner of the place where it lands; `nil` for a loose sheet.
  let facing: SIMD2<Double>?
  /// The place where it lands, in page space.
  let landing: PageRect?
  /// Where the page's shadow may fall, in page space: on all of the frame; `nil` if the page fills
  /// it.
  let shade: PageRect?
  /// The position of the eye in page space, above the middle of the frame; `nil` is an orthographic
  /// view from straight above.
  let eye: SIMD3<Double>?

  /// - Throws: ``RecordingError/turn(_:)`` or ``RecordingError/curl(_:)`` for an impossible turn.
  init(
    _ settings: TurnSettings, on stage: FrameStage, layout: BookLayout, rate: FrameRate
  ) throws(RecordingError) {
    turn = try PageMotion(
      settings, on: stage, layout: layout,
      seconds: Double(settings.timing.turnFrames) / rate.value)
    spine = settings.spine(in: layout)
    corner = stage.corner(spine)
    facing = stage.facing(spine)
    landing = stage.landing(spine)
    let style = settings.style
    let room = stage.room(spine)
    shade = stage.page == stage.frame ? nil : room
    let (width, height) = (Double(stage.page.width), Double(stage.page.height))
    guard let distance = style.distance(over: width, height, boundAt: spine) else {
      eye = nil
      return
    }
    var lowest = 0.0
    for step in 0...40 {
      let shape = try turn.shape(at: Double(step) / 40)
      lowest = max(lowest, shape.lowestEye)
    }
    guard distance * height > lowest else {
      let least = (lowest / height * 100).rounded(.up) / 100
      throw .turn(
        "at a distance of \(distance) page heights the page would hit the camera; "
          + .eye + " to more than \(least)")
    }
    let middle = (room.low + room.high) / 2
    eye = SIMD3(middle.x, middle.y, distance * height)
  }

  private init(_ other: PlacedTurn, movedBy way: SIMD2<Double>) {
    (turn, spine, landing, eye) = (other.turn, other.spine, other.landing, other.eye)
    corner = other.corner + way
    facing = other.facing.map { $0 + way }
    shade = other.shade.map { PageRect(low: $0.low - way, high: $0.high - way) }
  }

  /// Returns the same turn elsewhere in the frame, seen by an eye that moves with it.
  ///
  /// - Parameter way: The way in pixels.
  func moved(by way: SIMD2<Double>) -> PlacedTurn { PlacedTurn(self, movedBy: way) }

  /// Places all turns of a book. Turns with equal settings are calculated once.
  static func all(
    _ turns: [BookTurn], on stage: FrameStage, layout: BookLayout, rate: FrameRate
  ) throws(RecordingError) -> [PlacedTurn] {
    var known: [SharedSettings: PlacedTurn] = [:]
    // Of a million turns that share their settings, these are hashed once.
    var seen: [ObjectIdentifier: PlacedTurn] = [:]
    var placed: [PlacedTurn] = []
    for turn in turns {
      try RecordingError.checkInterruption()
      let next: PlacedTurn
      if let same = seen[ObjectIdentifier(turn.shared)] ?? known[turn.shared] {
        next = same
      } else {
        next = try PlacedTurn(turn.settings, on: stage, layout: layout, rate: rate)
        known[turn.shared] = next
      }
      seen[ObjectIdentifier(turn.shared)] = next
      placed.append(next)
    }
    return placed
  }
}
