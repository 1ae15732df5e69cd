import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import Imaging
import Recording

let transitionCommand = Command(
  "transition",
  summary: "Join two videos by turning a page from one to the next",
  discussion: [
    "The first clip is a page, which turns to reveal the second. Both play while it turns, and "
      + "their sound is cross-faded. A clip is a video or an image. The output contains both "
      + "clips; with --only, it contains only the turn.",
    "The output has the size, the frame rate and, if it has any, the color tags of the first "
      + "video. Frames are 8-bit 4:2:0, except in .mov. Those outside the turn are not converted: "
      + "with .mkv (FFV1) or .y4m they are exact, and frames of H.264 clips are copied to .mp4 "
      + "where possible. Needs ffmpeg.",
  ],
  table: TransitionOptions.table,
  examples: [
    Example("pagecurl transition a.mp4 b.mp4 -o out.mp4", "both, joined by a turn of 1 s"),
    Example("pagecurl transition a.mp4 b.mp4 --corner top-right -o out.mp4", "from a corner"),
    Example("pagecurl transition title.png a.mp4 --duration 1.5 -o out.mp4", "from a still"),
  ],
  exitMeanings: [
    .done: "Success.", .usage: "The command line is wrong; nothing was written.",
    .failed: "A clip could not be read, drawn or written, or no driver was found.",
  ]
) { options in
  Interruption.watch()
  let job = try options.job()
  try DoctorCommand.checkMemory()
  if !options.turn.isQuiet, let danger = ShaderCache.danger { StandardError.note(danger) }
  tuneProcess(isParallel: BookJob.defaultThreads() > 1)
  var bar: Progress?
  try OptionError.converting {
    do {
      try job.run { outline in
        for note in options.notes(outline) {
          StandardError.note(note)
        }
      } progress: { done, total in
        if bar == nil {
          bar = Progress(
            total: total, unit: "frames", style: options.turn.isQuiet ? .none : .bar)
        }
        bar?.update(done)
        try Interruption.check()
      }
    } catch RecordingError.offscreen(let error) {
      throw DoctorCommand.failure(error)
    }
  }
  if !options.turn.isQuiet, let output = options.turn.output, options.output == .gif {
    let size = fileSize(output)
    if size > 10_000_000 {
      StandardError.note(
        "the GIF has \(size / 1_000_000) MB; for a smaller file use a smaller --size, --only or "
          + ".webp")
    }
  }
  return .done
}

/// The values of the options of `transition`, most of which are those of a turn.
struct TransitionOptions: Sendable {
  var turn = TurnOptions()
  var (first, second) = ("", "")
  var isReversed = false
  var isAlone = false
  var stillSeconds = 3.0
  var copying = Copying.auto

  /// Whether frames outside the turn are copied as they are coded.
  enum Copying: String, CaseIterable, Sendable {
    case auto, on, off
  }

  /// The options of a turn that a transition has, too.
  private static func options(_ names: [String]) -> [Option<TransitionOptions>] {
    names.flatMap { name in
      TurnOptions.table.options { $0 == name }.map { turnOption in
        let option: Option<TransitionOptions> = turnOption.lifted(to: \.turn)
        return ownHelp[name].map { option.explained($0.help, brief: $0.brief) } ?? option
      }
    }
  }

  /// The help of options that say something else about clips than about pages.
  private static let ownHelp: [String: (help: String, brief: String?)] = [
    "size": (
      "Frame size. The clips are scaled to fit. Default: that of the first video.",
      "Frame size: 1080p, 720p, 4k, square, story or WIDTHxHEIGHT."
    ),
    "fps": (
      "Frame rate. Default: that of the first video, at most 15 for GIF.",
      "Frame rate. Default: that of the first video."
    ),
    "quality": (
      "Quality of the encoder for .mp4, .mov, .webm, .webp and .avif: 1 is the smallest file, "
        + "100 the best picture. Default: \(VideoFormat.usualQuality), or 85 for .webp.",
      "Quality of the encoder, 1 to 100."
    ),
    "loop": (
      "Number of times that a .gif, .apng, .webp or .avif plays. 0, the default, repeats it "
        + "forever.", nil
    ),
    "audio": (
      "Add the sound of this file, from its start, faded at both ends. The clips are heard, too, "
        + "unless --mute is given.", "Add music from this file, faded at both ends."
    ),
    "mute": ("Omit the sound of the clips.", nil),
    "duration": ("Duration of the turn.", "Duration of the turn. Default: 1."),
    "turn": (
      "Type of turn. sheet: the first clip peels off completely. leaf: it is bound at one edge and "
        + "lands on the other side of it. Default: leaf with --set binding or --profile cone or "
        + "paper, else sheet.", nil
    ),
    "profile": (
      "How the clip bends: like a springy sheet that is folded over (elastica), around a cylinder, "
        + "around a cone with its apex on the line of the spine, or like paper under its own "
        + "weight, turned by a hand. Default: elastica.", nil
    ),
    "binding": (
      "Edge at which the clip is bound, with --set turn=leaf. Default: left, or right with "
        + "--direction rtl.", nil
    ),
    "radius": (
      "Radius of the curl, half its height; 0 is a sharp fold. Default: 0.075 of the frame's "
        + "shorter side, or 0.1 of it for a cylinder.", nil
    ),
    "paper": (
      "Paper for --profile paper: 80 or 120 g/m², card, the board of a cover, or limp silk. "
        + "Default: 80gsm.", nil
    ),
  ]

