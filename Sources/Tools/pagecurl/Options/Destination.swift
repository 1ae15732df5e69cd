import GLESKitCommandLine
import GLESKitSupport
import ImageCoding
import Recording

extension BookArguments {
  /// Whether the output is a web page.
  var isWebPage: Bool {
    output.format == "html" || output.format == nil && Self.isWebPage(output.path ?? "")
  }

  /// Whether the output is a still.
  var isStill: Bool { turn.time != nil && !isWebPage }

  /// The format of an output that holds all frames.
  var videoFormat: VideoFormat? {
    output.format.map(VideoFormat.init(rawValue:))
      ?? VideoFormat(extensionOf: output.path ?? "")
  }

  /// The format of images; `nil` if the name of a still doesn't say.
  var imageFormat: ImageFormat? {
    guard turn.time != nil else { return ImageFormat(extensionOf: frameName) }
    return output.format.map(ImageFormat.init(rawValue:))
      ?? ImageFormat(extensionOf: output.path ?? "")
  }

  private var frameName: String { output.name ?? Self.usualName }

  private static func isWebPage(_ path: String) -> Bool {
    Files.hasExtension(path, ["html", "htm"])
  }

  /// What the job writes.
  ///
  /// - Throws: ``UsageError`` if the options don't fit it.
  func destination() throws(UsageError) -> BookJob.Output {
    if run.printsGeometry {
      guard output.path == nil else {
        throw UsageError("--json draws nothing; omit it or --output")
      }
      // --json writes to neither path.
      return turn.time.map { .still(path: "-", time: $0, format: .png) }
        ?? .frames(folder: "", name: frameName)
    }
    // Its frames are planned, but not drawn.
    if output.sound != nil {
      return .video(path: output.path ?? "-", format: .mp4)
    }
    guard let path = output.path else { throw missingOutput }
    if path == "-" && output.format == nil {
      throw UsageError("--output - needs --format, such as --format webm")
    }
    try checkFormat(of: path)
    try checkWebPageOptions()
    if isWebPage { return .webPage(path: path, title: output.title ?? "") }
    if let time = turn.time { return try still(path, at: time) }
    return try film(path)
  }

  /// The error for a missing --output. A page that doesn't exist is named first; it may be meant as
  /// the output.
  private var missingOutput: UsageError {
    let missing = job.pages.filter { $0 != "-" && Files.kind(of: $0) == nil }
    if let last = job.pages.last, job.pages.count > 1, missing == [last], !formats(of: last).isEmpty
    {
      return UsageError("--output is required; did you mean '-o \(last)'?")
    }
    if let first = missing.first {
      return UsageError(RecordingError.missing(first).description)
    }
    return UsageError("--output is required: a file such as book.mp4, or a folder for the frames")
  }

  /// The formats that the extension of an output stands for.
  private func formats(of path: String) -> [String] {
    let video = VideoFormat(extensionOf: path)?.rawValue
    let image = ImageFormat(extensionOf: path)?.rawValue
    // An animated PNG is a PNG, too.
    let animation = image == "png" ? "apng" : nil
    let page = Self.isWebPage(path) ? "html" : nil
    return [video, image, animation, page].compactMap(\.self)
  }

  private func checkFormat(of path: String) throws(UsageError) {
    let known = formats(of: path)
    guard let format = output.format, !known.isEmpty, !known.contains(format) else { return }
    throw UsageError(
      "--format \(format) contradicts the extension of '\(path)'; change one, or omit --format")
  }

  /// Checks that the options that were given apply to web pages, or to other outputs.
  private func checkWebPageOptions() throws(UsageError) {
    for option in Self.options where isGiven(option) {
      let name = option.description.name
      switch option.meaning.web {
      case .only where !isWebPage:
        throw UsageError(
          "\(name) applies only to web pages; set --output to a name that ends in .html")
      case .refused(let value, let isRefused) where isWebPage && isRefused(self):
        throw UsageError(
          "\(name)\(value.isEmpty ? "" : " \(value)") does not apply to web pages (.html), where "
            + "readers turn the pages; omit it")
      default: continue
      }
    }
    guard isWebPage, turn.profile == .paper else { return }
    if job.webPage.controls == .lab {
      throw UsageError("the sliders of --controls lab turn folds; omit it or --profile paper")
    }
    if job.layout != .spread {
      throw UsageError(
        "loose sheets of web pages fold over; omit --profile paper, or set --layout spread")
    }
  }

  private func still(_ path: String, at time: Double) throws(UsageError) -> BookJob.Output {
    if job.contactSheet != nil {
      throw UsageError("--contact-sheet needs all frames; omit it or --time")
    }
    if given["loop"] != nil {
      throw UsageError("--loop applies only to animations; omit it or --time")
    }
    guard let format = imageFormat else {
      throw UsageError(
        "--time writes a still; set --output to a name that ends in \(ImageFormat.endings)")
    }
    return .still(path: path, time: time, format: format)
  }

  private func film(_ path: String) throws(UsageError) -> BookJob.Output {
    if given["loop"] != nil && videoFormat?.isAnimation != true {
      throw UsageError(
        "--loop applies only to animations; set --output to a name that ends in "
          + VideoFormat.extensions(where: \.isAnimation))
    }
    if let videoFormat { return .video(path: path, format: videoFormat) }
    if let format = output.format {
      throw UsageError(
        "--format \(format) is a format for stills; add --time 0.4, or write a folder of frames "
          + "with --name %04d.\(format)")
    }
    if ImageFormat(extensionOf: path) != nil {
      throw UsageError(
        "--output '\(path)' is a still; add --time 0.4, or use a folder, a web page (.html) or "
          + VideoFormat.extensions())
    }
    if let ending = unknownEnding(of: path) {
      let near =
        Self.otherVideos.contains(ending.lowercased())
        ? ".mp4" : Spelling.closest(to: ending, in: Self.endings)
      throw UsageError(
        "\(path): unknown output type \"\(ending)\""
          + "; use \(Self.endings.joined(separator: ", ")), or a folder name that ends in \"/\""
          + Spelling.question(near.map { path.dropLast(ending.count) + $0 }))
    }
    return .frames(folder: path, name: frameName)
  }

  /// The extension of an output that is named like a file and is not a folder: `clip.mov` asks for
  /// a film, and `--name` for a folder of frames.
  private func unknownEnding(of path: String) -> String? {
    guard output.name == nil, !path.hasSuffix("/"), Files.kind(of: path) != .folder,
      let file = path.split(separator: "/").last, let dot = file.lastIndex(of: "."),
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
