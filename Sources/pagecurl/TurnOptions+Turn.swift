import CommandLineTool
import Recording
import Timeline

extension TurnOptions {
  /// The options on how and when pages turn.
  static let turnGroup = OptionGroup<TurnOptions>(
    "Turn",
    [
      .optional(
        \.angle, "angle", short: "a", .number("DEGREES", unit: "degrees", names: angles),
        help: "Where the curl travels, counter-clockwise from the right. "
          + "Default: left, or right where the book is read from right to left."),
      .optional(
        \.radius, "radius", short: "r",
        .number("PIXELS", in: 0...Double(longestSide), unit: "pixels"),
        help: "The curl's radius in the frame; 0 is a sharp fold. "
          + "Default: a tenth of the page's shorter side."),
      .value(
        \.easing, "easing", .choice("EASING", easings), help: "How the turn depends on time."),
      .value(
        \.turnTime, "turn-time", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help: "How long a turn takes."),
      .optional(
        \.hold, "hold", .number("SECONDS", in: 0...3600, unit: "seconds"),
        help: "How long the book rests before, between and after the turns. "
          + "Default: 1 in a video, else 0."),
      .value(\.rate, "fps", rate, help: "Frames a second."),
      .optional(
        \.frames, "frames", short: "n", .integer("COUNT", in: 1...1_000_000, unit: "frames"),
        help: "How many frames a turn has, from flat to gone, in place of --turn-time."),
      .optional(
        \.time, "time", short: "t", .number("TIME", in: 0...1),
        help: "One moment only of the first turn, 0 flat, 1 gone; --output is then a picture."),
    ])

  /// The options that each turn of a script may have for itself.
  static let turnNames: Set = [
    "angle", "radius", "easing", "turn-time", "hold", "frames", "direction", "quality",
  ]

  private static let angles = [
    Choice("left", 180.0), Choice("right", 0), Choice("up", 90), Choice("down", -90),
    Choice("up-left", 135), Choice("up-right", 45), Choice("down-left", -135),
    Choice("down-right", -45),
  ]

  static let easings = [
    Choice("linear", Easing.linear), Choice("ease-in", .easeIn), Choice("ease-out", .easeOut),
    Choice("ease-in-out", .easeInOut),
  ]

  private static let rate = ValueKind<FrameRate>(
    "RATE", expectation: "a rate from 1 to 240 such as 30, 12.5 or 30000/1001",
    constraint: "1 to 240",
    read: { text throws(ValueError) in
      guard let rate = FrameRate(text) else { throw ValueError("is no frame rate") }
      return rate
    }, write: { $0.description })
}
