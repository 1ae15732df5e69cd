import CommandLineTool
import Recording

let joinCommand = Command(
  "join",
  summary: "Put together the parts that several machines made",
  discussion: [
    "Takes the folders that runs with --shard have written frames to, checks that they are parts of "
      + "one job and that no frame is missing, and gives the frames a second name in one folder (or "
      + "copies them there, where that is on another disk). The parts stay as they are."
  ],
  table: JoinOptions.table,
  examples: [
    Example("pagecurl join part-* -o frames/", "all frames in one folder")
  ]
) { options in
  Interruption.watch()
  let plan = try JoinJob(parts: options.parts, output: options.output ?? "").plan()
  var bar = Progress(
    total: plan.frameCount, unit: "frames", style: options.isQuiet ? .none : .bar)
  try plan.run { done in
    bar.update(done)
    try Interruption.check()
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
      .rest(\.parts, .path("PART"), minimum: 1, help: "The parts in any order.")
    ],
    groups: [
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH"), required: true,
            help: "The folder of the whole, made if needed; one of the parts will do."),
          .flag(\.isQuiet, "quiet", short: "q", help: "No progress bar."),
        ])
    ])
}
