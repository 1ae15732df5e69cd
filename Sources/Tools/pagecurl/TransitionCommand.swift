import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import Imaging
import Recording

let transitionCommand = Command(
  "transition",
  summary: "Join videos by turning a page from one to the next",
  discussion: [
    "The first clip is a page, which turns to reveal the second, and so on. Both play while it "
      + "turns, and their sound is cross-faded. A clip is a video or an image. The output contains "
      + "all clips; with --only, it contains only the turn between two.",
    "The output has the size, the frame rate and, if it has any, the color tags of the first "
      + "video. Frames are 8-bit 4:2:0, except in .mov. Those outside the turn are not converted: "
      + "with .mkv (FFV1) or .y4m they are exact, and frames of H.264 clips are copied to .mp4 "
      + "where possible. Needs ffmpeg.",
  ],
  table: TransitionArguments.table,
  examples: [
    Example("pagecurl transition a.mp4 b.mp4 -o out.mp4", "both, joined by a turn of 1 s"),
    Example("pagecurl transition a.mp4 b.mp4 c.mp4 -o out.mp4", "three, joined by two turns"),
    Example("pagecurl transition a.mp4 b.mp4 --corner top-right -o out.mp4", "from a corner"),
    Example("pagecurl transition title.png a.mp4 --duration 1.5 -o out.mp4", "from a still"),
  ],
  exitMeanings: [
    .done: "Success.", .usage: "The command line is wrong; nothing was written.",
    .failed: "A clip could not be read, drawn or written, or no driver was found.",
  ]
) { arguments in
  Interruption.watch()
  let job = try arguments.job()
  try DoctorCommand.checkMemory()
  if let danger = ShaderCache.danger { arguments.book.note(danger) }
  tuneProcess(isParallel: BookJob.defaultThreads() > 1)
  var bar: Progress?
  try OptionError.converting {
    try job.run { outline in
      for note in arguments.notes(outline) { arguments.book.note(note) }
    } progress: { done, total in
      if bar == nil {
        bar = Progress(
          total: total, unit: "frames", style: arguments.book.run.isQuiet ? .none : .bar)
      }
      bar?.update(done)
      try Interruption.check()
    }
  }
  if let output = arguments.book.output.path,
    let note = arguments.book.note(
      onSize: fileSize(output), remedies: "a smaller --size, --only")
  {
    arguments.book.note(note)
  }
  return .done
}

/// What a command line says about a transition. Most options are those of books.
struct TransitionArguments: Sendable {
  var book = BookArguments()
  var first = ""
  var others: [String] = []
  var copying = Copying.auto
  /// The properties that no option of books sets.
  var own = TransitionJob([], output: "", format: .mp4)

  /// Whether frames outside the turn are copied as they are coded.
  enum Copying: String, CaseIterable, Sendable {
    case auto, on, off
  }

  /// The options that only transitions have, or explain by themselves, by group.
  private static let ownOptions: [String: [Option<TransitionArguments>]] = [
    "Output": [
      .optional(
        \.book.output.path, "output", short: "o", .path("FILE"),
        help:
          "Output video or animation: \(VideoFormat.titles(where: \.takesClips)). In .mov, "
          + "transitions are ProRes 422 HQ. Choose a small --size for animations."
      ).essential("Output: \(VideoFormat.extensions(where: \.takesClips))."),
      .value(
        \.copying, "copy", .choice("WHEN"),
        help: "Copy the frames of H.264 clips outside the turn to an .mp4 without encoding "
          + "them again. auto: where possible, unless --quality or --compress small is "
          + "given. on: the same, and say why frames are not copied. off: encode all "
          + "frames."
      ),
    ],
    "Turn": [
      .flag(
        \.own.isReversed, "reverse", help: "Turn each clip back over the one before."
      ).essential("Turn each clip back over the one before."),
      .list(
        \.own.offsets, "offset", .number("SECONDS", in: 0...86_400, unit: "seconds"),
        help: "When the turn starts, in seconds of the output. The rest of its first clip is left "
          + "out. With several clips, give it for each turn. Default: the turn ends with the clip."
      ).essential("When the turn starts. Default: before the end of the clip."),
      .flag(
        \.own.isAlone, "only",
        help: "Write only the turn between two clips, without the rest of them. Default: all of "
          + "the clips, and the turns between them."
      ).essential("Write only the turn, without the rest of the clips."),
      .value(
        \.own.stillSeconds, "still", .number("SECONDS", in: 0.1...3600, unit: "seconds"),
        help: "Duration for which an image is shown, at least that of its turns."
      ).essential("Duration of an image. Default: 3."),
    ],
  ]

