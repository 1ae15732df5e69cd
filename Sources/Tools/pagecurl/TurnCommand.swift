import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import ImageCoding
import Profiling
import Recording

let turnCommand = Command(
  summary: "Render page turns of a book as a video, frames or a web page",
  discussion: [
    "Turns all pages in order. A PDF or a folder turns as a book on a desk; two or three images "
      + "are loose sheets, shown at their original size without a margin; change this with "
      + "--layout and --background. Writes a video, an animation, numbered frames, a still "
      + "(--time) or an interactive web page. Needs neither a display nor a GPU.",
    "Pages are \(alternatives(ImageFormat.names + ["PDF"])) files; - reads one from standard "
      + "input. EXIF orientation is applied. A page may also be a video (page-3.mp4): it plays "
      + "when its page first appears, "
      + "and the book pauses until it ends; or another picture that ffmpeg reads, such as "
      + "TIFF (also of several pages), BMP, GIF, JPEG XL or Photoshop; or HEIC, AVIF or JPEG 2000. "
      + "Animated pictures play like videos. Needs ffmpeg for these and for videos and .gif, "
      + "heif-convert for HEIC and AVIF, opj_decompress for JPEG 2000, and tiffcp and tiff2rgba "
      + "for some TIFFs.",
  ],
  table: BookArguments.table,
  examples: [
    Example("pagecurl book.pdf -o book.mp4", "a video of a book"),
    Example("pagecurl photos/ --preset loop -o book.gif", "a small animation"),
    Example("pagecurl transition a.mp4 b.mp4 -o c.mp4", "a transition between two videos"),
    Example("pagecurl a.png b.png -t 0.4 -o still.png", "a still of a turn"),
    Example("pagecurl front.png back.png next.png -o out/", "30 frames in out/"),
    Example(
      "pagecurl front.png back.png next.png --angle 150 --time 0.4 -o still.png", "a still"),
    Example(
      "pagecurl cover.png back.png next.png --corner top-right --time 0.4 --json",
      "the geometry of the page as JSON"),
    Example("pagecurl --script turns.json -o book.mp4", "different options for each turn"),
    Example(
      "pagecurl months/ --set binding=top -o calendar.mp4", "a calendar that is bound at the top"),
    Example("pagecurl book.pdf --shard 2/8 -o part-2.mp4", "the second of eight parts of a video"),
    Example("pagecurl book.pdf -o book.html", "an interactive web page in one file"),
    Example("pagecurl scans/ --pages 3-9 -o pages.webm --dry-run", "the plan of the job"),
  ]
) { arguments in
  Interruption.watch()
  let job = try arguments.makeJob()
  let isEstimate = arguments.run.isDryRun && job.contactSheet == nil
  let plan = try OptionError.converting {
    try isEstimate ? job.estimatedPlan() : job.plan()
  }
  for error in plan.badPages {
    let fate = job.onBadPage == .skip ? "left out" : "blank"
    arguments.note("a page is \(fate): \(error.description)")
  }
  if arguments.run.printsGeometry {
    try StandardOutput.write(plan.geometry().text(isPretty: false) + "\n")
    return .done
  }
  let music = try job.audio.map { file in
    try OptionError.converting { try BookPlan.seconds(of: file) }
  }
  var notes =
    arguments.run.isQuiet ? [] : arguments.notes(on: plan, layout: job.layout, music: music)
  if arguments.run.isDryRun {
    try DryRun(plan: plan, job: job).run()
    for note in notes { arguments.note(note) }
    return .done
  }
  if let path = arguments.output.sound {
    try OptionError.converting { try plan.writeSound(to: path) }
    return .done
  }
  let manifest = try arguments.output.manifest.map { _ in
    try OptionError.converting {
      try Manifest(inputsOf: plan, arguments: Array(CommandLine.arguments.dropFirst()))
    }
  }
  let profiler = arguments.run.showsStatistics || arguments.run.trace != nil ? Profiler() : nil
  let start = ContinuousClock.now
  var drawing: FrameDrawing?
  do {
    defer {
      if let profiler, arguments.run.showsStatistics {
        let seconds = start.duration(to: .now) / .seconds(1)
        let statistics = Statistics(
          plan: plan, drawing, report: profiler.report(), seconds: seconds)
        let isJSON = arguments.run.progress == .json
        StandardError.write(
          isJSON ? statistics.json.text(isPretty: false) + "\n" : statistics.description)
      }
    }
    var progress = Progress(
      total: plan.stepCount, unit: plan.isWebPage ? "pages" : "frames", file: arguments.output.path,
      style: arguments.run.isQuiet ? .none : arguments.run.progress)
    try plan.draw(
      job, measuring: profiler, onLoss: { arguments.note($0) }, begin: { drawing = $0 }
    ) { done in
      // An output that cannot be written is the only thing to say then.
      for note in notes { arguments.note(note) }
      notes = []
      progress.update(done)
      try Interruption.check()
    }
  }
  // Programs, which read the output of pagecurl, find nothing new.
  if !arguments.run.isQuiet, arguments.run.progress == .bar, Terminal.standardError.isInteractive {
    StandardError.write("\(oneLine(plan.result(of: job)))\n")
    if plan.pageCount == 1, arguments.turn.time == nil, !plan.isWebPage, !job.isEndless {
      arguments.note("there is only one page, so its turn reveals nothing")
    }
  }
  if let output = arguments.output.path, let note = arguments.note(onSize: fileSize(output)) {
    arguments.note(note)
  }
  if let profiler, let trace = arguments.run.trace { try profiler.writeTrace(to: trace) }
  if let path = arguments.output.manifest { try manifest?.write(outputsOf: plan, to: path) }
  return .done
}

extension BookPlan {
  /// What has been written, in one line.
  fileprivate func result(of job: BookJob) -> String {
    func size(_ path: String) -> String { path == "-" ? "" : ", \(DryRun.size(fileSize(path)))" }
    return switch job.output {
    case .still(let path, _, _): "\(path): \(frameSize) pixels\(size(path))"
    case .frames(let folder, _): "\(folder): \(counted(frameCount, "frame")) of \(frameSize) pixels"
    case .video(let path, _):
      "\(path): \(DryRun.rounded(duration)) s of \(frameSize) pixels\(size(path))"
    case .webPage(let path, _): "\(path): \(counted(pageCount, "page"))\(size(path))"
    }
  }
}

extension BookArguments {
  /// Writes a note, with control characters escaped, unless the command is to be quiet.
  func note(_ sentence: String) {
    if !run.isQuiet { StandardError.write("pagecurl: note: \(oneLine(sentence))\n") }
  }
}

let schemaCommand = Command(
  "schema", summary: "Print the JSON schema of --script files",
  table: OptionTable(NoOptions()),
  exitMeanings: [.done: "Success.", .usage: "The command line is wrong."]
) { _ in
  try StandardOutput.write(TurnScript.schema.text() + "\n")
  return .done
}

struct NoOptions: Sendable {}
