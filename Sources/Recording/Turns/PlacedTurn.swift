import PageCurl

/// All about a turn that follows from its manner and from where the pages lie.
struct TurnSetting: Sendable {
  let schedule: TurnSchedule
  /// Where the page that turns has its lower left corner, from the frame's, in pixels.
  let corner: SIMD2<Int>
  /// Where it lands; `nil` for a loose sheet.
  let facing: SIMD2<Int>?
  /// Where it lands, in page space.
  let landing: PageRect?
  /// The page and the place where it lands, in page space.
  let spread: PageRect
  /// Where the eye is, in page space: above the middle of the frame; `nil` is straight above every point.
  let eye: SIMD3<Double>?

  /// - Throws: ``RecordingError/turn(_:)`` or ``RecordingError/curl(_:)`` for a turn that cannot be.
  init(
    _ manner: TurnManner, on stage: FrameStage, layout: BookLayout, rate: FrameRate
  ) throws(RecordingError) {
    schedule = try TurnSchedule(
      manner, on: stage, layout: layout, seconds: Double(manner.timing.turnFrames) / rate.value)
    let spine = manner.spine(in: layout)
    corner = stage.corner(spine)
    facing = stage.facing(spine)
    landing = stage.landing(spine)
    spread = stage.spread(spine)
    let style = manner.style
    guard let distance = style.eye ?? (style.form == .cone ? 4 : nil) else {
      eye = nil
      return
    }
    let height = Double(stage.page.height)
    var lowest = 0.0
    for step in 0...40 {
      let shape = try schedule.shape(at: Double(step) / 40)
      lowest = max(lowest, CurlScene.lowestEye(over: shape))
    }
    guard distance * height > lowest else {
      let least = (lowest / height * 100).rounded(.up) / 100
      throw .turn(
        "the eye at \(distance) page heights is in the way of the page; put it farther than \(least)"
      )
    }
    let room = stage.room(spine)
    let middle = (room.low + room.high) / 2
    eye = SIMD3(middle.x, middle.y, distance * height)
  }

  /// The settings of all turns.
  static func all(
    _ turns: [BookTurn], on stage: FrameStage, layout: BookLayout, rate: FrameRate
  ) throws(RecordingError) -> [TurnSetting] {
    var known: [TurnManner: TurnSetting] = [:]
    var settings: [TurnSetting] = []
    for turn in turns {
      if known[turn.manner] == nil {
        known[turn.manner] = try TurnSetting(turn.manner, on: stage, layout: layout, rate: rate)
      }
      if let setting = known[turn.manner] { settings.append(setting) }
    }
    return settings
  }
}
