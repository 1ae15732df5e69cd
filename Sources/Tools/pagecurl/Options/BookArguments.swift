import GLESKitCommandLine
import Recording

/// What a command line, and the script that it names, say about a book.
///
/// Most options set a property of the job, whose default is the library's. The groups hold the
/// values from which ``makeJob()`` derives other properties; each is declared beside its options.
struct BookArguments: Sendable {
  /// The pages, and what options say about the job itself.
  var job = BookJob(pages: [], output: .frames(folder: "", name: Self.usualName))
  var book = BookValues()
  var output = OutputValues()
  var turn = TurnValues()
  var frame = FrameValues()
  var look = LookValues()
  var run = RunValues()
  var script: TurnScript?
  /// The long names of the options that were given, and the words that gave them. What a preset
  /// sets was not asked for.
  var given: [String: String] = [:]

  /// The default of `--name`.
  static let usualName = "frame-%04d.png"

  /// The options by group, which note in ``given`` that they were given.
  static let groups: [OptionGroup<BookArguments>] = [
    outputGroup, bookGroup, turnGroup, frameGroup, lookGroup, soundGroup, webPageGroup, runGroup,
  ].map { OptionGroup($0.title, $0.options.map { $0.noted(in: \.given) }) }
  static let options: [Option<BookArguments>] = groups.flatMap(\.options)

  static let table = OptionTable(
    BookArguments(),
    positionals: [
      .rest(
        \.job.pages,
        .path("PAGE", completion: .files(BookJob.pageExtensions)),
        help: "Pages in order: pictures, PDFs or videos, or folders of pictures and PDFs.")
    ],
    groups: groups + [OptionGroup("Keys", [.set(options)])],
    hints: hints)

  /// Whether an option was given.
  func isGiven(_ option: Option<BookArguments>) -> Bool {
    given[option.description.long] != nil
  }
}

extension BookArguments {
  /// What to use instead of options of ffmpeg and similar tools, in books and transitions.
  static let videoHints = named([
    (["-i", "--input"], "name the inputs without an option"),
    (["--width", "--height", "--scale"], "use --size WIDTHxHEIGHT"),
    (["--crf", "-crf", "--bitrate", "-b:v"], "use --quality"),
    (["-f", "--codec", "--vcodec", "-c:v"], "the extension of --output selects the format"),
    (["-y", "--force", "--overwrite"], "existing outputs are always replaced"),
    (["--speed"], "use --duration"), (["--rtl"], "use --direction rtl"),
    (["--no-shadow"], "use --shadow off"),
  ])

  /// The same for books, which have more options.
  static let hints = videoHints.merging(
    named([
      (["-f"], "use --format"), (["--delay", "-delay"], "use --duration and --hold"),
      (["--transparent"], "use --background transparent"), (["--music"], "use --audio"),
    ])
  ) { $1 }

  private static func named(_ groups: [(names: [String], hint: String)]) -> [String: String] {
    let pairs = groups.flatMap { group in group.names.map { ($0, group.hint) } }
    return Dictionary(pairs) { $1 }
  }
}
