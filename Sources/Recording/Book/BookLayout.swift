import GLESKitSupport

/// How pages are arranged on sheets, and how many are shown.
public enum BookLayout: String, Hashable, Sendable, CaseIterable {
  /// One page is shown. Pages are fronts and backs alternately: the second page is the back of the
  /// first, and turning the first reveals the third.
  case sheets
  /// One page is shown. Every page is a front, and shows faintly through its blank back.
  case pages
  /// Two pages of an open book are shown. The first page lies alone, as a cover does.
  case spread
}

extension BookLayout {
  /// The layout for pages that are given without one. A PDF, a TIFF of several pages, a folder and
  /// more than three images are a book. Of two images, the first turns to reveal the second; of
  /// three, the second is the back of the first.
  package static func usual(for pages: [String]) -> BookLayout {
    let isBook =
      pages.count > 3
      || pages.contains {
        switch $0 == "-" ? .special : Files.kind(of: $0) {
        case .folder: true
        case .regular: PDFFile.isPDF($0) || (try? TIFFFile($0))?.pages.count ?? 1 > 1
        // A pipe can be opened only once.
        case .special, nil: false
        }
      }
    return isBook ? .spread : pages.count == 2 ? .pages : .sheets
  }

  /// What the first page and the one in the middle tell of all pages.
  ///
  /// - Returns: Whether they are as wide as slides: in a frame of 16:9, one is three to four times
  ///   as large alone as in a spread. Pages that can't be read are not, and double pages
  ///   behind a single one are not. Neither are videos, which would be read for it, or pipes, which
  ///   can be read only once. And whether they are printed on coated paper, as slides and pictures
  ///   are. Thin paper would show their backs mirrored; scans of it show the other side already.
  package static func kind(
    of pages: [String], _ options: PDFOptions
  ) -> (areSlides: Bool, areCoated: Bool) {
    guard let sample = sample(of: pages, options) else { return (false, false) }
    let isPicture = { (page: PageSource) in if case .picture = page { true } else { false } }
    let areSlides = sample.allSatisfy { page in
      guard let size = try? page.naturalSize() else { return false }
      return Double(size.width) >= narrowestSlide * Double(size.height)
    }
    return (areSlides, areSlides || sample.allSatisfy(isPicture))
  }

  /// The first page and the one in the middle; `nil` if they should not be read for a default.
  private static func sample(of pages: [String], _ options: PDFOptions) -> [PageSource]? {
    guard let files = try? PageSource.files(at: pages), let first = files.first else { return nil }
    let middle = files[files.count / 2]
    let areRead = [first, middle].allSatisfy {
      $0 != "-" && Files.kind(of: $0) == .regular
        && !Files.hasExtension($0, ClipPage.extensions) && AnimatedPicture($0) == nil
    }
    guard areRead else { return nil }
    if first == middle, PDFFile.isPDF(first) {
      guard let file = try? PDFFile(first, options) else { return nil }
      return [file.source(1), file.source(file.count / 2 + 1)]
    }
    return [first, middle].map { path in
      let file = PDFFile.isPDF(path) ? try? PDFFile(path, options) : nil
      return file?.source(1) ?? .picture(path: path)
    }
  }

  /// Slides have 16:10 or 16:9; A4, 4:3 and photos of 3:2 are narrower, and pages of albums.
  private static let narrowestSlide = 1.55
}

/// Whether a book in a spread starts with its cover.
public enum BookCover: String, Hashable, Sendable, CaseIterable {
  /// The first page lies alone, as a cover does. An excerpt that starts with an even page starts
  /// with an open book, so that its pages keep their sides. If the book has a body, its first and
  /// its last page are boards; other pages that begin or end an excerpt are paper.
  case auto
  /// The first two pages lie side by side.
  case none
  /// The first page lies alone, as the board of a hard cover, and so does the back cover after an
  /// even number of pages. In a book with a body, the boards are larger than the pages.
  case hard
  /// The first page lies alone, and is paper, as in a magazine.
  case soft
}

/// How a page is placed on a leaf of another shape. All leaves have the most frequent shape of the
/// pages; of two or three pages, that of the first.
public enum PageFit: String, Hashable, Sendable, CaseIterable {
  /// Scaled to fit, in the middle of white paper.
  case fit
  /// Scaled to cover the leaf, and cropped evenly.
  case fill
}

/// The direction in which a book is read.
public enum ReadingDirection: String, Hashable, Sendable, CaseIterable {
  /// Left to right: pages turn to the left.
  case leftToRight = "ltr"
  /// Right to left: pages turn to the right.
  case rightToLeft = "rtl"
}
