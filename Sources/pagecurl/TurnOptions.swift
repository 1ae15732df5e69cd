import CommandLineTool
import PageCurl
import Pixels
import Recording
import Timeline

/// What the command line says about a book, and what counts where it says nothing.
struct TurnOptions: Sendable {
  var pages: [String] = []
  var selection: PageSelection?
  var layout = BookLayout.sheets
  var direction = ReadingDirection.ltr
  var angle: Double?
  var radius: Double?
  var easing = Easing.easeInOut
  var rate = FrameRate(30)
  var turnTime = 1.0
  var hold: Double?
  var frames: Int?
  var time: Double?
  var size: PixelSize?
  var margin = 0
  var background = SIMD4<UInt8>.zero
  var output: String?
  var name = "frame-%04d.png"
  var contactSheet: String?
  var compression = Compression.normal
  var quality = CurlQuality.standard
  var threads: Int?
  var shard: Shard?
  var resumes = false
  var isDryRun = false
  var isQuiet = false

  /// The largest side of a frame that is accepted; drivers may have less and then say so.
  private static let longestSide = 16_384

  private static let angles = [
    Choice("left", 180.0), Choice("right", 0), Choice("up", 90), Choice("down", -90),
    Choice("up-left", 135), Choice("up-right", 45), Choice("down-left", -135),
    Choice("down-right", -45),
  ]

  static let easings = [
    Choice("linear", Easing.linear), Choice("ease-in", .easeIn), Choice("ease-out", .easeOut),
    Choice("ease-in-out", .easeInOut),
  ]

  static let table = OptionTable(
    TurnOptions(),
    positionals: [
      .rest(
        \.pages, .path("PAGE", completion: .files(["png", "jpg", "jpeg", "pdf"])), minimum: 1,
        help: "The pages in order: PNG or JPEG files, PDFs, or folders of them.")
    ],
    groups: [
      OptionGroup(
        "Book",
        [
          .optional(
            \.selection, "pages", short: "p", selection,
            help: "Only these of the pages, counted from 1."),
          .value(
            \.layout, "layout", short: "l", .choice("LAYOUT"),
            help:
              "sheets: fronts and backs by turns. pages: only fronts. spread: an open book, two "
              + "pages side by side, the first alone as its cover."),
          .value(
            \.direction, "direction", .choice("DIRECTION"),
            help: "Left to right or right to left, as the book is read."),
        ]),
      OptionGroup(
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
        ]),
      OptionGroup(
        "Frame",
        [
          .optional(
            \.size, "size", short: "s", .size(in: 1...longestSide),
            help: "The frame; the pages fill it as far as their shape allows. "
              + "Default: the first page and the margin; a PDF's page is 1080 high."),
          .value(
            \.margin, "margin", .integer("PIXELS", in: 0...longestSide / 2, unit: "pixels"),
            help: "Room round the pages for the curl to hang over."),
          .value(
            \.background, "background", short: "b", .color(),
            help: "What lies behind the pages; white shines through where the format has no "
              + "transparency."),
        ]),
      OptionGroup(
        "Output",
        [
          .optional(
            \.output, "output", short: "o", .path("PATH"), required: true,
            help: "A video, .mp4 (H.264) or .webm (VP9); or the folder for the frames, made if "
              + "needed; with --time a .png or .jpg file."),
          .value(
            \.name, "name", .text("PATTERN"),
            help: "The frames' names: %d is the number, %04d the same in four digits."),
          .optional(
            \.contactSheet, "contact-sheet", .path("FILE", completion: .files(["png", "jpg"])),
            help: "Also a picture of moments side by side."),
          .value(
            \.compression, "compress", short: "c", .choice("TROUBLE"),
            help: "Whether videos and PNG files are soon there or small."),
          .value(
            \.quality, "quality", .choice("QUALITY"),
            help: "How much trouble is taken over the curl: draft has jagged edges and no shadow."),
          .optional(
            \.threads, "threads", .integer("COUNT", in: 1...64, unit: "threads"),
            help: "How many frames are drawn at once. Default: one for each processor."),
          .flag(
            \.resumes, "resume",
            help: "Go on with frames that an interrupted run of the same job has left."),
          .optional(
            \.shard, "shard", shard,
            help: "Only this part of the frames, such as 2/8, as several machines share the work; "
              + "all parts in one folder are the whole."),
          .flag(\.isDryRun, "dry-run", help: "Only say what would be done."),
          .flag(\.isQuiet, "quiet", short: "q", help: "No progress bar and no notes."),
        ]),
    ])

  private static let selection = ValueKind<PageSelection>(
    "PAGES", expectation: "pages such as 3-9, 1,4-6 or 12-",
    read: { text throws(ValueError) in
      guard let selection = PageSelection(text) else { throw ValueError("is no list of pages") }
      return selection
    }, write: { $0.description })

  private static let shard = ValueKind<Shard>(
    "I/N", expectation: "a part and the number of parts, such as 2/8",
    read: { text throws(ValueError) in
      guard let shard = Shard(text) else { throw ValueError("is no part of a whole") }
      return shard
    }, write: { $0.description })

  private static let rate = ValueKind<FrameRate>(
    "RATE", expectation: "a rate from 1 to 240 such as 30, 12.5 or 30000/1001",
    constraint: "1 to 240",
    read: { text throws(ValueError) in
      guard let rate = FrameRate(text) else { throw ValueError("is no frame rate") }
      return rate
    }, write: { $0.description })
}

