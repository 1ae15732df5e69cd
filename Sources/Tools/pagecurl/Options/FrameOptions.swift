import GLESKitCommandLine
import GLESKitSupport
import ImageCoding
import Imaging
import Recording

/// What the options of the frame around the pages say, but for properties of the job.
struct FrameValues: Sendable {
  /// What lies behind the pages.
  enum Background: Hashable, Sendable {
    case desk
    case color(SIMD4<UInt8>)
    case backdrop(Backdrop)
  }

  /// `nil` is the usual margin for the output; so is the background.
  var margin: Int?
  var background: Background?

  /// The longest side of a frame. Drivers may have a lower limit.
  static let longestSide = 16_384
  /// The shortest side of a frame. A smaller size may be meant as a ratio, such as 16x9.
  fileprivate static let shortestSide = 16
  /// The default background: the desk of the web page. White paper stands out on it, and so do
  /// black pages.
  fileprivate static let desk: SIMD4<UInt8> = [0xCF, 0xC9, 0xBE, 255]
  /// The default size of a spread on a desk that would be larger, as books from photos or PDFs are.
  fileprivate static let largestVideo = PixelSize(1920, 1080)
  /// The same for animations without a video codec, which are shown in messages and web pages, and
  /// would be too large to load.
  fileprivate static let largestAnimation = PixelSize(960, 720)
}

extension BookArguments {
  static let frameGroup = OptionGroup<BookArguments>(
    "Frame",
    [
      .optional(
        \.job.size, "size", short: "s", frameSize,
        help:
          "Frame size. Pages are scaled to fit. Default: the size of the first page that has the "
          + "shape of most pages, plus the margin; \(FrameValues.largestVideo) for slides, or a "
          + "spread on a desk, that would be larger, in GIF, APNG and WebP at most "
          + "\(FrameValues.largestAnimation); a PDF page is 1080 pixels high."
      ).alias("resolution").essential("1080p, 720p, 4k, square, story or WIDTHxHEIGHT.").means(
        clips: .explained(
          "Frame size. The clips are scaled to fit. Default: that of the first video.",
          brief: "1080p, 720p, 4k, square, story or WIDTHxHEIGHT."),
        spread: true),
      .optional(
        \.frame.margin, "margin",
        .integer("PIXELS", in: 0...FrameValues.longestSide / 2, unit: "pixels"),
        help:
          "Space around the pages, into which the curl may extend. Default: a twentieth of the "
          + "frame's shorter side for a spread that bends like paper or lies on a desk, plus room "
          + "for the raised page, which perspective enlarges, and for other pages on a desk that "
          + "don't fill the frame of --size; else 0."
      ).means(web: .refused { $0.frame.margin != 0 }),
      .optional(
        \.frame.background, "background", short: "b", background,
        help:
          "Background: desk, a color, a vertical gradient between two, such as white,gray, or "
          + "an image file, which covers the frame. desk is beige; around a book it darkens "
          + "toward the corners, except in GIFs. Default: desk for spreads and slides, and for "
          + "loose sheets in videos, GIF, AVIF and JPEG; else transparent. PNG, APNG, WebP, .mov, "
          + ".mkv, .webm and .avif keep transparency; formats without transparency show white "
          + "instead."
      ).alias("bg").essential("desk, transparent, a color, two colors or an image.").means(
        web: .refused("with a gradient or an image") {
          if case .backdrop = $0.frame.background { true } else { false }
        }),
      .optional(
        \.job.camera, "camera", .choice("STYLE", cameras),
        help:
          "How the camera moves over the book. reading: down each page. trailer: from a detail of "
          + "the cover to one page of each opening, in at most 8 turns. documentary: slowly "
          + "toward a page, or from one page to the other. off: the whole frame. A script may "
          + "list moves instead. Default: off."
      ).key().means(web: .refused { $0.hasCamera }),
    ])

  /// The styles of the camera.
  static let cameras =
    CameraStyle.allCases.map { Choice($0.rawValue, Camera.style($0)) }
    + [Choice("off", Camera.moves([]))]

  /// Whether a script lists moves of the camera.
  var hasMoves: Bool {
    guard case .moves? = job.camera else { return false }
    return hasCamera
  }

