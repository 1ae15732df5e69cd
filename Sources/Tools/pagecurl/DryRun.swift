import GLESKitCommandLine
import GLESKitSupport
import Recording

/// What `--dry-run` does: says what a job will be, and draws its contact sheet.
///
/// A few of its frames are drawn and encoded in a temporary folder, from which the size and the
/// time of the whole job follow.
struct DryRun {
  let plan: BookPlan
  let job: BookJob

  /// What the job will be, as far as it is known before a frame is drawn.
  var rows: [(name: String, value: String)] {
    var rows = [
      ("output", job.output.summary),
      ("pages", "\(plan.pageCount) of \(plan.pageSize) pixels"),
      ("turns", "\(plan.turnCount)"),
    ]
    for page in plan.videoPages.prefix(100) {
      rows.append(("video", "page \(page.number), \(Self.rounded(page.seconds)) s"))
    }
    let frames = [
      (
        "frames",
        "\(plan.frameCount) of \(plan.frameSize) pixels\(plan.isPadded ? " (sides made even)" : "")"
      ),
      ("duration", "\(Self.rounded(plan.duration)) s"),
    ]
    if let (shard, range, count, turns) = plan.part {
      rows.append(
        (
          "part",
          "\(shard), frames \(range.lowerBound) to \(range.upperBound - 1) of \(count), "
            + (turns.count == 1
              ? "turn \(turns.lowerBound)" : "turns \(turns.lowerBound) to \(turns.upperBound)")
        ))
    }
    if !plan.isWebPage { rows += frames }
    if plan.mostZoom > 1 {
      rows.append(("camera", "enlarges up to about \(Self.rounded(plan.mostZoom)) times"))
    }
    return rows
  }

  static func line(_ name: String, _ value: String) -> String {
    "\(name):\(String(repeating: " ", count: max(10 - name.count, 1)))\(value)\n"
  }

  /// Prints the plan, the size and the time, and writes the contact sheet.
  func run() throws {
    var text = (rows + (plan.stepCount > 0 ? try outlook() : [])).map(Self.line).joined()
    for (index, summary) in plan.scriptedTurns.enumerated() {
      text += Self.line("turn \(index + 1)", summary)
      // A script may have a million turns.
      if text.utf8.count > 1 << 16 {
        try StandardOutput.write(text)
        text = ""
      }
    }
    try StandardOutput.write(text)
    try drawContactSheet()
  }

  /// Draws a part of the job, and returns the size and the time of the whole.
  private func outlook() throws -> [(name: String, value: String)] {
    let scratch = try ScratchFolder()
    let trial = JobTrial(of: plan, to: job.output.moved(to: scratch.path))
    let start = ContinuousClock.now
    // Opening the driver and the first pages takes as long for any job.
    var first: Double?
    do {
      try trial.plan.draw(job) { done in
        try Interruption.check()
        if first == nil, done > 0 { first = start.duration(to: .now) / .seconds(1) }
      }
    } catch let error as OptionError {
      throw OptionError(error, without: scratch)
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    let opening = first ?? seconds
    return [
      ("size", (trial.isWhole ? "" : "about ") + Self.size(trial.size(ofPart: scratch.size))),
      (
        "time",
        "about \(Self.duration(opening + (seconds - opening) * trial.share)) on this computer"
      ),
    ]
  }

  private func drawContactSheet() throws {
    guard job.contactSheet != nil, !plan.isWebPage, plan.frameCount > 0 else { return }
    let scratch = try ScratchFolder()
    let frames = BookJob.Output.frames(folder: "\(scratch.path)/frames", name: "%d.png")
    try plan.contactSheet(to: frames).draw(job) { _ in try Interruption.check() }
  }

  static func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

  /// A size in words.
  static func size(_ bytes: Int) -> String {
    let units = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9)]
    let (unit, size) = units.last { Double(bytes) >= $0.1 } ?? units[0]
    let value = Double(bytes) / size
    return "\(value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))") \(unit)"
  }

  /// A duration in words: seconds, minutes or hours.
  private static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("h", 3600.0), ("min", 60.0)] where seconds >= 1.5 * length {
      return "\(Int((seconds / length).rounded())) \(unit)"
    }
    return "\(max(Int(seconds.rounded()), 1)) s"
  }
}

extension BookJob.Output {
  /// What `--dry-run` prints of it.
  fileprivate var summary: String {
    switch self {
    case .still(let path, _, _): "a still, '\(path)'"
    case .frames(let folder, let name): "numbered frames '\(name)' in the folder '\(folder)'"
    case .video(let path, let format): "\(format.title), '\(path)'"
    case .webPage(let path, _): "a web page, '\(path)'"
    }
  }
}
