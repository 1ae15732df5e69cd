import CommandLineTool
import Pixels
import Recording

/// What the command line says about a turn, and what counts where it says nothing.
struct TurnOptions: Sendable {
  var front = ""
  var back: String?
  var next: String?
  var frames = 30
  var time: Double?
  var angle = 180.0
  var radius: Double?
  var size: PixelSize?
  var margin = 0
  var background = SIMD4<UInt8>.zero
  var output: String?
  var name = "frame-%04d.png"
  var contactSheet: String?
  var isQuiet = false

  /// The largest side of a frame that is accepted; drivers may have less and then say so.
  private static let longestSide = 16_384

  private static let angles = [
    Choice("left", 180.0), Choice("right", 0), Choice("up", 90), Choice("down", -90),
    Choice("up-left", 135), Choice("up-right", 45), Choice("down-left", -135),
    Choice("down-right", -45),
  ]

  static let table = OptionTable(
    TurnOptions(),
    positionals: [
      .required(\.front, picture("FRONT"), help: "The page that turns, a PNG or JPEG file."),
      .optional(
        \.back, picture("BACK"), help: "Its back; without it the front shows through faintly."),
      .optional(
        \.next, picture("NEXT"), help: "The page below; without it the background comes to light."),
    ],
    groups: [
      OptionGroup(
        "Turn",
        [
          .value(
            \.angle, "angle", short: "a", .number("DEGREES", unit: "degrees", names: angles),
            help: "Where the curl travels, counter-clockwise from the right."),
          .optional(
            \.radius, "radius", short: "r",
            .number("PIXELS", in: 0...Double(longestSide), unit: "pixels"),
            help: "The curl's radius in the frame; 0 is a sharp fold. "
              + "Default: a tenth of the page's shorter side."),
          .value(
            \.frames, "frames", short: "n", .integer("COUNT", in: 1...1_000_000, unit: "frames"),
            help: "How many moments, from flat to gone."),
          .optional(
            \.time, "time", short: "t", .number("TIME", in: 0...1),
            help: "One moment only, 0 flat, 1 gone; --output is then a file."),
        ]),
      OptionGroup(
        "Frame",
        [
          .optional(
            \.size, "size", short: "s", .size(in: 1...longestSide),
            help: "The frame; the page fills it as far as its shape allows. "
              + "Default: the front page and the margin."),
          .value(
            \.margin, "margin", .integer("PIXELS", in: 0...longestSide / 2, unit: "pixels"),
            help: "Room round the page for the curl to hang over."),
          .value(
            \.background, "background", short: "b", .color(), help: "What lies behind the pages."),
        ]),
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH"), required: true,
            help: "The folder for the frames, made if needed; with --time a .png or .jpg file."),
          .value(
            \.name, "name", .text("PATTERN"),
            help: "The frames' names: %d is the number, %04d the same in four digits."),
          .optional(
            \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg"])),
            help: "Also a picture of moments side by side."),
          .flag(\.isQuiet, "quiet", short: "q", help: "No progress bar."),
        ]),
    ])

  private static func picture(_ placeholder: String) -> ValueKind<String> {
    .path(placeholder, completion: .files(["png", "jpg", "jpeg"]))
  }
}

extension TurnOptions {
  /// The job that the options ask for.
  ///
  /// - Throws: ``UsageError`` for options that do not go together.
  func job() throws(UsageError) -> TurnJob {
    guard [front, back, next].count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one page can come from standard input (-); give the others as files")
    }
    var job = TurnJob(front: front, back: back, next: next, output: try destination())
    job.size = size
    job.margin = margin
    job.angle = angle * .pi / 180
    job.radius = radius
    job.background = background
    return job
  }

  private func destination() throws(UsageError) -> TurnJob.Output {
    let output = output ?? ""
    guard let time else {
      if TurnJob.isPicture(output) {
        throw UsageError(
          "--output '\(output)' is one picture, but a turn is many; give a folder, or --time 0.4")
      }
      return .frames(folder: output, name: name, count: frames, contactSheet: contactSheet)
    }
    if contactSheet != nil {
      throw UsageError("--contact-sheet shows a whole turn; leave it or --time out")
    }
    guard TurnJob.isPicture(output) else {
      throw UsageError("--time writes one picture; give --output a name in .png or .jpg")
    }
    return .still(path: output, time: time)
  }
}
