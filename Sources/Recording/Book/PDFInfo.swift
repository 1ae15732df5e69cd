import GLESKitSupport

/// The pages and the title of a PDF, as `pdfinfo -f 1 -l -1` of poppler-utils reports them.
struct PDFInfo {
  /// The pages' sizes in points (1/72 inch), after rotation; at least one.
  let pages: [SIMD2<Double>]
  /// The title that the file states; `nil` if it states none.
  let title: String?

  /// Reads a report; `nil` unless it states the size of each page, or if the tool is interrupted.
  init?(_ report: [UInt8]) {
    // "Page    1 size:  612 x 792 pts (letter)" and "Page    1 rot:   90"
    var sizes: [Int: SIMD2<Double>] = [:]
    var title: String?
    for line in String(decoding: report, as: UTF8.self).split(separator: "\n") {
      if Interruption.pending != nil { return nil }
      if title == nil, line.hasPrefix("Title:") {
        title = String(line.dropFirst(6).drop { $0 == " " })
      }
      let words = line.split(separator: " ")
      guard words.first == "Page", words.count >= 4, let page = Int(words[1]) else { continue }
      if words[2] == "size:", words.count >= 6, let width = Double(words[3]),
        let height = Double(words[5])
      {
        sizes[page] = SIMD2(width, height)
      } else if words[2] == "rot:", words[3] == "90" || words[3] == "270", let size = sizes[page] {
        sizes[page] = SIMD2(size.y, size.x)
      }
    }
    self.title = title == "" ? nil : title
    pages = (0..<sizes.count).compactMap { sizes[$0 + 1] }
    // Not `min()`, which ignores NaN.
    guard !pages.isEmpty, pages.count == sizes.count,
      pages.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x < 1e6 && $0.y < 1e6 })
    else { return nil }
  }
}
