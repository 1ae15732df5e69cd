import GLESKitCommandLine
import PageCurl
import Recording
import Timeline

extension BookArguments {
  /// How one page turns.
  func settings(for output: BookJob.Output) throws(UsageError) -> TurnSettings {
    var settings = TurnSettings()
    settings.direction = job.direction
    settings.style = try style()
    settings.timing = timing(output)
    return settings
  }

  /// How pages bend and look.
  func style() throws(UsageError) -> TurnStyle {
    var style = job.style
    style.motion = try motion()
    style.profile = turn.profile
    style = style.settled(
      in: job.layout, isWebPage: isWebPage, isLab: job.webPage.controls == .lab)
    if style.profile != .paper, turn.paper != nil || turn.droop != nil {
      throw UsageError(
        "--set \(turn.paper != nil ? "paper" : "droop") applies only to pages that bend like "
          + "paper; use --profile paper")
    }
    guard turn.paper == nil || turn.droop == nil else {
      throw UsageError("--set paper and --set droop exclude each other; omit one")
    }
    style.paper = turn.droop.map { PaperMaterial(droop: $0) } ?? turn.paper ?? style.paper
    style.look = curlLook
    if let problem = style.problem(layout: job.layout, direction: job.direction) {
      throw UsageError(problem)
    }
    return style
  }

  private func motion() throws(UsageError) -> TurnStyle.Motion {
    let given = [
      ("--angle", turn.angle != nil), ("--corner", turn.corner != nil),
      ("--set drag", turn.drag != nil),
    ].filter(\.1).map(\.0)
    guard given.count <= 1 else {
      throw UsageError("\(given[0]) and \(given[1]) exclude each other; omit one")
    }
    if turn.releases && turn.drag == nil { throw UsageError("--set release needs --set drag") }
    if let angle = turn.angle { return angle }
    if let corner = turn.corner { return .corner(corner) }
    return turn.drag.map { .drag($0, releases: turn.releases) } ?? .straight
  }

  /// The frame rate.
  var rate: FrameRate { turn.rate ?? FrameRate(videoFormat == .gif ? 15 : 30) }

  /// When pages turn, and how long they rest.
  func timing(_ output: BookJob.Output) -> Timing {
    var isVideo = false
    if case .video = output { isVideo = true }
    var timing = job.timing
    timing.rate = rate
    timing.turnFrames = turn.frames ?? max(1, Int((turn.seconds * rate.value).rounded()))
    // A still shows what the film shows at its moment.
    let isFilm = isVideo || hasCamera
    timing.holdFrames = Int(((turn.hold ?? (isFilm ? 1 : 0)) * rate.value).rounded())
    return timing
  }
}
