import ImageCoding
import Imaging

/// When double pages, such as scans of an open book, become two pages.
package enum PageSplit: String, Sendable, CaseIterable {
  /// Those that are as wide as two single pages of the same height, and begin an opening.
  case auto
  /// All that are wider than high.
  case on
  /// None.
  case off
}

/// Divides double pages into two.
struct DoublePages {
  var split = PageSplit.off
  var direction = ReadingDirection.leftToRight
  /// Whether the first two pages of the book lie side by side.
  var startsOpen = false

  /// The left or the right half of a double page.
  enum Half: String {
    case left, right
  }

  /// The pages, each with what it was made from.
  ///
  /// - Parameter source: The source of a page; `nil` if it is not known yet.
  /// - Returns: The pages, and the indices among them of double pages that are not divided, because
  ///   they don't begin an opening: their halves would lie on the two sides of a leaf.
  func divided<Item>(
    _ pages: [Item], source: (Item) -> PageSource?, page: (PageSource) -> Item
  ) throws(RecordingError) -> (pages: [Item], whole: [Int]) {
    guard split != .off else { return (pages, []) }
    var extents: [SIMD2<Double>?] = []
    for page in pages {
      try RecordingError.checkInterruption()
      extents.append(source(page)?.extent)
    }
    // A hundred sizes of single pages are enough; a book of many would take quadratic time.
    let sizes = Set(extents.compactMap(\.self)).sorted { $0.x < $1.x }.prefix(100)
    var (divided, whole): ([Item], [Int]) = ([], [])
    for (one, extent) in zip(pages, extents) {
      guard let extent, let double = source(one), isDouble(extent, among: sizes) else {
        divided.append(one)
        continue
      }
      guard split == .on || divided.count.isMultiple(of: 2) == startsOpen else {
        whole.append(divided.count)
        divided.append(one)
        continue
      }
      let halves: [Half] = direction == .rightToLeft ? [.right, .left] : [.left, .right]
      divided += halves.map { page(.half($0, of: double)) }
    }
    return (divided, whole)
  }

  private func isDouble(_ extent: SIMD2<Double>, among sizes: some Sequence<SIMD2<Double>>) -> Bool
  {
    if split == .on { return extent.x > extent.y }
    return sizes.contains { single in
      let ratio = extent / (single * SIMD2(2, 1))
      return max(ratio.x, 1 / ratio.x, ratio.y, 1 / ratio.y) <= Self.tolerance
    }
  }

  /// How much scans of single and double pages of one book may differ in size.
  private static let tolerance = 1.05
}

extension PageSource {
  /// The page that it is a half of, or the page itself.
  var whole: PageSource {
    if case .half(_, let whole) = self { whole } else { self }
  }

  /// The page of a PDF, counted from 1, that it shows or shows a half of; `nil` for others.
  var pdf: (file: PDFFile, page: Int)? {
    if case .pdf(let file, let page) = whole { (file, page) } else { nil }
  }

  /// The width and the height by which double pages are recognized: of a PDF in points, so that a
  /// page on its side is not one; `nil` if they are not known at once.
  fileprivate var extent: SIMD2<Double>? {
    switch self {
    case .pdf(let file, let page): return file.points(of: page)
    case .picture(let path):
      guard let size = (try? ImageFile.probe(path))?.size, size.height > 0 else { return nil }
      return size.vector
    case .sheet(let file, let page): return file.pages[page - 1].size.vector
    case .bytes, .clip, .blank, .unreadable, .half: return nil
    }
  }
}
