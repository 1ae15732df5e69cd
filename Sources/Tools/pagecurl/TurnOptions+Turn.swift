import GLESKitCommandLine
import PageCurl
import Recording
import Timeline

extension TurnOptions {
  /// The options on how and when pages turn.
  static let turnGroup = OptionGroup<TurnOptions>(
    "Turn",
    [
      .optional(
        \.turn, "turn", .choice("KIND"),
        help: "sheet: pages peel away altogether. leaf: they are bound at one edge and land on the "
          + "other side of it. Default: sheet; leaf in a spread, with --binding and on a cone."),
      .optional(
        \.binding, "binding", .choice("EDGE"),
        help: "The edge at which leaves are bound; a spread bound at the top or bottom stands "
          + "upright. Default: left, or right where the book is read from right to left."),
      .value(
        \.form, "curl", .choice("FORM"),
        help: "What pages are rolled on: a cylinder, or a cone with its tip on the line of the "
          + "spine, as the pages of a book."),
      .optional(
        \.angle, "angle", short: "a", angles,
        help: "Where the curl travels, counter-clockwise from the right; or several directions by "
          + "their share of the turn, as 0:150,0.6:180. A leaf straightens until it lands. "
          + "Default: straight over the spine; a sheet goes left, or right where the book is "
          + "read from right to left."),
      .optional(
        \.corner, "corner", .choice("CORNER"),
        help: "Lift this corner first; the curl straightens on its way."),
      .optional(
        \.drag, "drag", path,
        help: "A finger takes hold of the first point and goes on through the others; the page "
          + "follows it. Pixels of the page in the frame, from its upper left corner, as "
          + "580,790:300,640:40,600."),
      .flag(
        \.releases, "release",
        help: "The finger of --drag lets go when three fifths of the time are over: the page "
          + "finishes its turn, or falls back."),
      .optional(
        \.radius, "radius", short: "r",
        .number("PIXELS", in: 0...Double(longestSide), unit: "pixels"),
        help: "The curl's radius in the frame; 0 is a sharp fold. "
          + "Default: a tenth of the page's shorter side."),
      .optional(
        \.eye, "perspective", .number("HEIGHTS", in: 0.1...1000, unit: "page heights"),
        help: "Show the curl to an eye so far above the middle of the frame: 2 is near, 10 far. "
          + "Default: straight above every point; 4 on a cone."),
      .value(
        \.easing, "easing", .choice("EASING", easings), help: "How the turn depends on time."),
      .value(
        \.turnTime, "turn-time", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help: "How long a turn takes."),
      .optional(
        \.hold, "hold", .number("SECONDS", in: 0...3600, unit: "seconds"),
        help: "How long the book rests before, between and after the turns. "
          + "Default: 1 in a video, else 0."),
      .value(
        \.overlap, "overlap", .number("SHARE", in: 0...0.9),
        help: "The share of a turn in which the next page turns already, so that several are in "
          + "the air; above 0 the book does not rest between turns."),
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
    "turn", "binding", "curl", "angle", "corner", "drag", "release", "radius", "perspective",
    "easing", "turn-time", "hold", "overlap", "frames", "direction", "quality",
  ]

  private static let directions = [
    Choice("left", 180.0), Choice("right", 0), Choice("up", 90), Choice("down", -90),
    Choice("up-left", 135), Choice("up-right", 45), Choice("down-left", -135),
    Choice("down-right", -45),
  ]

  /// One direction, or several at shares of the turn.
  private static let angles: ValueKind<TurnStyle.Motion> = {
    let degrees = ValueKind<Double>.number("DEGREES", unit: "degrees", names: directions)
    return ValueKind(
      "DEGREES", expectation: "\(degrees.expectation), or several such as 0:150,0.6:180",
      constraint: degrees.constraint, completion: degrees.completion,
      read: { text throws(ValueError) in
        guard text.contains(":") else {
          return .angle(try degrees.read(text) * .pi / 180)
        }
        var frames: [Keyframe<Double>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
          let pair = part.split(separator: ":", omittingEmptySubsequences: false)
          guard pair.count == 2, let time = Double(pair[0]) else {
            throw ValueError("has a part that is not TIME:DEGREES")
          }
          frames.append(Keyframe(try degrees.read(String(pair[1])) * .pi / 180, at: time))
        }
        do {
          return .angles(try Keyframes(frames))
        } catch {
          throw ValueError("has times that do not rise from 0 to 1")
        }
      },
      // Nobody has a default.
      write: { "\($0)" })
  }()

  private static let path = ValueKind<[SIMD2<Double>]>(
    "X,Y:X,Y", expectation: "at least two points such as 580,790:40,600",
    read: { text throws(ValueError) in
      var points: [SIMD2<Double>] = []
      for part in text.split(separator: ":", omittingEmptySubsequences: false) {
        let numbers = part.split(separator: ",", omittingEmptySubsequences: false)
          .map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite
        else { throw ValueError("has a part that is not X,Y") }
        points.append(SIMD2(x, y))
      }
      guard points.count > 1 else { throw ValueError("is a single point") }
      return points
    },
    write: { points in points.map { "\($0.x),\($0.y)" }.joined(separator: ":") })

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
