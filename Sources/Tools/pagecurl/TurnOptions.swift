import GLESKitCommandLine
import ImageCoding
import Imaging
import PageCurl
import Recording
import Timeline

/// What the command line says about a book, and what counts where it says nothing.
struct TurnOptions: Sendable {
  var pages: [String] = []
  var script: TurnScript?
  var selection: PageSelection?
  var onBadPage = BadPagePolicy.stop
  var layout = BookLayout.sheets
  var direction = ReadingDirection.leftToRight
  var turn: TurnStyle.Kind?
  var binding: Binding?
  var form = TurnStyle.Form.cylinder
  var angle: TurnStyle.Motion?
  var corner: TurnStyle.Corner?
  var drag: [SIMD2<Double>]?
  var releases = false
  var radius: Double?
  var eye: Double?
  var overlap = 0.0
  var easing = Easing.easeInOut
  var rate = FrameRate(30)
  var turnTime = 1.0
  var hold: Double?
  var frames: Int?
  var time: Double?
  var size: PixelSize?
  var margin = 0
  var background = SIMD4<UInt8>.zero
  var light = Lamp.usual
  var ambient = CurlLight().ambient
  var highlight = CurlLight().highlight
  var shadow = CurlShadow().strength
  var shadowSize = CurlShadow().softness
  var shadowColor = SIMD4<UInt8>(0, 0, 0, 255)
  /// `CurlLook.paperColor` in whole numbers.
  var paper = SIMD4<UInt8>(245, 242, 235, 255)
  var showThrough = CurlLook().showThrough
  var frontTint = SIMD4<UInt8>(repeating: 255)
  var backTint = SIMD4<UInt8>(repeating: 255)
  var output: String?
  var format: String?
  var loop: Int?
  var name = "frame-%04d.png"
  var title: String?
  var contactSheet: String?
  var compression = Compression.balanced
  var quality = CurlQuality.standard
  var threads: Int?
  var shard: Shard?
  var resumes = false
  var segment = 8.0
  var isDryRun = false
  var printsGeometry = false
  var progress = Progress.Style.bar
  var showsStatistics = false
  var isQuiet = false

  /// The largest side of a frame that is accepted; drivers may have less and then say so.
  static let longestSide = 16_384

  static let table = OptionTable(
    TurnOptions(),
    positionals: [
      .rest(
        \.pages, .path("PAGE", completion: .files(["png", "jpg", "jpeg", "webp", "pdf"])),
        help: "The pages in order: PNG, JPEG or WebP files, PDFs, or folders of them.")
    ],
    groups: [bookGroup, turnGroup, lookGroup, frameGroup, outputGroup, partsGroup])
}

