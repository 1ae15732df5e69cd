import GLESKitCommandLine
import GLESKitSupport
import Recording

let joinCommand = Command(
  "join",
  summary: "Combine the parts that --shard has written",
  discussion: [
    "Checks that the parts belong to one job and that no frame is missing, and combines them "
      + "without re-encoding. Their order on the command line does not matter. The parts are kept.",
    "Frames get hard links in one folder, or are copied if it is on another file system. ffmpeg "
      + "concatenates videos without decoding them.",
  ],
  table: JoinOptions.table,
  examples: [
    Example("pagecurl join part-* -o frames/", "all frames in one folder"),
    Example("pagecurl join part-*.mp4 -o book.mp4", "the whole video"),
  ],
  exitMeanings: [
    .done: "Success.", .usage: "The command line is wrong.",
    .failed: "The parts don't fit together, or the output could not be written.",
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

/// The values of the options of `join`.
struct JoinOptions: Sendable {
  var parts: [String] = []
  var output: String?
  var isQuiet = false

  static let table = OptionTable(
    JoinOptions(),
    positionals: [
      .rest(
        \.parts, .path("PART"), minimum: 1,
        help: "Outputs of --shard: folders of frames, or videos.")
    ],
    groups: [
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH"), required: true,
            help: "Output video, or output folder, created if needed; it may be one of the parts."),
          .flag(\.isQuiet, "quiet", short: "q", help: "Suppress the progress bar."),
        ])
    ])
}
