import GLESKitSupport
import GLESKitWebPage
import ImageCoding
import Imaging
import PageCurl

/// A book as a web page in which pages turn interactively: the template in `Web/Template` with
/// the shaders, the settings and the pages.
///
/// It is one file that loads nothing else. With the name `index.html` it is small, and loads pages
/// as they are needed from a folder ``filesFolder`` beside it, which works only over HTTP.
struct WebPage {
  /// The title; if empty, that of the first PDF, or ``name``.
  let title: String
  /// The path that the page is named by; `nil` is that of the output.
  let name: String?
  let pages: [PageSource]
  /// How pages of another shape than the first lie on their leaves.
  let fit: PageFit
  /// The size of a page, whose aspect ratio all pages get.
  let pageSize: PixelSize
  /// The largest size of an embedded page.
  let largestPage: PixelSize
  let layout: BookLayout
  /// The index of the page that turns first: 1 if a spread lies open at the start.
  let first: Int
  let direction: ReadingDirection
  let timing: Timing
  let style: TurnStyle
  /// How strongly pages that bend like paper are shaded toward the spine, 0…1.
  let gutter: Double
  let compression: Compression
  /// The quality of lossy pages, 1…100; `nil` is the usual one.
  let quality: Int?
  /// The boards as which the covers of a spread turn; `nil` is a book without a hard cover.
  let cover: HardCover?
  /// What `TurnSound` in `sound.js` plays at each turn: ``TurnSound/companded``; `nil` is nothing.
  let sound: [UInt8]?
  let options: WebPageOptions
  /// The number of pages that are drawn and encoded at the same time.
  let threads: Int
  /// Where pages are drawn.
  let host: WorkerHost

  /// A texture size that nearly all devices support.
  static let largestTexture = PixelSize(4096, 4096)
  /// The folder with all other files of an `index.html`.
  static let filesFolder = "gleskit-book"
  /// The script that defines the element.
  static let scriptName = "\(filesFolder)/gleskit-book.js"
  /// What lies beside the script.
  private static let packageNames = WebTemplate.packageFiles.map { "\(filesFolder)/\($0.name)" }

  /// Whether the pages of an output are files of their own.
  static func isFolder(_ path: String) -> Bool {
    path == "index.html" || path.hasSuffix("/index.html")
  }

  /// Whether a file in ``filesFolder`` may be written: the script and its package, a table, a page.
  static func mayWrite(_ name: String) -> Bool {
    let path = "\(filesFolder)/\(name)"
    if path == scriptName || packageNames.contains(path) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let number = parts[0].hasSuffix(smallSuffix) ? parts[0].dropLast(smallSuffix.count) : parts[0]
    let isPage = number.count >= 4 && number.utf8.allSatisfy { (48...57).contains($0) }
    return parts[1] == "json" || isPage && ImageFormat(extensionOf: name) != nil
  }

  /// The files of a page that is written: itself, and those that it loads, in the order in which it
  /// names them.
  static func files(of path: String) -> [String] {
    guard isFolder(path), let bytes = try? Files.read(path) else { return [path] }
    let text = String(decoding: bytes, as: UTF8.self)
    // Quotes in titles are escaped.
    let folder = String(path.dropLast("index.html".count))
    var files = [path] + packageNames.map { folder + $0 }
    let names = ["src", "data-small"].flatMap { name in
      text.ranges(of: " \(name)=\"\(filesFolder)/").map {
        text[text.index($0.lowerBound, offsetBy: name.count + 3)...].prefix { $0 != "\"" }
      }
    }
    for name in names.sorted(by: { $0.startIndex < $1.startIndex }) {
      // The first picture is named twice.
      if folder + name != files.last { files.append(folder + name) }
    }
    return files
  }

  /// Writes the page. The file at `path` appears when everything is complete.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - progress: Called with the number of completed pages, from 0. An error that it throws stops
  ///     the work.
  func write(to path: String, progress: (_ done: Int) throws -> Void) throws {
    try refuseTerminal(path)
    let contents = try WebContents(of: pages, shape: pageSize)
    let descriptions = try descriptions(contents)
    let motions = try motions
    var scale = 1.0
    for _ in 0..<8 {
      let size = try write(
        to: path, contents, descriptions, motions, scale: scale, progress: progress)
      guard let limit = options.maximumBytes, size.total > limit else { return }
      // What is left beside the script and the text.
      let room = limit - (size.total - size.pages)
      guard room > 0 else { break }
      // Bytes grow less than pixels do.
      scale *= max((Double(room) / Double(size.pages)).squareRoot() * 0.95, 0.2)
    }
    throw RecordingError.size(
      "the web page does not fit into \(options.maximumBytes ?? 0) bytes; allow more, or choose "
        + "fewer pages")
  }

