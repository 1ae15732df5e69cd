import GLESKitCommandLine
import ImageCoding
import Recording

/// What the options of the output say, but for properties of the job.
struct OutputValues: Sendable {
  var path: String?
  var format: String?
  /// The names of frames; `nil` is ``BookArguments/usualName``.
  var name: String?
  var manifest: String?
  /// The title of a web page.
  var title: String?
  /// The WAV file to write instead of drawing.
  var sound: String?
}

extension BookArguments {
  static let outputGroup = OptionGroup<BookArguments>(
    "Output",
    [
      .optional(
        \.output.path, "output", short: "o", .path("PATH"),
        help:
          "Output file or folder. The extension selects the format: \(VideoFormat.titles()), "
          + ".html (an interactive web page); with --time, a still: \(ImageFormat.endings). A name "
          + "without an extension, or one that ends in /, is a folder for numbered frames, created "
          + "if needed. A web page named index.html loads its pages from a new folder gleskit-book "
          + "beside it. - is standard output. An existing file is replaced."
      ).essential("Output; its extension selects the format.").means(hashed: false),
      .first(
        "preset", ValueKind<Preset>.choice("PURPOSE"),
        help:
          "Set several options for a purpose; options on the command line override them. film: "
          + "1080p, best anti-aliasing, slow turns. social: square. story: 1080x1920, one page at "
          + "a time. loop: 640x400, short turns, endless, for GIF or WebP. archive: 4K, best "
          + "quality. draft: 640x360, drawn fast. reading, trailer, documentary: 1080p, with a "
          + "camera that moves, see the key camera.",
        set: { preset, arguments throws(UsageError) in
          // What a preset sets was not asked for.
          let given = arguments.given
          for option in preset.options.split(separator: " ") {
            try Option.assign(String(option), to: &arguments, among: options)
          }
          arguments.given = given
        }
      ).essential("film, trailer, social, story, loop, draft or others."),
      .optional(
        \.output.format, "format", .choice("FORMAT", formats.map { Choice($0, $0) }),
        help: "Output format. Default: selected by the extension of --output."
      ).means(hashed: false),
      .optional(
        \.output.name, "name", .text("PATTERN"),
        help:
          "File names of frames: %d is the frame number, %04d the number padded to four digits. "
          + "Default: \(usualName)."
      ).means { $0.onThisOutput($0.isStill || $0.isWebPage || $0.video != nil) },
      .value(
        \.job.plays, "loop", .integer("COUNT", in: 0...65_535, unit: "times"),
        help: "Number of times that an animation plays. 0 repeats it forever."
      ).means(web: .refused(), clips: .same, hashed: false),
      .optional(
        \.job.contactSheet, "contact-sheet",
        .path("FILE", completion: .files(["png", "jpg", "webp"])),
        help: "Also write a contact sheet: one image with several frames side by side."
      ).means(web: .refused(), hashed: false),
      .optional(
        \.output.manifest, "manifest", .path("FILE", completion: .files(["json"])),
        help:
          "Also write a manifest of the options, versions and hashes, from which 'pagecurl verify' "
          + "repeats the job and compares the output."
      ).means(hashed: false),
      .value(
        \.job.compression, "compress", short: "c", .choice("LEVEL"),
        help: "Favor encoding speed or file size."
      ).means(clips: .same) { $0.onThisOutput($0.video?.hasCompression == false) },
      .value(
        \.job.encoder, "encoder", .choice("WHICH"),
        help:
          "What encodes an MP4. hardware: a GPU, with ffmpeg's h264_nvenc or h264_vaapi."
      ).key().means(hashed: false) { $0.onThisOutput($0.video == nil) },
      .optional(
        \.job.quality, "quality", .integer("NUMBER", in: 1...100),
        help:
          "Quality of the encoder for \(VideoFormat.extensions(where: \.hasQuality)), JPEG and "
          + "photos in web pages: 1 is the smallest file, 100 the best picture. Default: 85 for "
          + "WebP and web pages, 90 for JPEG, else \(VideoFormat.usualQuality)."
      ).essential("Quality of the encoder, 1 to 100.").means(
        clips: .explained(
          "Quality of the encoder for "
            + VideoFormat.extensions { $0.takesClips && $0.hasQuality }
            + ": 1 is the smallest file, 100 the best picture. Default: 85 for WebP, else "
            + "\(VideoFormat.usualQuality).",
          brief: "Quality of the encoder, 1 to 100.")
      ) {
        $0.onThisOutput(!$0.hasQuality)
      },
    ])

  /// The names of all formats. WebP is a still or an animation.
  private static let formats =
    VideoFormat.allCases.map(\.rawValue) + ["html"]
    + ImageFormat.allCases.map(\.rawValue).filter { VideoFormat(rawValue: $0) == nil }
}

/// A purpose.
enum Preset: String, CaseIterable, Sendable {
  case film, social, story, loop, archive, draft, reading, trailer, documentary

  /// The options that suit it.
  fileprivate var options: String {
    switch self {
    case .film: "size=1080p duration=1.4 hold=1.5 antialias=best quality=85"
    case .social: "size=square duration=0.9 hold=0.8"
    // Two pages side by side would be small in an upright frame, which one page fills. Beside a
    // margin, the pages that have turned would be seen as a strip.
    case .story:
      "size=story background=desk layout=pages profile=paper margin=0 duration=0.9 hold=0.8"
    case .loop: "size=640x400 fps=15 duration=0.8 hold=0.6 endless"
    case .archive: "size=4k antialias=best quality=95 compress=small"
    case .draft: "size=640x360 fps=15 antialias=draft compress=fast"
    case .reading: "size=1080p camera=reading duration=1.4 hold=14"
    case .trailer: "size=1080p camera=trailer duration=1.2 hold=2.2"
    case .documentary: "size=1080p camera=documentary duration=1.6 hold=6"
    }
  }
}
