import GLESKitCommandLine
import GLESKitSupport
import Recording

extension BookArguments {
  static let webPageGroup = OptionGroup<BookArguments>(
    "Web pages",
    [
      .optional(
        \.output.title, "title", .text("TEXT"),
        help: "Title of the web page. Default: the PDF's title, or the output's file name."
      ).means(web: .only, hashed: false),
      .value(
        \.job.webPage.controls, "controls", .choice("CONTROLS"),
        help:
          "Controls of the web page. reader: page buttons, a slider, contents, search, zoom. "
          + "lab: also the time, angle and radius of the turn. none: pointer and keyboard only."
      ).means(web: .only, hashed: false),
      .optional(
        \.job.webPage.maximumBytes, "max-size", byteCount,
        help:
          "Maximum size of the web page, in bytes or with the suffix K, M or G. Page images are "
          + "scaled down to fit."
      ).key().means(web: .only, hashed: false),
      .optional(
        \.job.webPage.language, "language", languageTag,
        help:
          "Language of the pages of a web page, such as en or pt-BR. Default: that of the PDF, if "
          + "it states one."
      ).means(web: .only, hashed: false),
      .optional(
        \.job.webPage.descriptions, "alt", .path("FILE", completion: .files(["txt"])),
        help:
          "Text file whose lines describe the pages of a web page for screen readers, one line for "
          + "each page. Empty lines leave pages without a description."
      ).key().means(web: .only, hashed: false),
      .optional(
        \.job.webPage.download, "download", downloadAddress,
        help:
          "Address of a file that a web page offers for download, such as book.pdf, relative to "
          + "the web page. The file is not copied."
      ).key().means(web: .only, hashed: false),
    ])

  /// A number of bytes with a decimal prefix.
  private static let byteCount = ValueKind<Int>(
    "SIZE", expectation: "a size such as 10M or 500K", constraint: "at least 100K",
    schema: ["type": "string", "pattern": "^[0-9]+[KMG]?$"],
    read: { text throws(ValueError) in
      let units = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000]
      let unit = text.last.flatMap { units[$0.uppercased()] }
      guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0,
        number <= 1_000_000_000
      else { throw ValueError("is not a size") }
      guard number * (unit ?? 1) >= 100_000 else { throw ValueError("is too small") }
      return number * (unit ?? 1)
    }, write: { String($0) })

  /// A relative address, or one that starts with `https:` or `http:`.
  private static let downloadAddress = ValueKind<String>(
    "ADDRESS", expectation: "a relative address such as book.pdf, or one with https:",
    schema: ["type": "string", "pattern": "^(https?://.+|[^:]+)$"],
    read: { text throws(ValueError) in
      let isAbsolute = ["https://", "http://"].contains { text.hasPrefix($0) }
      guard isAbsolute || !text.isEmpty && !text.contains(":") else {
        throw ValueError("is not an address of a file")
      }
      return text
    }, write: { $0 })

  /// A language tag (BCP 47).
  private static let languageTag = ValueKind<String>(
    "TAG", expectation: "a language tag such as en or pt-BR",
    schema: ["type": "string", "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"],
    read: { text throws(ValueError) in
      guard WebPageOptions.isLanguageTag(text) else { throw ValueError("is not a language tag") }
      return text
    }, write: { $0 })
}
