import GLESKitCommandLine
import PageCurl
import Recording
import Timeline

extension TurnOptions {
  /// How one page turns.
  func manner(_ output: BookJob.Output) throws(UsageError) -> TurnSettings {
    var settings = TurnSettings()
    settings.direction = direction
    settings.style = try style()
    settings.timing = timing(output, settings.style)
    return settings
  }

  func style() throws(UsageError) -> TurnStyle {
    var style = TurnStyle()
    style.kind = turn
    style.binding = binding
    style.motion = try motion()
    style.radius = radius
    style.form = profile ?? usualProfile(style)
    if style.form != .paper, paper != nil || droop != nil {
      throw UsageError(
        "--set \(paper != nil ? "paper" : "droop") applies only to pages that bend like paper; use "
          + "--profile paper")
    }
    guard paper == nil || droop == nil else {
      throw UsageError("--set paper and --set droop exclude each other; omit one")
    }
    style.hasStacks = hasStacks ?? (style.form == .paper)
    let mayBend = style.form == .paper && layout == .spread
    style.gutter = gutter ?? (style.hasStacks && mayBend ? Self.usualGutter : 0)
    if gutter ?? 0 > 0, !mayBend {
      throw UsageError(
        "--set gutter applies only to spreads whose pages bend like paper; use --profile paper")
    }
    style.paper = droop.map { PaperMaterial(droop: $0) } ?? paper ?? .office
    style.eye = eye
    style.look = look
    if let problem = style.problem(layout: layout ?? .sheets, direction: direction) {
      throw UsageError(problem)
    }
    return style
  }

  /// The pages of a book bend like paper, unless other options ask for what only curls can do.
  /// Others fold like springy sheets.
  private func usualProfile(_ style: TurnStyle) -> TurnStyle.Form {
    let mayBend =
      switch style.motion {
      case .straight: !isWebPage || controls != .lab
      case .corner: !isWebPage
      case .angle, .angles, .drag: false
      }
    return mayBend && layout == .spread && turn != .sheet && radius == nil ? .paper : .elastica
  }

  /// Sheets lift slowly as it is: the edge of a fold hardly moves at first. At the end they leave
  /// the frame, so that nothing has to come to rest. Leaves land softly, and fingers move softly.
  private func usualEasing(_ style: TurnStyle) -> Easing {
    if case .drag = style.motion { return .easeInOut }
    return style.spine(layout ?? .sheets, direction) == nil && !isWebPage ? .linear : .easeInOut
  }

  private func motion() throws(UsageError) -> TurnStyle.Motion {
    let given = [
      ("--angle", angle != nil), ("--corner", corner != nil), ("--set drag", drag != nil),
    ]
    .filter(\.1).map(\.0)
    guard given.count <= 1 else {
      throw UsageError("\(given[0]) and \(given[1]) exclude each other; omit one")
    }
    if releases && drag == nil {
      throw UsageError("--set release needs --set drag")
    }
    if let angle { return angle }
    if let corner { return .corner(corner) }
    return drag.map { .drag($0, releases: releases) } ?? .straight
  }

  func timing(_ output: BookJob.Output, _ style: TurnStyle) -> Timing {
    var isVideo = false
    if case .video = output { isVideo = true }
    var timing = Timing()
    timing.rate = rate
    timing.easing = easing ?? usualEasing(style)
    timing.turnFrames = frames ?? max(1, Int((turnTime * rate.value).rounded()))
    timing.overlap = overlap
    timing.holdFrames = Int(((hold ?? (isVideo ? 1 : 0)) * rate.value).rounded())
    return timing
  }
}
