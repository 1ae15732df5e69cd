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
          "Output file or folder. The extension selects the format: .mp4 (H.264), .mov (ProRes "
          + "4444), .mkv (FFV1, lossless) or .webm (VP9) video; .gif, .apng or .webp "
          + "animation; .y4m or .rgba raw frames; .html interactive web page; with --time, a .png, "
          + ".jpg or .webp still. A name without an extension, or one that ends in /, is a folder "
          + "for numbered frames, created if needed. A web page named index.html loads its pages "
          + "from a folder beside it. - is standard output."
      ).essential("File or folder; its extension selects the format."),
      .first(
        "preset", preset,
        help:
          "Set several options for a purpose; options on the command line override them. film: "
          + "1080p, best quality, slow. social: square. story: upright, one page at a time. loop: "
          + "small and short, for GIF or WebP. archive: 4K, best quality. draft: small and fast.",
        set: { preset, options in preset.apply(to: &options) }
      ).essential("film, social, story, loop, archive or draft."),
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
        help: "Number of times that an animation plays. 0, the default, repeats it forever."
      ).essential("Number of times that an animation plays."),
      .optional(
        \.title, "title", .text("TEXT"),
        help: "Title of the web page. Default: the PDF's title, or the output's file name."),
      .value(
        \.controls, "controls", .choice("CONTROLS"),
        help:
          "Controls of the web page. reader: page buttons, a slider, contents, search, zoom. lab: "
          + "also the time, angle and radius of the turn. none: only pointer and keys."),
      .optional(
        \.maximumSize, "max-size", byteCount,
        help:
          "Largest size of the web page in bytes, or with K, M or G. Page images are scaled "
          + "down to fit."),
      .optional(
        \.language, "language", languageTag,
        help: "Language of the pages of a web page, such as en or pt-BR. Default: unknown."),
      .optional(
        \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg", "webp"])),
        help: "Also write a contact sheet: one image with several frames side by side."
      ).essential("Also write one image with several frames."),
      .optional(
        \.manifest, "manifest", .path("FILE", completion: .files(["json"])),
        help:
          "Also write a manifest: the options, versions and hashes with which 'pagecurl verify' "
          + "draws the job again and compares."),
      .value(
        \.compression, "compress", short: "c", .choice("LEVEL"),
        help: "Favor encoding speed or file size."),
      .optional(
        \.qualityOrAntialias, "quality", quality,
        help:
          "Quality of the encoder for .mp4, .mov, .webm, .webp and JPEG: 1 is the smallest file, "
          + "100 the best picture. Default: \(VideoFormat.usualQuality) for videos, 85 for WebP, "
          + "90 for JPEG."
      ).essential("Quality of the encoder, 1 to 100."),
      .value(
        \.antialias, "antialias", .choice("LEVEL"),
        help:
          "Rendering quality: anti-aliasing and shadows. draft has jagged edges and no shadow."),
      .optional(
        \.threads, "threads", .integer("COUNT", in: 1...64, unit: "threads"),
        help: "Number of frames to draw in parallel. Default: one per processor, at most "
          + "\(BookJob.mostDefaultThreads)."),
      .flag(
        \.printsGeometry, "json",
        help: "Print the geometry of each frame as JSON instead of drawing. "
          + "Documentation/geometry.schema.json describes the format."),
      .flag(
        \.isDryRun, "dry-run",
        help: "Print the plan of the job, and its size and time, from a trial with some of its "
          + "frames. Write nothing but a contact sheet, if you ask for one."
      ).essential("Print the plan, size and time; write nothing."),
      .value(
        \.progress, "progress", .choice("FORMAT"),
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
      .flag(\.isQuiet, "quiet", short: "q", help: "Suppress progress and notes.")
        .essential("Print only errors."),
    ])

  /// A number of bytes with a decimal prefix.
  private static let byteCount = ValueKind<Int>(
    "SIZE", expectation: "a size such as 10M or 500K", constraint: "at least 100K",
    schema: ["type": "string", "pattern": "^[0-9]+[KMG]?$"],
    read: { text throws(ValueError) in
      let units = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000]
      let unit = text.last.flatMap { units[$0.uppercased()] }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0,
        number <= 1_000_000_000
      else { throw ValueError("is not a size") }
      guard number * (unit ?? 1) >= 100_000 else { throw ValueError("is too small") }
      return number * (unit ?? 1)
    }, write: { String($0) })

  /// A language tag (BCP 47).
  private static let languageTag = ValueKind<String>(
    "TAG", expectation: "a language tag such as en or pt-BR",
    schema: ["type": "string", "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"],
    read: { text throws(ValueError) in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = parts.enumerated().allSatisfy { index, part in
        (index == 0 ? 2...8 : 1...8).contains(part.utf8.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || index > 0 && $0.isNumber) }
      }
      guard isTag else { throw ValueError("is not a language tag") }
      return text
    }, write: { $0 })

  /// The names of all formats. WebP is a still or an animation.
  private static let formats =
    VideoFormat.allCases.map(\.rawValue) + ["html"]
    + ImageFormat.allCases.map(\.rawValue).filter { VideoFormat(rawValue: $0) == nil }
}

extension TurnOptions {
  /// What a person may want to know before the frames are drawn.
  func notes(on plan: BookPlan, layout: BookLayout) -> [String] {
    var notes: [String] = []
    if namesAntialias {
      notes.append("--quality takes a number from 1 to 100; for \(antialias), use --antialias")
    }
    notes += idleOptions(layout).map { "\($0) has no effect on this output" }
    if let video = plan.videoPages.first {
      let isStill = time != nil && !isWebPage
      if isStill || isWebPage {
        notes.append(
          "page \(video.number) is a video; a \(isStill ? "still" : "web page") shows its first "
            + "frame")
      } else if shard != nil, plan.hasClipSound {
        notes.append("parts of a video have no sound, so that of page \(video.number) is lost")
      }
    }
    if plan.hasClipSound, output == "-" {
      notes.append("a video on standard output has no sound of video pages")
    }
    if let video = plan.skippedVideo {
      notes.append("'\(video)' is left out; to include videos of a folder, name them")
    }
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
    let isStill = time != nil && !isWebPage
    let video = isStill || isWebPage ? nil : videoFormat
    // A dragged page depends on the duration of its turn.
    let isTimeless = isStill && drag == nil
    let isFolder = !isStill && !isWebPage && video == nil
    let cannotCompress = video == .gif || video == .y4m || video == .raw
    let options = [
      ("--compress", compression != usual.compression && cannotCompress),
      ("--quality", quality != nil && !hasQuality(video, isStill: isStill)),
      ("--name", name != nil && !isFolder),
      ("--segment", segment != usual.segment && video?.hasKeyFrames != true),
      ("--cover", cover != usual.cover && layout != .spread),
      ("--dpi", dpi != nil && size != nil),
      ("--hold", hold != nil && isStill),
      ("--fps", givenRate != nil && isTimeless),
      ("--duration", turnTime != usual.turnTime && (isTimeless || frames != nil)),
      ("--frames", frames != nil && isTimeless),
      ("--overlap", overlap != usual.overlap && isStill),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// Whether the encoder of an output has a quality.
  private func hasQuality(_ video: VideoFormat?, isStill: Bool) -> Bool {
    if let video { return video.hasQuality }
    let path = isStill ? output ?? "" : name ?? Self.usualName
    let image = isStill ? format.flatMap(ImageFormat.init(rawValue:)) : nil
    return (image ?? ImageFormat(extensionOf: path) ?? .png) != .png && !isWebPage
  }
}
