import GLESKitShaders
import GLESKitSupport
import GLESKitWebPage
import ImageCoding
import Imaging
import PageCurl

/// A book as one file for the browser, in which the pages are turned by hand: the files of `samples/web`
/// with the shaders, the settings and the pages put in. Nothing is loaded from elsewhere.
struct WebPage {
  private let plan: BookPlan
  private let path: String
  private let title: String

  /// What a plan asks for; `nil` if that is something else.
  init?(_ plan: BookPlan) {
    guard case .webPage(let path, let title) = plan.job.output else { return nil }
    self.plan = plan
    self.path = path
    self.title = title
  }

  /// Writes the file, a page after the other; it appears whole or not at all.
  ///
  /// - Parameter progress: Called with the number of pages that are done, from 0 on; what it throws ends
  ///   the writing.
  func write(progress: (_ done: Int) throws -> Void) throws {
    try VideoFormat.refuseTerminal(path)
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
        for (number, source) in plan.pages.enumerated() {
          try file.append(try image(of: source, number: number + 1))
          try progress(number + 1)
        }
      }
    }
    do { try file.commit() } catch { throw RecordingError.file(error) }
  }

  private func image(of source: PageSource, number: Int) throws(RecordingError) -> String {
    let picture = try source.webPicture(
      filling: plan.stage.page, within: plan.job.size == nil ? Self.largestPage : plan.stage.page,
      compression: plan.job.compression)
    return """
      <img alt="Page \(number)" width="\(picture.size.width)" height="\(picture.size.height)" \
      \(picture.isOpaque ? "data-opaque " : "")src="data:\(picture.format.mediaType);base64,\(base64(picture.bytes))">

      """
  }

  /// The largest page where no size is asked for: as large a texture as nearly all devices take.
  private static let largestPage = PixelSize(4096, 4096)

  /// What the page begins with, as attributes that `Reader` in `page.js` reads.
  private var settings: String {
    let style = plan.job.style
    let page = plan.stage.page
    var angle = plan.job.direction == .ltr ? Double.pi : 0
    if case .angle(let asked) = style.motion { angle = asked }
    let radius = style.radius.map { $0 / Double(min(page.width, page.height)) } ?? 0.1
    let timing = plan.job.timing
    // The easing as a table: whatever kind it is of.
    let easing = (0...32).map { step in
      (timing.easing.value(at: Double(step) / 32) * 10_000).rounded() / 10_000
    }
    var attributes = [
      ("layout", plan.job.layout.rawValue), ("direction", plan.job.direction.rawValue),
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

  /// The shader files as they are, each in an element of its own that browsers do not run.
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
  /// The look as `mesh.js` knows it.
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

/// Text as it stands in HTML, between tags or in a quoted attribute.
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

/// Bytes as text of 64 characters, RFC 4648.
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
