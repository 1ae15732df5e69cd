/// The files of this folder, embedded in the program: a web page in which pages turn interactively.
///
/// `page.html` contains placeholders such as `{{title}}`.
package enum WebTemplate {
  /// A placeholder in `page.html`.
  package enum Place: String, Sendable, CaseIterable {
    /// The title, escaped. It occurs twice.
    case title
    /// Attributes that `Reader` in `page.js` reads.
    case settings
    /// The content of ``WebTemplate/style``.
    case style
    /// The pages, as images.
    case pages
    /// The shaders, as script elements with the file names as ids.
    case shaders
    /// The content of ``WebTemplate/scripts``.
    case scripts
  }

  /// A part of `page.html`.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A placeholder to replace.
    case place(Place)
  }

  /// The parts of `page.html` in order.
  package static let page: [Part] = {
    var parts: [Part] = []
    var rest = text(PackageResources.page_html)[...]
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}"),
      let place = Place(rawValue: String(rest[start.upperBound..<end.lowerBound]))
    {
      parts += [.text(String(rest[..<start.lowerBound])), .place(place)]
      rest = rest[end.upperBound...]
    }
    return parts + [.text(String(rest))]
  }()

  /// `page.css`.
  package static let style = text(PackageResources.page_css)
  /// The scripts, in the order of their dependencies.
  package static let scripts = [
    PackageResources.curl_js, PackageResources.mesh_js, PackageResources.renderer_js,
    PackageResources.book_js, PackageResources.page_js,
  ].map(text)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
