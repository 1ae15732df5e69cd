import Imaging

@testable import GLESKitCommandLine

/// The command on which the parser is tested: one option of each sort.
struct Turn: Equatable, Sendable {
  enum Edge: String, CaseIterable, Sendable { case left, right, top }

  var front = ""
  var back: String?
  var rest: [String] = []
  var angle = 180.0
  var time: Double?
  var frames = 24
  var size: PixelSize?
  var edge = Edge.right
  var background = SIMD4<UInt8>(255, 255, 255, 255)
  var output: String?
  var defines: [String] = []
  var quiet = false
  var verbose = false
  var shadow = true

  static let table = OptionTable(
    Turn(),
    positionals: [
      .required(\.front, .path("FRONT", completion: .files(["png", "jpg"])), help: "The page."),
      .optional(\.back, .path("BACK"), help: "Its back."),
      .rest(\.rest, .path("MORE"), help: "The pages below."),
    ],
    groups: [
      OptionGroup(
        "Turn",
        [
          .value(
            \.angle, "angle", short: "a",
            .number("DEGREES", unit: "degrees", names: [Choice("left", 180), Choice("right", 0)]),
            help: "Where the page travels."),
          .optional(
            \.time, "time", short: "t", .number("TIME", in: 0...1), help: "Write a still."),
          .value(
            \.frames, "frames", .integer("COUNT", in: 2...10_000, unit: "frames"), help: "How many."
          ),
          .optional(\.size, "size", .size(in: 1...16_384), help: "The size of a frame."),
          .value(
            \.edge, "edge", .choice("EDGE"),
            help: "Which edge lifts; a sentence so long that it has to be broken into two lines of "
              + "the help at least."
          ),
          .value(\.background, "background", .color(), help: "What shows behind the page."),
          .flag(\.shadow, "no-shadow", sets: false, help: "No shadow."),
        ]),
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH", completion: .folders), help: "The target."
          ),
          .list(\.defines, "define", short: "D", .text("NAME"), help: "A name."),
          .flag(\.quiet, "quiet", short: "q", help: "No progress bar."),
          .flag(\.verbose, "verbose", short: "v", help: "More words."),
        ]),
    ],
    hints: [
      "--to": "use --output", "-i": "name the page without an option", "-quality": "use --verbose",
    ])

  /// The defaults with the page `p`, changed by `change`.
  static func with(_ change: (inout Turn) -> Void) -> Turn {
    var turn = Turn()
    turn.front = "p"
    change(&turn)
    return turn
  }
}