  private static let groups = [
    OptionGroup(
      "Output",
      [
        .optional(
          \.turn.output, "output", short: "o", .path("FILE"),
          help:
            "Output video. The extension selects the format: .mp4 (H.264), .mov (ProRes 422 HQ), "
            + ".mkv (FFV1, lossless), .webm (VP9), .y4m (raw frames), or an animation: .gif, "
            + ".apng, .webp or .avif. Choose a small --size for animations."
        ).essential("Output: .mp4, .mov, .mkv, .webm, .gif, .apng, .webp, .avif or .y4m.")
      ] + options(["size", "fps", "loop", "compress", "quality"])
        + [
          .value(
            \.copying, "copy", .choice("WHEN"),
            help: "Copy the frames of H.264 clips outside the turn to an .mp4 without encoding "
              + "them again. auto: where possible, unless --quality or --compress small is "
              + "given. on: the same, and say why frames are not copied. off: encode all "
              + "frames."
          )
        ] + options(["quiet"])),
    OptionGroup("Sound", options(["audio", "mute"])),
    OptionGroup(
      "Turn",
      options([
        "duration", "turn", "binding", "direction", "profile", "paper", "angle", "corner",
        "radius", "perspective", "easing",
      ]) + [
        .flag(
          \.isReversed, "reverse", help: "Turn the second clip back over the first."
        ).essential("Turn the second clip back over the first."),
        .flag(
          \.isAlone, "only",
          help: "Write only the turn, without the rest of the clips. Default: the first "
            + "clip, the turn and the second clip."
        ).essential("Write only the turn, without the rest of the clips."),
        .value(
          \.stillSeconds, "still", .number("SECONDS", in: 0.1...3600, unit: "seconds"),
          help: "Duration for which an image is shown."
        ).essential("Duration of an image. Default: 3."),
      ]),
    OptionGroup(
      "Look",
      options([
        "light", "ambient", "highlight", "shadow", "shadow-size", "shadow-color", "paper-color",
        "show-through", "antialias",
      ])),
  ]

  static let table = OptionTable(
    TransitionOptions(),
    positionals: [
      .required(\.first, .path("FROM"), help: "The clip that turns, a video or an image."),
      .required(\.second, .path("TO"), help: "The clip that the turn reveals."),
    ],
    groups: groups + [OptionGroup("Keys", [.set(groups.flatMap(\.options))])],
    hints: TurnOptions.videoHints.merging(bookHints) { video, _ in video })

  /// What is said of options that only books have.
  private static let bookHints = Dictionary(
    TurnOptions.table.options { _ in true }.map {
      ("--\($0.description.long)", "it is an option of books, not of transitions")
    }
  ) { first, _ in first }

  var output: VideoFormat? { turn.output.flatMap { VideoFormat(extensionOf: $0) } }

  /// What a person may want to know before the frames are drawn.
  func notes(_ outline: TransitionJob.Outline) -> [String] {
    var notes: [String] = []
    if turn.isQuiet { return notes }
    let usual = Self.table.initial.turn
    let idle = [
      ("--mute", turn.mutesClips && output?.hasKeyFrames == false),
      ("--compress", turn.compression != usual.compression && output?.hasCompression == false),
      ("--quality", turn.quality != usual.quality && output?.hasQuality == false),
    ]
    notes += idle.filter(\.1).map { "\($0.0) has no effect on this output" }
    if stillSeconds != Self.table.initial.stillSeconds, !outline.hasStill {
      notes.append("--still has no effect: both clips are videos")
    }
    if copying == .on {
      notes += outline.refusals.map { "frames are not copied: \($0)" }
    }
    if let note = outline.music.flatMap({ turn.note(onMusic: $0, in: outline.seconds) }) {
      notes.append(note)
    }
    if let size = turn.size, size != outline.size {
      notes.append("the frame size is \(outline.size), because video needs even sides")
    }
    return notes
  }

  /// The job that the options describe.
  ///
  /// - Throws: ``UsageError`` for options that exclude each other.
  func job() throws(UsageError) -> TransitionJob {
    guard let output = turn.output else {
      throw UsageError("--output is required: a video such as out.mp4")
    }
    guard output != "-" else {
      throw UsageError("a transition is not written to standard output; set --output to a file")
    }
    guard let format = VideoFormat(extensionOf: output), format.takesClips else {
      throw UsageError(
        "--output '\(output)': a transition is a video or an animation; use .mp4, .mov, .mkv, "
          + ".webm, .gif, .apng, .webp, .avif or .y4m")
    }
    if turn.loop != nil, !format.isAnimation {
      throw UsageError(
        "--loop applies only to animations; set --output to .gif, .apng, .webp or .avif")
    }
    if turn.audio != nil, !format.hasKeyFrames {
      throw UsageError("--audio needs a video; set --output to an .mp4, .mov, .mkv or .webm file")
    }
    var job = TransitionJob(from: first, to: second, output: output)
    job.host = .processes
    job.settings = try turn.manner(.video(path: output, format: .mp4))
    job.seconds = turn.turnTime
    job.isReversed = isReversed
    job.isAlone = isAlone
    job.stillSeconds = stillSeconds
    job.copiesFrames = copying != .off
    job.size = turn.size
    job.rate = turn.givenRate
    (job.compression, job.quality) = (turn.compression, turn.quality)
    (job.plays, job.mutesClips, job.audio) = (turn.loop ?? 0, turn.mutesClips, turn.audio)
    return job
  }
}
