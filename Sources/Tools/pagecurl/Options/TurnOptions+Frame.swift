import GLESKitCommandLine
import GLESKitSupport
import ImageCoding
import Imaging
import Recording

extension TurnOptions {
  /// Options for the frame around the pages.
  static let frameGroup = OptionGroup<TurnOptions>(
    "Frame",
    [
      .optional(
        \.size, "size", short: "s", frameSize,
        help:
          "Frame size. Pages are scaled to fit. Default: the size of the first page that has the "
          + "shape of most pages, plus the margin, in a spread on a desk at most "
          + "\(largestVideo), in GIF, APNG and WebP at most \(largestAnimation); a PDF page is "
          + "1080 pixels high."
      ).alias("resolution").essential("1080p, 720p, 4k, square, story or WIDTHxHEIGHT."),
      .optional(
        \.margin, "margin", .integer("PIXELS", in: 0...longestSide / 2, unit: "pixels"),
        help: "Space around the pages, into which the curl may extend. Default: a twentieth of the "
          + "frame's shorter side for a spread that bends like paper or lies on a desk, plus room "
          + "for the raised page, which perspective enlarges; else 0."),
      .optional(
        \.background, "background", short: "b", backgroundKind,
        help: "Background: desk, a color, a vertical gradient between two, such as white,gray, or "
          + "an image file, which covers the frame. desk is beige; around a book it darkens toward "
          + "the corners, except in GIFs. Default: desk for spreads, and for loose sheets in "
          + "videos, GIF, AVIF and JPEG; else transparent. PNG, APNG, WebP, .mov, .mkv, .webm and "
          + ".avif keep transparency; formats without transparency show white instead."
      ).alias("bg").essential("desk, transparent, a color, two colors or an image."),
    ])

  /// A size, or its name.
  private static let frameSize: ValueKind<PixelSize> = {
    let size = ValueKind<PixelSize>.size(in: shortestSide...longestSide)
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

  /// What lies behind the pages.
  enum Background: Hashable, Sendable {
    case desk
    case color(SIMD4<UInt8>)
    case backdrop(Backdrop)
  }

  private static let backgroundKind: ValueKind<Background> = {
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

  /// The frame rate.
  var rate: FrameRate { givenRate ?? FrameRate(videoFormat == .gif ? 15 : 30) }

  /// The format of an output that holds all frames.
  var videoFormat: VideoFormat? {
    format.map(VideoFormat.init(rawValue:)) ?? VideoFormat(extensionOf: output ?? "")
  }

  /// The default background: the desk of the web page. White paper stands out on it, and so do
  /// black pages.
  static let desk: SIMD4<UInt8> = [0xCF, 0xC9, 0xBE, 255]
  /// The largest default size of a spread on a desk. Open books from photos would be too large for
  /// most players.
  private static let largestVideo = PixelSize(1920, 1080)
  /// The same for animations without a video codec, which are shown in messages and web pages, and
  /// would be too large to load.
  private static let largestAnimation = PixelSize(960, 720)
  /// The largest default size of this output.
  var largestFrame: PixelSize {
    let isSmall = time == nil && [.gif, .apng, .webp].contains(videoFormat)
    return isSmall ? Self.largestAnimation : Self.largestVideo
  }

  /// Whether the margin and the default background are made for pages on a desk, where books lie.
  /// Loose sheets fill their frame; only what is watched on its own needs something behind them. A
  /// GIF could be transparent, but its shadows would have hard edges, and it would be larger; an
  /// AVIF would take longer.
  var hasDesk: Bool {
    if printsGeometry || isWebPage { return false }
    if background == .desk || layout == .spread { return true }
    let path = output ?? ""
    if time != nil {
      return (format.map(ImageFormat.init(rawValue:)) ?? ImageFormat(extensionOf: path)) == .jpeg
    }
    if let video = videoFormat {
      return video.hasKeyFrames || [.y4m, .gif, .avif].contains(video)
    }
    return ImageFormat(extensionOf: name ?? Self.usualName) == .jpeg
  }
}