  /// Writes the page if it is not too large.
  ///
  /// - Returns: The number of bytes that were, or would have been, written: all, and those of the
  ///   pages.
  private func write(
    to path: String, _ contents: WebContents, _ descriptions: [String], _ motions: JSON?,
    scale: Double, progress: (_ done: Int) throws -> Void
  ) throws -> (total: Int, pages: Int) {
    let isFolder = Self.isFolder(path)
    let folder = path.dropLast("index.html".count)
    var size = 0
    var pageBytes = 0
    func save(_ bytes: [UInt8], _ name: String) throws(RecordingError) {
      size += bytes.count
      do { try AtomicFile.write(bytes, to: folder + name) } catch { throw .file(error) }
    }
    if isFolder {
      _ = try filing { () throws(FileError) in try Files.createFolders(folder + Self.filesFolder) }
      try save(Array(Self.script.utf8), Self.scriptName)
      for (name, file) in zip(Self.packageNames, WebTemplate.packageFiles) {
        try save(Array(file.text.utf8), name)
      }
    }
    let file = try filing { () throws(FileError) in try AtomicFile(path) }
    func append(_ text: String, to file: borrowing AtomicFile) throws(RecordingError) {
      size += text.utf8.count
      do { try file.write(Array(text.utf8)) } catch { throw .file(error) }
    }
    /// Returns the address of a page's picture, which is saved in a folder.
    func source(
      of picture: WebPicture, number: Int, suffix: String = ""
    ) throws(RecordingError) -> String {
      guard isFolder else {
        return "data:image/\(picture.format.rawValue);base64,\(base64(picture.bytes))"
      }
      let name = "\(Self.filesFolder)/\(padded(number))\(suffix).\(picture.format.fileExtension)"
      try save(picture.bytes, name)
      return name
    }
    /// Appends what `GleskitBook.json` in `element.js` reads.
    func append(
      _ json: JSON, named name: String, to file: borrowing AtomicFile
    ) throws(RecordingError) {
      var text = Self.inScript(json)
      var source = ""
      if isFolder {
        let path = "\(Self.filesFolder)/\(name).json"
        try save(Array(text.utf8), path)
        (text, source) = ("", " data-src=\"\(path)\"")
      }
      try append(
        "<script type=\"application/json\" class=\"\(name)\"\(source)>\(text)</script>\n", to: file)
    }
    try progress(0)
    for (place, text) in WebTemplate.page {
      switch place {
      case nil: break
      case .language:
        try append(Markup.escaped(options.language ?? contents.language ?? "en"), to: file)
      case .title: try append(Markup.escaped(shownTitle(path)), to: file)
      case .policy: try append(policy(isFolder), to: file)
      case .style: try append(WebTemplate.style, to: file)
      case .script:
        let element =
          isFolder
          ? "<script src=\"\(Self.scriptName)\"></script>" : "<script>\(Self.script)</script>"
        try append(element, to: file)
      case .settings:
        let settings = settings(
          title: shownTitle(path), pictureSize: scaled(drawnSize, by: scale), contents: contents)
        try append(Self.inScript(settings), to: file)
      case .pages:
        for start in stride(from: 0, to: pages.count, by: 4 * threads) {
          for (index, (picture, small)) in try pictures(from: start, scale, isFolder).enumerated() {
            let number = start + index + 1
            let sizeBefore = size
            let smallSource = try small.map { small throws(RecordingError) in
              try source(of: small, number: number, suffix: Self.smallSuffix)
            }
            if number == 1, let smallSource {
              try append("<img slot=\"first\" alt=\"\" src=\"\(smallSource)\">\n", to: file)
            }
            let source = try source(of: picture, number: number)
            try append(
              element(
                picture, alt: descriptions[number - 1], of: contents.pages[number - 1],
                small: isFolder ? smallSource : nil, source: source,
                // What is shown first loads at once, beside the script.
                isLazy: number > 1 || small != nil), to: file)
            pageBytes += size - sizeBefore
            if number == min(3, pages.count) {
              // The first leaf turns and is heard, and readers can search, before all pages have
              // arrived.
              for (name, json) in [
                ("motions", motions), ("sound", sound.map { .string(base64($0)) }),
                ("texts", contents.hasText ? .array(contents.pages.map(\.text)) : nil),
              ] {
                if let json { try append(json, named: name, to: file) }
              }
            }
            try progress(number)
          }
        }
      }
      try append(String(text), to: file)
    }
    if size <= options.maximumBytes ?? .max {
      do { try file.commit() } catch { throw RecordingError.file(error) }
    }
    return (size, pageBytes)
  }

  /// - Parameters:
  ///   - small: The address of a picture with at most ``smallRows`` rows.
  private func element(
    _ picture: WebPicture, alt: String, of page: WebContents.Page, small: String?, source: String,
    isLazy: Bool
  ) -> String {
    let loading = isLazy ? "loading=\"lazy\" " : ""
    let data =
      (picture.isOpaque ? "data-opaque " : "")
      + [("label", page.label), ("pictures", page.pictures), ("small", small)].map { name, value in
        value.map { "data-\(name)=\"\(Markup.escaped($0))\" " } ?? ""
      }.joined()
    return """
      <img \(loading)alt="\(Markup.escaped(alt))" width="\(picture.size.width)" \
      height="\(picture.size.height)" \(data)src="\(source)">

      """
  }

