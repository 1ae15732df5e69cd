import GLESKitCommandLine
import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import PageCurl
import Recording
import Timeline

/// The values of the options, with their defaults.
struct TurnOptions: Sendable {
  var pages: [String] = []
  var script: TurnScript?
  var preset: Preset?
  var selection: PageSelection?
  var dpi: Double?
  var password: Password?
  var onBadPage = BadPagePolicy.stop
  /// `nil` is the usual layout for the pages.
  var layout: BookLayout?
  var cover = BookCover.auto
  var isEndless = false
  var mixed = PageFit.fit
  var direction = ReadingDirection.leftToRight
  var turn: TurnStyle.Kind?
  var binding: Binding?
  var profile: TurnStyle.Form?
  var paper: PaperMaterial?
  var droop: Double?
  var hasStacks: Bool?
  var gutter: Double?
  var angle: TurnStyle.Motion?
  var corner: TurnStyle.Corner?
  var drag: [SIMD2<Double>]?
  var releases = false
  var radius: Double?
  var eye: Double?
  var overlap = 0.0
  var easing: Easing?
  /// `nil` is the usual rate of the output.
  var givenRate: FrameRate?
  var turnTime = 1.0
  var hold: Double?
  var frames: Int?
  var time: Double?
  var size: PixelSize?
  /// `nil` is the usual margin for the output; so is the background.
  var margin: Int?
  var background: Background?
  var light = Lamp.usual
  var ambient = CurlLight().ambient
  var highlight = CurlLight().highlight
  var shadow = CurlShadow().strength
  var shadowSize = CurlShadow().softness
  var shadowColor = SIMD4<UInt8>(0, 0, 0, 255)
  /// `CurlLook.paperColor` in whole numbers.
  var paperColor = SIMD4<UInt8>(245, 242, 235, 255)
  var showThrough = CurlLook().showThrough
  var frontTint = SIMD4<UInt8>(repeating: 255)
  var backTint = SIMD4<UInt8>(repeating: 255)
  var output: String?
  var format: String?
  var loop: Int?
  /// The names of frames; `nil` is ``usualName``.
  var name: String?
  var title: String?
  var controls = WebPageOptions().controls
  var maximumSize: Int?
  var language: String?
  var contactSheet: String?
  var manifest: String?
  var compression = Compression.balanced
  var encoder = VideoEncoder.software
  /// `nil` is the usual quality of the encoder.
  var quality: Int?
  var antialias = CurlQuality.standard
  var hasSound = false
  var soundFile: String?
  var audio: String?
  var mutesClips = false
  var threads: Int?
  var shard: Shard?
  var resumes = false
  var segment = 8.0
  var isDryRun = false
  var printsGeometry = false
  var progress = Progress.Style.bar
  var showsStatistics = false
  var trace: String?
  var isQuiet = false

  /// The default of `--gutter` for books on a desk.
  static let usualGutter = 0.8
  /// The default of `--name`.
  static let usualName = "frame-%04d.png"
  /// The longest side of a frame. Drivers may have a lower limit.
  static let longestSide = 16_384
  /// The shortest side of a frame. Who asks for less may mean a ratio, such as 16x9.
  static let shortestSide = 16

  private static let groups = [
    outputGroup, bookGroup, turnGroup, frameGroup, lookGroup, soundGroup, partsGroup,
  ]

  static let table = OptionTable(
    TurnOptions(),
    positionals: [
      .rest(
        \.pages,
        .path("PAGE", completion: .files(["png", "jpg", "jpeg", "webp", "pdf", "mp4", "webm"])),
        help: "Pages in order: PNG, JPEG, WebP, PDF or video files, or folders of images and PDFs.")
    ],
    groups: groups + [OptionGroup("Keys", [.set(groups.flatMap(\.options))])],
    hints: hints)
}

