import Imaging

/// The pages of a book as pictures: what an app needs to show one.
///
/// ```swift
/// let pages = try BookPages(at: ["book.pdf"])
/// let cover = try pages.picture(of: 0, size: PixelSize(600, 800))
/// ```
public struct BookPages: Sendable {
  private let sources: [PageSource]

  /// Finds the pages: pictures, PDFs, and folders of them, whose files are taken in the order of their
  /// names (`page-2` before `page-10`). The pictures themselves are not read yet.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a folder without pages or a PDF that cannot be read,
  ///   ``RecordingError/program(_:)`` where poppler's programs are missing,
  ///   ``RecordingError/file(_:)``.
  public init(at paths: [String]) throws(RecordingError) {
    sources = try PageSource.pages(at: paths)
    guard !sources.isEmpty else { throw .pages("there are no pages; give at least one") }
  }

  /// How many pages there are, at least one.
  public var count: Int { sources.count }

  /// The size in pixels at which a page is shown where nobody asks for another: a picture's own, upright;
  /// a PDF's page, whose measure is not in pixels, 1080 pixels high.
  ///
  /// - Parameter page: Counted from 0.
  /// - Throws: ``RecordingError/image(_:)``, ``RecordingError/file(_:)``.
  public func naturalSize(of page: Int) throws(RecordingError) -> PixelSize {
    try sources[page].naturalSize()
  }

  /// A page's picture: stretched where its shape differs from `size` by less than 2 %, else fitted in the
  /// middle of white paper. PDF pages are drawn at that size. It may be called on any thread.
  ///
  /// - Parameters:
  ///   - page: Counted from 0.
  ///   - size: In pixels.
  /// - Throws: ``RecordingError/image(_:)``, ``RecordingError/pages(_:)``,
  ///   ``RecordingError/program(_:)``, ``RecordingError/file(_:)``.
  public func picture(of page: Int, size: PixelSize) throws(RecordingError) -> Image {
    try sources[page].picture(for: size)
  }
}
