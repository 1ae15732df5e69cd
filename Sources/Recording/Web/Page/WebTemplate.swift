/// The files of this folder, embedded in the program: a web page in which pages turn interactively.
///
/// `page.html` contains placeholders such as `{{title}}`.
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
  /// The definition of the element `gleskit-book`: all scripts, without comments, in a function of
  /// their own.
  ///
  /// - Parameter constants: Constants for the scripts, as names and JavaScript expressions.
  package static func script(constants: [(name: String, value: String)]) -> String {
    let constants = constants.map { "const \($0.name) = \($0.value);\n" }.joined()
    return "(() => {\n'use strict';\n\(constants)\(scripts.map(text).map(dense).joined())})();\n"
  }

  /// The content of the element, and its style.
  package static let (element, elementStyle) = (
    bare(text(PackageResources.book_html)), dense(text(PackageResources.book_css))
  )

  /// The scripts, in the order of their dependencies.
  private static let scripts = [
    PackageResources.curl_js, PackageResources.mesh_js, PackageResources.motion_js,
    PackageResources.leaf_js, PackageResources.objects_js, PackageResources.renderer_js,
    PackageResources.stage_js, PackageResources.pages_js, PackageResources.reader_js,
    PackageResources.pull_js, PackageResources.hand_js, PackageResources.text_js,
    PackageResources.lab_js, PackageResources.bar_js, PackageResources.element_js,
  ]

  /// A script, shader or style without comments and indentation. A comment beside code begins with
  /// " // ".
  package static func bare(_ text: String) -> String {
    var (result, isComment) = ("", false)
    for line in text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      if start.hasPrefix("/*") { isComment = true }
      if !isComment && !start.hasPrefix("//") {
        result += start.prefix(upTo: start.firstRange(of: " //")?.lowerBound ?? start.endIndex)
        result += "\n"
      }
      if line.hasSuffix("*/") { isComment = false }
    }
    return result
  }

  /// A shader without comments, needless spaces and what only an elastica needs: pages roll.
  package static func shader(_ text: String) -> String {
    var kept = ""
    // The conditions around a line: `nil`, or for an elastica's the part that is kept.
    var conditions: [Bool?] = []
    for line in bare(text).split(separator: "\n") {
      var isCondition = false
      if line.hasPrefix("#if") {
        isCondition = line == "#ifdef ELASTICA"
        conditions.append(isCondition ? false : nil)
      } else if line == "#else", let isKept = conditions.last ?? nil {
        (isCondition, conditions[conditions.count - 1]) = (true, !isKept)
      } else if line == "#endif" {
        isCondition = (conditions.popLast() ?? nil) != nil
      }
      if !isCondition, !conditions.contains(false) { kept += line + "\n" }
    }
    for spaced in [" = ", " * ", " + ", " / ", ", "] {
      kept = kept.replacing(spaced, with: spaced.filter { $0 != " " })
    }
    return kept
  }

  /// A script or style without comments, and without the line breaks after which it goes on.
  private static func dense(_ text: String) -> String {
    bare(text).split(separator: "\n").map { line in
      ",;([{".contains { line.last == $0 } ? String(line) : line + "\n"
    }.joined()
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
