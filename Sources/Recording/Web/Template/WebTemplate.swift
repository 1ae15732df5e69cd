/// The files of this folder, embedded in the program: a web page in which pages turn interactively.
///
/// `page.html` contains placeholders such as `{{title}}`. `BookScript.swift` is what
/// `scripts/bundle-web` makes of the modules in `Web/Page`. `package.json` and
/// `gleskit-book.d.ts` are written beside it, and make the folder of a book a package for bundlers.
package enum WebTemplate {
  /// A placeholder in `page.html`.
  package enum Place: String, Sendable, CaseIterable {
    /// The language of the document.
    case language
    /// The content security policy.
    case policy
    /// The title, escaped.
    case title
    /// The content of ``WebTemplate/style``.
    case style
    /// The element that loads ``WebTemplate/script(constants:)``.
    case script
    /// What `GleskitBook` in `element.js` reads, as JSON.
    case settings
    /// The pages as images, and their text.
    case pages
  }

  /// The texts of `page.html` in order, each with the placeholder before it; the first has none.
  package static let page: [(place: Place?, text: Substring)] =
    text(PackageResources.page_html).split(separator: "{{").map { part in
      guard let end = part.firstRange(of: "}}") else { return (nil, part) }
      return (Place(rawValue: String(part[..<end.lowerBound])), part[end.upperBound...])
    }

  /// What makes the folder of a book a package for bundlers and TypeScript.
  package static let packageFiles = [
    (name: "package.json", text: text(PackageResources.package_json)),
    (name: "gleskit-book.d.ts", text: text(PackageResources.gleskit_book_d_ts)),
  ]

  /// `page.css`.
  package static let style = text(PackageResources.page_css)

  /// The definition of the element `gleskit-book`.
  ///
  /// - Parameter constants: The names of `globals.d.ts`, and their values as expressions.
  package static func script(constants: [(name: String, value: String)]) -> String {
    let constants = constants.map { "const \($0.name) = \($0.value);\n" }.joined()
    let bundle = text(bookScript)
    return "(() => {\n'use strict';\n\(constants)\(bundle)})();\n"
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
