import GLESKitCommandLine
import PageCurl
import Recording
import Timeline

/// What the options of how and when pages turn say, but for properties of the job.
struct TurnValues: Sendable {
  var profile: TurnStyle.Profile?
  var paper: PaperMaterial?
  var droop: Double?
  var angle: TurnStyle.Motion?
  var corner: TurnStyle.Corner?
  var drag: [SIMD2<Double>]?
  var releases = false
  var seconds = 1.0
  var hold: Double?
  /// `nil` is the usual rate of the output.
  var rate: FrameRate?
  var frames: Int?
  /// The moment of a still.
  var time: Double?
}

extension BookArguments {
  static let turnGroup = OptionGroup<BookArguments>(
    "Turn",
    [
      .optional(
        \.job.style.kind, "turn", .choice("KIND"),
        help:
          "Type of turn. sheet: the page peels off completely. leaf: the page is bound at one "
          + "edge and lands on the other side of it. Default: leaf with --layout spread, "
          + "--set binding or --profile cone or paper, else sheet."
      ).key().means(web: .refused(), clips: .same, perTurn: true),
      .optional(
        \.job.style.binding, "binding", .choice("EDGE"),
        help: "Edge at which leaves are bound. A spread that is bound at the top, as a calendar "
          + "is, or at the bottom opens vertically. Default: left, or right with --direction rtl."
      ).key().means(web: .refused(), clips: .same, perTurn: true, spread: true),
      .optional(
        \.turn.profile, "profile", .choice("PROFILE"),
        help: bending + "Default: paper in a spread without --angle, --radius and --set drag; else "
          + "elastica."
      ).alias("curl").means(
        web: .refused("cone") { $0.turn.profile == .cone },
        clips: .explained(bending + "Default: elastica."), perTurn: true, spread: true),
      .optional(
        \.turn.paper, "paper", .choice("PAPER", materials),
        help:
          "Paper for --profile paper, for pages 148 mm wide: 80 or 120 g/m², card, the board of "
          + "a cover, or limp silk. Default: 80gsm."
      ).key().means(clips: .same, perTurn: true, spread: true),
      .optional(
        \.turn.droop, "droop", .number("DROOP", in: 0.1...30),
        help:
          "Droop of the paper, instead of --set paper: its weight times the cube of the page's "
          + "width, divided by its stiffness. 7 corresponds to 80gsm."
      ).key().means(perTurn: true, spread: true),
      .optional(
        \.turn.angle, "angle", short: "a", angles,
        help:
          "Direction in which the page moves, counterclockwise from the right, or directions at "
          + "fractions of the turn, such as 0:150,0.6:180. A leaf straightens before it lands, "
          + "and one that bends like paper leans only as far as the paper allows. Default: "
          + "straight across the spine; sheets move left, or right with --direction rtl."
      ).essential("Direction of the page, such as 150 or up-left.").means(
        web: .refused("with several directions") {
          if case .angles = $0.turn.angle { true } else { false }
        }, clips: .same, perTurn: true),
      .optional(
        \.turn.corner, "corner", .choice("CORNER"),
        help: "Corner to lift first. The page straightens as it moves."
      ).essential("Corner to lift first, such as top-right.").means(
        web: .refused(), clips: .same, perTurn: true),
      .optional(
        \.turn.drag, "drag", path,
        help:
          "Drag the page along these points, given in pixels of the page as it appears in the "
          + "frame, from its top left corner, such as 580,790:300,640:40,600."
      ).key().means(web: .refused(), perTurn: true),
      .flag(
        \.turn.releases, "release",
        help:
          "Release the page after three fifths of the turn. It then completes its turn or falls "
          + "back: paper by its weight, a curl by the speed of the drag. Needs --set drag."
      ).key().means(web: .refused(), perTurn: true),
      .optional(
        \.job.style.radius, "radius", short: "r",
        .number("PIXELS", in: 0...Double(FrameValues.longestSide), unit: "pixels"),
        help:
          "Radius of the curl in the frame, half its height; 0 is a sharp fold. Default: 0.075 "
          + "of the page's shorter side, or 0.1 of it for a cylinder."
      ).means(clips: .same, perTurn: true),
      .optional(
        \.job.style.eye, "perspective", .number("HEIGHTS", in: 0.1...1000, unit: "page heights"),
        help:
          "Distance of the camera from the center of the frame: 2 is near, 10 is far. Default: "
          + "no perspective; 4 with --profile cone, 5 with paper."
      ).key().means(web: .refused(), clips: .same, perTurn: true),
      .value(
        \.job.timing.easing, "easing", .choice("EASING", easings),
        help: "Easing of the turn."
      ).key().means(clips: .same, perTurn: true),
      .value(
        \.turn.seconds, "duration", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help: "Duration of each turn."
      ).alias("turn-time").essential("Duration of each turn. Default: 1.").means(
        clips: .same, perTurn: true
      ) { situation in
        if situation.isTimeless { return " on a still" }
        return situation.arguments.turn.frames != nil ? ": --frames overrides it" : nil
      },
      .optional(
        \.turn.hold, "hold", .number("SECONDS", in: 0...3600, unit: "seconds"),
        help: "Duration of the pause before, between and after turns. Default: 1 for videos and "
          + "animations, else 0."
      ).essential("Pause between turns. Default: 1.").means(web: .refused(), perTurn: true) {
        $0.isStill && !$0.arguments.hasCamera ? " on a still" : nil
      },
      .value(
        \.job.timing.overlap, "overlap", .number("FRACTION", in: 0...0.9),
        help:
          "Fraction of each turn that overlaps with the next turn. Above 0, there is no pause "
          + "between turns."
      ).key().means(web: .refused { $0.job.timing.overlap != 0 }, perTurn: true) {
        $0.isStill && !$0.arguments.hasCamera ? " on a still" : nil
      },
      .optional(
        \.turn.rate, "fps", rateKind, help: "Frame rate. Default: 15 for GIF, else 30."
      )
      .alias("framerate", "frame-rate").essential("Frame rate. Default: 15 for GIF, else 30.")
      .means(
        clips: .explained(
          "Frame rate. Default: that of the first video, at most 15 for GIF.",
          brief: "Frame rate. Default: that of the first video.")
      ) { $0.isTimeless ? " on a still" : nil },
      .optional(
        \.turn.frames, "frames", short: "n", .integer("COUNT", in: 1...1_000_000, unit: "frames"),
        help: "Number of frames per turn, from flat to turned. Overrides --duration."
      ).means(perTurn: true) { $0.isTimeless ? " on a still" : nil },
      .optional(
        \.turn.time, "time", short: "t", .number("TIME", in: 0...1),
        help:
          "Write a still of the first turn, at this fraction of it: 0 is flat, 1 is turned. "
          + "--pages chooses another turn: --pages 6- starts with pages 6 and 7."
      ).essential("Write a still: 0 is flat, 1 is turned.").means(web: .refused(), hashed: false),
    ])

  private static let bending =
    "How pages bend: like a springy sheet that is folded over (elastica), around a cylinder, "
    + "around a cone with its apex on the line of the spine, or like paper under its own weight, "
    + "turned by a hand. "
  private static let materials = PaperMaterial.named.map { Choice($0.name, $0.material) }

  private static let directions = [
    Choice("left", 180.0), Choice("right", 0), Choice("up", 90), Choice("down", -90),
    Choice("up-left", 135), Choice("up-right", 45), Choice("down-left", -135),
    Choice("down-right", -45),
  ]

  /// One direction, or several at fractions of the turn.
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
          throw ValueError("has times that do not increase from 0 to 1")
        }
      },
      // No option has a default, so this is never shown.
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

  private static let rateKind = ValueKind<FrameRate>(
    "RATE", expectation: "a rate from 1 to 240 such as 30, 12.5 or 30000/1001",
    constraint: "1 to 240",
    read: { text throws(ValueError) in
      guard let rate = FrameRate(text) else { throw ValueError("is not a frame rate") }
      return rate
    }, write: { $0.description })
}