extension TurnOptions {
  /// The job that the options ask for.
  ///
  /// - Throws: ``UsageError`` for options that do not go together.
  func job() throws(UsageError) -> BookJob {
    let pages = pages.isEmpty ? script?.pages ?? [] : pages
    guard !pages.isEmpty else {
      throw UsageError("PAGE is missing: give the pages in order, or a --script that names them")
    }
    guard pages.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one page can come from standard input (-); give the others as files")
    }
    var job = BookJob(pages: pages, output: try destination())
    guard job.output.supportsSharding || !resumes && shard == nil else {
      throw UsageError(
        "\(resumes ? "--resume" : "--shard") is for numbered frames and for .mp4 and .webm videos; "
          + "give --output one of them")
    }
    if shard != nil && output == "-" {
      throw UsageError("--shard makes a part for 'pagecurl join'; give --output a file's name")
    }
    job.shard = shard
    job.resumes = resumes
    job.segmentFrames = max(1, Int((segment * rate.value).rounded()))
    if shard != nil && contactSheet != nil {
      throw UsageError("--contact-sheet shows all frames; leave it or --shard out")
    }
    if title != nil && !isWebPage {
      throw UsageError("--title is for a page for the browser; give --output a name in .html")
    }
    job.selection = selection
    job.onBadPage = onBadPage
    job.layout = layout
    job.direction = direction
    job.timing = timing(job.output)
    job.style = try style()
    job.turns = try script?.turns(self, for: job.output) ?? []
    job.size = size
    job.margin = margin
    job.contactSheet = contactSheet
    job.compression = compression
    job.plays = loop ?? 0
    job.threads = threads
    return job
  }

  /// How one page turns.
  func manner(_ output: BookJob.Output) throws(UsageError) -> TurnSettings {
    var settings = TurnSettings()
    settings.direction = direction
    settings.timing = timing(output)
    settings.style = try style()
    return settings
  }

  private func style() throws(UsageError) -> TurnStyle {
    var style = TurnStyle()
    style.kind = turn
    style.binding = binding
    style.form = form
    style.motion = try motion()
    style.radius = radius
    style.eye = eye
    style.background = background
    style.look = look
    if let problem = style.problem(layout: layout, direction: direction) {
      throw UsageError(problem)
    }
    return style
  }

  private func motion() throws(UsageError) -> TurnStyle.Motion {
    let given = [("--angle", angle != nil), ("--corner", corner != nil), ("--drag", drag != nil)]
      .filter(\.1).map(\.0)
    guard given.count <= 1 else {
      throw UsageError("\(given[0]) and \(given[1]) both say where the curl goes; leave one out")
    }
    if releases && drag == nil {
      throw UsageError(
        "--release lets go of a page that --drag holds; give a path to drag it along")
    }
    if let angle { return angle }
    if let corner { return .corner(corner) }
    return drag.map { .drag($0, releases: releases) } ?? .straight
  }

  private func timing(_ output: BookJob.Output) -> Timing {
    var isVideo = false
    if case .video = output { isVideo = true }
    var timing = Timing()
    timing.rate = rate
    timing.easing = easing
    timing.turnFrames = frames ?? max(1, Int((turnTime * rate.value).rounded()))
    timing.overlap = overlap
    timing.holdFrames = Int(((hold ?? (isVideo ? 1 : 0)) * rate.value).rounded())
    return timing
  }

  private func destination() throws(UsageError) -> BookJob.Output {
    if printsGeometry {
      guard output == nil else {
        throw UsageError("--json prints numbers and draws nothing; leave it or --output out")
      }
      // Nothing is written there.
      return time.map { .still(path: "-", time: $0, format: .png) }
        ?? .frames(folder: "", name: name)
    }
    guard let output else {
      throw UsageError("--output is needed: give a video, or the folder for the frames")
    }
    if output == "-" && format == nil {
      throw UsageError("--output - is standard output; say with --format what goes there")
    }
    if isWebPage { return try webPage(output) }
    if let time { return try still(output, at: time) }
    return try turn(output)
  }

  private func still(_ output: String, at time: Double) throws(UsageError) -> BookJob.Output {
    if contactSheet != nil {
      throw UsageError("--contact-sheet shows a whole turn; leave it or --time out")
    }
    if loop != nil { throw UsageError("--loop is for animations; leave it or --time out") }
    let format = format.map(ImageFormat.init(rawValue:)) ?? ImageFormat(extensionOf: output)
    guard let format else {
      throw UsageError("--time writes one picture; give --output a name in .png, .jpg or .webp")
    }
    return .still(path: output, time: time, format: format)
  }

  private func turn(_ output: String) throws(UsageError) -> BookJob.Output {
    let video = format.map(VideoFormat.init(rawValue:)) ?? VideoFormat(extensionOf: output)
    if loop != nil && video?.isAnimation != true {
      throw UsageError("--loop is for animations; give --output a name in .gif, .apng or .webp")
    }
    if let video { return .video(path: output, format: video) }
    if let format {
      throw UsageError(
        "--format \(format) is one picture, but a turn is many; give --time 0.4, or a folder "
          + "and --name %04d.\(format)")
    }
    if ImageFormat(extensionOf: output) != nil {
      throw UsageError(
        "--output '\(output)' is one picture, but a turn is many; give a folder, a video "
          + "(.mp4, .webm), an animation (.gif, .apng, .webp), a page for the browser (.html), or "
          + "--time 0.4")
    }
    return .frames(folder: output, name: name)
  }
}