extension TurnOptions {
  /// The job that the options describe.
  ///
  /// - Throws: ``UsageError`` for options that exclude each other.
  func job() throws(UsageError) -> BookJob {
    let pages = pages.isEmpty ? script?.pages ?? [] : pages
    guard let layout else {
      var options = self
      options.layout = usualLayout(for: pages)
      return try options.job()
    }
    guard !pages.isEmpty else {
      throw UsageError(
        "no pages: name a PDF, a folder or images, such as: pagecurl book.pdf -o book.mp4")
    }
    guard pages.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("only one page can be read from standard input (-)")
    }
    // In ffmpeg, -r is the frame rate.
    if let radius, CommandLine.arguments.contains("-r"), videoFormat != nil, time == nil,
      givenRate == nil, [24, 25, 30, 48, 50, 60].contains(radius)
    {
      throw UsageError(
        "-r is the radius of the curl; for \(Int(radius)) frames a second use --fps "
          + "\(Int(radius)), for this radius --radius \(Int(radius))")
    }
    try checkSound()
    var job = BookJob(pages: pages, output: try destination())
    guard job.output.supportsSharding || !resumes && shard == nil else {
      throw UsageError(
        "\(resumes ? "--resume" : "--shard") works only with numbered frames and videos; change "
          + "--output")
    }
    if shard != nil && output == "-" {
      throw UsageError("--shard cannot write to standard output; set --output to a file")
    }
    job.shard = shard
    job.resumes = resumes
    job.segmentFrames = max(1, Int((segment * rate.value).rounded()))
    if shard != nil && contactSheet != nil {
      throw UsageError("--contact-sheet needs all frames; omit it or --shard")
    }
    let webOptions = [
      ("--title", title != nil), ("--controls", controls != WebPageOptions().controls),
      ("--set max-size", maximumSize != nil), ("--language", language != nil),
    ]
    if !isWebPage, let (name, _) = webOptions.first(where: \.1) {
      throw UsageError(
        "\(name) applies only to web pages; set --output to a name that ends in .html")
    }
    job.pdf.dpi = dpi
    job.pdf.password = password?.text ?? getenv("PAGECURL_PASSWORD").map { String(cString: $0) }
    job.webPage.controls = controls
    job.webPage.maximumBytes = maximumSize
    job.webPage.language = language
    job.selection = selection
    job.onBadPage = onBadPage
    job.completion = isWebPage || time != nil ? .openings : .turns
    job.layout = layout
    job.cover = cover
    job.isEndless = try showsNoEnd(in: layout)
    job.mixed = mixed
    job.direction = direction
    job.style = try style()
    job.timing = timing(job.output, job.style)
    switch background {
    case .color(let color): job.style.background = color
    case .backdrop(let backdrop):
      job.backdrop = backdrop
      if case .picture(let path) = backdrop { job.otherInputs.append(path) }
    case .desk, nil:
      job.style.background = hasDesk ? Self.desk : .zero
      // A GIF has too few colors for a gradient.
      if hasDesk, job.style.hasStacks, videoFormat != .gif {
        job.backdrop = .desk(SIMD3(Self.desk.x, Self.desk.y, Self.desk.z))
      }
    }
    job.turns = try script?.turns(self, for: job.output) ?? []
    job.size = size
    let risesInSpread = layout == .spread && job.style.form.fold == nil && !isWebPage
    job.margin = margin ?? (hasDesk && layout == .spread || risesInSpread ? nil : 0)
    job.largestFrame = hasDesk && layout == .spread && dpi == nil ? largestFrame : nil
    job.contactSheet = contactSheet
    job.otherInputs += [script?.path, audio, password?.path].compactMap(\.self)
    job.otherOutputs = [("trace", trace), ("sound", soundFile)].compactMap { part, path in
      path.map { (part, $0) }
    }
    if let manifest {
      guard output != "-", !pages.contains("-"), script?.path != "-" else {
        throw UsageError("--manifest needs files as inputs and outputs; omit it or -")
      }
      guard password == nil else {
        throw UsageError(
          "--manifest would write the password; set PAGECURL_PASSWORD instead of --password")
      }
      guard !printsGeometry else {
        throw UsageError("--manifest needs an output; omit it or --json")
      }
      job.otherOutputs.append(("manifest", manifest))
    }
    (job.compression, job.encoder) = (compression, encoder)
    job.quality = quality
    (job.hasSound, job.hasClipSound, job.audio) = (hasSound, !mutesClips, audio)
    job.plays = loop ?? 0
    job.threads = threads
    return job
  }

  /// Whether the first page follows the last one. Web pages have all their controls instead.
  private func showsNoEnd(in layout: BookLayout) throws(UsageError) -> Bool {
    guard isEndless, !isWebPage else { return false }
    guard layout == .spread, cover == .hard || cover == .soft else { return true }
    guard preset == .loop else {
      throw UsageError("--set endless shows no cover; omit it or --cover \(cover)")
    }
    return false
  }

  /// `--turn sheet` and scripts that list their turns imply loose sheets.
  private func usualLayout(for pages: [String]) -> BookLayout {
    turn == .sheet || script?.listsTurns == true ? .sheets : BookLayout.usual(for: pages)
  }

  private func destination() throws(UsageError) -> BookJob.Output {
    if printsGeometry {
      guard output == nil else {
        throw UsageError("--json draws nothing; omit it or --output")
      }
      // --json writes to neither path.
      return time.map { .still(path: "-", time: $0, format: .png) }
        ?? .frames(folder: "", name: name ?? Self.usualName)
    }
    // Its frames are planned, but not drawn.
    if soundFile != nil { return .video(path: output ?? "-", format: .mp4) }
    guard let output else { throw missingOutput }
    if output == "-" && format == nil {
      throw UsageError("--output - needs --format, such as --format webm")
    }
    try checkFormat(of: output)
    if isWebPage { return try webPage(output) }
    if let time { return try still(output, at: time) }
    return try turn(output)
  }

  /// The error for a missing --output. A page that doesn't exist is named first; it may be meant as
  /// the output.
  private var missingOutput: UsageError {
    let missing = pages.filter { $0 != "-" && Files.kind(of: $0) == nil }
    if let last = pages.last, pages.count > 1, missing == [last], !formats(of: last).isEmpty {
      return UsageError("--output is required; did you mean '-o \(last)'?")
    }
    if let first = missing.first {
      return UsageError(RecordingError.missing(first).description)
    }
    return UsageError("--output is required: a file such as book.mp4, or a folder for the frames")
  }

  /// The formats that the extension of an output stands for.
  private func formats(of output: String) -> [String] {
    let video = VideoFormat(extensionOf: output)?.rawValue
    let image = ImageFormat(extensionOf: output)?.rawValue
    // An animated PNG is a PNG, too.
    let animation = image == "png" ? "apng" : nil
    let page = Self.isWebPage(output) ? "html" : nil
    return [video, image, animation, page].compactMap(\.self)
  }

  private func checkFormat(of output: String) throws(UsageError) {
    let known = formats(of: output)
    guard let format, !known.isEmpty, !known.contains(format) else { return }
    throw UsageError(
      "--format \(format) contradicts the extension of '\(output)'; change one, or omit --format")
  }

  private func still(_ output: String, at time: Double) throws(UsageError) -> BookJob.Output {
    if contactSheet != nil {
      throw UsageError("--contact-sheet needs all frames; omit it or --time")
    }
    if loop != nil { throw UsageError("--loop applies only to animations; omit it or --time") }
    let format = format.map(ImageFormat.init(rawValue:)) ?? ImageFormat(extensionOf: output)
    guard let format else {
      throw UsageError(
        "--time writes a still; set --output to a name that ends in .png, .jpg or .webp")
    }
    return .still(path: output, time: time, format: format)
  }

  private func turn(_ output: String) throws(UsageError) -> BookJob.Output {
    let video = format.map(VideoFormat.init(rawValue:)) ?? VideoFormat(extensionOf: output)
    if loop != nil && video?.isAnimation != true {
      throw UsageError(
        "--loop applies only to animations; set --output to a name that ends in .gif, .apng, "
          + ".webp or .avif"
      )
    }
    if let video { return .video(path: output, format: video) }
    if let format {
      throw UsageError(
        "--format \(format) is a format for stills; add --time 0.4, or write a folder of frames "
          + "with --name %04d.\(format)")
    }
    if ImageFormat(extensionOf: output) != nil {
      throw UsageError(
        "--output '\(output)' is a still; add --time 0.4, or use a folder, a video (.mp4, .webm), "
          + "an animation (.gif, .apng, .webp, .avif) or a web page (.html)")
    }
    if let ending = unknownEnding(of: output) {
      let near =
        Self.otherVideos.contains(ending.lowercased())
        ? ".mp4" : Spelling.closest(to: ending, in: Self.endings)
      throw UsageError(
        "\(output): unknown output type \"\(ending)\""
          + "; use \(Self.endings.joined(separator: ", ")), or a folder name that ends in \"/\""
          + Spelling.question(near.map { output.dropLast(ending.count) + $0 }))
    }
    return .frames(folder: output, name: name ?? Self.usualName)
  }

  /// The extension of an output that looks like the name of a file and is not a folder: a person
  /// who writes `clip.mov` wants a film. `--name` asks for a folder of frames.
  private func unknownEnding(of output: String) -> String? {
    guard name == nil, !output.hasSuffix("/"), Files.kind(of: output) != .folder,
      let file = output.split(separator: "/").last, let dot = file.lastIndex(of: "."),
      dot != file.startIndex
    else { return nil }
    let ending = file[dot...]
    // `scans-1.5` and `march.2024` have no extension.
    let isWord =
      ending.dropFirst().first?.isLetter == true
      && ending.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isWord && ending.count <= 6 ? String(ending) : nil
  }

  /// The extensions that select a format for all frames.
  private static let endings = VideoFormat.allCases.map { ".\($0.fileExtension)" } + [".html"]
  /// Those of videos that cannot be written.
  private static let otherVideos: Set = [
    ".avi", ".m4v", ".wmv", ".flv", ".mpg", ".mpeg", ".ogv", ".3gp", ".ts", ".mts",
  ]
}