  private static let groups = BookArguments.groups.map { group in
    OptionGroup(group.title, (ownOptions[group.title] ?? []) + group.options.compactMap(shared))
  }

  /// The option of a transition that corresponds to one of books, if any.
  private static func shared(_ option: Option<BookArguments>) -> Option<TransitionArguments>? {
    switch option.meaning.clips {
    case .none: nil
    case .same: option.lifted(to: \.book)
    case .explained(let help, let brief):
      option.explained(help, brief: brief).lifted(to: \.book)
    }
  }

  static let table = OptionTable(
    TransitionArguments(),
    positionals: [
      .required(\.first, .path("FROM"), help: "The clip that turns, a video or an image."),
      .rest(
        \.others, .path("TO"), minimum: 1,
        help: "The clip that the turn reveals. If there are several, each turns to the next."),
    ],
    groups: groups + [OptionGroup("Keys", [.set(groups.flatMap(\.options))])],
    hints: BookArguments.videoHints.merging(bookHints) { video, _ in video })

  /// What is said of options that only books have.
  private static let bookHints = Dictionary(
    BookArguments.options.map {
      ("--\($0.description.long)", "it is an option of books, not of transitions")
    }
  ) { first, _ in first }

  /// What a person may want to know before the frames are drawn.
  func notes(_ outline: TransitionJob.Outline) -> [String] {
    var notes = Situation(arguments: book).idleOptions
    if own.stillSeconds != Self.table.initial.own.stillSeconds, !outline.hasStill {
      notes.append("--still has no effect: all clips are videos")
    }
    notes += outline.transparent.map { "the transparency of '\($0)' is left out" }
    if copying == .on {
      notes += outline.refusals.map { "frames are not copied: \($0)" }
    }
    if let note = outline.music.flatMap({ book.note(onMusic: $0, in: outline.seconds) }) {
      notes.append(note)
    }
    if let size = book.job.size, size != outline.size {
      notes.append("the frame size is \(outline.size), because video needs even sides")
    }
    return notes
  }

  /// The job that the options describe.
  ///
  /// - Throws: ``UsageError`` for options that exclude each other.
  func job() throws(UsageError) -> TransitionJob {
    guard let output = book.output.path else {
      throw UsageError("--output is required: a video such as out.mp4")
    }
    guard output != "-" else {
      throw UsageError("a transition is not written to standard output; set --output to a file")
    }
    guard let format = VideoFormat(extensionOf: output), format.takesClips else {
      throw UsageError(
        "--output '\(output)': a transition is a video or an animation; use "
          + VideoFormat.extensions(where: \.takesClips))
    }
    if book.given["loop"] != nil, !format.isAnimation {
      throw UsageError(
        "--loop applies only to animations; set --output to "
          + VideoFormat.extensions(where: \.isAnimation))
    }
    if book.job.audio != nil, !format.hasKeyFrames {
      throw UsageError(
        "--audio needs a video; set --output to \(VideoFormat.extensions(where: \.hasKeyFrames))")
    }
    guard !own.isAlone || others.count == 1 else {
      throw UsageError("--only writes the turn between two clips; name two")
    }
    guard own.offsets.count <= others.count else {
      throw UsageError(
        "--offset is given \(own.offsets.count) times, but \(others.count + 1) clips have "
          + (others.count == 1 ? "1 turn" : "\(others.count) turns"))
    }
    var job = own
    (job.clips, job.output, job.format) = ([first] + others, output, format)
    job.settings = try book.settings(for: .video(path: output, format: .mp4))
    job.seconds = book.turn.seconds
    job.copiesFrames = copying != .off
    job.size = book.job.size
    job.rate = book.turn.rate
    (job.compression, job.quality) = (book.job.compression, book.job.quality)
    (job.plays, job.audio) = (book.job.plays, book.job.audio)
    job.mutesClips = !book.job.hasClipSound
    return job
  }
}
