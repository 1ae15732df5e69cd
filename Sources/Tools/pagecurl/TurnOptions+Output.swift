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