  /// What is said of each page instead of its picture: the author's words, those in the tags of a
  /// PDF, or what it is.
  private func descriptions(_ contents: WebContents) throws(RecordingError) -> [String] {
    var lines: [Substring] = []
    if let path = options.descriptions {
      let bytes = try filing { () throws(FileError) in try Files.read(path, limit: 1 << 24) }
      let text = String(decoding: bytes, as: UTF8.self)
      lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      if lines.last?.isEmpty == true { lines.removeLast() }
      guard lines.count <= pages.count else {
        throw .pages(
          "'\(path)' describes \(counted(lines.count, "page")), but the book has "
            + "\(counted(pages.count, "page")); write one line for each")
      }
    }
    return pages.indices.map { index in
      let page = contents.pages[index]
      if index < lines.count, !lines[index].allSatisfy(\.isWhitespace) {
        return String(lines[index])
      }
      if page.hasLines { return page.name }
      if !page.figures.isEmpty { return page.figures.joined(separator: "\n") }
      if case .blank = pages[index] { return "Empty page" }
      return "Picture without a description"
    }
  }

  /// The rows of smaller pictures of pages: as sharp as the pages in most windows (`SMALL_ROWS` in
  /// `pages.js`). Browsers show one a tenth of a second sooner than 2160 rows.
  private static let smallRows = 1080
  /// The bytes of a page that has a smaller picture in a folder: more than pages of text have.
  private static let largePage = 150_000
  private static let smallSuffix = "-small"

  /// The next few pages, drawn at the same time, and smaller pictures of the first page and, in a
  /// folder, of those that take long to load.
  private func pictures(
    from start: Int, _ scale: Double, _ isFolder: Bool
  ) throws -> [(WebPicture, small: WebPicture?)] {
    let part = Array(start..<min(start + 4 * threads, pages.count))
    let pictures = try pictures(part, within: scaled(drawnSize, by: scale))
    let large = zip(part, pictures).filter { index, picture in
      picture.size.height * 4 > Self.smallRows * 5
        && (index == 0 || isFolder && picture.bytes.count > Self.largePage)
    }.map(\.0)
    let limit = PixelSize(Self.largestTexture.width, Self.smallRows)
    let small = zip(large, try self.pictures(large, within: drawnSize.fitted(within: limit)))
    let smaller = Dictionary(uniqueKeysWithValues: small)
    return zip(part, pictures).map { ($1, smaller[$0]) }
  }

  /// Some pages, drawn at the same time.
  private func pictures(_ part: [Int], within limit: PixelSize) throws -> [WebPicture] {
    let (compression, quality) = (compression, quality)
    let shape = drawnSize
    let products = try WorkerPool.results(
      part.count, workers: threads, in: host,
      size: max(DecodingOptions().maximumBytes, 8 * limit.width * limit.height + 1 << 20),
      name: { "page \(part[$0] + 1)" }
    ) { [pages, fit] index throws(RecordingError) in
      try pages[part[index]].webPicture(
        filling: shape, within: limit, fit, compression: compression, quality: quality
      ).product
    }
    return products.map { WebPicture($0) }
  }

  /// The size of a page in the web page. PDFs without a resolution are drawn at twice their size,
  /// so that text is sharp when readers magnify it.
  private var drawnSize: PixelSize {
    let isScalable = pages.contains { $0.pdf?.file.hasResolution == false }
    let size = isScalable ? scaled(pageSize, by: 2) : pageSize
    return size.fitted(within: largestPage)
  }

  private func scaled(_ size: PixelSize, by scale: Double) -> PixelSize {
    PixelSize(
      max(Int((Double(size.width) * scale).rounded()), 1),
      max(Int((Double(size.height) * scale).rounded()), 1))
  }

  private func padded(_ number: Int) -> String {
    String(repeating: "0", count: max(4 - String(number).count, 0)) + String(number)
  }

  private func shownTitle(_ path: String) -> String {
    if !title.isEmpty { return title }
    if let title = pages.lazy.compactMap(\.pdf?.file.title).first { return title }
    let path = name ?? path
    let names = path.split(separator: "/")
    // A folder's index.html is named like the folder.
    let name = (Self.isFolder(path) ? names.dropLast() : names[...]).last
    guard let stem = name?.split(separator: ".").first, stem != "-" else { return "A book" }
    return String(stem)
  }

  /// Allows the document's own script and style only.
  private func policy(_ isFolder: Bool) -> String {
    let style = "style-src '\(Self.source(WebTemplate.style))'"
    return isFolder
      ? "default-src 'none'; img-src 'self' data:; connect-src 'self'; \(style); script-src 'self'"
      : "default-src 'none'; img-src data:; \(style); script-src '\(Self.source(Self.script))'"
  }

  /// The hash of an inline script or style for a content security policy.
  private static func source(_ text: String) -> String {
    "sha256-\(base64(SHA256.hash(of: text)))"
  }
}

extension ImageFormat {
  fileprivate var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
