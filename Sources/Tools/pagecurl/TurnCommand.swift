import GLESKitCommandLine
import GLESKitInfoCommand
import GLESKitSupport
import Recording

let turnCommand = Command(
  summary: "Turn the pages of a book without a screen or a GPU",
  discussion: [
    "Turns the first PAGE, whose back is the second, so that the third comes to light, and so on "
      + "to the last; writes a video, or the frames as numbered picture files, or one moment as "
      + "a picture, or a page for the browser. At rest a page is shown to the last bit when no size is "
      + "given.",
    "Pages may be PNG of any kind, JPEG or WebP, upright by their EXIF orientation; - is one on standard "
      + "input. PDFs are drawn by poppler's pdftocairo, videos are encoded by ffmpeg.",
  ],
  table: TurnOptions.table,
  examples: [
    Example("pagecurl front.png back.png next.png -o out/", "thirty frames in out/"),
    Example(
      "pagecurl front.png back.png next.png --angle 150 --time 0.4 -o still.png", "one picture"),
    Example("pagecurl book.pdf --layout spread --size 1920x1080 -o book.mp4", "a video of a book"),
    Example(
      "pagecurl cover.png back.png next.png --corner top-right --time 0.4 --json",
      "where the paper is"),
    Example("pagecurl --script turns.json -o book.mp4", "each turn in its own way"),
    Example("pagecurl book.pdf --shard 2/8 -o part-2.mp4", "the second of eight parts of a video"),
    Example("pagecurl book.pdf --layout spread -o book.html", "a book to turn by hand, one file"),
    Example("pagecurl scans/ --pages 3-9 -o pages.webm --dry-run", "what would be done"),
  ]
) { options in
  Interruption.watch()
  let job = try options.job()
  let plan = try OptionError.converting { try job.plan() }
  if !options.isQuiet {
    for error in plan.badPages {
      let fate = options.onBadPage == .skip ? "left out" : "blank"
      StandardError.write("pagecurl: note: a page is \(fate): \(oneLine(error.description))\n")
    }
  }
  if options.printsGeometry {
    try StandardOutput.write(GeometryReport(plan: plan).json().text(isPretty: false) + "\n")
    return .done
  }
  if options.isDryRun {
    try StandardOutput.write(plan.description)
    return .done
  }
  if plan.isPadded && !options.isQuiet {
    StandardError.write(
      "pagecurl: note: the frames are \(plan.frameSize), as a video's sides must be even\n")
  }
  if plan.frameCount == 0, let shard = options.shard, !options.isQuiet {
    StandardError.write(
      "pagecurl: note: part \(shard) is empty, as there are more parts than frames or segments\n")
  }
  let spans = options.showsStatistics ? PipelineTimings() : nil
  let start = ContinuousClock.now
  do {
    defer {
      if let spans {
        let seconds = start.duration(to: .now) / .seconds(1)
        let statistics = Statistics(plan: plan, spans: spans, seconds: seconds)
        let isJSON = options.progress == .json
        StandardError.write(
          isJSON ? statistics.json.text(isPretty: false) + "\n" : statistics.description)
      }
    }
    var progress = Progress(
      total: plan.stepCount, unit: plan.isWebPage ? "pages" : "frames", file: options.output,
      style: options.isQuiet ? .none : options.progress)
    tuneProcess(isParallel: job.threads != nil || plan.frameCount > 1)
    try OptionError.converting {
      do {
        try plan.run(measuring: spans) { done in
          progress.update(done)
          try Interruption.check()
        }
      } catch RecordingError.offscreen(let error) {
        throw InfoCommand.failure(error)
      }
    }
  }
  return .done
}

let schemaCommand = Command(
  "schema", summary: "Print the form of a turn list (--script) as a JSON schema",
  table: OptionTable(NoOptions())
) { _ in
  try StandardOutput.write(TurnScript.schema.text() + "\n")
  return .done
}

struct NoOptions: Sendable {}

extension BookPlan {
  /// What `--dry-run` prints.
  fileprivate var description: String {
    let megabytes = max(Double(estimatedBytes) / 1e6, 0.1)
    var rows = [
      ("pages", "\(pageCount) of \(pageSize) pixels"),
      ("turns", "\(turnCount)"),
    ]
    let frames = [
      ("frames", "\(frameCount) of \(frameSize) pixels\(isPadded ? " (sides made even)" : "")"),
      ("duration", "\((duration * 100).rounded() / 100) s"),
    ]
    if !isWebPage { rows += frames }
    rows.append(
      (
        "size", "about \(megabytes < 10 ? (megabytes * 10).rounded() / 10 : megabytes.rounded()) MB"
      ))
    rows += scriptedTurns.enumerated().map { ("turn \($0 + 1)", $1.summary) }
    return rows.map { name, value in
      "\(name):\(String(repeating: " ", count: max(10 - name.count, 1)))\(value)\n"
    }.joined()
  }
}

extension ScriptedTurn {
  /// What `--dry-run` prints of it.
  fileprivate var summary: String {
    var words = "page \(front ?? 1)"
    for (name, side) in [("back", back), ("below", below), ("facing", facing)] {
      if case .page(let page) = side { words += ", \(name) \(page)" }
    }
    let frames = settings.timing.turnFrames
    return
      "\(words); \(frames) frame\(frames == 1 ? "" : "s")\(settings.isReversed ? ", turned back" : "")"
  }
}
