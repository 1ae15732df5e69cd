import GLESKitShaders
import GLESKitSupport
import GLESKitWebPage
import ImageCoding
import Imaging
import PageCurl

/// A book as one HTML file in which pages turn interactively: the template in `Web/Page` with the
/// shaders, the settings and the pages embedded. It loads nothing else.
struct WebPage {
  let title: String
  let pages: [PageSource]
  /// The size of a page, whose aspect ratio all pages get.
  let pageSize: PixelSize
  /// The largest size of an embedded page.
  let largestPage: PixelSize
  let layout: BookLayout
  let direction: ReadingDirection
  let timing: Timing
  let style: TurnStyle
  let compression: Compression

  /// A texture size that nearly all devices support.
  static let largestTexture = PixelSize(4096, 4096)

  /// Writes the file page by page. It appears when it is complete.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - progress: Called with the number of completed pages, from 0. An error that it throws stops
  ///     the work.
  func write(to path: String, progress: (_ done: Int) throws -> Void) throws {
    try refuseTerminal(path)
    let file: AtomicFile
    do { file = try AtomicFile(path) } catch { throw RecordingError.file(error) }
    try progress(0)
    for part in WebTemplate.page {
      switch part {
      case .text(let text): try file.append(text)
      case .place(.title): try file.append(escaped(title))
      case .place(.settings): try file.append(settings)
      case .place(.style): try file.append(WebTemplate.style)
      case .place(.shaders): try file.append(Self.shaders)
      case .place(.scripts): try file.append(WebTemplate.scripts.joined(separator: "\n"))
      case .place(.pages):
        for (number, source) in pages.enumerated() {
          try file.append(try image(of: source, number: number + 1))
          try progress(number + 1)
        }
      }
    }
    do { try file.commit() } catch { throw RecordingError.file(error) }
  }

  private func image(of source: PageSource, number: Int) throws(RecordingError) -> String {
    let picture = try source.webPicture(
      filling: pageSize, within: largestPage, compression: compression)
    return """
      <img alt="Page \(number)" width="\(picture.size.width)" height="\(picture.size.height)" \
      \(picture.isOpaque ? "data-opaque " : "")\
      src="data:\(picture.format.mediaType);base64,\(base64(picture.bytes))">

      """
  }

  /// The initial settings, as attributes that `Reader` in `page.js` reads.
  private var settings: String {
    var angle = direction == .leftToRight ? Double.pi : 0
    if case .angle(let asked) = style.motion { angle = asked }
    let radius = style.radius.map { $0 / Double(min(pageSize.width, pageSize.height)) } ?? 0.1
    // A table serves all kinds of easings.
    let easing = (0...32).map { step in
      (timing.easing.value(at: Double(step) / 32) * 10_000).rounded() / 10_000
    }
    var attributes = [
      ("layout", layout.rawValue), ("direction", direction.rawValue),
      ("angle", "\(angle * 180 / .pi)"), ("radius", "\(radius)"),
      ("quality", style.look.quality.rawValue), ("look", escaped(style.look.json)),
      ("seconds", "\(Double(timing.turnFrames) / timing.rate.value)"),
      ("easing", easing.map { "\($0)" }.joined(separator: " ")),
    ].map { "data-\($0)=\"\($1)\"" }
    if style.background.w > 0 {
      let color = style.background
      attributes.append(
        "style=\"--back: rgb(\(color.x) \(color.y) \(color.z) / \(Double(color.w) / 255))\"")
    }
    return attributes.joined(separator: " ")
  }

  /// The shader files, each in a script element of a type that browsers don't run.
  private static var shaders: String {
    [
      ("paper.vert", Shaders.paperVertex), ("paper.frag", Shaders.paperFragment),
      ("edge.vert", Shaders.edgeVertex), ("edge.frag", Shaders.edgeFragment),
      ("fold.vert", Shaders.foldVertex), ("fold.frag", Shaders.foldFragment),
      ("shadow.vert", Shaders.shadowVertex), ("shadow.frag", Shaders.shadowFragment),
    ].map { name, text in
      "<script type=\"x-shader\" id=\"\(name)\">\n\(text)</script>"
    }.joined(separator: "\n")
  }
}

extension AtomicFile {
  fileprivate func append(_ text: String) throws(RecordingError) {
    do { try write(Array(text.utf8)) } catch { throw .file(error) }
  }
}

extension CurlLook {
  /// The look in the form that `mesh.js` reads.
  fileprivate var json: String {
    func vector(_ value: SIMD3<Double>) -> String { "[\(value.x),\(value.y),\(value.z)]" }
    let light = light.map { light in
      "{\"direction\":\(vector(light.direction)),\"ambient\":\(light.ambient),"
        + "\"highlight\":\(light.highlight),\"shininess\":\(light.shininess)}"
    }
    let shadow = shadow.map { shadow in
      "{\"direction\":\(vector(shadow.direction)),\"softness\":\(shadow.softness),"
        + "\"strength\":\(shadow.strength),\"color\":\(vector(shadow.color))}"
    }
    return """
      {"light":\(light ?? "null"),"shadow":\(shadow ?? "null"),"paper":\(vector(paperColor)),\
      "showThrough":\(showThrough),"frontTint":\(vector(frontTint)),"backTint":\(vector(backTint))}
      """
  }
}

extension ImageFormat {
  fileprivate var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}

/// Escapes text for HTML, between tags or in a quoted attribute.
private func escaped(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// Encodes bytes as Base64 (RFC 4648).
func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
    var end = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let rest = min(3, bytes.count - start)
      var group = Int(bytes[start]) << 16
      if rest > 1 { group |= Int(bytes[start + 1]) << 8 }
      if rest > 2 { group |= Int(bytes[start + 2]) }
      for digit in 0..<4 {
        text[end + digit] =
          digit > rest ? UInt8(ascii: "=") : digits[group >> (18 - 6 * digit) & 63]
      }
      end += 4
    }
    return end
  }
}
