import GLESKitCommandLine
import GLESKitSupport
import Recording

let joinCommand = Command(
  "join",
  summary: "Put together the parts that several machines made",
  discussion: [
    "Takes what runs with --shard have written, in any order, checks that the parts belong to one job "
      + "and that no frame is missing, and puts them together without loss. The parts stay as they are.",
    "Folders of frames become one folder, in which the same files have a second name (or are copied, "
      + "where it is on another disk). Videos are copied into one by ffmpeg without decoding them.",
  ],
  table: JoinOptions.table,
  examples: [
    Example("pagecurl join part-* -o frames/", "all frames in one folder"),
    Example("pagecurl join part-*.mp4 -o book.mp4", "the whole video"),
  ]
) { options in
  Interruption.watch()
  let job = JoinJob(parts: options.parts, output: options.output ?? "")
  let plan = try OptionError.converting { try job.plan() }
  var bar = Progress(
    total: plan.frameCount, unit: "frames", style: options.isQuiet ? .none : .bar)
  try OptionError.converting {
    try plan.run { done in
      bar.update(done)
      try Interruption.check()
    }
  }
  return .done
}

/// What the command line says about parts to put together.
struct JoinOptions: Sendable {
  var parts: [String] = []
  var output: String?
  var isQuiet = false

  static let table = OptionTable(
    JoinOptions(),
    positionals: [
      .rest(\.parts, .path("PART"), minimum: 1, help: "Folders of frames, or videos.")
    ],
    groups: [
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH"), required: true,
            help: "The whole: a folder, made if needed, which may be one of the parts; or a video."),
          .flag(\.isQuiet, "quiet", short: "q", help: "No progress bar."),
        ])
    ])
}
