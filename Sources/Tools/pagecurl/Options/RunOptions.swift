import GLESKitCommandLine
import Recording

/// What the options of a run say, but for properties of the job.
struct RunValues: Sendable {
  var printsGeometry = false
  var isDryRun = false
  var progress = Progress.Style.bar
  var isQuiet = false
  var showsStatistics = false
  var trace: String?
  /// The length of a video's segments in seconds.
  var segment = 8.0
}

extension BookArguments {
  static let runGroup = OptionGroup<BookArguments>(
    "Run",
    [
      .flag(
        \.run.printsGeometry, "json",
        help: "Print the geometry of each frame as JSON instead of drawing. "
          + "Documentation/geometry.schema.json describes the format."
      ).means(hashed: false),
      .flag(
        \.run.isDryRun, "dry-run",
        help: "Print the plan, and the size and time estimated from a few frames. Write only the "
          + "contact sheet, if --contact-sheet is given."
      ).essential("Print the plan, size and time; write nothing.").means(hashed: false),
      .value(
        \.run.progress, "progress", .choice("FORMAT"),
        help:
          "Progress display on standard error. bar: a progress bar, on a terminal only. json: "
          + "JSON lines with the frames done, the total, the rate and the seconds left."
      ).means(hashed: false),
      .flag(
        \.run.isQuiet, "quiet", short: "q", help: "Print only errors, without progress and notes."
      )
      .essential("Print only errors.").means(clips: .same, hashed: false),
      .flag(
        \.run.showsStatistics, "stats",
        help:
          "Print timings on standard error; with --progress json as one more JSON line."
      ).means(web: .refused(), hashed: false),
      .optional(
        \.run.trace, "trace", .path("FILE", completion: .files(["json"])),
        help: "Write a trace of the run for Perfetto or chrome://tracing."
      ).key().means(web: .refused(), hashed: false),
      .optional(
        \.job.threads, "threads", .integer("COUNT", in: 1...256, unit: "threads"),
        help: "Number of frames to draw in parallel. Default: one per processor, as far as the "
          + "memory suffices: 256 MiB for each, more for large frames and cameras."
      ).means(hashed: false),
      .flag(
        \.job.resumes, "resume",
        help:
          "Continue an interrupted run of the same job from the frames or video segments that "
          + "it has written."
      ).means(hashed: false),
      .optional(
        \.job.shard, "shard", shard,
        help:
          "Render only part I of N, to split a job across machines. 'pagecurl join' combines the "
          + "parts. Parts of a frame sequence may also be written to the same folder."
      ).means(hashed: false),
      .value(
        \.run.segment, "segment", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help:
          "Usual length of video segments. Each starts with a keyframe, if possible in the middle "
          + "of a turn; --shard and --resume work in whole segments."
      ).key().means(hashed: false) { $0.onThisOutput($0.video?.hasKeyFrames != true) },
    ])

  private static let shard = ValueKind<Shard>(
    "I/N", expectation: "a part and the number of parts, such as 2/8",
    read: { text throws(ValueError) in
      guard let shard = Shard(text) else { throw ValueError("is not a part") }
      return shard
    }, write: { $0.description })
}
