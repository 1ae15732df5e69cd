import GLESKitCommandLine
import GLESKitSupport
import ImageCoding
import Imaging
import PageCurl
import Recording

extension TurnOptions {
  /// Options for the output.
  static let outputGroup = OptionGroup<TurnOptions>(
    "Output",
    [
      .optional(
        \.output, "output", short: "o", .path("PATH"),
        help:
          "Output file or folder. The extension selects the format: .mp4 (H.264) or .webm (VP9) "
          + "video; .gif, .apng or .webp animation; .y4m or .rgba raw frames; .html interactive "
          + "web page; with --time, a .png, .jpg or .webp still. A name without an extension, or "
          + "one that ends in /, is a folder for numbered frames, created if needed. - is "
          + "standard output."),
      .optional(
        \.format, "format", .choice("FORMAT", formats.map { Choice($0, $0) }),
        help: "Output format. Default: selected by the extension of --output."),
      .optional(
        \.name, "name", .text("PATTERN"),
        help:
          "File names of frames: %d is the frame number, %04d the number padded to four digits. "
          + "Default: \(usualName)."),
      .optional(
        \.loop, "loop", .integer("COUNT", in: 0...65_535, unit: "times"),
        help: "Number of times that an animation plays. 0, the default, repeats it forever."),
      .optional(
        \.title, "title", .text("TEXT"),
        help: "Title of the web page. Default: the output's file name."),
      .optional(
        \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg", "webp"])),
        help: "Also write a contact sheet: one image with several frames side by side."),
      .optional(
        \.manifest, "manifest", .path("FILE", completion: .files(["json"])),
        help:
          "Also write a manifest: the options, versions and hashes with which 'pagecurl verify' "
          + "draws the job again and compares."),
      .value(
        \.compression, "compress", short: "c", .choice("LEVEL"),
        help: "Favor encoding speed or file size."),
      .value(
        \.quality, "quality", .choice("QUALITY"),
        help: "Rendering quality. draft has jagged edges and no shadow."),
      .optional(
        \.threads, "threads", .integer("COUNT", in: 1...64, unit: "threads"),
        help: "Number of frames to draw in parallel. Default: one per processor, at most "
          + "\(BookJob.mostDefaultThreads)."),
      .flag(
        \.printsGeometry, "json",
        help: "Print the geometry of each frame as JSON instead of drawing. "
          + "Documentation/geometry.schema.json describes the format."),
      .flag(\.isDryRun, "dry-run", help: "Print the plan of the job without writing anything."),
      .value(
        \.progress, "progress", .choice("HOW"),
        help:
          "Progress display on standard error. bar: a progress bar, on a terminal only. json: "
          + "JSON lines with the frames done, the total, the rate and the seconds left."),
      .flag(
        \.showsStatistics, "stats",
        help:
          "Print timings on standard error; with --progress json as one more JSON line."),
      .optional(
        \.trace, "trace", .path("FILE", completion: .files(["json"])),
        help: "Write a trace of the run for Perfetto or chrome://tracing."),
      .flag(\.isQuiet, "quiet", short: "q", help: "Suppress progress and notes."),
    ])

  /// The names of all formats. WebP is a still or an animation.
  private static let formats =
    VideoFormat.allCases.map(\.rawValue) + ["html"]
    + ImageFormat.allCases.map(\.rawValue).filter { VideoFormat(rawValue: $0) == nil }
}

extension TurnOptions {
  /// What a person may want to know before the frames are drawn.
  func notes(on plan: BookPlan, layout: BookLayout) -> [String] {
    var notes = idleOptions(layout).map { "\($0) has no effect on this output" }
    if plan.isPadded {
      notes.append("the frame size is \(plan.frameSize), because video needs even sides")
    }
    if plan.frameCount == 0, let shard {
      notes.append("part \(shard) is empty: there are more parts than frames or segments")
    }
    return notes
  }

  /// The options that are set but do not apply to the output.
  private func idleOptions(_ layout: BookLayout) -> [String] {
    let usual = Self.table.initial
    let path = output ?? ""
    let isStill = time != nil && !isWebPage
    let video =
      isStill || isWebPage
      ? nil : format.map(VideoFormat.init(rawValue:)) ?? VideoFormat(extensionOf: path)
    // A dragged page depends on the duration of its turn.
    let isTimeless = isStill && drag == nil
    let isFolder = !isStill && !isWebPage && video == nil
    let cannotCompress = video == .gif || video == .y4m || video == .raw
    let options = [
      ("--compress", compression != usual.compression && cannotCompress),
      ("--name", name != nil && !isFolder),
      ("--segment", segment != usual.segment && video != .mp4 && video != .webm),
      ("--cover", cover != usual.cover && layout != .spread),
      ("--hold", hold != nil && isStill),
      ("--fps", rate != usual.rate && isTimeless),
      ("--turn-time", turnTime != usual.turnTime && (isTimeless || frames != nil)),
      ("--frames", frames != nil && isTimeless),
      ("--overlap", overlap != usual.overlap && isStill),
    ]
    return options.filter(\.1).map(\.0)
  }
}
