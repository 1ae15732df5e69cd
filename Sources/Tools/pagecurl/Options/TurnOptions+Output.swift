import GLESKitCommandLine
import GLESKitDoctor
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
          + "4444), .mkv (FFV1, lossless) or .webm (VP9) video; .gif, .apng, .webp or .avif "
          + "animation; .y4m or .rgba raw frames; .html interactive web page; with --time, a .png, "
          + ".jpg or .webp still. A name without an extension, or one that ends in /, is a folder "
          + "for numbered frames, created if needed. A web page named index.html loads its pages "
          + "from a new folder gleskit-book beside it. - is standard output. An existing file is "
          + "replaced."
      ).essential("Output; its extension selects the format."),
      .first(
        "preset", preset,
        help:
          "Set several options for a purpose; options on the command line override them. film: "
          + "1080p, best anti-aliasing, slow turns. social: square. story: 1080x1920, one page at "
          + "a time. loop: 640x400, short turns, endless, for GIF or WebP. archive: 4K, best "
          + "quality. draft: 640x360, drawn fast.",
        set: { preset, options in
          preset.apply(to: &options)
          options.preset = preset
        }
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
      ),
      .optional(
        \.title, "title", .text("TEXT"),
        help: "Title of the web page. Default: the PDF's title, or the output's file name."),
      .value(
        \.controls, "controls", .choice("CONTROLS"),
        help:
          "Controls of the web page. reader: page buttons, a slider, contents, search, zoom. lab: "
          + "also the time, angle and radius of the turn. none: pointer and keyboard only."),
      .optional(
        \.maximumSize, "max-size", byteCount,
        help:
          "Maximum size of the web page, in bytes or with the suffix K, M or G. Page images are "
          + "scaled down to fit."
      ).key(),
      .optional(
        \.language, "language", languageTag,
        help: "Language of the pages of a web page, such as en or pt-BR. Default: unknown."),
      .optional(
        \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg", "webp"])),
        help: "Also write a contact sheet: one image with several frames side by side."),
      .optional(
        \.manifest, "manifest", .path("FILE", completion: .files(["json"])),
        help:
          "Also write a manifest of the options, versions and hashes, from which 'pagecurl verify' "
          + "repeats the job and compares the output."),
      .value(
        \.compression, "compress", short: "c", .choice("LEVEL"),
        help: "Favor encoding speed or file size."),
      .value(
        \.encoder, "encoder", .choice("WHICH"),
        help:
          "What encodes an MP4. hardware: a GPU, with ffmpeg's h264_nvenc or h264_vaapi."
      ).key(),
      .optional(
        \.quality, "quality", .integer("NUMBER", in: 1...100),
        help:
          "Quality of the encoder for .mp4, .mov, .webm, .webp, .avif, JPEG and photos in web "
          + "pages: 1 is the smallest file, 100 the best picture. Default: 85 for WebP and web "
          + "pages, 90 for JPEG, else \(VideoFormat.usualQuality)."
      ).essential("Quality of the encoder, 1 to 100."),
      .value(
        \.antialias, "antialias", .choice("LEVEL"),
        help:
          "Rendering quality: anti-aliasing and shadows. draft has jagged edges and no shadow. Web "
          + "pages always have the standard quality."),
      .optional(
        \.threads, "threads", .integer("COUNT", in: 1...256, unit: "threads"),
        help: "Number of frames to draw in parallel. Default: one per processor, at most one per "
          + "256 MiB of memory."),
      .flag(
        \.printsGeometry, "json",
        help: "Print the geometry of each frame as JSON instead of drawing. "
          + "Documentation/geometry.schema.json describes the format."),
      .flag(
        \.isDryRun, "dry-run",
        help: "Print the plan, and the size and time estimated from a few frames. Write only the "
          + "contact sheet, if --contact-sheet is given."
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
        help: "Write a trace of the run for Perfetto or chrome://tracing."
      ).key(),
      .flag(\.isQuiet, "quiet", short: "q", help: "Print only errors, without progress and notes.")
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
  ///
  /// - Parameter music: The duration of the file of `--audio` in seconds.
  func notes(on plan: BookPlan, layout: BookLayout, music: Double?) -> [String] {
    var notes: [String] = []
    if !plan.isWebPage, let danger = ShaderCache.danger { notes.append(danger) }
    notes += idleOptions(plan, layout).map { "\($0) has no effect\($1)" }
    if case .color(let color)? = background, color.w == 0, videoFormat == .gif, time == nil {
      notes.append("a transparent GIF has no soft edges and shadows; .webp and .apng keep them")
    }
    if case .color(let color)? = background, color.w < 255 {
      let isVideo = time == nil && videoFormat?.hasAlpha == false
      let isJPEG = plan.stillFormat == .jpeg
      if isVideo || isJPEG {
        notes.append(
          (isJPEG ? "JPEG" : ".\(videoFormat?.fileExtension ?? "")")
            + " has no transparency, so the background is "
            + (color.w == 0 ? "white" : "mixed with white")
            + (isJPEG ? "; PNG and WebP keep it" : "; .mov, .webm, .mkv and .avif keep it"))
      }
    }
    notes += Self.notes(onNeighbors: plan.neighbors)
    if plan.pageCount == 2, plan.videoPages.count == 2 {
      notes.append("'pagecurl transition' turns from one video to the next while both play")
    }
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
    if let output, let (older, others) = plan.otherFiles {
      if let older {
        notes.append(
          "the folder '\(output)' keeps \(counted(older.count, "frame")) of a longer run, from "
            + "'\(older.first)' on; delete such frames, or use another folder")
      }
      if others > 0 {
        notes.append(
          "the folder '\(output)' contains \(counted(others, "other file")), "
            + "beside which the frames are written")
      }
    }
    if let note = music.flatMap({ note(onMusic: $0, in: plan.duration) }) { notes.append(note) }
    // --dry-run says it in the line of the frames.
    if plan.isPadded, !isDryRun {
      notes.append("the frame size is \(plan.frameSize), because video needs even sides")
    }
    if plan.frameCount == 0, let shard {
      notes.append("part \(shard) is empty: there are more parts than frames or segments")
    }
    return notes
  }

  /// What is said of pages that complete an excerpt.
  private static func notes(onNeighbors pages: [Int]) -> [String] {
    func facing(_ page: Int) -> Int { page.isMultiple(of: 2) ? page + 1 : page - 1 }
    // Neither the cover nor the two pages of an opening face a selected page.
    let whole = pages.filter { $0 == 1 || pages.contains(facing($0)) }
    let halves = pages.filter { !whole.contains($0) }.map {
      "page \($0) is shown, too, because it faces page \(facing($0)); --cover none leaves it out"
    }
    guard let first = whole.first, let last = whole.last else { return halves }
    let (are, them) =
      first == last ? ("page \(first) is", "it") : ("pages \(first) and \(last) are", "them")
    return halves + [
      "\(are) shown, too, so that a page turns; --cover none leaves \(them) out"
    ]
  }

  /// The options that are set but change nothing, and why. Those that ask for something that the
  /// output can't have, such as sound, are errors.
  private func idleOptions(
    _ plan: BookPlan, _ layout: BookLayout
  ) -> [(option: String, reason: String)] {
    // What a preset sets was not asked for.
    var usual = Self.table.initial
    preset?.apply(to: &usual)
    let isStill = time != nil && !isWebPage
    let video = isStill || isWebPage ? nil : videoFormat
    // A dragged page depends on the duration of its turn.
    let isTimeless = isStill && drag == nil
    let isFolder = !isStill && !isWebPage && video == nil
    let (here, still) = (" on this output", " on a still")
    let options = [
      ("--set encoder", encoder != usual.encoder && video == nil, here),
      ("--compress", compression != usual.compression && video?.hasCompression == false, here),
      ("--quality", quality != usual.quality && !hasQuality(video, isStill: isStill), here),
      ("--antialias", antialias != usual.antialias && isWebPage, here),
      ("--name", name != nil && !isFolder, here),
      ("--set segment", segment != usual.segment && video?.hasKeyFrames != true, here),
      ("--cover", cover != usual.cover && layout != .spread, ": pages are loose sheets"),
      ("--dpi", dpi != nil && !plan.hasPDFPages, ": no page is from a PDF"),
      ("--dpi", dpi != nil && plan.hasPDFPages && size != nil, ": --size overrides it"),
      ("--password", password != nil && !plan.hasPDFPages, ": no page is from a PDF"),
      ("--mute", mutesClips && plan.videoPages.isEmpty, ": no page is a video"),
      ("--hold", hold != usual.hold && isStill, still),
      ("--fps", givenRate != usual.givenRate && isTimeless, still),
      ("--duration", turnTime != usual.turnTime && isTimeless, still),
      (
        "--duration", turnTime != usual.turnTime && !isTimeless && frames != nil,
        ": --frames overrides it"
      ),
      ("--frames", frames != nil && isTimeless, still),
      ("--set overlap", overlap != usual.overlap && isStill, still),
    ]
    return options.filter(\.1).map { ($0.0, $0.2) }
  }

  /// Advice about a file of so many bytes, if it is larger than what mail and web pages accept.
  func note(onSize bytes: Int) -> String? {
    guard videoFormat == .gif, bytes > 10_000_000 else { return nil }
    return
      "the GIF has \(bytes / 1_000_000) MB; for a smaller file use --preset loop, a lower --fps "
      + "or .webp"
  }

  /// Whether the encoder of an output has a quality.
  private func hasQuality(_ video: VideoFormat?, isStill: Bool) -> Bool {
    if isWebPage { return true }
    if let video { return video.hasQuality }
    let path = isStill ? output ?? "" : name ?? Self.usualName
    let image = isStill ? format.flatMap(ImageFormat.init(rawValue:)) : nil
    return (image ?? ImageFormat(extensionOf: path) ?? .png) != .png
  }
}
