import GLESKitCommandLine
import GLESKitSupport
import ImageCoding
import Imaging
import PageCurl
import Recording

extension TurnOptions {
  /// The options on what is written, where and how.
  static let outputGroup = OptionGroup<TurnOptions>(
    "Output",
    [
      .optional(
        \.output, "output", short: "o", .path("PATH"),
        help: "A video, .mp4 (H.264) or .webm (VP9); an animation, .gif, .apng or .webp; frames as "
          + "they are, .y4m or .rgba; .html, a page for the browser in which pages are turned by hand; "
          + "else the folder for the frames, made if needed; with --time a "
          + ".png, .jpg or .webp file. - is standard output."),
      .optional(
        \.format, "format", .choice("FORMAT", formats.map { Choice($0, $0) }),
        help: "What is written. Default: what the output's ending says."),
      .value(
        \.name, "name", .text("PATTERN"),
        help: "The frames' names: %d is the number, %04d the same in four digits."),
      .optional(
        \.loop, "loop", .integer("COUNT", in: 0...65_535, unit: "times"),
        help: "How often an animation is played; 0 is for ever, the default."),
      .optional(
        \.title, "title", .text("TEXT"),
        help: "The title of a page for the browser. Default: the file's name."),
      .optional(
        \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg", "webp"])),
        help: "Also a picture of moments side by side."),
      .value(
        \.compression, "compress", short: "c", .choice("TROUBLE"),
        help: "Whether what is written is soon there or small."),
      .value(
        \.quality, "quality", .choice("QUALITY"),
        help: "How much trouble is taken over the curl: draft has jagged edges and no shadow."),
      .optional(
        \.threads, "threads", .integer("COUNT", in: 1...64, unit: "threads"),
        help: "Number of frames to draw at the same time. Default: one per processor, at most "
          + "\(BookJob.mostDefaultThreads)."),
      .flag(
        \.printsGeometry, "json",
        help: "Print where the paper is in each frame as JSON, of the form that "
          + "Documentation/geometry.schema.json has, in place of drawing it."),
      .flag(\.isDryRun, "dry-run", help: "Only say what would be done."),
      .value(
        \.progress, "progress", .choice("HOW"),
        help:
          "bar: on a terminal. json: an object a line on standard error, with what is done, the "
          + "total, the rate and the seconds left."),
      .flag(
        \.showsStatistics, "stats",
        help:
          "Say on standard error where the time went; with --progress json as one more line of it."),
      .flag(\.isQuiet, "quiet", short: "q", help: "No progress and no notes."),
    ])

  /// The names of all formats; WebP is a picture or an animation.
  private static let formats =
    VideoFormat.allCases.map(\.rawValue) + ["html"]
    + ImageFormat.allCases.map(\.rawValue).filter { VideoFormat(rawValue: $0) == nil }
}