  /// Whether the camera moves.
  var hasCamera: Bool { job.camera.map { $0 != .moves([]) } ?? false }

  /// A size, or its name.
  private static let frameSize: ValueKind<PixelSize> = {
    let size = ValueKind<PixelSize>.size(in: FrameValues.shortestSide...FrameValues.longestSide)
    let names = [
      Choice("4k", PixelSize(3840, 2160)), Choice("1080p", PixelSize(1920, 1080)),
      Choice("720p", PixelSize(1280, 720)), Choice("square", PixelSize(1080, 1080)),
      Choice("story", PixelSize(1080, 1920)),
    ]
    let words = names.map(\.name)
    let schema: JSON = [
      "anyOf": [size.schema, ["enum": .array(words.map { .string($0) })]]
    ]
    return ValueKind(
      "WxH", expectation: "\(size.expectation), or \(alternatives(words))",
      constraint: "\(size.constraint ?? ""), or \(alternatives(words))",
      completion: .words(words), schema: schema,
      read: { text throws(ValueError) in
        if let named = names.first(where: { $0.name == text.lowercased() }) { return named.value }
        return try size.read(text)
      }, write: size.write)
  }()

  private static let background: ValueKind<FrameValues.Background> = {
    let color = ValueKind<SIMD4<UInt8>>.color()
    let opaque = ValueKind<SIMD4<UInt8>>.color(isOpaque: true)
    return ValueKind(
      "COLOR",
      expectation: "desk, \(color.expectation), two colors such as white,gray, or an image file",
      constraint: color.constraint, completion: color.completion, schema: ["type": "string"],
      read: { text throws(ValueError) in
        if text.lowercased() == "desk" { return .desk }
        if ImageFormat(extensionOf: text) != nil { return .backdrop(.picture(path: text)) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return .color(try color.read(text)) }
        let colors = (try opaque.read(parts[0]), try opaque.read(parts[1]))
        func rgb(_ color: SIMD4<UInt8>) -> SIMD3<UInt8> { SIMD3(color.x, color.y, color.z) }
        return .backdrop(.gradient(top: rgb(colors.0), bottom: rgb(colors.1)))
      },
      // It has no default, so this is never shown.
      write: { "\($0)" })
  }()

  /// Sets what lies behind the pages of a job whose turns and margin are known.
  func setBackground(of job: inout BookJob) {
    switch frame.background {
    case .color(let color): job.style.background = color
    case .backdrop(let backdrop): job.backdrop = backdrop
    case .desk, nil:
      job.style.background = hasDesk ? FrameValues.desk : .zero
      // A GIF has too few colors for a gradient.
      let isSeen = job.settled.hasStacks == true || job.layout != .spread && job.margin != 0
      if hasDesk, isSeen, videoFormat != .gif {
        let desk = FrameValues.desk
        job.backdrop = .desk(SIMD3(desk.x, desk.y, desk.z))
      }
    }
  }

  /// Sets the margin and the largest size of the frames of a job whose style is known.
  func setFrame(of job: inout BookJob) {
    let isBook = job.layout == .spread
    let liesOnDesk = hasDesk && (isBook || job.size != nil && job.style.fold != nil)
    if frame.margin != nil || liesOnDesk { job.margin = frame.margin }
    guard hasDesk && isBook || book.showsSlides, job.pdf.dpi == nil else { return }
    let isSmall = turn.time == nil && [.gif, .apng, .webp].contains(videoFormat)
    let largest = isSmall ? FrameValues.largestAnimation : FrameValues.largestVideo
    job.largestFrame = isSmall || frame.margin != nil ? .within(largest) : .exactly(largest)
  }

  /// Whether the margin and the default background are made for pages on a desk, where books lie,
  /// and so do slides, which would be books if they were narrower.
  /// Loose sheets fill their frame; only what is watched on its own needs something behind them. A
  /// GIF could be transparent, but its shadows would have hard edges, and it would be larger; an
  /// AVIF would take longer.
  private var hasDesk: Bool {
    if isWebPage { return false }
    if frame.background == .desk || job.layout == .spread || book.showsSlides { return true }
    if turn.time == nil, let video = videoFormat {
      return video.hasKeyFrames || [.y4m, .gif, .avif].contains(video)
    }
    return imageFormat == .jpeg
  }
}
