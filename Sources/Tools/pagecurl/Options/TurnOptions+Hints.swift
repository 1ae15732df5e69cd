extension TurnOptions {
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

  private static func named(
    _ groups: [(names: [String], hint: String)]
  ) -> [String: String] {
    let pairs = groups.flatMap { group in group.names.map { ($0, group.hint) } }
    return Dictionary(pairs) { $1 }
  }
}