extension TurnOptions {
  /// The job that the options ask for.
  ///
  /// - Throws: ``UsageError`` for options that do not go together.
  func job() throws(UsageError) -> BookJob {
    guard pages.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one page can come from standard input (-); give the others as files")
    }
    var job = BookJob(pages: pages, output: try destination())
    if case .frames = job.output {
      job.shard = shard
      job.resumes = resumes
    } else if resumes || shard != nil {
      throw UsageError(
        "\(resumes ? "--resume" : "--shard") is for numbered frames; give --output a folder")
    }
    if shard != nil && contactSheet != nil {
      throw UsageError("--contact-sheet shows all frames; leave it or --shard out")
    }
    job.selection = selection
    job.layout = layout
    job.direction = direction
    job.timing = timing(job.output)
    job.size = size
    job.margin = margin
    job.style.angle = try travel()
    job.style.radius = radius
    job.style.background = background
    job.style.look.quality = quality
    if quality == .draft { job.style.look.shadow = nil }
    job.contactSheet = contactSheet
    job.compression = compression
    job.threads = threads
    return job
  }

  private func timing(_ output: BookJob.Output) -> Timing {
    var isVideo = false
    if case .video = output { isVideo = true }
    var timing = Timing()
    timing.rate = rate
    timing.easing = easing
    timing.turnFrames = frames ?? max(1, Int((turnTime * rate.value).rounded()))
    timing.holdFrames = Int(((hold ?? (isVideo ? 1 : 0)) * rate.value).rounded())
    return timing
  }

  /// The angle in radians.
  private func travel() throws(UsageError) -> Double? {
    guard let angle else { return nil }
    if layout == .spread {
      let spine = direction == .ltr ? 180.0 : 0
      let lean = (angle - spine).remainder(dividingBy: 360)
      guard abs(lean) < 90 else {
        throw UsageError(
          "--angle \(angle) does not turn a page over the spine; give one that is less than 90 "
            + "degrees away from \(Int(spine))")
      }
    }
    return angle * .pi / 180
  }

  private func destination() throws(UsageError) -> BookJob.Output {
    let output = output ?? ""
    guard let time else {
      if let format = VideoFormat(extensionOf: output) {
        return .video(path: output, format: format)
      }
      if BookJob.isPicture(output) {
        throw UsageError(
          "--output '\(output)' is one picture, but a turn is many; give a folder, a video "
            + "(.mp4, .webm), or --time 0.4")
      }
      return .frames(folder: output, name: name)
    }
    if contactSheet != nil {
      throw UsageError("--contact-sheet shows a whole turn; leave it or --time out")
    }
    guard BookJob.isPicture(output) else {
      throw UsageError("--time writes one picture; give --output a name in .png or .jpg")
    }
    return .still(path: output, time: time)
  }
}
