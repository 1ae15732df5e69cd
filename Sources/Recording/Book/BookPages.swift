import Imaging

/// The pages of a book as images, for an app that shows them.
///
/// ```swift
/// let pages = try BookPages(at: ["book.pdf"])
/// let cover = try pages.picture(of: 0, size: PixelSize(600, 800))
/// ```
public struct BookPages: Sendable {
  private let sources: [PageSource]

  /// Finds the pages of image files, PDFs, and folders of them. Files of a folder are taken in the
  /// natural order of their names (`page-2` before `page-10`). Images are not decoded yet.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a folder without pages or a PDF that cannot be
  ///   read, ``RecordingError/program(_:)`` if the program that reads PDFs is missing,
  ///   ``RecordingError/file(_:)``.
  public init(at paths: [String], pdf: PDFOptions = PDFOptions()) throws(RecordingError) {
    sources = try PageSource.pages(at: paths, pdf, selecting: nil, .blank).pages
    guard !sources.isEmpty else { throw .pages("no pages; give at least one") }
  }

  /// The number of pages, at least one.
  public var count: Int { sources.count }

  /// The default size of a page in pixels: an image's own size, upright by its EXIF orientation; a
  /// PDF page, which has no size in pixels, is 1080 pixels high.
  ///
  /// - Parameter page: The page's index, from 0.
  /// - Throws: ``RecordingError/image(_:)``, ``RecordingError/file(_:)``.
  public func naturalSize(of page: Int) throws(RecordingError) -> PixelSize {
    try sources[page].naturalSize()
  }

  /// Decodes a page at a size. Any thread may call this.
  ///
  /// The page is stretched if its aspect ratio differs from that of `size` by less than 2 %. PDF
  /// pages are drawn at that size.
  ///
  /// - Parameters:
  ///   - page: The page's index, from 0.
  ///   - size: The size of the result in pixels.
  ///   - fit: How a page of another aspect ratio lies on it. Default: in the middle of white paper.
  /// - Throws: ``RecordingError/image(_:)``, ``RecordingError/pages(_:)``,
  ///   ``RecordingError/program(_:)``, ``RecordingError/file(_:)``.
  public func picture(
    of page: Int, size: PixelSize, fit: PageFit = .fit
  ) throws(RecordingError) -> Image {
    try sources[page].picture(for: size, fit)
  }
}
