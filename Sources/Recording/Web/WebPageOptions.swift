/// What a web page offers to its readers, and how large it may be.
package struct WebPageOptions: Hashable, Sendable {
  /// The controls of a web page.
  package enum Controls: String, Hashable, Sendable, CaseIterable {
    /// What readers expect: page buttons, a slider with previews, contents, search, zoom.
    case reader
    /// The same, and sliders for the time, angle and radius of a turn.
    case lab
    /// No controls. Readers turn pages with the pointer and the keyboard.
    case none
  }

  /// The controls. Default: reader.
  package var controls = Controls.reader
  /// The largest size of the output in bytes; pages are reduced until it fits. Default: no limit.
  package var maximumBytes: Int?
  /// The language of the pages as an IETF tag such as `pt-BR`; `nil` for that of the PDFs.
  package var language: String?
  /// A text file whose line *n* describes page *n* for screen readers; `nil` if pages that are
  /// pictures have no description.
  package var descriptions: String?
  /// The address, relative to the web page, of a file that readers may download; `nil` if they may
  /// not.
  package var download: String?

  /// The defaults above.
  package init() {}

  /// Whether a text has the form of a language tag (BCP 47).
  package static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.enumerated().allSatisfy { index, part in
      (index == 0 ? 2...8 : 1...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || index > 0 && $0.isNumber) }
    }
  }
}
