/// The files of this folder, embedded in the program: a page for the browser in which pages are turned by
/// hand.
///
/// `page.html` has places for the rest, such as `{{title}}`.
package enum WebTemplate {
  /// A place in `page.html`.
  package enum Place: String, Sendable, CaseIterable {
    /// The title, escaped; twice.
    case title
    /// Attributes of the book, which `Reader` in `page.js` reads.
    case settings
    /// The content of ``WebTemplate/style``.
    case style
    /// The pages, as pictures.
    case pages
    /// The shaders, as script elements whose ids are the files' names.
    case shaders
    /// The content of ``WebTemplate/scripts``.
    case scripts
  }

  /// A part of `page.html`.
  package enum Part: Hashable, Sendable {
    /// What stands there as it is.
    case text(String)
    /// What is to be put there.
    case place(Place)
  }

  /// `page.html`, from its beginning to its end.
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
  /// The scripts, in the order in which they build on each other.
  package static let scripts = [
    PackageResources.curl_js, PackageResources.mesh_js, PackageResources.renderer_js,
    PackageResources.book_js, PackageResources.page_js,
  ].map(text)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
